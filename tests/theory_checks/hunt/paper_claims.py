"""What the papers say of every finite MDP and is refuted, as functions for a hunt: from the statement alone.

The noise table of a run is a table like the rewards: the parameter `rewards`, one entry for each action and state.
"""

from itertools import product

import numpy as np

import theory_checks as tc


def apart(v, w):
    return max(abs(v - w))


def largest(table):
    """Return the largest entry of each state."""
    return np.array([max(row) for row in table.T], dtype=object)


def satisfying_equation_3_is_optimal(mdp, value):
    """A vector that satisfies v >= gamma P_i v + r_i is the optimal value."""
    if any(x > v for row in tc.q_values(mdp, value) for x, v in zip(row, value, strict=True)):
        return None
    return apart(value, tc.optimal_value(mdp)), "<=", 0


def eigenvalues_are_below_one(mdp):
    """The eigenvalue of the all-one vector, the sum of a row, is below 1."""
    return max(row.sum() for row in mdp.transitions[0]), "<", 1


def learned_values_are_optimal_for_noised_rewards(mdp, rewards):
    """With the noise inside the maximum training learns Q* - g, whose maximum is the optimal value for r + g."""
    learned = largest(tc.q_values(mdp, tc.optimal_value(mdp)) - rewards)
    return apart(learned, tc.optimal_value(mdp.with_rewards(mdp.rewards + rewards))), "<=", 0


def values_with_noise_are_optimal_for_noised_rewards(mdp, rewards):
    """The same of Q + g, the other table that can be meant."""
    if not any(x != 0 for x in rewards.reshape(-1)):
        return None
    learned = largest(tc.q_values(mdp, tc.optimal_value(mdp)))
    return apart(learned, tc.optimal_value(mdp.with_rewards(mdp.rewards + rewards))), "<=", 0


def literal_tables(mdp, noise):
    """Yield each choice of maximisers with the table that it would have to be the maximiser of."""
    n, m = mdp.n_states, mdp.n_actions
    for choice in product(range(m), repeat=n):
        taken = np.array([noise[a, s] for s, a in enumerate(choice)])
        implied = mdp.with_rewards(mdp.rewards - noise + mdp.transitions @ taken)
        yield choice, tc.q_values(implied, tc.policy_value(implied, np.array(choice)))


def literal_training_has_a_fixed_point(mdp, rewards):
    """Line 19 as printed: some choice of maximisers is the maximiser of its own table."""
    missed = [max(max(q[:, s]) - q[a, s] for s, a in enumerate(choice)) for choice, q in literal_tables(mdp, rewards)]
    return min(missed), "<=", 0


def literal_fixed_points_are_optimal_for_noised_rewards(mdp, rewards):
    """Line 19 as printed: what a fixed point holds is the optimal value for r + g."""
    aim = tc.optimal_value(mdp.with_rewards(mdp.rewards + rewards))
    fixed = [
        q for choice, q in literal_tables(mdp, rewards) if all(max(q[:, s]) <= q[a, s] for s, a in enumerate(choice))
    ]
    return (max(apart(largest(q), aim) for q in fixed), "<=", 0) if fixed else None


# Reading, claim, and the number of states of the smallest counterexample that is on record.
REFUTED = [
    ("dpdqn/bellman-iff#printed", satisfying_equation_3_is_optimal, 1),
    ("dpdqn/lemma14-eigenvalues#printed", eigenvalues_are_below_one, 1),
    ("dpdqn/value-noise-is-reward-noise#bracketed", learned_values_are_optimal_for_noised_rewards, 1),
    ("dpdqn/value-noise-is-reward-noise#bracketed", values_with_noise_are_optimal_for_noised_rewards, 1),
    ("dpdqn/value-noise-is-reward-noise#literal", literal_fixed_points_are_optimal_for_noised_rewards, 1),
    ("dpdqn/convergence#optimal-limit", learned_values_are_optimal_for_noised_rewards, 1),
    ("dpdqn/convergence#literal", literal_training_has_a_fixed_point, 2),
]
