r"""Mistakes of the repaired PUCB with one state and one step: a bound in which the number of episodes is named.

With errors of the counters within E and sums of n rewards at most mu n + sqrt(L n), the value of an arm whose released
count is n~ >= 2 E is at most mu + w, with x = E/n~ and y = L/n~ and two bonuses phi in place of one,

    w = sqrt(y (1 + x)) + 2 sqrt(y/(1 - x)) + 2 x + 6 x + 4 x^2,

and an arm with a gap above alpha is not played where w <= alpha.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from tabular.algorithms.episodic.pucb import Repaired, Sizes
from tabular.numbers.balls import ball as ball_of
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import ball


@dataclass(frozen=True)
class Known:
    """From which count on an arm is known: the larger one of dominant L/alpha^2 and private E/alpha."""

    dominant: Fraction = Fraction(39)
    private: Fraction = Fraction(17)
    bonus: Fraction = Fraction(1)  # the share of the bonus that is added

    def excess(self, alpha: Fraction) -> arb:
        """Return the largest w where the two are equal."""
        x, y = ball_of(alpha / self.private), ball_of(alpha**2 / self.dominant)
        return (y * (1 + x)).sqrt() + 2 * x + ball_of(self.bonus) * (2 * (y / (1 - x)).sqrt() + 6 * x + 4 * x * x)

    def value(self, sizes: Sizes, epsilon: float, alpha: Fraction, mean: Fraction) -> arb:
        """Return the largest value that the learner can give an arm from there on."""
        c, beta = Repaired().constants(sizes, epsilon, 0.1), 0.1
        E, L = arb(c.level[0]), (arb(c.spread[0]) / 2) ** 2
        n = max(ball_of(self.dominant / alpha**2) * L, ball_of(self.private / alpha) * E)
        rewards = ball_of(mean) * (n + E) + ((arb(4 * sizes.pairs * sizes.episodes) / beta).log() * (n + E) / 2).sqrt()
        bonus = arb(c.spread[0]) / (n - E).sqrt() + (arb(c.linear[0]) + arb(c.quadratic[0]) / n) / n
        return (rewards + E) / n + ball_of(self.bonus) * bonus


NEAR = {
    r"$35L/\alpha^2$": {"known": Known(dominant=Fraction(35))},
    r"$15E/\alpha$": {"known": Known(private=Fraction(15))},
    "a bonus larger by a tenth": {"known": Known(bonus=Fraction(11, 10))},
}


@claim("pucb/pac-upper/repaired", broken=NEAR, near=list(NEAR))
def bandit_mistakes(trial: Trial, *, known: Known = Known()) -> Iterator[Finding]:
    """Enclose how far the value of a known arm can be above its mean."""
    for alpha in (Fraction(1), Fraction(1, 2), Fraction(1, 10), Fraction(1, 1000)):
        yield ball(
            f"$39L/\\alpha^2 = 17E/\\alpha$, $\\alpha = {alpha}$",
            known.excess(alpha),
            "<=",
            ball_of(alpha),
            quantity=r"$w$ and $\alpha$",
        )
    for A, T, epsilon, alpha in (
        (2, 100, 1.0, Fraction(1, 2)),
        (8, 10**6, 10.0, Fraction(1, 10)),
        (2, 10, 1e4, Fraction(1)),
    ):
        mean = 1 - alpha
        yield ball(
            f"$A = {A}$, $T = {T}$, $\\varepsilon = {epsilon:g}$, $\\alpha = {alpha}$, mean ${mean}$",
            known.value(Sizes(1, A, 1, T), epsilon, alpha, mean) - ball_of(mean),
            "<=",
            ball_of(alpha),
            quantity=r"largest $\tilde Q^+ - \mu$ from that count on, and $\alpha$",
        )
