r"""A comparison at equal privacy: the repaired learner beside the other methods with the noise that they need.

All are proved to keep the target, (0.9, 1e-4) or (0.45, 1e-4), for all reward functions with ||r - r'||_inf <= 1: input
perturbation by exact composition, DP-SGD as noise that is fed through the iterates, policy evaluation as one release of
means that may all move by 1, a table of action values that carries the noise of every update on (the nearest relative
of Algorithm 1 of which this can be proved), and the repaired learner, which is Q-learning without noise that names one
of two public value functions by randomised response.

One of the two is optimal for this reward, and a toss between them, which sees no reward, is worth more than what noise
leaves of the other methods. So two things are asked besides: the better one must be named more often than by the toss,
and the other methods get the same list: each names the candidate that its private values rank best.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np
from flint import arb, ctx

from tabular.dpdqn.baselines import dp_sgd, input_perturbation
from tabular.dpdqn.environment import MIDDLE
from tabular.dpdqn.evaluation import expected_return, returns_of_policies
from tabular.dpdqn.options import Algorithm1
from tabular.dpdqn.release import Release, release
from tabular.dpdqn.repaired import LINEAR, PUBLIC, TO_THE_ENDS, best_candidates, private_answers
from tabular.dpdqn.training import Training, train
from tabular.numbers.arrays import Array
from tabular.privacy import calibrate, randomised_response
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball
from theory_checks.core.exhibits import Table
from theory_checks.core.formal import formal_of
from theory_checks.core.interpret import enclose
from theory_checks.core.seeds import generator
from theory_checks.core.texts import fill, texts_of
from theory_checks.papers.dpdqn.experiments._learner_tables import (
    STEP,
    best_by_tables,
    carried_on,
    fits,
    worth_of_tables,
)
from theory_checks.papers.dpdqn.experiments._release_audits import DELTA
from theory_checks.papers.dpdqn.experiments._training_runs import QUIET, TUNED, bars, best, share_of_runs, spread
from theory_checks.statistics.binomial import binomial_interval

TEXTS = texts_of(__file__)
GUARANTEE = formal_of(__file__, "dpdqn/fig2a-comparison/repaired").domain.relations[0].left

Worth = Callable[[float, int, int], Array]
Truth = Callable[[float], Fraction]
_RUNS = {"quick": 200, "full": 500}
_ANSWERS = {"quick": 2500, "full": 10_000}
_SHARES = {0.9: 0.65, 0.45: 0.6}  # above 1/2, by enough for the toss to be refuted
_ERROR = 1e-10
_CELLS = 400
_TOSS = "one of the two by a toss, epsilon = 0"


@dataclass(frozen=True, eq=False)
class Rival:
    """Another method: its noise, what its greedy policies are worth, and what the candidates are that it ranks best."""

    noise: str
    worth: Array
    listed: Array


def calibrated(epsilon: float) -> Fraction:
    """Return the probability with which the repaired learner names the candidate that is best."""
    return calibrate(epsilon, DELTA, randomised_response(len(PUBLIC))).truth


def _more_often(epsilon: float) -> Fraction:
    """Return the next multiple of 2**-53."""
    return calibrated(epsilon) + Fraction(1, 2**53)


def spent(p: Fraction, epsilon: float) -> arb:
    """Return a ball around what randomised response spends, the difference on the left of the inequality."""
    with ctx.workprec(256):
        return enclose(GUARANTEE, {"p": p, "epsilon": Fraction(epsilon), "K": len(PUBLIC)})


def worth_of_releases(epsilon: float, count: int, seed: int) -> Array:
    """Return what the value functions are worth that the repaired learner releases, one for each training."""
    answers = private_answers(_trained(count, seed), seed + 500, epsilon=epsilon, delta=DELTA)
    return _worth_of_candidates()[answers.indices]


def a_toss(epsilon: float, count: int, seed: int) -> Array:
    """Return what one of the candidates is worth that is chosen without a look at any reward."""
    return _worth_of_candidates()[generator(seed, "toss").integers(0, len(PUBLIC), count)]


def the_other_candidate(epsilon: float, count: int, seed: int) -> Array:
    """Return what walking to the ends is worth: the candidate that is wrong for this reward."""
    return np.full(count, _worth(TO_THE_ENDS))


@lru_cache(maxsize=4)
def _trained(count: int, seed: int) -> Training:
    return train(TUNED.but(**QUIET), count, seed, rewards=MIDDLE)


def _worth(theta: tuple[float, ...]) -> float:
    return expected_return(Release(LINEAR, np.array(theta)).actions, cells=_CELLS)


@lru_cache(maxsize=1)
def _worth_of_candidates() -> Array:
    return np.array([_worth(theta) for theta in PUBLIC])


def _network(noise: str, options: Algorithm1, count: int, seed: int) -> Rival:
    training = train(options, count, seed, rewards=MIDDLE)
    policies = [release(training, i, noise="none").actions for i in range(count)]
    worth = np.array(returns_of_policies(policies, cells=_CELLS))
    return Rival(noise, worth, _worth_of_candidates()[best_candidates(training)])


@lru_cache(maxsize=8)
def _others(epsilon: float, count: int, seed: int) -> dict[str, Rival]:
    """Return the other methods, each with noise that keeps the target for reward functions."""
    quiet = TUNED.but(**QUIET)
    inputs, gradients = input_perturbation(epsilon, DELTA, quiet).options, dp_sgd(epsilon, DELTA, quiet).options
    rivals = {
        "input perturbation": _network(f"{inputs.reward_noise:.4g} on rewards", inputs, count, seed),
        "DP-SGD": _network(f"{gradients.gradient_noise:.4g} on sums of gradients", gradients, count, seed),
    }
    tables = {
        "policy evaluation": ("on means of rewards", fits(epsilon, count, seed, protects_all=True)),
        "noise carried on": ("on action values, in each update", carried_on(epsilon, count, seed)),
    }
    return rivals | {
        name: Rival(f"{t.noise.max():.4g} {where}", worth_of_tables(t), _worth_of_candidates()[best_by_tables(t)])
        for name, (where, t) in tables.items()
    }


def _named(epsilon: float, answers: Array) -> Evidence:
    """Test that the better candidate is named more often than by a toss."""
    better = answers > _worth_of_candidates().mean()
    least = float(binomial_interval(int(better.sum()), better.size, _ERROR, "lower").low)
    return share_of_runs(
        rf"$\epsilon = {epsilon}$, the better candidate",
        better,
        _SHARES[epsilon],
        quantity="runs that name the better candidate, which a toss does with probability 1/2",
        detail=f"the probability is at least {least:.4g}, with an error of {_ERROR:g}",
        error=_ERROR,
    )


def _against(epsilon: float, mine: Array, rivals: dict[str, Rival]) -> Iterator[Finding]:
    """Compare with the other methods as they are, and with the candidates that they rank best."""
    for name, rival in rivals.items():
        yield share_of_runs(
            rf"$\epsilon = {epsilon}$, against {name}",
            mine > rival.worth,
            0.5,
            quantity="pairs of runs in which the repaired learner, which has the list, has the better policy",
            detail=f"{spread(mine)} against {spread(rival.worth)}",
        )
        differ = mine != rival.listed
        yield share_of_runs(
            rf"$\epsilon = {epsilon}$, against {name} with the list",
            (mine > rival.listed)[differ],
            0.5,
            quantity="pairs of runs with different candidates in which the repaired learner has the better one",
            detail=f"{spread(mine)} against {spread(rival.listed)}",
        )


def _rows(epsilon: float, p: Fraction, mine: Array, toss: Array, rivals: dict[str, Rival]) -> list[list[str]]:
    truth = f"best one with probability {float(p):.4g}"
    return [
        [f"{epsilon:g}", "repaired learner", truth, "", spread(mine)],
        [f"{epsilon:g}", _TOSS, "sees no reward", "", spread(toss)],
        *([f"{epsilon:g}", name, x.noise, spread(x.worth), spread(x.listed)] for name, x in rivals.items()),
    ]


@claim(
    "dpdqn/fig2a-comparison/repaired",
    broken={
        "always the wrong candidate": {"worth": the_other_candidate},
        _TOSS: {"worth": a_toss},
        r"the best named more often by $2^{-53}$": {"truth": _more_often},
    },
    near=[r"the best named more often by $2^{-53}$", _TOSS],
)
def at_equal_privacy(trial: Trial, *, worth: Worth = worth_of_releases, truth: Truth = calibrated) -> Iterator[Finding]:
    """Compare greedy policies at equal privacy."""
    count, many, rows = _RUNS[trial.profile], _ANSWERS[trial.profile], list[list[str]]()
    toss = a_toss(0.0, many, trial.seed + 2)
    for i, epsilon in enumerate(_SHARES):
        p = truth(epsilon)
        yield ball(
            rf"$\epsilon = {epsilon}$, guarantee",
            spent(p, epsilon),
            trial.formal.claims[0].sign,
            enclose(trial.formal.right, {"delta": Fraction(DELTA)}),
            quantity=r"the smallest $\delta$ of randomised response",
        )
        mine, rivals = worth(epsilon, many, trial.seed + 1), _others(epsilon, count, trial.seed + 40 + i)
        yield _named(epsilon, mine)
        yield from _against(epsilon, mine[:count], rivals)
        rows += _rows(epsilon, p, mine, toss, rivals)
        given = {"repaired learner": mine, "a toss": toss}
        for what, values in (
            ("Greedy policies", {name: x.worth for name, x in rivals.items()}),
            ("Choices of one of the two candidates", {name: x.listed for name, x in rivals.items()}),
        ):
            yield bars(
                rf"{what} at equal privacy, $\epsilon = {epsilon}$, $\delta = 10^{{-4}}$",
                "expected return of an episode",
                given | values,
                f"The best policy is worth {best():.4g}; it is one of the two candidates of learner and toss.",
            )
    yield Table(
        title=r"Greedy policies at equal privacy for reward functions, $\delta = 10^{-4}$",
        columns=[r"$\epsilon$", "method", "noise", "its own policy", "its choice of the two candidates"],
        rows=rows,
        caption=fill(
            TEXTS["at_equal_privacy_caption"],
            count=count,
            many=many,
            best=f"{best():.4g}",
            tuned_batches=TUNED.batches,
            float_step=f"{float(STEP):g}",
        ),
    )
