r"""Clipping in one run of N steps as the scale s falls (Section 6): it becomes as improbable as one likes.

With features s phi the gradient at x is s^2 Q_j x - s g_j, with the objective s L it is s (Q_j x - g_j). A step is at
most beta_i (h + h |zeta_i|) long, clipped or not. Where |zeta_i| <= z in every iteration, B = sum_i beta_i,

    |x_i| <= |x_1| + h B (1 + z),     gradient <= s (kappa r + kappa h B (1 + z) + gamma)     for s <= 1,

with kappa = max_j ||Q_j||_2, gamma = max_j |g_j|, and r = |x_1|, or r = |y_1| if x_1 = y_1/s. Chebyshev: |zeta_i| > z
has a probability of at most 2 n sigma^2/z^2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from tabular.evaluation.saddle import identity_like
from tabular.numbers.arrays import Array, fraction
from theory_checks.core.claim import Trial, claim
from theory_checks.core.evidence import Evidence, Rational, exact_all
from theory_checks.papers.gpope.common.data_sets import DataSet, turning, varying
from theory_checks.papers.gpope.optimisation._bounds import proved_bound, root_above

ONE = Fraction(1)


@dataclass(frozen=True)
class Plan:
    """A run of N steps of length beta with h = sigma = 1, in which nothing may be clipped but with probability p."""

    data: DataSet
    steps: int
    probability: Fraction
    beta: Fraction = Fraction(1, 2)
    shorter: Fraction = ONE

    @property
    def noise(self) -> Fraction:
        """Return z >= sqrt(2 n N/p), or a part of it."""
        return self.shorter * root_above(len(self.data.Q) * self.steps / self.probability)

    def scale(self, start: Fraction) -> Fraction:
        """Return the s of the proof, for a start of this length."""
        sizes = [
            proved_bound(q, g, identity_like(q)) for q, g in zip(self.data.matrices, self.data.offsets, strict=True)
        ]
        kappa, gamma = max(norm for norm, _ in sizes), max(offset for _, offset in sizes)
        return min(ONE, 1 / (kappa * (start + self.steps * self.beta * (1 + self.noise)) + gamma))


Choose = Callable[[Plan, Fraction], Fraction]
Steps = Callable[[Plan, Fraction], Fraction]


def small_scale(plan: Plan, start: Fraction) -> Fraction:
    """Return the scale of the proof."""
    return plan.scale(start)


def larger_scale(plan: Plan, start: Fraction) -> Fraction:
    """Return 6/5 of that scale."""
    return Fraction(6, 5) * plan.scale(start)


def no_scale(plan: Plan, start: Fraction) -> Fraction:
    """Return 1: the features as they are."""
    del plan, start
    return ONE


def same_steps(plan: Plan, scale: Fraction) -> Fraction:
    """Return beta, whatever the scale."""
    del scale
    return plan.beta


def same_progress(plan: Plan, scale: Fraction) -> Fraction:
    """Return beta/s^2, with which scaled and unscaled features take the same steps without noise."""
    return plan.beta / scale**2


@claim(
    "gpope/no-clipping",
    reading="with-high-probability",
    broken={
        "no scaling": {"choose": no_scale},
        r"$s^2\beta$ fixed": {"steps": same_progress},
        "nine tenths of $z$": {"shorter": Fraction(9, 10)},
        "a scale that is a fifth larger": {"choose": larger_scale},
    },
    near=("nine tenths of $z$", "a scale that is a fifth larger"),
)
def unlikely(
    trial: Trial, *, choose: Choose = small_scale, steps: Steps = same_steps, shorter: Fraction = ONE
) -> Iterator[Evidence]:
    """Run outward noise of the allowed length and compare every gradient with h."""
    for data in (*varying(trial), turning()):
        for N, p in ((1, Fraction(1, 2)), (5, Fraction(1, 100)), (12, Fraction(1, 10**6))):
            plan = Plan(data, N, p, shorter=shorter)
            for kind in ("features", "objective"):
                pairs = dict(_run(plan, choose(plan, ONE), steps, kind))
                yield exact_all(f"{data.name}, {kind} scaled, $N = {N}$, $p = {p}$", pairs, quantity="gradients and h")


def _run(plan: Plan, s: Fraction, steps: Steps, kind: str) -> Iterator[tuple[str, tuple[Rational, str, Rational]]]:
    """Yield each squared gradient of a run from a point of length 1, with noise of length z along the first axis."""
    z, beta = plan.noise, steps(plan, s)
    missed = len(plan.data.Q) / z**2 * plan.steps
    yield "probability of longer noise", (missed, "<=", plan.probability)
    x = identity_like(plan.data.Q)[0] / (s if kind == "features" else 1)
    outward = z * identity_like(plan.data.Q)[0]
    for i in range(plan.steps):
        gradients = [_gradient(q, g, x, s, kind) for q, g in zip(plan.data.matrices, plan.data.offsets, strict=True)]
        longest = max(gradients, key=lambda gradient: float(fraction(gradient @ gradient)))
        yield f"iteration {i + 1}", (fraction(longest @ longest), "<=", 1)
        if fraction(longest @ longest) > 1:
            return
        # rounded, as exact points double their digits in every iteration; the bound has room for 1e-9
        x = np.array([fraction(entry).limit_denominator(10**9) for entry in x - beta * (longest - outward)])


def _gradient(Q: Array, g: Array, x: Array, s: Fraction, kind: str) -> Array:
    """Return the gradient with scaled features, or of the scaled objective."""
    return s * s * (Q @ x) - s * g if kind == "features" else s * (Q @ x - g)
