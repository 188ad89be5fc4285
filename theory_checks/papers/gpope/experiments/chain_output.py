r"""Figure 1(a), output perturbation V1 (DP-LSW) on the recovery chain: worse than no data, whatever the data are.

DP-LSW adds N(0, s^2 I) to theta, s = alpha S(X), alpha = 5 sqrt(2 ln(2/delta))/epsilon. With G = R_max/(1 - gamma) =
100 and n = 39 tabular features, for all weights w_s > 0 and all sets of m trajectories (|X_s| <= m, the term k = 0),

    S(X)^2 >= G^2 max_s(1/w_s) sum_s w_s/m^2 >= n G^2/m^2.

With A = D (I - gamma P), C = D, sum_s D_s = 1, the noise alone adds s^2 tr(A' C^-1 A) to the mean MSPBE, and

    tr(A' C^-1 A) = sum_s D_s sum_t (I - gamma P)_{st}^2 >= (1 - gamma/2)^2,      MSPBE(0) = b' C^-1 b = D_38/4,

where D_38 = (1 + 1/2 + ... + 1/39)/39: a trajectory that starts i states before the last spends 1/i of its time there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import ball
from theory_checks.core.formula import Formula, log, num
from theory_checks.core.interpret import enclose
from theory_checks.papers.gpope.experiments._chain_values import DELTA, EPSILON, GAMMA, N, trivial_error

MOST = 100_000  # trajectories
RETURNS = 1 / (1 - GAMMA)  # G = R_max/(1 - gamma), the bound of returns that DP-LSW reckons with


def square_of_alpha() -> Formula:
    """Return alpha^2 = 50 ln(2/delta)/epsilon^2."""
    return 50 / EPSILON**2 * log(2 / DELTA)


def least_error(m: int, alpha_squared: Formula, returns: Fraction = RETURNS) -> Formula:
    """Return a lower bound of the mean MSPBE of DP-LSW on all data sets of m trajectories."""
    return num(alpha_squared) * (N * returns**2 / Fraction(m) ** 2 * (1 - GAMMA / 2) ** 2)


def no_noise() -> Formula:
    """Return 0: DP-LSW without its noise."""
    return num(0) * 1


def two_thirds() -> Formula:
    """Return 4/9 of alpha^2."""
    return square_of_alpha() * 4 / 9


@claim(
    "gpope/fig1a-accuracy",
    reading="output-perturbation-v1",
    broken={
        "DP-LSW without its noise": {"alpha_squared": no_noise},
        "two thirds of its noise": {"alpha_squared": two_thirds},
    },
    near=("two thirds of its noise",),
)
def worse_than_nothing(trial: Trial, *, alpha_squared: Callable[[], Formula] = square_of_alpha) -> Iterator[Finding]:
    """Enclose the bound of the mean MSPBE of DP-LSW and compare it with ten times that of theta = 0."""
    del trial
    for m in (100, 1000, 10_000, MOST):
        yield ball(
            f"all data sets with $m = {m}$",
            enclose(least_error(m, alpha_squared())),
            ">=",
            enclose(10 * trivial_error()),
            quantity=r"lower bound of the mean MSPBE of DP-LSW, and ten times the MSPBE of $\theta = 0$",
        )
