r"""Proof of Theorem 5, the moments of the ratio P_1/P_0 of the laws of T' updates.

One update has the law G(0, sigma^2 K) or G(f, sigma^2 K). With d = ||f||^2/sigma^2, which C/sigma^2 bounds, the log
density ratio of one update is N(-d/2, d) under P_0 and N(d/2, d) under P_1, which gives the two moments of the repaired
statement. Printed is the second as a bound of the first. For a set S the ratio P_1(S)/P_0(S) is a number and unbounded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from flint import acb, arb

from tabular.numbers.balls import ball as enclose
from tabular.numbers.integrals import integral
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula, operation, ref
from theory_checks.core.interpret import exact
from theory_checks.papers.dpdqn.common.comparisons import Pair, all_decided
from theory_checks.papers.dpdqn.common.rational_first import ball_of, logarithm, value_of
from theory_checks.papers.dpdqn.density._log_ratios import set_compared

MOMENTS = formal_of(__file__, "dpdqn/thm5-moments/repaired").claims
LINEAR_BOUND = operation("exp", ref("lambda") * ref("updates") * ref("C") / 2)
POWERS = (Fraction(1, 1000), Fraction(1, 2), Fraction(1), Fraction(3, 2), Fraction(5))
FAR_POWERS = (Fraction(1, 2), Fraction(100))
SIZES = (Fraction(1, 100), Fraction(1), Fraction(4))


def with_size(power: Fraction, size: Fraction, count: int, sigma: Fraction | int = 1) -> dict[str, Fraction | int]:
    """Return the values of the symbols: d = size is the squared norm, and its bound C, over sigma^2."""
    squared = size * sigma**2
    return {"lambda": power, "norm_squared": squared, "C": squared, "sigma": sigma, "updates": count}


def integrated_moment(power: Fraction, size: Fraction, *, under_one: bool = False) -> arb:
    """Enclose E_0[(dP_1/dP_0)^lambda] of one update by integration, d = size; or the moment under P_1.

    On the axis along f the laws are N(0, 1) and N(sqrt(d), 1), the ratio is exp(sqrt(d) z - d/2) and the moment under
    P_1 is that of the power lambda + 1 under P_0. Beyond |z| = r >= 4 lambda sqrt(d) the
    integrand is at most exp(-z^2/4)/sqrt(2 pi), whose two tails are at most 4 exp(-r^2/4)/(r sqrt(2 pi)).
    """
    lam, mu = enclose(power + int(under_one)), enclose(size).sqrt()
    reach = 20 + int(4 * (power + 1) * (size + 1))

    def integrand(z: acb, _: bool) -> acb:
        return (lam * (mu * z - mu * mu / 2) - z * z / 2).exp()

    root = (2 * arb.pi()).sqrt()
    inner = integral(integrand, -reach, reach) / root
    return inner + (4 * (-(arb(reach) ** 2) / 4).exp() / (reach * root)) * arb(0).union(arb(1))


LINEAR = {r"the exponent $\lambda T'd/2$": {"bound": LINEAR_BOUND}}


@claim("dpdqn/thm5-moments", reading="density-ratio", broken=LINEAR)
@claim("dpdqn/thm5-moments-product", reading="density-ratio", setting={"counts": (1, 2, 4)}, broken=LINEAR)
def density_moments(trial: Trial, *, bound: Formula | None = None, counts: tuple[int, ...] = (1,)) -> Iterator[Finding]:
    """Compare the moment under P_0 with the bound."""
    bound = bound or trial.formal.right
    for powers, sigma in ((POWERS, 1), (FAR_POWERS, Fraction(1, 3)), (FAR_POWERS, 3)):
        pairs = _pairs(bound, powers, counts, sigma)
        case = f"{len(pairs)} combinations of $\\lambda$, $d$ and $T'$" + f", $\\sigma = {sigma}$" * (sigma != 1)
        yield from all_decided(case, pairs, quantity="exponents of moment and bound")
    for power, size in ((Fraction(1, 1000), Fraction(1)), (Fraction(3, 2), Fraction(4)), (Fraction(5), Fraction(1))):
        count = counts[-1]
        yield ball(
            f"$\\lambda = {power}$, $d = {size}$, $T' = {count}$",
            integrated_moment(power, size) ** count,
            "<=",
            ball_of(bound, with_size(power, size, count)),
            quantity="moment by integration, and the bound",
        )


def _pairs(bound: Formula, powers: Sequence[Fraction], counts: Sequence[int], sigma: Fraction | int) -> dict[str, Pair]:
    return {
        f"lambda = {power}, d = {size} of C = {most}, T' = {count}": (
            exact(logarithm(MOMENTS[0].right), with_size(power, size, count, sigma)),
            "<=",
            value_of(logarithm(bound), with_size(power, most, count, sigma)),
        )
        for count in counts
        for power in powers
        for most in SIZES
        for size in (most / 100, most)
    }


# ---- The ratio of the probabilities of a set ----

Half = tuple[Fraction, int, int]  # mu, root of T', threshold


ONE = Fraction(1)
HALF_SPACES: tuple[Half, ...] = ((ONE, 1, 0), (ONE, 1, 1), (Fraction(1, 10), 1, 12))
HALF_SPACES_OF_PRODUCTS: tuple[Half, ...] = ((ONE, 2, 0), (ONE, 1, 1), (ONE, 2, 3))
WIDE = {
    r"half-spaces with $\mathbb{P}_0(S) \geq 1/2$": {
        "half_spaces": tuple((ONE, root, -t) for root in (1, 2) for t in (0, 1, 3))
    }
}


@claim("dpdqn/thm5-moments", reading="any-set", sound=WIDE)
@claim("dpdqn/thm5-moments-product", reading="any-set", setting={"half_spaces": HALF_SPACES_OF_PRODUCTS}, sound=WIDE)
def set_moments(trial: Trial, *, half_spaces: tuple[Half, ...] = HALF_SPACES) -> Iterator[Finding]:
    """Compare the ratio of the probabilities of half-spaces with the bound at lambda = 1."""
    for mu, root, threshold in half_spaces:
        case = f"$\\|f\\| = {mu}\\,\\sigma$, $T' = {root**2}$, $S = \\{{\\sum_i z_i/\\sqrt{{T'}} > {threshold}\\}}$"
        quantity = r"$\mathbb{P}_1(S)/\mathbb{P}_0(S)$ and the bound at $\lambda = 1$"
        yield set_compared(trial, case, quantity, mu, threshold, root)


# ---- The repair ----


@claim(
    "dpdqn/thm5-moments/repaired",
    broken={r"the two exponents exchanged": {"moments": (MOMENTS[1].right, MOMENTS[0].right)}},
)
def exact_moments(
    trial: Trial, *, moments: tuple[Formula, Formula] = (MOMENTS[0].right, MOMENTS[1].right)
) -> Iterator[Evidence]:
    """Compare integrals with the closed forms."""
    for power in (Fraction(1, 2), Fraction(1), Fraction(3, 2), Fraction(3)):
        for size in (Fraction(1, 100), Fraction(1), Fraction(4)):
            yield from _integrals(moments, power, size)
    for count, sigma in ((2, 3), (3, Fraction(1, 3))):
        yield from _integrals(moments, Fraction(3, 2), Fraction(1, 4), count, sigma)


def _integrals(
    moments: Sequence[Formula], power: Fraction, size: Fraction, count: int = 1, sigma: Fraction | int = 1
) -> Iterator[Evidence]:
    others = f", $T' = {count}$, $\\sigma = {sigma}$" * (sigma != 1)
    for under_one, moment in enumerate(moments):
        integral = integrated_moment(power, size, under_one=bool(under_one)) ** count
        ratio = integral / ball_of(moment, with_size(power, size, count, sigma))
        case = f"$\\mathbb{{E}}_{under_one}$, $\\lambda = {power}$, $d = {size}${others}"
        quantity = "relative distance of the integral from the closed form"
        yield ball(case, abs(ratio - 1), "<=", arb(1) / 10**9, quantity=quantity)
