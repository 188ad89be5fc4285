"""DP-SGD on the loss of Q-learning: gradients clipped to norm C, noise N(0, (sigma C)^2) on the sum of a batch.

Every sample is used in one batch only, and no action before the next update depends on its reward. If one observed
reward changes, the sum of its batch moves by at most 2 C, once in a run, and all that follows depends on it through the
noisy sum alone: mu = 2/sigma. If the reward function changes, all samples do: each of the T/B sums moves by at most
2 B C, and mu = 2 B sqrt(T/B)/sigma = 2 sqrt(T B)/sigma: noise that is fed through the iterates, so that the smallest
double which is proved to be enough comes from `calibrate`. What is private is the network, not the returns of episodes.
The proof is about real numbers: doubles clip to C up to rounding, and the gradients must be finite (one that is NaN is
not clipped), as they are for finite rewards while the iterates do not overflow.
"""

from __future__ import annotations

import math
from typing import Literal

from tabular.dpdqn.baselines.guarantee import Calibrated, largest_mu
from tabular.dpdqn.options import NON_PRIVATE, Algorithm1
from tabular.errors import must, show
from tabular.privacy import calibrate, fed_through

Accounting = Literal["paper", "one-sample", "all-rewards"]


def dp_sgd(
    epsilon: float,
    delta: float,
    options: Algorithm1 = NON_PRIVATE,
    *,
    clip: float = 1.0,
    accounting: Accounting = "all-rewards",
) -> Calibrated:
    """Return Q-learning with noisy clipped gradients for (epsilon, delta).

    "paper" takes sigma = c_2 q sqrt(T' ln(1/delta))/epsilon with c_2 = sqrt(2), q = B/T and T' = T/B steps; the other
    two are proved, for neighbours that differ in one sample, or in all rewards. ``mu`` is always that for all rewards.
    """
    if options.replay:
        raise must("replay", "be 0: every sample is used once", show(options.replay))
    batch, batches = options.batch_size, options.batches
    mu = largest_mu(epsilon, delta)
    if accounting == "paper":
        sigma = math.sqrt(2 * batches * math.log(1 / delta)) / batches / epsilon
    elif accounting == "one-sample":
        sigma = 2 / mu
    elif accounting == "all-rewards":
        sigma = calibrate(epsilon, delta, fed_through([(2 * batch) ** 2], batches)).sigma
    else:
        raise must("accounting", "be paper, one-sample or all-rewards", show(accounting))
    chosen = options.but(clip=float(clip), gradient_noise=sigma)
    return Calibrated("dp-sgd", chosen, epsilon, delta, 2 * batch * math.sqrt(batches) / sigma)
