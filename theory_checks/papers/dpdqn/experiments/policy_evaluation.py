r"""Figure 2, the policy-evaluation baseline: whom it protects, and how it performs beside Algorithm 1.

The baseline fits the reward of an action in each of C cells to T rewards, and releases the C m means once with noise
N(0, sigma^2). One reward that changes by 1 moves one mean by 1/N, N the samples there; the reward function r + 1 in the
place of r moves every mean by 1, at the distance sqrt(C m)/sigma in all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

import numpy as np
from flint import arb

from tabular.dpdqn.options import Algorithm1
from tabular.numbers.balls import ball as number
from tabular.privacy import calibrate_gaussian, delta_ball
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import ball
from theory_checks.core.exhibits import Table
from theory_checks.core.texts import fill, texts_of
from theory_checks.papers.dpdqn.experiments._learner_tables import CELLS, fits, worth_of_tables
from theory_checks.papers.dpdqn.experiments._published import PUBLISHED, ours
from theory_checks.papers.dpdqn.experiments._training_runs import (
    LITERAL,
    QUIET,
    TUNED,
    bars,
    best,
    population,
    share_of_runs,
    spread,
)

TEXTS = texts_of(__file__)

Noise = Callable[[Fraction, Fraction], Fraction]
ACTIONS, SAMPLES = 2, 5000
_RUNS = {"quick": 250, "full": 500}
_WITHOUT_NOISE = {"quick": 100, "full": 500}
_SIMILAR = 0.25


def of_one_reward(epsilon: Fraction, delta: Fraction) -> Fraction:
    """Return the noise that protects one reward, if every cell has as many samples as the others."""
    return Fraction(calibrate_gaussian(epsilon, delta, Fraction(CELLS * ACTIONS, SAMPLES)).sigma)


def of_all_rewards(epsilon: Fraction, delta: Fraction) -> Fraction:
    """Return a noise that protects the reward function: 4 is sqrt(C m)."""
    return Fraction(calibrate_gaussian(epsilon, delta, 4).sigma)


def of_one_reward_less(epsilon: Fraction, delta: Fraction) -> Fraction:
    """Return nine tenths of the noise that protects one reward."""
    return of_one_reward(epsilon, delta) * Fraction(9, 10)


def with_a_sample_more(epsilon: Fraction, delta: Fraction) -> Fraction:
    """Return the noise that is enough if every cell has one sample more."""
    return Fraction(calibrate_gaussian(epsilon, delta, 1 / (Fraction(SAMPLES, CELLS * ACTIONS) + 1)).sigma)


NEAR: dict[str, dict[str, Noise]] = {
    "nine tenths of the noise": {"noise": of_one_reward_less},
    "noise for one sample more in every cell": {"noise": with_a_sample_more},
}

ONE_SETTING = {  # of Appendix E, in the place of the one with which learning works
    "the step of Appendix E": {"base": TUNED.but(step_size=LITERAL.step_size)},
    "plain steps": {"base": TUNED.but(rmsprop=LITERAL.rmsprop)},
    "the discount of Appendix E": {"base": TUNED.but(discount=LITERAL.discount)},
}


@claim(
    "dpdqn/fig2-policy-evaluation",
    reading="privacy",
    broken={"noise for the reward function": {"noise": of_all_rewards}, **NEAR},
    near=list(NEAR),
)
def privacy(trial: Trial, *, noise: Noise = of_one_reward) -> Iterator[Finding]:
    """Compare the exact curves with delta on both sides."""
    delta = Fraction(1, 10**4)
    for epsilon in (Fraction(9, 10), Fraction(9, 20)):
        sigma = number(noise(epsilon, delta))
        one, everything = (
            delta_ball(epsilon, mu / sigma) for mu in (arb(CELLS * ACTIONS) / SAMPLES, arb(CELLS * ACTIONS).sqrt())
        )
        room = number(delta) * (1 + arb(2) ** -30)
        yield ball(rf"$\epsilon = {epsilon}$, one reward", one, "<=", room, quantity=r"$\delta_G$ against $\delta$")
        yield ball(
            rf"$\epsilon = {epsilon}$, all rewards", everything, ">", room, quantity=r"$\delta_G$ against $\delta$"
        )


@claim(
    "dpdqn/fig2-policy-evaluation",
    reading="performance-as-described",
    setting={"base": LITERAL},
    sound={"settings under which learning works without noise": {"base": TUNED}},
)
@claim(
    "dpdqn/fig2-policy-evaluation",
    reading="performance-where-learning-works",
    setting={"base": TUNED},
    broken={"settings of Appendix E": {"base": LITERAL}, **ONE_SETTING},
    near=list(ONE_SETTING),
)
def similar(trial: Trial, *, base: Algorithm1) -> Iterator[Finding]:
    """Compare greedy policies."""
    count, rows = _RUNS[trial.profile], list[list[str]]()
    for epsilon in PUBLISHED:
        worth = {
            "Algorithm 1": population(ours(base, epsilon), count, trial.seed).worth,
            "policy evaluation": worth_of_tables(fits(epsilon, count, trial.seed)),
        }
        mine, theirs = worth.values()
        yield share_of_runs(
            rf"$\epsilon = {epsilon}$",
            np.abs(mine - theirs) <= _SIMILAR * best(),
            0.5,
            quantity=f"pairs of policies that differ by at most a quarter of the best return, {_SIMILAR * best():.4g}",
            detail=f"Algorithm 1 {spread(mine)}, policy evaluation {spread(theirs)}",
        )
        worth["no privacy"] = population(base.but(**QUIET), _WITHOUT_NOISE[trial.profile], trial.seed + 9).worth
        rows += [[f"{epsilon:g}", name, spread(x), f"{np.mean(x) / best():.3f}"] for name, x in worth.items()]
        yield bars(
            rf"Greedy policies at the claimed $\epsilon = {epsilon}$",
            "expected return of an episode",
            worth,
            f"The best policy is worth {best():.4g}. No privacy: Algorithm 1 without noise.",
        )
    yield Table(
        title="Greedy policies, calibrated as in the paper",
        columns=[r"claimed $\epsilon$", "method", "expected return", "mean as a share of the best"],
        rows=rows,
        caption=fill(
            TEXTS["similar_caption"], count=count, value_2=_WITHOUT_NOISE[trial.profile], best=f"{best():.4g}"
        ),
    )
