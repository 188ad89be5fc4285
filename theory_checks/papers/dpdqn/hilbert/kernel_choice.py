r"""The choice of the kernel in the proof of Theorem 5.

With v = 4 alpha (k + 1)/B the printed bound b(beta) of ||f||^2 has the closed form of the text at beta = 1/v, and

    b(beta) - b(1/v) = L^2 (beta v - 1)^2/(2 beta) >= 0, so 1/v is the best choice for this bound;

but the kernel named next is exp(-v L |x - y|), that is beta = v L, which is 1/v only if v^2 L = 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import product

from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, exact, exact_all
from theory_checks.core.exhibits import Table
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula, ref
from theory_checks.core.interpret import exact as value_of
from theory_checks.papers.dpdqn.common.certified import certified
from theory_checks.papers.dpdqn.common.domains import bound_of

CHOICE = formal_of(__file__, "dpdqn/thm5-beta-choice")
BOUND, CLOSED_FORM = CHOICE.left, CHOICE.right
ONE_OVER_V = bound_of(CHOICE, "beta")
KERNEL_RATE, RIGHT_RATE = (formal_of(__file__, id_).left for id_ in ("dpdqn/thm5-kernel", "dpdqn/thm5-kernel/repaired"))


def at(formula: Formula, v: Fraction, L: Fraction) -> Fraction:
    """Return the value of a formula in v and L, or in a learning rate, a noise bound and a batch size with this v."""
    return value_of(formula, {"v": v, "L": L, "alpha": v / 4, "k": 2, "B": 3})


def bound(beta: Fraction, v: Fraction, L: Fraction) -> Fraction:
    """Return the printed bound."""
    return value_of(BOUND, {"beta": beta, "v": v, "L": L})


def v_of(alpha: Fraction, k: Fraction, B: int) -> Fraction:
    """Return v for a learning rate, a noise bound and a batch size."""
    return value_of(bound_of(CHOICE, "v"), {"alpha": alpha, "k": k, "B": B})


# T = 5000, B = 64, alpha = 3e-4, L = 4 of Appendix E with its two values of k
BOUNDS_OF_NOISE = (Fraction(23, 10), Fraction(23))
PAPER = tuple((v_of(Fraction(3, 10000), k, 64), Fraction(4)) for k in BOUNDS_OF_NOISE)
GRID = [(v, Fraction(L)) for v, L in product((Fraction(1, 3), Fraction(1), Fraction(2), Fraction(7)), (1, 4))]


@claim(
    "dpdqn/thm5-beta-choice",
    broken={r"$\beta = 2/v$": {"choice": 2 / ref("v")}, r"$\beta = vL$": {"choice": KERNEL_RATE}},
)
def beta_choice(trial: Trial, *, choice: Formula = ONE_OVER_V) -> Iterator[Evidence]:
    """Compare the bound at the chosen beta with the closed form, and with the bound at other values."""
    for v, L in (*GRID, *PAPER):
        yield exact(
            f"$v = {v}$, $L = {L}$",
            bound(at(choice, v, L), v, L),
            "==",
            at(CLOSED_FORM, v, L),
            quantity=r"the bound at the chosen $\beta$, and $(v^2 + v)L^2$",
        )
    betas = (Fraction(1, 10), Fraction(1), Fraction(9))
    excess = {
        f"v = {v}, L = {L}, beta = {beta}": (
            bound(beta, v, L) - at(CLOSED_FORM, v, L),
            "==",
            L**2 * (beta * v - 1) ** 2 / (2 * beta),
        )
        for (v, L), beta in product(GRID, betas)
    }
    yield exact_all(
        f"{len(excess)} triples $(v, L, \\beta)$",
        excess,
        quantity=r"what another $\beta$ loses, and $L^2(\beta v-1)^2/(2\beta)$",
    )


@claim("dpdqn/thm5-kernel", sound={r"the kernel $e^{-|x-y|/v}$": {"rate": ONE_OVER_V}})
def kernel(trial: Trial, *, rate: Formula = KERNEL_RATE) -> Iterator[Finding]:
    """Compare the rate of the named kernel with the beta that was chosen, and what the bound is with each."""
    for v, L in ((Fraction(2), Fraction(1)), (Fraction(1), Fraction(4)), *PAPER):
        evidence = exact(
            f"$v = {v}$, $L = {L}$",
            at(rate, v, L),
            "==",
            at(ONE_OVER_V, v, L),
            quantity=r"the rate of the kernel, and $\beta = 1/v$",
            detail=f"the printed bound of the squared norm is {float(bound(at(rate, v, L), v, L)):.6g} with the first, "
            f"{float(at(CLOSED_FORM, v, L)):.6g} with the second",
        )
        yield certified(evidence, partial(_other_rate, v, L))
    yield _table()


def _other_rate(v: Fraction, L: Fraction) -> Certificate:
    return Certificate(
        says=f"For $v = {v}$ and $L = {L}$ the kernel $e^{{-vL|x-y|}}$ is not the one with $\\beta = 1/v$.",
        values={"v": v, "L": L, "beta": 1 / v, "alpha": v / 4, "k": 0, "B": 1},
    )


def _table() -> Table:
    rows: list[list[str | int | float]] = []
    for k, (v, L) in zip(BOUNDS_OF_NOISE, PAPER, strict=True):
        for name, choice in (("$1/v$, statement", ONE_OVER_V), ("$vL$, proof", KERNEL_RATE)):
            beta = at(choice, v, L)
            rows.append([str(float(k)), name, f"{float(beta):.6g}", f"{float(bound(beta, v, L)):.6g}"])
    return Table(
        title=r"The two kernels at $\alpha = 3 \cdot 10^{-4}$, $B = 64$, $L = 4$",
        columns=["$k$", "rate", r"$\beta$", r"printed bound of $\|f\|^2$"],
        rows=rows,
        caption="Noise that is calibrated with the first bound and drawn with the second kernel is far too small.",
    )


@claim("dpdqn/thm5-kernel/repaired", broken={"the kernel of the proof": {"rate": KERNEL_RATE}})
def kernel_repaired(trial: Trial, *, rate: Formula = RIGHT_RATE) -> Iterator[Evidence]:
    """Compare the rate of the kernel with 1/v and the bound with its closed form."""
    for v, L in (*GRID, *PAPER):
        pairs = {
            r"rate and $1/v$": (at(rate, v, L), "==", value_of(trial.formal.right, {"beta": 1 / v})),
            r"bound and $(v^2 + v)L^2$": (bound(at(rate, v, L), v, L), "==", at(CLOSED_FORM, v, L)),
        }
        yield exact_all(f"$v = {v}$, $L = {L}$", pairs, quantity="the rate of the kernel, and the bound with it")
