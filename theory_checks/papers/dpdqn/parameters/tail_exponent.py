r"""Section 4 and Appendix E.3: the tail exponent of Theorem 5 at the published parameters.

Theorem 5 adds a tail term to delta that needs a gap G > 0. With beta = 1/v and the noise level of line 5,
sqrt(beta) sigma is nearly free of k if C is under the root; it grows like sqrt(k + 1) if C is outside, but not with the
factor of Appendix E.3. How far the paths really go is bounded block by block: cut [0, 1] into ceil(beta) blocks; each
has E max g <= (2/sqrt(pi)) sigma by the repaired Lemma 8. The probability is confined without this by values at points
and by chords between them, for a level a = 2k/sigma.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from flint import arb

from tabular.gaussian.normal import normal_tail
from tabular.numbers.balls import ball as enclose
from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball, exact, exact_all
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula, exp, maximum, ref
from theory_checks.core.interpret import exact as rational
from theory_checks.core.interpret import substitute
from theory_checks.papers.dpdqn.common.comparisons import compared
from theory_checks.papers.dpdqn.common.definitions import definitions
from theory_checks.papers.dpdqn.common.published_parameters import (
    BATCH,
    BUDGET,
    NOISE_BOUNDS,
    PATHS,
    PUBLISHED,
    SIGMAS,
    STEP_SIZE,
    inverse_beta,
)
from theory_checks.papers.dpdqn.common.rational_first import ball_of
from theory_checks.papers.dpdqn.parameters._appendix import at

HYPOTHESIS = formal_of(__file__, "dpdqn/exp-tail-small", "term-of-theorem-5").claims[0]
NUMBER = formal_of(__file__, "dpdqn/exp-tail-small", "number")
Pairs = list[tuple[Fraction, Fraction]]


@claim(
    "dpdqn/exp-tail-small",
    reading="term-of-theorem-5",
    sound={"$k = 100$": {"pairs": [(Fraction(100), sigma) for sigma in SIGMAS.values()]}},
)
def hypothesis(trial: Trial, *, pairs: Pairs = PUBLISHED) -> Iterator[Finding]:
    """Check the hypothesis 2k > 8.68 sigma/sqrt(v) of the term, both sides squared and multiplied by v."""
    for k, sigma in pairs:
        needed = rational(HYPOTHESIS.right, {"sigma": sigma, "beta": 1}) ** 2
        given = rational(HYPOTHESIS.left, {"k": k}) ** 2 * inverse_beta(k)
        yield exact(
            _named(k, sigma),
            given,
            ">",
            needed,
            quantity=r"$(2k)^2 v > (8.68\sigma)^2$, which is the hypothesis $2k > 8.68\sqrt{\beta}\sigma$",
            certificate=_no_hypothesis(k, sigma) if given <= needed else None,
        )


def _no_hypothesis(k: Fraction, sigma: Fraction) -> Certificate:
    v = inverse_beta(k)
    return Certificate(
        says=rf"With $k = {float(k):g}$ and $\sigma = {float(sigma):g}$ the hypothesis $2k > 8.68\sqrt{{\beta}}\sigma$ "
        "of the tail term fails.",
        values={"k": k, "sigma": sigma, "alpha": STEP_SIZE, "B": BATCH, "v": v, "beta": 1 / v},
    )


GAP = NUMBER.right_of("G")


@claim(
    "dpdqn/exp-tail-small",
    reading="number",
    broken={"the gap cut at 0, as a tail bound needs it": {"gap": maximum(GAP, 0)}},
)
def number(trial: Trial, *, gap: Formula = GAP) -> Iterator[Evidence]:
    """Evaluate J exp(-G^2/2)."""
    for k, sigma in PUBLISHED:
        size = ball_of(gap, at(k, sigma=sigma))
        yield compared(
            _named(k, sigma),
            trial.formal.claims[0],
            {**definitions(trial.formal), "J": PATHS, "G": size},
            quantity=rf"$J\exp(-G^2/2)$ at the gap $G = {float(size):.6g}$",
        )


STANDING: Pairs = [pair for pair in PUBLISHED if pair != (Fraction(23, 10), Fraction(74, 100))]


REPAIRED = formal_of(__file__, "dpdqn/exp-tail-small/repaired").right
NO_MEAN = 2 * ref("J") * ref("blocks") * exp(-((2 * ref("k") / ref("sigma")) ** 2) / 2)


@dataclass(frozen=True)
class Paths:
    """J paths of kernel parameter beta, a level in units of sigma, and points that bound the tail from below."""

    count: int
    beta: Fraction
    level: Fraction
    points: int

    @property
    def blocks(self) -> int:
        """The number of blocks of the statement."""
        return ceil(self.beta)

    def least(self) -> arb:
        """Return a lower bound of the tail: Bonferroni for the points i/n, independent paths."""
        a, pairs = enclose(self.level), arb(0)
        for distance in range(1, self.points):
            q = (-enclose(self.beta * distance / self.points)).exp()
            both = (normal_tail(a * (2 / (1 + sign * q)).sqrt()) for sign in (1, -1))
            pairs += 2 * (self.points - distance) * sum(both, start=arb(0))
        one = 2 * self.points * normal_tail(a) - pairs
        return -(self.count * (-one).log1p()).expm1()

    def most(self) -> arb:
        """Return an upper bound of the tail: a path that reaches a is above it at a point, or crosses a chord."""
        a, cells = enclose(self.level), self.blocks * (1 + int(float(self.level) ** 0.5) // 2)
        x = enclose(self.beta / (2 * cells))
        chord = (-((a / x.cosh()) ** 2) / 2).exp() * normal_tail(-a * x.tanh())
        return (2 * self.count * ((cells + 1) * normal_tail(a) + cells * chord)).min(1)


SAMPLES = (
    Paths(1, Fraction(1), Fraction(12, 10), 2),
    Paths(1, Fraction(1, 10), Fraction(2), 2),
    Paths(10**4, Fraction(1), Fraction(4), 1),
    Paths(1, Fraction(10**4), Fraction(4), 1000),
    Paths(1, Fraction(1), Fraction(40), 300),
    Paths(PATHS, Fraction(5, 2), Fraction(8), 10),
)


@claim(
    "dpdqn/exp-tail-small/repaired",
    broken={
        r"$k = 2.3$, $\sigma = 0.74$": {"pairs": [(Fraction(23, 10), Fraction(74, 100))]},
        "one path in place of $J$": {"bound": substitute(REPAIRED, {"J": 1})},
        r"one block in place of $\lceil\beta\rceil$": {"bound": substitute(REPAIRED, {"blocks": 1})},
        r"without the mean $2/\sqrt{\pi}$ of the maximum": {"bound": NO_MEAN},
    },
    near=("one path in place of $J$", r"one block in place of $\lceil\beta\rceil$"),
)
def tail_repaired(trial: Trial, *, pairs: Pairs = STANDING, bound: Formula = REPAIRED) -> Iterator[Evidence]:
    """Confine the probability that one of the J paths leaves [-2k, 2k], and evaluate its bound at published pairs."""
    for paths in SAMPLES:
        values = {"J": paths.count, "blocks": paths.blocks, "k": paths.level / 2, "sigma": 1}
        claimed = ball_of(bound, values)
        case = rf"$J = {paths.count}$, $\beta = {float(paths.beta):g}$, $2k/\sigma = {float(paths.level):g}$"
        yield ball(case, paths.least(), "<=", claimed, quantity=TAIL.format("below"))
        yield ball(case, paths.most(), "<=", claimed, quantity=TAIL.format("above"))
    for k, sigma in pairs:
        blocks = ceil(1 / inverse_beta(k))
        bound_here = ball_of(bound, {"J": PATHS, "blocks": blocks, "k": k, "sigma": sigma})
        quantity = rf"$2J\lceil\beta\rceil\exp(-(2k/\sigma - 2/\sqrt{{\pi}})^2/2)$ with $\lceil\beta\rceil = {blocks}$"
        yield ball(_named(k, sigma), bound_here, "<=", enclose(BUDGET), quantity=quantity)


TAIL = "the probability that a path leaves the interval, from {}, and the bound"


def first_order(reading: str) -> Formula:
    """Return 8.68 sqrt(beta) sigma with v L^2 in the place of C, as Appendix E.3 has it before it goes wrong."""
    return substitute(formal_of(__file__, "dpdqn/e3-approximation", reading).left, {"C": ref("v") * ref("L") ** 2})


UNDER, OUTSIDE = (first_order(f"constant-{place}-root") for place in ("under", "outside"))


@claim(
    "dpdqn/e3-approximation",
    reading="constant-under-root",
    sound={r"$8.68\sqrt{2T'\ln(e + \epsilon/\delta)}L/\epsilon$": {"approximation": UNDER}},
)
@claim(
    "dpdqn/e3-approximation",
    reading="constant-outside-root",
    sound={r"$8.68\sqrt{2T'\ln(e + \epsilon/\delta)v}L^2/\epsilon$": {"approximation": OUTSIDE}},
)
def approximation(trial: Trial, *, approximation: Formula | None = None) -> Iterator[Finding]:
    """Compare 8.68 sqrt(beta) sigma with its approximation, generously: up to a factor of 2."""
    for k in NOISE_BOUNDS.values():
        for epsilon in SIGMAS:
            values = at(k, epsilon)
            term = ball_of(trial.formal.left, values)
            twice = ball_of(2 * approximation if approximation else trial.formal.right, values)
            yield ball(
                rf"$k = {float(k):g}$, $\epsilon = {float(epsilon):g}$",
                term,
                "<=",
                twice,
                quantity=r"$8.68\sqrt{\beta}\sigma$ against twice its approximation",
                certificate=_too_large(trial, k, epsilon) if term > twice else None,
            )


def _too_large(trial: Trial, k: Fraction, epsilon: Fraction) -> Certificate:
    values = at(k, epsilon)
    return Certificate(
        says=rf"With $k = {float(k):g}$, $\epsilon = {float(epsilon):g}$ and the $\sigma$ of line 5, "
        r"$8.68\sqrt{\beta}\sigma$ is more than twice $8.6\sqrt{k+1}$.",
        values={name: rational(name, values) for name in sorted(trial.formal.domain.symbols)},
    )


REPAIRED_TERM, IDENTITY = formal_of(__file__, "dpdqn/e3-approximation/repaired").claims
PRINTED_SQUARE = Fraction(860, 868) ** 2 * (ref("k") + 1)


@claim("dpdqn/e3-approximation/repaired", broken={r"$(8.6/8.68)^2(k + 1)$ as printed": {"square": PRINTED_SQUARE}})
def approximation_repaired(trial: Trial, *, square: Formula = IDENTITY.right) -> Iterator[Evidence]:
    """Compare beta C with (1 + v) L^2, in units of 2 T' l/eps^2, and the term in both ways."""
    values = [Fraction(k, 10) for k in (0, 1, 23, 230, 7628)]
    pairs = {f"k = {float(k):g}": (rational(IDENTITY.left, at(k)), "==", rational(square, at(k))) for k in values}
    yield exact_all("five values of $k$", pairs, quantity=r"$\beta C = (1 + v)L^2$")
    for k in values:
        known = {**at(k), **definitions(trial.formal)}
        yield compared(
            f"$k = {float(k):g}$", REPAIRED_TERM, known, quantity=r"$8.68\sqrt{\beta}\sigma$ and its formula"
        )


def _named(k: Fraction, sigma: Fraction) -> str:
    return rf"$k = {float(k):g}$, $\sigma = {float(sigma):g}$"
