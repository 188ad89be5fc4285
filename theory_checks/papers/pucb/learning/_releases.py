"""Releases of the counters, and optimism along a run."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import islice
from typing import cast

import numpy as np

from tabular.algorithms.episodic.loop import Keep
from tabular.algorithms.episodic.pucb import PUCB, Sizes, replay
from tabular.episodic import EpisodicMDP, optimal
from tabular.episodic.protocol import Transcript
from theory_checks.core.certificate import Certificate, instance
from theory_checks.core.claim import Trial
from theory_checks.core.formula import Term, ref
from theory_checks.papers.pucb.common.algorithm import LEVELS

BETA = Fraction(1, 10)
SCALE = 3 * ref("H") * ref("K") / ref("epsilon")


def printed_constants(S: int, A: int, H: int, T: int, epsilon: Fraction, beta: Fraction = BETA) -> dict[str, Term]:
    """Return the constants of a run as expressions: C and K, the printed E and the scale s of one partial sum."""
    sizes = Sizes(S, A, H, T)
    numbers: dict[str, Term] = {"H": H, "T": T, "K": sizes.sums, "C": sizes.counters, "epsilon": epsilon, "beta": beta}
    return {**numbers, "E": LEVELS["natural-log"], "s": SCALE}


Release = Callable[[Fraction], Fraction]  # the first release of a counter that starts at 0, from its noisy count


def raw(count: Fraction) -> Fraction:
    """Return the noisy count, as the binary mechanism does."""
    return count


def from_zero(count: Fraction) -> Fraction:
    """Return max(0, count), the running maximum of 0 and the first noisy count."""
    return max(Fraction(0), count)


def from_below_zero(count: Fraction) -> Fraction:
    """Return max(-1/10, count): a count that can start a little below 0."""
    return max(Fraction(-1, 10), count)


def certify_episode_two(trial: Trial, T: int, epsilon: Fraction, event: str) -> Certificate:
    """Certify that an event of episode 2, in the MDP with one state, action and step, is likelier than beta."""
    values: dict[str, Term] = {"S": 1, "A": 1, "H": 1, "T": T, "K": T.bit_length()}
    values |= {"epsilon": epsilon, "beta": BETA, "beta_prime": BETA}
    return instance(
        trial.formal,
        f"One state, one action, one step, reward 1, T = {T}, epsilon = {epsilon}: in episode 2 {event} with a "
        "probability above beta = 1/10, all three counters being accurate.",
        values,
    )


def optimism_of_run(mdp: EpisodicMDP, learner: PUCB, seed: int) -> tuple[int, float]:
    """Return in how many episodes of a run some Q~+ is below Q*, and the share of values below their cap."""
    run = learner.run(mdp, seed, keep=Keep(transcript=True))
    q_star, cap = optimal(mdp).q, np.array(learner.constants.cap)[:, None, None]
    transcript = cast(Transcript, run.transcript)
    plans = islice(replay(learner, transcript, seed), run.episodes)  # the last one is of an episode after the run
    values = np.array([plan["q"] for plan in plans])
    low = (values < q_star - 1e-9).any(axis=(1, 2, 3))  # a margin for roundings of values up to H
    return int(low.sum()), float((values < cap).mean())
