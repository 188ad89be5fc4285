"""The last equality in the proof of Lemma 16: the expected l1 norm of the noise.

z_1, ..., z_m are independent N(0, sigma^2 I) in R^n, so E sum_i ||z_i||_1 is m n times the mean of one |N(0, sigma^2)|.
Both sides are multiples of sqrt(2/pi) sigma; squares are compared, which is exact because both sides are positive.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import product

from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, exact
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula, Term, ref
from theory_checks.core.interpret import substitute
from theory_checks.core.notation import latex
from theory_checks.papers.dpdqn.common.certified import certified
from theory_checks.papers.dpdqn.common.claims import held
from theory_checks.papers.dpdqn.common.surds import surd
from theory_checks.papers.dpdqn.utility._bounds import NOISE_NORM

Sizes = tuple[int, int, Fraction]  # n, m and gamma
GRID: Sequence[Sizes] = [(n, m, Fraction(k, 10)) for n, m, k in product((1, 2, 3, 7, 100), (1, 2, 3, 12), (0, 5, 9))]
FEW: Sequence[Sizes] = [(1, 1, Fraction(0)), (2, 1, Fraction(0)), (3, 2, Fraction(1, 2)), (100, 12, Fraction(9, 10))]
SQUARED = r"both sides squared, in units of $2\sigma^2/\pi$"

_STEP = formal_of(__file__, "dpdqn/lemma16-arithmetic", "n-outside-root")
LEFT, OUTSIDE = substitute(_STEP.left, {"norm": NOISE_NORM}), _STEP.right
UNDER = formal_of(__file__, "dpdqn/lemma16-arithmetic", "n-under-root").right


@claim(
    "dpdqn/lemma16-arithmetic",
    reading="n-under-root",
    setting={"right": UNDER, "cases": FEW},
    sound={"n outside the root": {"right": OUTSIDE}},
)
@claim("dpdqn/lemma16-arithmetic/repaired", broken={"n under the root": {"right": UNDER}})
@claim("dpdqn/lemma16-arithmetic", reading="n-outside-root", broken={"n under the root": {"right": UNDER}})
def arithmetic(trial: Trial, *, right: Formula = OUTSIDE, cases: Sequence[Sizes] = GRID) -> Iterator[Finding]:
    """Compare 2/(m (1 - gamma)) times the norm with the right side."""
    for n, m, discount in cases:
        values: dict[str, Term] = {"n": n, "m": m, "gamma": discount, "sigma": 1}
        left, other = (surd(side, values).square / 2 for side in (LEFT, right))
        compared = exact(f"n = {n}, m = {m}, discount {discount}", left, "==", other, quantity=SQUARED)
        yield certified(compared, partial(_differ, values))
    if cases is GRID:
        yield from _at_another_level(trial)


def _at_another_level(trial: Trial) -> Iterator[Evidence]:
    """Compare all sides of the statement's formula at sigma = 3."""
    for (n, m, discount), claimed in product(FEW, trial.formal.claims):
        values = {"n": n, "m": m, "gamma": discount, "sigma": 3, "norm": NOISE_NORM}
        case = rf"$\sigma = 3$, n = {n}, m = {m}, discount {discount}: ${latex(claimed.left, trial.formal.names)}$"
        yield held(case, claimed, values, quantity="both sides of the equality")


def _differ(values: dict[str, Term]) -> Certificate:
    return Certificate(
        says=f"With n = {values['n']}, m = {values['m']} and sigma = 1 the two sides of the equality differ.",
        given=[lemma("norm", "mean-absolute-sum", count=ref("m") * "n", sigma="sigma")],
        constants=values,
        values={"norm": ref("norm"), **{name: ref(name) for name in values}},
    )
