r"""The size of the bonus psi of footnote 7, and the threshold n~ >= 2 E.

Let y, z(s'), x be the errors of r~, m~(s'), n~, all below E in size, 0 <= V <= H, and Q^ = (r^ + sum V m^)/n^, the
estimate from the true counts, which lies in [0, H + 1]. Then

    Q~ - Q^ = (y + sum_s' V(s') z(s') - Q^ x) / n~,    |Q~ - Q^| < (1 + S H + H + 1) E/n~,

and for H >= 2 nothing smaller bounds it: r^ = n^, V = H, y = z = -x near E. At the last step, the only one for H = 1,
V = 0 and it is 2 E/n~. With e = E/n~ in (0, 1/2]

    (2 + H + S H) e / ((1 + S H)(3 e + 2 e^2)) < (2 + H + S H)/(3 (1 + S H)) <= 2/3.

With the releases of the binary mechanism the printed recursion has no V >= 0: where n~ is small V~ may be far below 0,
and no bonus of this size covers that. With counts that start at 0 and never fall it has: monotone_counters.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import sqrt

from theory_checks.core.certificate import Certificate, instance
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball, exact, exact_all
from theory_checks.core.exhibits import Figure, Series, Table
from theory_checks.core.formula import Formula, Term, maximum, minimum, ref
from theory_checks.core.interpret import enclose, substitute
from theory_checks.core.parsing import parse
from theory_checks.core.texts import texts_of
from theory_checks.papers.pucb.common.algorithm import CONF, PSI
from theory_checks.papers.pucb.learning._bonuses import paid
from theory_checks.papers.pucb.learning._releases import Release, from_zero, printed_constants, raw

TEXTS = texts_of(__file__)

HALF = Fraction(1, 2)
SIZES = [(1, 1), (1, 2), (1, 50), (2, 1), (2, 2), (10, 10), (1000, 1)]
RATIOS = [HALF, Fraction(1, 3), Fraction(1, 10), Fraction(1, 10**6)]
COUNTS = (1, 100, Fraction(1, 100))  # n~, of which only E/n~ matters
WITHOUT_COUNT = parse("(1 + S*H) * E/n")  # forgets that n~ is noisy too
LAST = parse("2*E/n")  # is enough where the values that follow are 0
QUADRATIC = parse("(1 + S*H) * 2*E**2/n**2")


def worst_error(S: int, e: Fraction, highest: int) -> Fraction:
    """Return the largest |Q~ - Q^| for 0 <= V <= highest, n~ = 1 and E = e, by enumeration of the corners."""
    errors = (-e, e)
    largest = Fraction(0)
    for x, y, z, V, mean in product(errors, errors, errors, (Fraction(0), Fraction(highest)), map(Fraction, (0, 1))):
        n = 1 - x  # the true count, positive as e <= 1/2
        truth = mean + V
        estimate = mean * n + y + V * (n + S * z)
        largest = max(largest, abs(estimate - truth))
    return largest


@claim("pucb/bonus-sufficient", reading="values-in-range", broken={"half of it": {"factor": HALF}})
@claim("pucb/bonus-sufficient/repaired", broken={"without the error of the count": {"another": WITHOUT_COUNT}})
def bonus_sufficient(trial: Trial, *, factor: Fraction | int = 1, another: Formula | None = None) -> Iterator[Finding]:
    """Compare the largest error at the corners with the bonus."""
    bonus = (another or trial.formal.right) * factor
    for S, H in SIZES:
        pairs = {
            f"E/n~ = {e}, n~ = {n}": (worst_error(S, e, H), "<=", paid(S, H, e, bonus, n))
            for e, n in product(RATIOS, COUNTS)
        }
        yield exact_all(
            f"$S = {S}$, $H = {H}$, $E/\\tilde n = 1/2, 1/3, 1/10, 10^{{-6}}$", pairs, quantity="error and bonus"
        )
    yield exact_all(
        "$V = 0$, as at the last step",
        {f"$E/\\tilde n = {e}$": (worst_error(1, e, 0), "==", paid(1, 1, e, LAST) * factor) for e in RATIOS},
        quantity=r"error, and $2E/\tilde n$",
    )
    e = RATIOS[-1]
    yield exact(
        f"$S = H = 1$, $E/\\tilde n = {e}$",
        worst_error(1, e, 1),
        "<=",
        paid(1, 1, e, bonus),
        quantity=r"largest error within the accuracy event, and the bonus",
    )
    yield _share(bonus)


def _share(bonus: Formula) -> Figure:
    ratios = [Fraction(2) + Fraction(k, 2) for k in range(0, 97, 4)]
    lines = [
        Series(
            label=f"$S = {S}$, $H = {H}$",
            x=[float(x) for x in ratios],
            y=[round(float(worst_error(S, 1 / x, H) / paid(S, H, 1 / x, bonus)), 6) for x in ratios],
        )
        for S, H in ((1, 1), (2, 2), (10, 10))
    ]
    return Figure(
        title="How much of the bonus is ever needed",
        x_label=r"$\tilde n/E$",
        y_label="largest error / bonus",
        series=lines,
        caption=r"At 1 the bonus is exactly the largest error. The printed one leaves a share of at least 1/3 unused.",
    )


@claim(
    "pucb/bonus-sufficient",
    reading="printed-values",
    sound={
        r"$\tilde V_2$ cut at 0": {"cut": True},
        "counts that start at 0 and never fall": {"release": from_zero},
    },
)
def bonus_printed_values(trial: Trial, *, cut: bool = False, release: Release = raw) -> Iterator[Evidence]:
    """Plan two steps with all errors at the integer below E."""
    constants = negative_value_run(cut, release)
    yield ball(
        r"$S = A = 1$, $H = 2$, rewards 0, $\varepsilon = 10$, $T = 1000$: 310th episode",
        enclose(_PLANNED, constants),
        ">=",
        enclose(0),
        quantity=r"$\tilde Q_1 + \widetilde{\text{conf}}_1$, and $Q^*_1 = 0$",
        detail=TEXTS["bonus_printed_values_found"],
        certificate=_certificate(trial, constants),
    )


VISITS, ERROR = 309, 308  # the integers around E
_PLANNED = (ref("r1") + ref("V2") * ref("m1")) / ref("n1") + substitute(
    CONF, {"S": 1, "n": ref("n1"), "beta_prime": ref("beta")}
)


def negative_value_run(cut: bool = False, release: Release = raw) -> dict[str, Term]:
    """Return all counters after 309 visits without reward, off by 308 in the worst directions; V2 may be cut at 0."""
    value = minimum(ref("H"), ref("r2") / ref("n2") + ref("H"))
    counts = {"n2": VISITS - ERROR, "r2": -ERROR, "n1": VISITS + ERROR, "r1": -ERROR, "m1": VISITS + ERROR}
    return {
        **printed_constants(1, 1, 2, 1000, Fraction(10)),
        **{name: release(Fraction(count)) for name, count in counts.items()},
        "V2": maximum(0, value) if cut else value,
    }


def _certificate(trial: Trial, run: dict[str, Term]) -> Certificate:
    values: dict[str, Term] = {"S": 1, "H": 2, "T": 1000, "beta_prime": run["beta"], "n": run["n1"]}
    values |= {"E": substitute(run["E"], run)}
    return instance(
        trial.formal,
        "One state, one action, two steps, no rewards: estimate plus bonus are far below the optimal value 0.",
        values,
        own={"shortfall": {"visits": VISITS, "error": ERROR}},
    )


@claim(
    "pucb/threshold-role",
    reading="optimism-at-the-threshold",
    broken={
        r"a threshold of $E/2$": {"factor": HALF},
        r"a threshold of $9E/5$": {"factor": Fraction(9, 5)},
        r"$\tilde\psi$ without its first term": {"bonus": QUADRATIC},
    },
    near=(r"a threshold of $9E/5$", r"$\tilde\psi$ without its first term"),
)
def threshold_role(trial: Trial, *, factor: Fraction = Fraction(2), bonus: Formula = PSI) -> Iterator[Finding]:
    """Compare true and released counts at the threshold, and the bonuses on its two sides."""
    released = [factor, factor + HALF, 10 * factor]
    yield exact_all(
        r"$\tilde n$ at the threshold, $E/2$ beyond, and at ten times the threshold; the error at its end $E$",
        {f"n~ = {n} E": (n - 1, ">=", n / 2) for n in released},
        quantity=r"infimum of $\hat n/E$, and $\tilde n/(2E)$",
    )
    yield exact_all(
        r"$S, H \leq 30$, $\tilde n$ at the threshold",
        {
            f"S = {S}, H = {H}": (paid(S, H, 1 / factor, bonus), ">", Fraction(H))
            for S, H in product(range(1, 31), repeat=2)
        },
        quantity=r"$\tilde\psi$ and $H$",
    )
    yield _end_of_forcing()


def _end_of_forcing() -> Table:
    rows = [[S, H, float(2 * (1 + S * H)), round(forced_until(S, H), 4)] for S, H in ((1, 1), (2, 2), (5, 5), (10, 10))]
    return Table(
        title="The threshold is not where forced optimism ends",
        columns=["$S$", "$H$", r"$\tilde\psi$ at $\tilde n = 2E$", r"$\tilde n/E$ at which $\tilde\psi = H$"],
        rows=rows,
        caption=r"Until $\tilde\psi$ falls below $H$, a pair with a value of 0 or more keeps $\tilde Q^+ = H$.",
    )


def forced_until(S: int, H: int) -> float:
    """Return the n~/E at which psi = H: 1/e for the positive root e of a quadratic equation."""
    share = H / (1 + S * H)
    return 4 / (sqrt(9 + 8 * share) - 3)
