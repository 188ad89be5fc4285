r"""J = 1, one noise path for the whole run, as the best case for privacy (Section 3.2).

One run of lines 6 to 24, word by word: two states that swap, one action, B = 1, T = 2, alpha = 1/2, gamma = 9/10, a
public table Q = 0, independent tables g_j of noise, a new one in line 8 for each of J rounds, and the steps t = 0, 1

    D = Q(s_t) + g(s_t) - (r(s_t) + gamma Q(s_{t+1}) + c g(s_{t+1})),   Q(s_t) <- Q(s_t) - alpha D,

c = gamma with line 19 bracketed, 1 as printed. It ends with Q = X r + noise, and the noise is W applied to all entries
of the tables, so that sigma^2 mu^2 is the exact number (X d)^T (W W^T)^{-1} (X d), d = r - r'. The largest one over
||d||_inf <= 1 is attained at a vertex d = (1, +-1), since mu^2 is convex. In the coordinates Q(s_0) and
Q(s_1) - alpha gamma Q(s_0) the shift is alpha d, and the rows of W are those of the certificates: for Q itself

    J = 1: alpha (-1, c) and alpha (c, -1), the noise of d = (1, 1) cancels: sigma^2 mu^2 = 2/(1-c)^2
    J = 2: alpha (-1, c, 0, 0) and alpha (0, 0, c, -1): sigma^2 mu^2 = 2/(1+c^2)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import sqrt

from tabular.privacy import epsilon_of, mu_of
from theory_checks.core.certificate import Certificate, lemma_at
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, exact
from theory_checks.core.exhibits import Table
from theory_checks.core.formula import Relation, Term, num, ref
from theory_checks.core.interpret import substitute
from theory_checks.core.texts import texts_of
from theory_checks.kit.cases import HALF
from theory_checks.papers.dpdqn.common.comparisons import compared
from theory_checks.papers.dpdqn.common.definitions import definitions
from theory_checks.papers.dpdqn.common.rational_first import Values
from theory_checks.papers.dpdqn.theorem5._certified import certified
from theory_checks.papers.dpdqn.theorem5._cycles import FRESH, KEPT, LARGEST, NINE, PLAIN, Cycle
from theory_checks.papers.dpdqn.theorem5._releases import UNNOISED

TEXTS = texts_of(__file__)

STILL = Cycle(PLAIN, states=1, updates=4)
SWAP = Cycle(PLAIN)
SMALLEST = r"$1/(\sigma\mu)^2$ for $r' = r + 1$ with $J = 1$, and the smallest one over all $r'$ with $J = 2$"


@claim(
    "dpdqn/j1-best-privacy",
    reading="released-without-noise",
    setting={"run": SWAP},
    sound={"one state": {"run": STILL}},
)
@claim(
    "dpdqn/j1-best-privacy",
    reading="released-with-fresh-noise",
    setting={"run": Cycle(FRESH)},
    sound={"one state": {"run": replace(STILL, release=FRESH)}},
)
@claim(
    "dpdqn/j1-best-privacy",
    reading="released-with-training-noise",
    setting={"run": Cycle(KEPT)},
    sound={"one state, released without noise": {"run": STILL}},
)
def best_privacy(trial: Trial, *, run: Cycle) -> Iterator[Finding]:
    """Compare the largest mu over neighbouring rewards with one path and with a path for each update."""
    as_printed = [replace(run, printed=True)] if run.states > 1 and run.release != PLAIN else []
    for x in (run, *as_printed):
        worst = exact(_case(x, x.updates), x.worst(1), "<=", x.worst(x.updates), quantity=LARGEST)
        yield certified(worst, partial(_certificate, x))
    if run is SWAP:
        silent = replace(run, printed=True)
        smallest = min(silent.inverse(2, sign) for sign in (1, -1))
        printed = exact(_case(silent, 2), silent.inverse(1, 1), ">=", smallest, quantity=SMALLEST)
        yield certified(printed, partial(_certificate, silent))
        yield one_state_table()


def _case(x: Cycle, paths: int) -> str:
    return f"{x.name}, $J = {paths}$"


def _certificate(x: Cycle) -> Certificate:
    """Certify that with J = 1 some rewards are told apart better than any are with J = 2."""
    run: dict[str, Term] = {"alpha": x.alpha, "gamma": x.gamma, "c": 1 if x.printed else x.gamma, "sigma": 1}
    way: dict[str, Term] = {"path": int(x.release != PLAIN), "kept": int(x.release == KEPT)}
    ratios = {"ratio_1": 1, "ratio_J": 2}
    return Certificate(
        says=f"With $J = 2$ no neighbouring rewards are told apart as well as some are with $J = 1$: {x.name}, "
        f"released {x.release}.",
        given=[lemma_at(name, "swap-noise-ratio", {**run, **way, "J": paths}) for name, paths in ratios.items()],
        values={**run, "J": 2, **{name: ref(name) for name in ratios}},
    )


def one_state_table() -> Table:
    """Return mu and epsilon of one state with the values of Appendix E.3, for one path and a path for each update."""
    sigma, alpha, T = 0.32, Fraction(3, 10**4), 78
    needed = mu_of(NINE, Fraction(1, 10**4))
    rows: list[list[str]] = []
    for gamma in (Fraction(0), HALF, NINE, Fraction(999, 1000)):
        training = Cycle(PLAIN, 1, T, alpha, gamma)
        row = [f"{float(gamma):g}"]
        for paths in (1, T):
            mu = sqrt(training.worst(paths)) / sigma
            row += [f"{mu:.6g}", f"{epsilon_of(1e-4, mu):.6g}", f"{mu * sigma / needed:.6g}"]
        rows.append(row)
    columns = [rf"{name}, $J = {paths}$" for paths in (1, T) for name in (r"$\mu$", r"$\epsilon$", r"$\sigma$ needed")]
    return Table(
        title="One state, released without noise, with the values of Appendix E.3",
        columns=[r"$\gamma$", *columns],
        rows=rows,
        caption=TEXTS["one_state_table_caption"],
    )


CONSTANTS: Sequence[Values] = (
    {"k": 50, "beta": 4, "sigma": 5, "delta": 0},
    {"k": 50, "beta": 4, "sigma": Fraction(56, 10), "delta": HALF},
    {"k": 50, "beta": 4, "sigma": Fraction(57, 10), "delta": 0},
)


@claim(
    "dpdqn/j1-best-privacy",
    reading="printed-parameter",
    broken={"the tail divided by $J$": {"factor": 1 / ref("J")}},
)
def printed_parameter(trial: Trial, *, factor: Term = "J") -> Iterator[Evidence]:
    """Compare the printed parameter at J = 1 with larger J, and at J = 2 for large and small gaps."""
    (smaller,) = trial.formal.claims
    run = {name: num(x) for name, x in UNNOISED.items()}
    for paths in (2, 78, 5000):
        changed = replace(smaller, right=substitute(smaller.right, {"J": factor}))
        yield _smaller(f"$J = {paths}$", changed, {**definitions(trial.formal), **run, "J": paths})
    for constants in CONSTANTS:
        names = zip(("k", r"\beta", r"\sigma", r"\delta"), constants.values(), strict=True)
        case = f"$J = 2$, {', '.join(f'${name} = {x}$' for name, x in names)}"
        yield _smaller(case, smaller, {**definitions(trial.formal), **constants, "J": 2})


def _smaller(case: str, relation: Relation, values: Values) -> Evidence:
    said = "the parameter for $J = 1$ and for this $J$"
    if relation.right == values["least"]:  # balls cannot tell that a formula is not less than itself
        return exact(case, 0, relation.sign, 0, quantity=said)
    return compared(case, relation, values, quantity=said)
