"""The repaired private Q-learner: train as you like, then name a public value function by randomised response.

Any training of `tabular.dpdqn.training` will do, without noise for instance: with any options, however the rewards were
looked at. Of the network that it ends with only this leaves: which of K public value functions has the greedy policy
that the network's own action values rank best, on a grid of states; and that not always. The best one is named with
probability p, each of the others with probability q = (1 - p)/(K - 1), where p comes from
``calibrate(epsilon, delta, randomised_response(K))``.

Theorem. What `private_release` returns is (epsilon, delta)-private for *every* pair of reward functions, near or far.
Proof. Let U be all randomness of the training. The best candidate is a function of the reward function r and of U.
Given U, the answers under r and r' are therefore randomised responses about two candidates, and
P(S | r, U) <= e^epsilon P(S | r', U) + delta for every set S of answers: that is the theorem of
`tabular.privacy.response`. The mean over U keeps it. The released network is a function of the answer alone. []

So the seed of the training may even be known; nothing else that saw rewards may be: neither networks nor returns, nor
an answer that is not paid for with an (epsilon, delta) of its own. The key must be secret and drawn uniformly. Its
coins belong to the public question: the options, seed and bits of the training, its environment and network, the run
and the steps it has taken, the candidates and p. Questions that differ in any of these have coins of their own, so that
one key serves many trainings, whose epsilons and deltas add up; the same question has the same answer. Not part of it
are the rewards, which are private, and initial parameters that were given: two trainings that differ in these alone
meet equal coins, and equal answers say that the best candidates are equal. *So take a new key, or train with another
seed, when a training is repeated with other rewards or other initial parameters.*

The coins are bits of ChaCha20 under a key from BLAKE2; the theorem is about ideal ones, as said in
`tabular.noise.keys`, and about answers, not about the time they take. Both coins are always drawn, so that their number
does not tell which way the first one fell; nothing more is promised to somebody with a clock.

Why so: with rewards in [0, 1/2] any two reward functions are neighbours under ||r - r'||_inf <= 1, so that for any
release at all each answer is at most e^epsilon times as probable (up to delta) for one as for another. Of two answers
randomised response attains that. A Gaussian mechanism has mu = 0.286 at (0.9, 1e-4), and what it releases tells which
of two reward functions it was with probability Phi(mu/2) = .557 at best; here it is p = .711.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from hashlib import blake2b
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from tabular.dpdqn.networks import MLP
from tabular.dpdqn.release import Release, run_number
from tabular.dpdqn.streams import seed_for
from tabular.dpdqn.training import Training
from tabular.errors import must, show
from tabular.noise.exact_samplers import bernoulli
from tabular.noise.keys import key_bytes
from tabular.noise.random_bits import Coins, RandomBits
from tabular.numbers.exact import Exact
from tabular.privacy import calibrate, randomised_response

Array = NDArray[np.float64]
Indices = NDArray[np.int64]
Candidates = Sequence[Sequence[float]]

# Linear value functions whose greedy policies walk to the middle, to the ends, to the right and to the left.
TO_THE_MIDDLE, TO_THE_ENDS = (1.0, -1.0, -0.5, 0.5), (-1.0, 1.0, 0.5, -0.5)
TO_THE_RIGHT, TO_THE_LEFT = (0.0, 0.0, 0.0, 1.0), (0.0, 0.0, 1.0, 0.0)
PUBLIC = (TO_THE_MIDDLE, TO_THE_ENDS)
LINEAR = MLP((1, 2))
_GRID = (np.arange(200) + 0.5) / 200  # no favour for the left or the right


@dataclass(frozen=True, eq=False)
class Answers:
    """What all runs of a training have released: the number of the candidate, and its parameters (runs, n)."""

    network: MLP
    indices: Indices
    parameters: Array


def private_release(
    training: Training,
    run: int = 0,
    *,
    epsilon: Exact,
    delta: Exact = 0.0,
    key: int | bytes,
    candidates: Candidates = PUBLIC,
    network: MLP = LINEAR,
) -> Release:
    """Return a public value function in the place of a run's own: (epsilon, delta)-private for its reward function.

    The answer is a function of the training and the key, which must be secret and drawn uniformly. Another key, run,
    epsilon, delta, list of candidates or training asks again, and spends again. A training that differs from this one
    in its rewards or given initial parameters alone needs another key.
    """
    chosen = run_number(training, run)
    thetas = _checked(training, candidates, network)
    truth = calibrate(epsilon, delta, randomised_response(len(thetas))).truth
    best = int(_best(training, training.memories[chosen].theta[None], thetas, network)[0])
    asked = _setting(training), (truth, network.widths, thetas.tolist())
    coins = _coins(training, chosen, asked, key_bytes("key", key))
    return Release(network, thetas[_named(best, truth, len(thetas), coins)])


def private_answers(
    training: Training,
    seed: int = 0,
    *,
    epsilon: Exact,
    delta: Exact = 0.0,
    candidates: Candidates = PUBLIC,
    network: MLP = LINEAR,
) -> Answers:
    """Return what `private_release` answers for each run with the key `experiment_key` of a seed: for experiments."""
    thetas, key = _checked(training, candidates, network), key_bytes("key", experiment_key(seed))
    best = _best(training, training.parameters, thetas, network).tolist()
    truth = calibrate(epsilon, delta, randomised_response(len(thetas))).truth
    asked = _setting(training), (truth, network.widths, thetas.tolist())
    indices = np.array([_named(b, truth, len(thetas), _coins(training, i, asked, key)) for i, b in enumerate(best)])
    return Answers(network, indices, thetas[indices])


def experiment_key(seed: int) -> int:
    """Return the key that belongs to a seed: no secret, and no other use of the seed meets its coins."""
    return seed_for("answers of the repaired learner", seed)


def best_candidates(training: Training, candidates: Candidates = PUBLIC, network: MLP = LINEAR) -> Indices:
    """Return the candidate (runs,) that each run's action values rank best, ties to the first: *not* to be released."""
    return _best(training, training.parameters, _checked(training, candidates, network), network)


def _setting(training: Training) -> list[Any]:
    """Return what runs of a training have in common in public questions; numbers that are equal are written alike."""
    return [_written(getattr(part, f.name)) for part in (training.options, training.environment) for f in fields(part)]


def _coins(training: Training, run: int, asked: tuple[list[Any], object], key: bytes) -> RandomBits:
    """Return the coins of a public question, a setting and what is asked, about a run."""
    setting, rest = asked
    learner = int(training.seed), training.bits, training.network.widths, run, int(training.memories[run].clock[0])
    question = repr((setting, learner, rest)).encode()
    return RandomBits(blake2b(question, key=key, digest_size=32).digest())


def _written(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_written(x) for x in cast(tuple[Any, ...], value)]
    if value is None or isinstance(value, (bool, str)):
        return value
    return "inf" if value == math.inf else str(Fraction(value))


def _named(best: int, truth: Fraction, k: int, coins: Coins) -> int:
    """Return the candidate that is named: the best one if the first coin says so."""
    keep, step = bernoulli(truth, coins), 1 + coins.below(k - 1)
    return best if keep else (best + step) % k


def _best(training: Training, trained: Array, thetas: Array, network: MLP) -> Indices:
    """Return for each trained network the candidate whose greedy policy has the largest mean action value.

    Whatever the values are, NaN included, this is an answer and no error: an error would tell something about them.
    """
    policies = np.argmax(network.population_values(thetas, _GRID[:, None]), axis=2)
    values = training.network.population_values(trained, _GRID[:, None])
    with np.errstate(all="ignore"):
        means = [values[:, np.arange(_GRID.size), policy].mean(axis=1) for policy in policies]
    return np.argmax(means, axis=0)


def _checked(training: Training, candidates: Any, network: MLP) -> Array:
    """Return the parameters (K, n) of the candidates."""
    if not isinstance(cast(object, network), MLP):
        raise must("network", "be an MLP", show(network))
    if network.widths[0] != 1 or network.n_actions != training.network.n_actions:
        raise must("network", f"lead from 1 number to {training.network.n_actions} actions", show(network.widths))
    try:
        thetas = network.checked(candidates)
    except (TypeError, ValueError) as error:
        raise must("candidates", f"be rows of {network.n_parameters} numbers", show(candidates)) from error
    if len(thetas) < 2 or not np.isfinite(thetas).all():
        raise must("candidates", "be at least two rows of finite numbers", show(candidates))
    return thetas
