r"""The last equality in the proof of Lemma 16: the expected l1 norm of the noise.

z_1, ..., z_m are independent N(0, sigma^2 I) in R^n, so E sum_i ||z_i||_1 is m n times sigma sqrt(2/pi), and

    2/(m (1 - gamma)) E sum_i ||z_i||_1 = 2 n sigma sqrt(2/pi)/(1 - gamma) = 2 sqrt(2) n sigma/(sqrt(pi) (1 - gamma)).

Both sides are rational multiples of sqrt(2/pi) sigma; with n under the root the right one is 2 sqrt(n) times the rest.
Squares are compared, which is exact because both sides are positive.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product

from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Outcome, exact
from theory_checks.core.formula import differs, num, pi, sqrt

RightSide = Callable[[int, Fraction], Fraction]
GRID = [(n, m, Fraction(k, 10)) for n, m, k in product((1, 2, 3, 7, 100), (1, 2, 3, 12), (0, 5, 9))]
FEW = [(1, 1, Fraction(0)), (2, 1, Fraction(0)), (3, 2, Fraction(1, 2)), (100, 12, Fraction(9, 10))]
SQUARED = r"both sides squared, in units of $2\sigma^2/\pi$"


def with_n_outside(n: int, discount: Fraction) -> Fraction:
    """Return the square of 2 sqrt(2) n sigma/(sqrt(pi) (1 - gamma)) in units of 2 sigma^2/pi."""
    return (2 * n / (1 - discount)) ** 2


def with_n_under(n: int, discount: Fraction) -> Fraction:
    """Return the square of 2 sqrt(2 n) sigma/(sqrt(pi) (1 - gamma)) in units of 2 sigma^2/pi."""
    return 4 * n / (1 - discount) ** 2


def noise_norm(n: int, m: int, discount: Fraction) -> Fraction:
    """Return the square of 2/(m (1 - gamma)) E sum_i ||z_i||_1 in units of 2 sigma^2/pi, entry by entry."""
    entries = sum(1 for _ in product(range(m), range(n)))
    return (2 * entries / (m * (1 - discount))) ** 2


@claim("dpdqn/lemma16-arithmetic", reading="n-under-root", sound={"n outside the root": {"right": with_n_outside}})
@claim("dpdqn/lemma16-arithmetic/repaired", broken={"n under the root": {"right": with_n_under}})
@claim("dpdqn/lemma16-arithmetic", reading="n-outside-root", broken={"n under the root": {"right": with_n_under}})
def arithmetic(trial: Trial, *, right: RightSide | None = None) -> Iterator[Finding]:
    """Check 2/(m (1 - gamma)) E sum_i ||z_i||_1 = right(n, gamma)."""
    under = trial.reading == "n-under-root"
    printed = with_n_under if under else with_n_outside
    for n, m, discount in FEW if under else GRID:
        yield _compared(trial, n, m, discount, right or printed)


def _compared(trial: Trial, n: int, m: int, discount: Fraction, right: RightSide) -> Evidence:
    case = f"n = {n}, m = {m}, discount {discount}"
    found = exact(case, noise_norm(n, m, discount), "==", right(n, discount), quantity=SQUARED)
    if found.outcome is not Outcome.FAILS:
        return found
    return replace(found, certificate=_certificate(trial, n, m, discount))


def _certificate(trial: Trial, n: int, m: int, discount: Fraction) -> Certificate:
    mean = sqrt(2 / pi)
    left = 2 / (num(m) * (1 - discount)) * (m * n) * mean
    right = 2 * sqrt(2 * n) / (sqrt(pi) * (1 - discount))
    return Certificate(
        says=f"With n = {n}, m = {m} and sigma = 1 the two sides of the equality differ.",
        assumed=["The left side counts m n entries of mean absolute value sqrt(2/pi)."],
        conclusion=differs(left, right),
    )
