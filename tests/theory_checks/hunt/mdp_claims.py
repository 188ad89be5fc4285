"""Claims about MDPs, false and true, in the words of `tc.hunt`."""

import numpy as np

import theory_checks as tc
from tabular.mdp.policies import policy_value as plain_value


def norm(v):
    return max(abs(v))


# ---- false ----


def greedy_loses_gamma_over_one_minus_gamma(mdp, value):
    """The factor 2 is missing."""
    best = tc.optimal_value(mdp)
    lost = norm(best - tc.policy_value(mdp, tc.greedy(mdp, value)))
    return lost, "<=", mdp.discount * norm(best - value) / (1 - mdp.discount)


def greedy_never_loses_more_than_the_error(mdp, value):
    best = tc.optimal_value(mdp)
    return norm(best - tc.policy_value(mdp, tc.greedy(mdp, value))), "<=", 2 * norm(best - value)


def values_are_below_the_largest_reward(mdp):
    return max(tc.optimal_value(mdp)), "<=", norm(mdp.rewards.reshape(-1))


def bellman_error_bounds_value_error(mdp, value):
    return norm(tc.optimal_value(mdp) - value), "<=", norm(tc.q_values(mdp, value).max(axis=0) - value)


def some_policy_is_worth_nothing_more(mdp, policy):
    return min(tc.optimal_value(mdp) - tc.policy_value(mdp, policy)), "<=", 0


def perturbed_rewards_move_values_by_no_more(mdp, rewards):
    moved = tc.optimal_value(mdp.with_rewards(rewards)) - tc.optimal_value(mdp)
    return norm(moved), "<=", norm((rewards - mdp.rewards).reshape(-1))


def contraction_with_the_square_of_gamma(mdp, value, value_other):
    step = tc.q_values(mdp, value).max(axis=0) - tc.q_values(mdp, value_other).max(axis=0)
    return norm(step), "<=", mdp.discount**2 * norm(value - value_other)


def occupancy_is_at_most_one(mdp, policy, start):
    return max(tc.occupancy(mdp, policy, start).reshape(-1)), "<=", 1


def mixing_is_never_better_than_one_policy(mdp, policy, mixed):
    return max(tc.policy_value(mdp, mixed)), "<=", max(tc.policy_value(mdp, policy))


def other_transitions_do_not_matter(mdp, mdp_other):
    """A simulation lemma that forgets the transitions."""
    moved = norm(tc.optimal_value(mdp) - tc.optimal_value(mdp_other))
    return moved * (1 - mdp.discount), "<=", norm((mdp.rewards - mdp_other.rewards).reshape(-1))


# ---- true ----


def values_are_below_the_largest_reward_over_the_horizon(mdp):
    return max(tc.optimal_value(mdp)) * (1 - mdp.discount), "<=", norm(mdp.rewards.reshape(-1))


def no_policy_beats_the_optimal_value(mdp, policy):
    return max(tc.policy_value(mdp, policy) - tc.optimal_value(mdp)), "<=", 0


def contraction(mdp, value, value_other):
    step = tc.q_values(mdp, value).max(axis=0) - tc.q_values(mdp, value_other).max(axis=0)
    return norm(step), "<=", mdp.discount * norm(value - value_other)


def greedy_loses_twice(mdp, value):
    best = tc.optimal_value(mdp)
    lost = norm(best - tc.policy_value(mdp, tc.greedy(mdp, value)))
    return lost * (1 - mdp.discount), "<=", 2 * mdp.discount * norm(best - value)


def occupancy_sums_to_the_horizon(mdp, mixed, start):
    return tc.occupancy(mdp, mixed, start).sum() * (1 - mdp.discount), "<=", 1 + 0 * mdp.discount


# ---- others ----


def without_quantities(mdp, policy):
    """False, and computed by what leaves no trace."""
    return max(plain_value(mdp, policy)), "<=", norm(mdp.rewards.reshape(-1))


def raises(mdp):
    raise RuntimeError("no such quantity")


def is_no_number(mdp):
    return float("nan") * mdp.discount, "<=", 1


def never_applies(mdp):
    return None


def is_no_comparison(mdp):
    return np.ones(2)


def needs_what_is_unknown(mdp, temperature):
    return 0, "<=", 1


FALSE = [
    greedy_loses_gamma_over_one_minus_gamma,
    greedy_never_loses_more_than_the_error,
    values_are_below_the_largest_reward,
    bellman_error_bounds_value_error,
    some_policy_is_worth_nothing_more,
    perturbed_rewards_move_values_by_no_more,
    contraction_with_the_square_of_gamma,
    occupancy_is_at_most_one,
    mixing_is_never_better_than_one_policy,
    other_transitions_do_not_matter,
]
TRUE = [
    values_are_below_the_largest_reward_over_the_horizon,
    no_policy_beats_the_optimal_value,
    contraction,
    greedy_loses_twice,
    occupancy_sums_to_the_horizon,
]
