"""How often the audit finds what is wrong, and how often it accuses what is right.

    python -m tests.benchmarks audit [--quick] [--audits N] [--out FILE]

Audits every mechanism whose privacy is known, with many seeds. Writes results/benchmarks/audit.json.
"""

import math
import sys
import time

from tests.benchmarks import document
from theory_checks.audit import Plan
from theory_checks.audit.known import known
from theory_checks.audit.validation import SMALL, Detection, detection

TITLE = "Audits: detection power and false alarms"
SAYS = (
    "Mechanisms whose privacy is known, each right one beside a wrong claim about one like it. A refutation of a true"
    " claim is a false alarm; the share is the mean lower bound over the epsilon that the delta truly needs."
)


def main(arguments: list[str] | None = None) -> int:
    parser = document.parser("audit", __doc__, "ten audits of each mechanism")
    parser.add_argument("--audits", type=int, default=200, help="how many audits of each mechanism")
    options = parser.parse_args(arguments)
    console, audits = document.console(), 10 if options.quick else options.audits
    plans = {"small": SMALL, "default": Plan()}
    tables = []
    for name, plan in plans.items():
        began = time.perf_counter()
        rows = [row(detection(mechanism, audits, plan)) for mechanism in known()]
        each = (time.perf_counter() - began) / audits / len(rows)
        caption = (
            f"{plan.search}, {plan.threshold} and {plan.confirm} runs of each world to search, to choose a threshold"
            f" and to confirm; {audits} audits of each mechanism, {each * 1e3:.0f} milliseconds each. Refutations are"
            f" wrong with probability at most {plan.failure_probability:g}, bounds with {1 - plan.confidence:.0%}."
        )
        columns = ["Mechanism", "Claim", "True epsilon", "Refuted", "Mean bound over truth", "Bounds above the truth"]
        tables.append(document.table(f"The {name} plan", columns, rows, caption))
        console.print(f"measured the {name} plan")
    made = document.measurements(TITLE, SAYS, ("numpy", "scipy"), tables=tables)
    document.show(made, console)
    document.write(made, options.out, console)
    return 0


def row(found: Detection) -> list[object]:
    mechanism, finite = found.mechanism, math.isfinite(found.mechanism.truth)
    share = found.refuted / found.audits
    refuted = document.barred(share, 0.0, "smaller") if mechanism.holds else share
    return [
        mechanism.name,
        f"({mechanism.epsilon:.4g}, {mechanism.delta:.4g}), {'true' if mechanism.holds else 'wrong'}",
        mechanism.truth if finite else "none",
        refuted,
        found.mean_bound / mechanism.truth if finite else f"bound {found.mean_bound:.3g}",
        found.too_large / found.audits,
    ]


if __name__ == "__main__":
    sys.exit(main())
