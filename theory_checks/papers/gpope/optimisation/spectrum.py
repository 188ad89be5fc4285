r"""The eigenvalues of Q = [[0, -A'], [A, C]] (Lemma 2, Appendix C.1), H = A' C^-1 A, A invertible, C > 0.

Let Q (x, y) = z (x, y). Then y != 0, and taking y^* (second row) with z x = -A' y gives one quadratic equation for z:

    z^2 - c z + a = 0,      c = y^* C y/|y|^2 > 0,      a = |A' y|^2/|y|^2 > 0.

    z real       z c = z^2 + a >= a, so z >= a/c = |A'y|^2/(y^* C y) >= lmin(H); z (c - z) = a > 0, so z < c <= lmax(C)
    z not real   Re z = c/2 in [lmin(C)/2, lmax(C)/2], |z| = sqrt(a) in [smin(A), smax(A)]

    one feature  z = (C +- sqrt(C^2 - 4 A^2))/2: the printed lower bound fails for Re z iff C < 4|A|/3 and for |z| iff
                 C < 8|A|/9, the upper one iff C > 9|A|/sqrt 8
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import exact
from theory_checks.core.exhibits import Figure, Series, Table
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import ref
from theory_checks.core.interpret import exact as value
from theory_checks.papers.gpope.common.linear_evaluation import (
    Problem,
    one_state,
    swapping,
    two_states,
)
from theory_checks.papers.gpope.common.one_state_loops import nine
from theory_checks.papers.gpope.optimisation._spectra import SLOW, spectrum_certificate

Bound = Callable[[Problem], Fraction]
UPPER = formal_of(__file__, "gpope/lemma2-lmax").right

FAST = two_states(Fraction(5, 16), Fraction(1, 6))  # none is
LOWER_CASES = (
    one_state(Fraction(1, 6)),
    one_state(Fraction(1, 4)),  # the boundary C = 4 A/3
    one_state(Fraction(3, 5)),
    swapping(Fraction(3, 10)),
    FAST,
    SLOW,
)
NEAR_REAL_PART = (one_state(Fraction(157, 638)),)  # C/A = 1.3264
NEAR_MODULUS = (swapping(Fraction(1, 8)), swapping(Fraction(11, 78)))  # the boundary C = 8 A/9, and C/A = 78/89
REAL_CASES = (one_state(Fraction(1, 2)), one_state(Fraction(3, 5)), one_state(Fraction(7, 10)), SLOW)
UPPER_CASES = (
    one_state(Fraction(7, 10)),
    one_state(Fraction(3, 5)),
    one_state(1 - Fraction(70, 221)),
    one_state(1 - Fraction(290, 941)),  # the boundary lies between these two
    one_state(1 - Fraction(10, 101)),
    swapping(Fraction(3, 10)),
    SLOW,
)


def twice(problem: Problem) -> Fraction:
    """Return 2 lmin(H)."""
    return 2 * min(mode.h for mode in problem.modes)


def printed_upper(problem: Problem) -> Fraction:
    """Return the bound of Appendix C.1."""
    curvatures = [mode.c for mode in problem.modes]
    kappa = max(curvatures) / min(curvatures)
    return value(UPPER, {"kappa": kappa, "lmax_H": max(mode.h for mode in problem.modes)})


def proved_real_part(problem: Problem) -> Fraction:
    """Return min(lmin(H), lmin(C)/2)."""
    return min(min(mode.h, mode.c / 2) for mode in problem.modes)


def proved_modulus(problem: Problem) -> Fraction:
    """Return min(lmin(H), smin(A))."""
    return min(min(mode.h, abs(mode.a)) for mode in problem.modes)


def proved_upper(problem: Problem) -> Fraction:
    """Return max(lmax(C), smax(A))."""
    return max(max(mode.c, abs(mode.a)) for mode in problem.modes)


def least_real_part(problem: Problem) -> Fraction:
    """Return the smallest real part of the eigenvalues of Q."""
    return min(mode.least_real_part for mode in problem.modes)


def least_modulus(problem: Problem) -> Fraction:
    """Return the smallest modulus of the eigenvalues of Q."""
    return min(mode.moduli[0] for mode in problem.modes)


def largest_modulus(problem: Problem) -> Fraction:
    """Return the largest modulus of the eigenvalues of Q."""
    return max(mode.moduli[1] for mode in problem.modes)


LEAST_REAL_PART = {"lmin": 1}  # where it stands among the numbers of the lemma
MODULUS_CONTROL = {r"$\min(\lambda_{\min}(H), \sigma_{\min}(A))$": {"bound": proved_modulus}}
MODULUS_CASES = (*LOWER_CASES, *NEAR_MODULUS)


@claim(
    "gpope/lemma2-lmin",
    reading="real-part",
    setting={"size": least_real_part, "name": "smallest real part", "cases": (*LOWER_CASES, *NEAR_REAL_PART)},
    sound={r"$\min(\lambda_{\min}(H), \lambda_{\min}(C)/2)$": {"bound": proved_real_part}},
)
@claim(
    "gpope/lemma2-lmin",
    reading="modulus",
    setting={"size": least_modulus, "name": "smallest modulus", "cases": MODULUS_CASES, "item": {"lmin": 2}},
    sound=MODULUS_CONTROL,
)
@claim(
    "gpope/lemma2-lmin",
    reading="printed-for-largest",
    setting={"size": largest_modulus, "name": "largest modulus", "cases": MODULUS_CASES, "item": {"lmax": 3}},
    sound=MODULUS_CONTROL,
)
@claim(
    "gpope/lemma2-lmin",
    reading="real-eigenvalues",
    setting={"size": least_real_part, "name": "smallest eigenvalue", "cases": REAL_CASES},
    broken={r"$2\lambda_{\min}(H)$": {"bound": twice}},
)
def smallest_eigenvalue(
    trial: Trial,
    *,
    size: Bound,
    name: str,
    cases: Sequence[Problem],
    bound: Bound | None = None,
    item: Mapping[str, int] = LEAST_REAL_PART,
) -> Iterator[Finding]:
    """Compare the smallest eigenvalue of Q, as the reading understands it, with the bound."""
    quantity = name + r" against $\frac89\lambda_{\min}(A^\top C^{-1}A)$"
    for problem in cases:
        printed = {"lmin_H": min(mode.h for mode in problem.modes)}
        left, right = size(problem), bound(problem) if bound else value(trial.formal.right, printed)
        says = f"the {name} of an eigenvalue of $Q$ is below $\\frac89\\lambda_{{\\min}}(A^\\top C^{{-1}}A)$"
        certificate = None if left >= right else spectrum_certificate(problem, says, {**item, "lmin_H": 4})
        yield exact(problem.name, left, ">=", right, quantity=quantity, certificate=certificate)
    yield _one_feature_figure()


@claim("gpope/lemma2-lmax", sound={r"$\max(\lambda_{\max}(C), \sigma_{\max}(A))$": {"bound": proved_upper}})
def largest_eigenvalue(trial: Trial, *, bound: Bound = printed_upper) -> Iterator[Finding]:
    """Compare the largest modulus of the eigenvalues of Q with the bound."""
    for problem in UPPER_CASES:
        left, right = largest_modulus(problem), bound(problem)
        certificate = None if left <= right else _upper_certificate(problem)
        quantity = r"largest modulus against $9\kappa(C)\lambda_{\max}(A^\top C^{-1}A)$"
        yield exact(problem.name, left, "<=", right, quantity=quantity, certificate=certificate)
    yield _discount_table()


def _upper_certificate(problem: Problem) -> Certificate:
    says = "$Q$ has an eigenvalue above $9\\kappa(C)\\lambda_{\\max}(A^\\top C^{-1}A)$"
    items = {"lmax": 3, "lmax_H": 5, "lmin_C": 6, "lmax_C": 7}
    return spectrum_certificate(problem, says, items, {"kappa": ref("lmax_C") / ref("lmin_C")})


def _one_feature_figure() -> Figure:
    """Eigenvalues over C, for A = 1."""
    ratios = [k / 50 for k in range(20, 181)]
    real = [c / 2 if c < 2 else (c - (c * c - 4) ** 0.5) / 2 for c in ratios]
    modulus = [1.0 if c < 2 else (c - (c * c - 4) ** 0.5) / 2 for c in ratios]
    return Figure(
        title="The smallest eigenvalue of Q for one feature, A = 1",
        x_label="$C$",
        y_label="size",
        series=[
            Series(label=r"smallest real part", x=ratios, y=_rounded(real)),
            Series(label=r"smallest modulus", x=ratios, y=_rounded(modulus)),
            Series(label=r"$\frac89 A^2/C$, as printed", x=ratios, y=_rounded([8 / (9 * c) for c in ratios])),
            Series(label=r"$\min(A^2/C, C/2)$", x=ratios, y=_rounded([min(1 / c, c / 2) for c in ratios]), kind="dots"),
        ],
        caption="Left of $C = 2$ the eigenvalues are complex. The printed bound exceeds the real part for $C < 4/3$ "
        "and the modulus for $C < 8/9$; the dotted bound is nowhere above the real part.",
    )


def _rounded(values: list[float]) -> list[float]:
    return [nine(x) for x in values]


def _discount_table() -> Table:
    rows: list[list[str]] = []
    for discount in (Fraction(1, 2), Fraction(3, 5), Fraction(7, 10), Fraction(9, 10), Fraction(99, 100)):
        a = float(1 - discount)
        largest, bound = (1 + (1 - 4 * a * a) ** 0.5) / 2, 9 * a * a
        rows.append([str(discount), f"{largest:.6g}", f"{bound:.6g}", "holds" if largest <= bound else "fails"])
    return Table(
        title="One state: the largest eigenvalue and its printed bound",
        columns=[r"$\gamma$", r"$\lambda_{\max}(Q)$", r"$9\kappa(C)\lambda_{\max}(H)$", ""],
        rows=rows,
        caption="The steps of Lemma 2 are at most the inverse of the first number, which is at least 1/2 here.",
    )
