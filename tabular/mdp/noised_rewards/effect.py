"""One table of noise on the rewards of one MDP, and what it changes, in the numbers of the MDP (exact or float)."""

from __future__ import annotations

from dataclasses import dataclass

from tabular.mdp import FiniteMDP
from tabular.mdp.policies import occupancy, policy_value
from tabular.mdp.solvers import Solution, solve
from tabular.numbers.arrays import Array


@dataclass(frozen=True)
class NoiseEffect:
    """The quantities of :mod:`tabular.mdp.noised_rewards.bounds` for one noise table z.

    ``v_star`` and ``v_noised`` are optimal for r and r + z, ``policy`` and ``noised_policy`` attain them;
    ``best_noise`` is h = max_pi (I - gamma P_pi)^{-1} z_pi, ``kept_noise`` is w, the same for pi* instead of the
    maximum, and ``policy_loss`` is v* - v^{pi'}.
    """

    v_star: Array
    v_noised: Array
    policy: Array
    noised_policy: Array
    best_noise: Array
    kept_noise: Array
    policy_loss: Array


def noise_effect(mdp: FiniteMDP, noise: Array, plain: Solution | None = None) -> NoiseEffect:
    """Return what the noise table z (m, n) does to the MDP; ``plain`` may hold its solution for the rewards r."""
    plain = plain or solve(mdp)
    noised = solve(mdp.with_rewards(mdp.rewards + noise))
    only_noise = mdp.with_rewards(noise)
    return NoiseEffect(
        v_star=plain.value,
        v_noised=noised.value,
        policy=plain.policy,
        noised_policy=noised.policy,
        best_noise=solve(only_noise).value,
        kept_noise=policy_value(only_noise, plain.policy),
        policy_loss=plain.value - policy_value(mdp, noised.policy),
    )


def dual_solutions(mdp: FiniteMDP, effect: NoiseEffect) -> tuple[Array, Array]:
    """Return lambda* and lambda': the occupancies of the optimal policies for r and r + z from the all-one vector."""
    return occupancy(mdp, effect.policy), occupancy(mdp, effect.noised_policy)
