r"""J = 1 as the worst case for utility (Section 3.2), line 19 as printed: gamma max_a Q + g at the maximiser.

One state, two actions, r = 0, two iterations from Q_0 = 0, ties to the first action. s is the signed step: alpha with
the minus sign in line 22, -alpha with the printed plus sign; c = 1 - s, e_2 = E max(Z_1, Z_2) = 1/sqrt(pi), sigma = 1.
With D = g_1 - g_2 of the first noise table and E of the second, Q_1 = (0, s D), and Q_2 has the larger entry
(c + s gamma) max(0, s D) + |s| max(0, +-E - c |D|), where for one path (E = D) the last term is 0. So the means are
those of the lemmas, and fresh paths are worse for every gamma, for every step size in (0, 1] and for both signs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from tabular.algorithms.private_value_iteration import bracketed, literal
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.exhibits import Figure, Series
from theory_checks.kit.cases import swap
from theory_checks.papers.dpdqn.algorithm._noise_paths import (
    Rule,
    TwoActions,
    compare_two_actions,
    error_variances,
    sign_of,
)

GAMMA = Fraction(9, 10)
RATES = (Fraction(1), Fraction(1, 10), Fraction(3, 10_000))
STEPS = tuple(sign * alpha for alpha in RATES for sign in (1, -1))


@claim(
    "dpdqn/j1-worst-utility",
    reading="literal",
    sound={"the noise inside the maximum, with a small step": {"rule": bracketed, "steps": RATES[-1:]}},
)
def j1_literal(trial: Trial, *, rule: Rule = literal, steps: Sequence[Fraction] = STEPS) -> Iterator[Finding]:
    """Compare the errors of one path and of fresh paths for both signs and several step sizes."""
    for step in steps:
        yield compare_two_actions(trial, TwoActions(rule, GAMMA, step))
    yield _ratio_figure()
    yield _step_size_figure()


def _ratio_figure() -> Figure:
    rates = [Fraction(k, 12) for k in range(1, 13)]
    series: list[Series] = []
    for sign in (1, -1):
        runs = [TwoActions(literal, GAMMA, sign * alpha) for alpha in rates]
        ratios = [float(run.fresh_paths().ball() / run.one_path().ball()) for run in runs]
        series.append(Series(label=sign_of(sign), x=[float(alpha) for alpha in rates], y=ratios))
    return Figure(
        title="Fresh noise is worse for every step size",
        x_label=r"step size $\alpha$",
        y_label="error with $J = 2$ over error with $J = 1$",
        series=series,
        caption=r"One state, two actions, $r = 0$, $\gamma = 9/10$, two iterations, line 19 as printed: exact means. "
        "Above 1, $J = 1$ is not the worst case.",
    )


def _step_size_figure() -> Figure:
    """Show the ratio of the standard deviations after 400 iterations, against the step size."""
    mdp, rates = swap().to_float(), [k / 40 for k in range(1, 41)]
    series: list[Series] = []
    for rule, label in ((bracketed, "bracketed"), (literal, "literal")):
        pairs = [error_variances(mdp, rule, rate, 400) for rate in rates]
        series.append(Series(label=label, x=rates, y=[float(fresh / one) ** 0.5 for one, fresh in pairs]))
    return Figure(
        title="Without a choice of actions the order depends on the step size",
        x_label=r"step size $\alpha$",
        y_label="error with $J = T/B$ over error with $J = 1$",
        series=series,
        caption=r"Two states that follow each other, one action, $\gamma = 1/2$, minus sign in line 22, after 400 "
        "iterations. Above 1, $J = 1$ is not the worst case.",
    )
