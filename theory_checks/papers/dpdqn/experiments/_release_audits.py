r"""Audits of Algorithm 1 in its own environment: reward functions r and r + 1, the network's values as the output.

The repaired learner is audited whole: the training, and the answers of `private_release` to it. Many runs at a time
share a random key, under which each has coins of its own; r and 1/2 - r, the candidate's number as the output.

Both worlds start from the same public parameters; each run has its own states, actions and noise. Of the release of
line 24 the audit sees the action values at 201 states. Of a release with paths that no update has used it sees the
integrals of the released functions over [0, 1], one for each action: an integral of a path is normal with mean 0 and
variance 2 sigma^2 (beta - 1 + exp(-beta))/beta^2. The network is linear between its kinks, so the trapezoid rule on 201
states errs by at most 1/320,000 of the total change of its slope.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache

import numpy as np

from tabular.dpdqn.environment import MIDDLE
from tabular.dpdqn.networks import MLP
from tabular.dpdqn.options import BRACKETED, Algorithm1
from tabular.dpdqn.repaired import private_answers
from tabular.dpdqn.training import Training, train
from tabular.numbers.arrays import Array
from theory_checks.audit import Audit, Mechanism, Plan, audit
from theory_checks.core.evidence import Evidence, statistical
from theory_checks.core.judge import Verdict
from theory_checks.papers.dpdqn.experiments._training_runs import QUIET, TUNED

STATES = np.linspace(0.0, 1.0, 201)
_INITIAL = 12345
DELTA = 1e-4


def plan(profile: str, seed: int) -> Plan:
    """Return how many runs of each world: at least 1,000 that confirm, 10,000 in the full profile."""
    confirm = 10_000 if profile == "full" else 1000
    return Plan(search=200, threshold=200, confirm=confirm, seed=seed)


def learner(options: Algorithm1, *, noised: bool) -> Mechanism:
    """Return Algorithm 1 as a mechanism: its released action values, or their integrals after fresh noise."""

    def draw(world: int, rng: np.random.Generator, count: int) -> Array:
        values = _values(options, world, int(rng.integers(1 << 62)), count)
        if not noised:
            return values.reshape(count, -1)
        integrals = np.trapezoid(values, STATES, axis=1)
        return integrals + integral_deviation(options) * rng.standard_normal(integrals.shape)

    return Mechanism("noised release" if noised else "release of line 24", draw)


@lru_cache(maxsize=256)
def _values(options: Algorithm1, world: int, seed: int, count: int) -> Array:
    """Return the action values (count, states, actions) of runs under r + world; both releases share the runs."""
    network = MLP()
    training = Training(options, count, seed, rewards=MIDDLE + world, initial=network.initial(_INITIAL)).advance()
    return network.population_values(training.parameters, STATES[:, None])


def kernel_rate(k: float) -> float:
    """Return beta = (4 alpha (k + 1)/B)^(-1) with Appendix E's step size and batch."""
    return BRACKETED.batch_size / (4 * BRACKETED.step_size * (k + 1))


def integral_deviation(options: Algorithm1) -> float:
    """Return the deviation of the integral of a path over [0, 1]."""
    beta = options.kernel_rate
    return options.noise_level * math.sqrt(2 * (beta + math.expm1(-beta))) / beta


def repaired_learner(epsilon: float, delta: float = DELTA) -> Mechanism:
    """Return the repaired Q-learner: trained without noise under r or 1/2 - r, then released for (epsilon, delta)."""

    def draw(world: int, rng: np.random.Generator, count: int) -> Array:
        seeds = rng.integers(1 << 62, size=2).tolist()
        answers = private_answers(_trained(world, seeds[0], count), seeds[1], epsilon=epsilon, delta=delta)
        return answers.indices.astype(float)

    return Mechanism("repaired learner", draw)


@lru_cache(maxsize=16)
def _trained(world: int, seed: int, count: int) -> Training:
    """Return runs under r or 1/2 - r: all epsilons share them."""
    return train(TUNED.but(**QUIET), count, seed, rewards=0.5 - MIDDLE if world else MIDDLE)


def evidence(case: str, result: Audit) -> Evidence:
    """Return what an audit says about its claim."""
    return statistical(
        case,
        refuted=result.verdict is Verdict.REFUTED,
        error_probability=result.plan.failure_probability,
        quantity=rf"$\epsilon$ that $\delta = {result.delta:g}$ needs, from below, against the claimed one",
        left=f"{result.epsilon_bound:.3f} with confidence {result.plan.confidence:g}",
        relation="<=",
        right=f"{result.epsilon:g}",
        detail=f"{result.hits} and {result.false_hits} of {result.runs} runs of the two worlds have {result.statistic} "
        f"{'above' if result.above else 'below'} the threshold",
        power=f"{result.runs} runs of each world could show an epsilon of up to {result.largest_bound:.3f}.",
    )


def audits(settings: Mapping[str, tuple[Mechanism, float, float]], profile: str, seed: int) -> dict[str, Audit]:
    """Audit every mechanism against its (epsilon, delta)."""
    return {
        name: audit(mechanism, epsilon=epsilon, delta=delta, plan=plan(profile, seed))
        for name, (mechanism, epsilon, delta) in settings.items()
    }
