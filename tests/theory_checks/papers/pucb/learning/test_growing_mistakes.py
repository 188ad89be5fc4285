"""The lower bound of the probability of many mistakes: its steps against runs of PUCB and an exact binomial law."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import exp, log
from typing import cast

import numpy as np
import pytest
from scipy.stats import binom

from tabular.algorithms.episodic.loop import Keep
from tabular.algorithms.episodic.pucb import PUCB, Printed
from tabular.episodic.protocol import Transcript
from theory_checks.core.formula import num
from theory_checks.core.interpret import enclose
from theory_checks.papers.pucb.learning._bad_arms import arms_of
from theory_checks.papers.pucb.learning.growing_mistakes import doublings, more_mistakes


@pytest.mark.parametrize("mode", [Printed(), Printed(reward_feed="all"), Printed(ties="random")], ids=str)
@pytest.mark.parametrize("epsilon", [1.0, 20.0])
def test_the_worse_arm_is_played_after_each_doubling_as_often_as_the_lemma_says(mode: Printed, epsilon: float) -> None:
    T, runs = 64, 1500
    learner, scale = PUCB(1, 2, 1, T, epsilon, mode), 3 * 7 / epsilon
    plays = np.array([_worse(learner, seed) for seed in range(runs)])
    for j in range(6):
        seen = plays[:, : 2**j].sum(axis=1)
        q = exp(-min(seen.max(), 2**j) / scale) / 2 * (1 - exp(-2 * learner.constants.level[0] / scale))
        assert plays[:, 2**j].mean() > q / 2 - 5 * 0.5 / runs**0.5  # five standard errors


def _worse(learner: PUCB, seed: int) -> np.ndarray:
    transcript = cast(Transcript, learner.run(arms_of(0, 1), seed, keep=Keep(transcript=True)).transcript)
    return transcript.actions[:, 0] == 0


@pytest.mark.parametrize(("f", "J", "epsilon"), [(2, 60, 1), (5, 100, 3), (0, 20, 1)])
def test_the_closed_form_is_below_the_binomial_law(
    f: int, J: int, epsilon: int, lemma_value: Callable[..., float]
) -> None:
    T, scale = 2**J, Fraction(3 * (J + 1), epsilon)
    level = Fraction(3 / epsilon * log(60) * log(T) ** 2.5)
    found = lemma_value(
        "more-mistakes", count=f, episodes=T, alpha=Fraction(1, 2), states=1, actions=2, horizon=1, level=level,
        scale=scale, doublings=J,
    )  # fmt: skip
    q = exp(-f / float(scale)) / 2 * (1 - exp(-2 * float(level / scale)))
    assert found <= binom.sf(f, J, q / 2)
    ours = enclose(more_mistakes(num(f), num(level)), {"J": J, "epsilon": epsilon})
    assert float(ours) == pytest.approx(found, rel=1e-12)


@pytest.mark.parametrize("f", [0.0, 1.0, 7.5, 1e4])
@pytest.mark.parametrize("epsilon", [Fraction(1, 100), Fraction(1), Fraction(50)])
def test_so_many_episodes_are_enough_for_every_bound(f: float, epsilon: Fraction) -> None:
    J = doublings(f, epsilon)
    level = Fraction(3 / float(epsilon) * log(6) * (J * log(2)) ** 2.5)
    assert level >= f
    assert float(enclose(more_mistakes(num(Fraction(f)), num(level)), {"J": J, "epsilon": epsilon})) > 0.92
