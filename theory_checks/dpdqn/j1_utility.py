r"""J = 1, one noise path for the whole run, as the worst case for utility (Section 3.2).

Value iteration on tables (step size alpha, all entries at once, Q_0 = Q* = 0), v'_k = max_a Q_k the value function that
is returned after k iterations, once with one noise table (J = 1), once with a fresh one in every iteration (J = T/B).

One action. The error is linear in the noise, Q_{k+1} = A Q_k + B g_k, so it is Gaussian and its variance is
    C C^T with C <- A C + B      for one path,
    S with S <- A S A^T + B B^T  for fresh paths.
On two states that follow each other, alpha = 1, k = 2, fresh paths have the larger variance under both readings.

One state, m actions, bracketed. One path: |v'_k| <= max_a |g_a| in the limit. Fresh paths: Q_k does not depend on g_k:
E max_a (Q_k + g_k) >= E mean_a Q_k + e_m sigma (take the action with the largest noise), whence with
rho = 1 - alpha (1 - gamma)
    E |v'_k| >= E mean_a Q_k >= (1 - rho^k) gamma e_m sigma / (1 - gamma).
The maximum turns fresh noise into a bias that adds up; one path has the same bias once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np
from flint import arb, fmpq

from tabular.algorithms.private_value_iteration import (
    NoisyRule,
    bracketed,
    literal,
    update,
)
from tabular.arrays import Array, Scalar
from tabular.gaussian import mean_abs_max_normal, mean_max_normal
from tabular.instances import one_state_loop
from tabular.mdp import FiniteMDP
from theory_checks.cases import HALF, swap
from theory_checks.certificate import Certificate, Expression, fact, mean_max, op, ref, relation
from theory_checks.claim import Finding, Trial, claim
from theory_checks.evidence import Evidence, ball, exact
from theory_checks.exhibits import Figure, Series, Table

Rule = Callable[[object], NoisyRule]

GAMMA = Fraction(9, 10)
ITERATIONS = 78  # T/B with the values of Appendix E.3
SINGLE = one_state_loop(HALF, Fraction(0))
PAIR = swap()


def linear_parts(mdp: FiniteMDP, rule: Rule, alpha: Scalar) -> tuple[Array, Array]:
    """Return A and B with Q' = A Q + B g, for one action and r = 0."""
    zero, units = 0 * mdp.rewards, np.eye(mdp.n_states, dtype=np.int64)
    A = np.stack([update(mdp, rule(zero), [unit], alpha)[0] for unit in units], axis=1)
    B = np.stack([update(mdp, rule([unit]), zero, alpha)[0] for unit in units], axis=1)
    return A, B


def error_variances(mdp: FiniteMDP, rule: Rule, alpha: Scalar, iterations: int) -> tuple[Any, Any]:
    """Return the variance of v' in state 0 (sigma = 1) with one path, and with a fresh path in every iteration."""
    A, B = linear_parts(mdp, rule, alpha)
    response, covariance = 0 * B, 0 * B
    for _ in range(iterations):
        response = A @ response + B
        covariance = A @ covariance @ A.T + B @ B.T
    return (response @ response.T)[0, 0], covariance[0, 0]


_LINEAR = (
    "two states that follow each other, one action, "
    r"$r = 0$, $\gamma = 1/2$, $\alpha = 1$, two iterations from $Q_0 = 0$"
)
_VARIANCE = r"$\frac\pi2 (\mathbb{E}|v'_2 - v^*|)^2$ in each state, $\sigma = 1$: with $J = 1$, and with $J = 2$"


@claim(
    "dpdqn/j1-worst-utility",
    reading="bracketed",
    domain=_LINEAR + r"; one state with two actions, $r = 0$, $\gamma = 9/10$, $\alpha = 1$, 78 iterations",
    refuted_by=r"an MDP whose expected error $\mathbb{E}|v' - v^*|$ with $J = 1$ is below that with $J = T/B$",
    not_covered=r"reading $v'$ off $Q + \hat g$: then $J = 1$ has no error at all in the limit and is the best case; "
    "which $J$ is worst in a given MDP: with one state and one action it is $J = 1$",
    sound={"one state and one action": {"mdp": SINGLE, "arms": 1}},
)
def j1_bracketed(trial: Trial, *, mdp: FiniteMDP = PAIR, arms: int = 2) -> Iterator[Finding]:
    """Compare the errors of one path and of fresh paths: by variance without a choice, by bias with one."""
    yield _variance_comparison(trial, mdp, bracketed)
    yield _bias_comparison(trial, arms)
    yield _bias_figure()
    yield _bias_table()


@claim(
    "dpdqn/j1-worst-utility",
    reading="literal",
    domain=_LINEAR,
    refuted_by=r"an MDP whose expected error $\mathbb{E}|v' - v^*|$ with $J = 1$ is below that with $J = T/B$",
    not_covered=r"small step sizes: on these two states $J = 1$ is the worse one, after many iterations, if "
    r"$\alpha < 1/(1+\gamma)$, because fresh noise outside the maximum averages out",
    sound={"one state and one action, where the noise cancels": {"mdp": SINGLE}},
)
def j1_literal(trial: Trial, *, mdp: FiniteMDP = PAIR) -> Iterator[Finding]:
    """Compare the errors of one path and of fresh paths by their variances."""
    yield _variance_comparison(trial, mdp, literal)
    yield _step_size_figure()


def _variance_comparison(trial: Trial, mdp: FiniteMDP, rule: Rule) -> Evidence:
    one_path, fresh_paths = error_variances(mdp, rule, Fraction(1), 2)
    return exact(
        f"{mdp.n_states} state{'s' if mdp.n_states > 1 else ''}, one action, two iterations",
        one_path,
        ">=",
        fresh_paths,
        quantity=_VARIANCE,
        certificate=_larger_variance(trial, mdp, rule) if mdp.n_states == 2 else None,
    )


def _larger_variance(trial: Trial, mdp: FiniteMDP, rule: Rule) -> Certificate:
    """Certify the responses to a unit of noise in each state, on one path and in the first of two iterations."""
    A, B = linear_parts(mdp, rule, Fraction(1))
    objects: dict[str, object] = {"A": A, "none": [0, 0]}
    facts: list[dict[str, object]] = []
    for s, b in enumerate(B.T):
        objects |= {f"b{s}": b, f"one{s}": [[0, 0], b, A @ b + b], f"first{s}": [b, A @ b]}
        facts.append(fact("iteration", sequence=f"one{s}", matrix="A", offset=f"b{s}"))
        facts.append(fact("iteration", sequence=f"first{s}", matrix="A", offset="none"))
    fresh = [ref("first0", 1, 0), ref("first1", 1, 0), ref("b0", 0), ref("b1", 0)]
    return Certificate(
        claim=trial.claim_id,
        reading=trial.reading,
        says="On two states that follow each other two fresh paths give $v'$ a larger variance after two iterations.",
        objects=objects,
        facts=facts,
        conclusion=relation(_sum_of_squares(fresh), ">", _sum_of_squares([ref("one0", 2, 0), ref("one1", 2, 0)])),
        notes=[
            r"With one action, $r = 0$, $\gamma = 1/2$, $\alpha = 1$ an iteration is "
            r"$Q \leftarrow AQ + b_0 g(0) + b_1 g(1)$.",
            r"$v'$ is Gaussian with mean $v^* = 0$, so $\mathbb{E}|v'|$ is $\sqrt{2/\pi}$ times its standard "
            "deviation.",
        ],
    )


def _sum_of_squares(terms: list[Expression]) -> Expression:
    return op("+", *(op("*", term, term) for term in terms))


def one_path_limit(arms: int) -> arb:
    """Return E |max_a (-g_a)|, the limit of the error with one path on one state with r = 0, sigma = 1."""
    return mean_abs_max_normal(arms)


def fresh_path_floor(arms: int, gamma: Fraction) -> arb:
    """Return gamma e_m / (1 - gamma), which the error with fresh paths exceeds or tends to, sigma = 1."""
    return _ball(gamma / (1 - gamma)) * mean_max_normal(arms)


def _ball(x: Fraction) -> arb:
    return arb(fmpq(x.numerator, x.denominator))


def _bias_comparison(trial: Trial, arms: int) -> Evidence:
    """Compare an upper bound of the error with one path with a lower bound of that with fresh paths."""
    rest = GAMMA**ITERATIONS
    return ball(
        f"one state, {arms} action{'s' if arms > 1 else ''}, $\\gamma = 9/10$, {ITERATIONS} iterations",
        one_path_limit(arms) + _ball(rest) * 2 * mean_abs_max_normal(1),
        ">=",
        _ball(1 - rest) * fresh_path_floor(arms, GAMMA),
        quantity=r"$\mathbb{E}|v' - v^*|/\sigma$: an upper bound for $J = 1$, a lower bound for $J = T/B$",
        certificate=_larger_bias(trial) if arms == 2 else None,
    )


def _larger_bias(trial: Trial) -> Certificate:
    return Certificate(
        claim=trial.claim_id,
        reading=trial.reading,
        says=r"On one state with two actions, $r = 0$, $\gamma = 9/10$, a fresh path in each of 78 iterations costs "
        "more "
        "than one path for all of them.",
        constants={
            "gamma": GAMMA,
            "rest": op("pow", "gamma", ITERATIONS),
            "floor": op("*", op("/", "gamma", op("-", 1, "gamma")), mean_max([1], [2])),
            "mean_abs": mean_max([1], [1], absolute=True),
            "limit": mean_max([1], [2], absolute=True),
        },
        conclusion=relation(
            op("*", op("-", 1, "rest"), "floor"), ">", op("+", "limit", op("*", "rest", 2, "mean_abs"))
        ),
        notes=[
            r"Fresh paths: $Q_k$ is independent of $g_k$, so its mean $\bar Q_k$ over the actions satisfies "
            r"$\mathbb{E}\bar Q_{k+1} = \gamma\mathbb{E}\max(Q_k + g_k) \geq \gamma(\mathbb{E}\bar Q_k + e_2)$, "
            r"$e_2 = \mathbb{E}\max(Z_1, Z_2)$, "
            r"and $\mathbb{E}|v'_k| \geq \mathbb{E}\max Q_k \geq \mathbb{E}\bar Q_k$.",
            r"One path: $Q_k + g = \gamma^k\max g$ for $k > 0$, so $|v'_k| \leq |\max(-g)| + \gamma^k(|g_1| + |g_2|)$.",
        ],
    )


def _bias_figure() -> Figure:
    """Show E v'_k, v* = 0, alpha = 1: v'_k = gamma M_{k-1} + max(-g), E M_k = gamma E M_{k-1} + sqrt(2) e_2."""
    gamma, e_2, steps = float(GAMMA), float(mean_max_normal(2)), list(range(1, 61))
    largest, fresh = e_2, list[float]()
    for _ in steps:
        fresh.append(gamma * largest + e_2)
        largest = gamma * largest + 2**0.5 * e_2
    return Figure(
        title="Fresh noise in every iteration adds up",
        x_label="iterations",
        y_label=r"mean of $v'/\sigma$ ($v^* = 0$)",
        series=[
            Series(label="$J = 1$: one path", x=steps, y=[e_2 * (1 + gamma**k) for k in steps]),
            Series(label="$J = T/B$: a fresh path each time", x=steps, y=fresh),
        ],
        caption=r"One state, two actions, $r = 0$, $\gamma = 9/10$, bracketed, $\alpha = 1$: exact means.",
    )


def _bias_table() -> Table:
    e_2 = float(mean_max_normal(2))
    rows = [
        [str(g), *(f"{float(x):.6f}" for x in (one_path_limit(2), fresh_path_floor(2, g), _full_step_mean(g, e_2)))]
        for g in (HALF, Fraction(3, 5), GAMMA, Fraction(99, 100), Fraction(999, 1000))
    ]
    return Table(
        title=r"Errors after many iterations, in units of $\sigma$",
        columns=[
            r"$\gamma$",
            "$J = 1$",
            r"$J = T/B$, any $\alpha$: at least",
            r"$J = T/B$, $\alpha = 1$: mean of $v'$",
        ],
        rows=rows,
        caption=r"One state, two actions, $r = 0$, bracketed. For $\alpha \to 0$ the third column is the limit, and "
        r"$J = 1$ is then the worse one if $\gamma < 2 - \sqrt{2} = 0.5858$.",
    )


def _full_step_mean(gamma: Fraction, e_2: float) -> float:
    return e_2 * (1 + 2**0.5 * float(gamma / (1 - gamma)))


def _step_size_figure() -> Figure:
    """Show the ratio of the standard deviations after 400 iterations, against the step size."""
    mdp, rates = PAIR.to_float(), [k / 40 for k in range(1, 41)]
    series: list[Series] = []
    for rule, label in ((bracketed, "bracketed"), (literal, "literal")):
        pairs = [error_variances(mdp, rule, rate, 400) for rate in rates]
        series.append(Series(label=label, x=rates, y=[float(fresh / one) ** 0.5 for one, fresh in pairs]))
    return Figure(
        title="When fresh noise is worse than one path",
        x_label=r"step size $\alpha$",
        y_label="error with $J = T/B$ over error with $J = 1$",
        series=series,
        caption=r"Two states that follow each other, one action, $\gamma = 1/2$, after 400 iterations. Above 1, "
        "$J = 1$ is not the worst case.",
    )
