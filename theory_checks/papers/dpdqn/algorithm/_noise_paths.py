r"""The error of v' = max_a Q_k(., a) with one noise path for all iterations (J = 1) and with fresh ones, exactly.

Tables with r = 0 from Q_0 = 0, so that v* = 0; noise tables with independent N(0, 1) entries (sigma = 1). A step is the
learning rate with its sign: positive goes down the loss (the minus sign in line 22), negative climbs it, as printed.

One action. The error is linear in the noise, Q_{k+1} = A Q_k + B g_k, so it is Gaussian and its variance is
    C C^T with C <- A C + B      for one path,
    S with S <- A S A^T + B B^T  for fresh paths.

One state, two actions, two iterations. v' is piecewise linear in the noise and bends where the two noises, the two
entries of Q_2 or those of Q_1 + g_1 are equal. One path: E |v'| is a mean over the plane of its two entries. Fresh
paths: write g_k = m_k + (x_k, -x_k) with independent N(0, 1/2) numbers. What is the same for both actions moves no
maximiser, so v' = N + P with N linear in m_0, m_1, and P a function of x_0, x_1. As N is symmetric and independent of
P,
    E |P| <= E |v'| <= E |P| + E |N|,
with N = 0, so exactly, for the literal rule.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from flint import arb

from tabular.algorithms.private_value_iteration import NoisyRule, iterate, update
from tabular.gaussian.plane import PlanarMean, Point, mean_abs_planar
from tabular.mdp import FiniteMDP
from tabular.mdp.instances import bandit
from tabular.numbers import balls
from tabular.numbers.arrays import Array, Scalar
from theory_checks.core.certificate import Certificate, instance
from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Evidence, ball
from theory_checks.core.formal import Formal

Rule = Callable[[object], NoisyRule]


def linear_parts(mdp: FiniteMDP, rule: Rule, step: Scalar) -> tuple[Array, Array]:
    """Return A and B with Q' = A Q + B g, for one action and r = 0."""
    zero, units = 0 * mdp.rewards, np.eye(mdp.n_states, dtype=np.int64)
    A = np.stack([update(mdp, rule(zero), [unit], step)[0] for unit in units], axis=1)
    B = np.stack([update(mdp, rule([unit]), zero, step)[0] for unit in units], axis=1)
    return A, B


def error_variances(mdp: FiniteMDP, rule: Rule, step: Scalar, iterations: int) -> tuple[Any, Any]:
    """Return the variance of v' in state 0 with one path, and with a fresh path in every iteration."""
    A, B = linear_parts(mdp, rule, step)
    response, covariance = 0 * B, 0 * B
    for _ in range(iterations):
        response = A @ response + B
        covariance = A @ covariance @ A.T + B @ B.T
    return (response @ response.T)[0, 0], covariance[0, 0]


@dataclass(frozen=True)
class TwoActions:
    """One state with two actions, r = 0, and two iterations with the signed step from Q_0 = 0."""

    rule: Rule
    gamma: Fraction
    step: Fraction

    def value(self, *tables: Point) -> Fraction:
        """Return v' for the noise tables of the two iterations."""
        columns = (np.array(g, dtype=object)[:, None] for g in tables)
        *_, last = iterate(bandit([0, 0], self.gamma), map(self.rule, columns), [[0], [0]], self.step)
        return Fraction(last.max())

    def one_path(self) -> PlanarMean:
        """Return E |v'| with the same table in both iterations."""
        return mean_abs_planar(lambda x, y: self.value((x, y), (x, y)), [(Fraction(1), Fraction(1))])

    def fresh_paths(self) -> PlanarMean:
        """Return E |P|, at most E |v'| with two tables: x_0 = 0, x_1 = 0, Q_1 + g_1 and Q_2 are where it may bend."""
        bends = [(Fraction(1), self.step), (Fraction(1), self.step - 1)]
        return mean_abs_planar(lambda x, y: self.value((x, -x), (y, -y)), bends, Fraction(1, 2))

    def slack(self) -> arb:
        """Return E |N|, by which E |v'| with two tables may exceed E |P|."""
        one, zero = (Fraction(1), Fraction(1)), (Fraction(0), Fraction(0))
        variance = (self.value(one, zero) ** 2 + self.value(zero, one) ** 2) / 2
        return (2 * balls.ball(variance) / arb.pi()).sqrt()

    def fresh_enclosure(self) -> arb:
        """Return a ball that holds E |v'| with two tables."""
        least = self.fresh_paths().ball()
        return least.union(least + self.slack())


def compare_two_actions(trial: Trial, run: TwoActions) -> Evidence:
    """Compare E |v'| with one path and with two; a failure is certified by closed forms."""
    return ball(
        f"one state, two actions, $\\gamma = {run.gamma}$, $\\alpha = {abs(run.step)}$, {sign_of(run.step)}",
        run.one_path().ball(),
        ">=",
        run.fresh_enclosure(),
        quantity=r"$\mathbb{E}|v'_2 - v^*|/\sigma$ with $J = 1$ and with $J = 2$",
        certificate=_larger_mean(trial.formal, run),
    )


def sign_of(step: Scalar) -> str:
    """Name the sign in line 22."""
    return "minus sign" if step > 0 else "printed plus sign"


def _larger_mean(formal: Formal, run: TwoActions) -> Certificate:
    says = (
        f"One state, two actions, $r = 0$, $\\gamma = {run.gamma}$, $\\alpha = {abs(run.step)}$, "
        f"{sign_of(run.step)} in line 22: after two iterations two fresh paths leave a larger error than one path."
    )
    states = {"states": 1} if "states" in formal.domain.symbols else {}
    return instance(formal, says, {"step": run.step, "gamma": run.gamma, "sigma": 1, **states})
