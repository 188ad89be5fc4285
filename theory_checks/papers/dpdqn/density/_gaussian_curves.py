"""Certificates about the exact Gaussian curve of a composed release."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from flint import arb

from tabular.numbers.balls import ball as enclose
from tabular.privacy import delta_ball
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Evidence, Region, ball
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula, ref
from theory_checks.core.interpret import exact as rational
from theory_checks.core.parsing import parse
from theory_checks.kit.decimals import decimal
from theory_checks.papers.dpdqn.common.certified import certified, rounded_up
from theory_checks.papers.dpdqn.common.comparisons import compared
from theory_checks.papers.dpdqn.common.domains import bound_of
from theory_checks.papers.dpdqn.common.rational_first import ball_of

Value = Fraction | int
Pair = tuple[Fraction, Fraction]  # epsilon and delta
Factor = Callable[[Fraction, Fraction], arb]  # (epsilon, delta) -> s, the noise in units of sqrt(T') Delta/epsilon
DELTA_QUANTITY = r"least $\delta$ of the composition (left) and the $\delta$ that is claimed"
UNIT = {"updates": 1, "T": 1, "B": 1, "norm": 1, "norm_squared": 1}  # one update of sensitivity 1

ONE_UPDATE = {"norm_squared": 1, "alpha": 1, "k": 0, "B": 1, "L": 1}  # its squared norm is below C


def noise_of(id_: str, reading: str | None = None) -> Formula:
    """Return the least noise of a statement."""
    return bound_of(formal_of(__file__, id_, reading), "sigma")


def factor_of(noise: Formula) -> Factor:
    """Return s as a function of epsilon and delta, for a noise."""
    return lambda epsilon, delta: ball_of(
        noise, {**UNIT, "epsilon": epsilon, "delta": delta, "norm": epsilon, "norm_squared": epsilon**2}
    )


PRINTED, CLOSED = noise_of("dpdqn/thm5-composition"), noise_of("dpdqn/thm5-solve-sigma/repaired")
printed_factor, closed_factor = factor_of(PRINTED), factor_of(CLOSED)


def slightly_less(noise: Formula) -> dict[str, Formula]:
    """Return noises a little below the one of a statement, by what they are."""
    return {
        "nine tenths of the noise": Fraction(9, 10) * noise,
        "the noise with 1 in place of $e$": parse(str(noise).replace("exp(1)", "1")),
    }


def near_factors(noise: Formula) -> dict[str, dict[str, Factor]]:
    """Return these noises as objects of a check, in units of sqrt(T') Delta/epsilon."""
    return {name: {"factor": factor_of(less)} for name, less in slightly_less(noise).items()}


def reached_delta(epsilon: Fraction, delta: Fraction, factor: Factor = printed_factor) -> arb:
    """Return delta_G(epsilon, epsilon/s): the least delta of the composition at the noise level s."""
    return delta_ball(epsilon, enclose(epsilon) / factor(epsilon, delta), 64)


def intervals(low: Fraction, high: Fraction, parts: int) -> list[tuple[Fraction, Fraction]]:
    """Return neighbouring intervals of equal length."""
    step = (high - low) / parts
    return [(low + i * step, low + (i + 1) * step) for i in range(parts)]


def supremum(bound: Callable[[Fraction, Fraction], arb], low: Fraction, high: Fraction, parts: int) -> arb:
    """Bound over [low, high] a function with the values bound(x, x), which bound(x, y) bounds for x <= . <= y.

    Intervals whose bound does not stay below 1 are halved until they do, or are too short to matter. The answer is an
    upper bound if that is below 1, otherwise a ball around the supremum.
    """
    step, stack = (high - low) / parts, intervals(low, high, parts)
    least, most = bound(low, low), bound(low, low)
    while stack:
        a, b = stack.pop()
        value = bound(a, b)
        if not value < 1 and b - a > step / 2**20 and bound(a, a) < 1:
            stack += [(a, (a + b) / 2), ((a + b) / 2, b)]
        elif not value < most:
            least, most = least.max(bound(a, a)), most.max(value)
    return arb(most.upper()) if most < 1 else least.union(most)


HALF = Fraction(1, 2)
BELOW, ABOVE, WITNESS = Fraction(126439, 10000), Fraction(12644, 1000), Fraction(29, 1000)


def curve_certificate(noise: Formula, norm_squared: Fraction, values: Mapping[str, Value]) -> Certificate:
    """Certify by the least delta of one update with this squared norm, at the least noise, rounded up."""
    epsilon, sigma = values["epsilon"], rounded_up(ball_of(noise, {**UNIT, **values}))
    return Certificate(
        says=f"With epsilon = {epsilon} and delta = {values['delta']} the noise leaves a least delta above delta.",
        values={**values, "updates": 1, "sigma": sigma, "mu": ref("mu"), "least": ref("least")},
        given=[
            lemma("mu", "composed-mu", updates=1, norm_squared=norm_squared, sigma=sigma),
            lemma("least", "gaussian-delta", mu="mu", epsilon=epsilon),
        ],
    )


def named(pair: Pair) -> str:
    """Name a case."""
    return f"$\\epsilon = {decimal(pair[0])}$, $\\delta = {decimal(pair[1])}$"


def least_compared(
    trial: Trial, noise: Formula, others: Mapping[str, Value], factor: Factor, pair: Pair, region: Region
) -> Evidence:
    """Compare the least delta of the composition, at a noise or a control, with the claimed one."""
    known = {"epsilon": pair[0], "delta": pair[1], **others}
    least, claimed = reached_delta(*pair, factor), ball_of(trial.formal.right, known)
    evidence = ball(named(pair), least, "<=", claimed, quantity=DELTA_QUANTITY, region=region)
    return certified(evidence, lambda: curve_certificate(noise, Fraction(1), known))


UPDATES = (  # alpha, k, B, L, the number of updates, epsilon and delta: each on both sides of 1, or at its end
    (HALF, 0, 4, Fraction(3), 5, HALF, Fraction(1, 10)),
    (Fraction(2), 3, 1, Fraction(1, 3), 2, Fraction(3), HALF),
    (Fraction(1, 100), 0, 1, Fraction(1), 1, Fraction(3), HALF),
    (Fraction(1, 100), 0, 1, Fraction(1), 1, Fraction(1, 10), HALF),
)


def second_line(trial: Trial, *others: tuple[Value, ...]) -> Iterator[Evidence]:
    """Compare the noise with its bound by alpha, k, B and L, for squared norms just below the largest allowed one."""
    for numbers in (*UPDATES, *others):
        values: dict[str, Value] = dict(
            zip(("alpha", "k", "B", "L", "updates", "epsilon", "delta"), numbers, strict=True)
        )
        norm_squared = rational(trial.formal.right_of("norm_squared"), values) * (1 - Fraction(1, 10**6))
        case = ", ".join(f"{name} = {x}" for name, x in values.items())
        known = {**values, "norm_squared": norm_squared}
        yield compared(case, trial.formal.claims[1], known, quantity="the noise and its bound")


def crossing(delta: Fraction, above: Callable[[Fraction, Fraction], bool], low: Fraction, high: Fraction) -> Fraction:
    """Return a multiple of 10^-4 from which on `above` is true while it is false one step before, by bisection."""
    first, last = int(low * 10**4), int(high * 10**4)
    while last - first > 1:
        middle = (first + last) // 2
        first, last = (first, middle) if above(Fraction(middle, 10**4), delta) else (middle, last)
    return Fraction(last, 10**4)
