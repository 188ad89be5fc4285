"""Input perturbation: normal noise on every reward, and Q-learning with what comes out.

Each of the T rewards goes through a Gaussian mechanism of sensitivity 1, whatever was observed before, so all of them
together lose what a Gaussian mechanism with mu = sqrt(T)/sigma loses, and what is computed from them no more; for the
reward functions r and r + 1 the noisy rewards themselves lose exactly that.
"""

from __future__ import annotations

import math
from typing import Literal

from tabular.dpdqn.baselines.guarantee import Calibrated, largest_mu
from tabular.dpdqn.options import NON_PRIVATE, Algorithm1
from tabular.errors import must, show

Accounting = Literal["exact", "composition-theorem"]


def input_perturbation(
    epsilon: float, delta: float, options: Algorithm1 = NON_PRIVATE, *, accounting: Accounting = "exact"
) -> Calibrated:
    """Return Q-learning with reward noise for (epsilon, delta): sigma = sqrt(T)/mu, or by the composition theorem.

    That theorem, as the experiments quote it, asks for sigma = sqrt(2 T ln(e + epsilon/delta))/epsilon.
    """
    steps, mu = options.steps, largest_mu(epsilon, delta)
    if accounting == "exact":
        sigma = math.sqrt(steps) / mu
    elif accounting == "composition-theorem":
        sigma = math.sqrt(2 * steps * math.log(math.e + epsilon / delta)) / epsilon
    else:
        raise must("accounting", "be exact or composition-theorem", show(accounting))
    return Calibrated("input perturbation", options.but(reward_noise=sigma), epsilon, delta, math.sqrt(steps) / sigma)
