"""A mixed panel: claims about MDPs, laws and mechanisms that nothing in the hunt was made for, false and true."""

from fractions import Fraction

import numpy as np

import theory_checks as tc


def norm(v):
    return max(abs(v))


# ---- false ----


def one_improvement_is_enough(mdp, policy):
    better = tc.policy_value(mdp, tc.greedy(mdp, tc.policy_value(mdp, policy)))
    return norm(tc.optimal_value(mdp) - better), "<=", 0


def what_is_optimal_stays_so_at_half_the_discount(mdp):
    half = mdp.with_discount(mdp.discount / 2)
    policy = tc.greedy(mdp, tc.optimal_value(mdp))
    return norm(tc.optimal_value(half) - tc.policy_value(half, policy)), "<=", 0


def looking_two_steps_ahead_is_never_worse(mdp, value):
    one = tc.policy_value(mdp, tc.greedy(mdp, value))
    two = tc.policy_value(mdp, tc.greedy(mdp, tc.q_values(mdp, value).max(axis=0)))
    return min(two - one), ">=", 0


def values_are_lipschitz_in_transitions_without_the_square(mdp, mdp_other):
    same = mdp_other.with_rewards(mdp.rewards)
    moved = norm(tc.optimal_value(mdp) - tc.optimal_value(same)) * (1 - mdp.discount)
    leak = norm(abs(mdp.transitions - mdp_other.transitions).sum(axis=2).reshape(-1))
    return moved, "<=", 3 * mdp.discount * leak * norm(mdp.rewards.reshape(-1))


def bretagnolle_huber_without_its_half(law, law_other):
    return tc.total_variation(law, law_other), "<=", 1 - tc.exp(-tc.kl_divergence(law, law_other))


def kl_satisfies_the_triangle_inequality_twice_over(law, law_other, law_third):
    there = tc.kl_divergence(law, law_other) + tc.kl_divergence(law_other, law_third)
    return tc.kl_divergence(law, law_third), "<=", 2 * there


def delta_falls_by_a_tenth(mechanism, epsilon):
    return 10 * tc.smallest_delta(mechanism, 2 * epsilon), "<=", 9 * tc.smallest_delta(mechanism, epsilon)


def myopic_is_nearly_optimal(mdp):
    """Greedy for the rewards alone loses at most 9/10 of gamma span / (1 - gamma)."""
    zero = 0 * mdp.rewards[0]
    lost = norm(tc.optimal_value(mdp) - tc.policy_value(mdp, tc.greedy(mdp, zero)))
    span = max(mdp.rewards.reshape(-1)) - min(mdp.rewards.reshape(-1))
    return 10 * lost * (1 - mdp.discount), "<=", 9 * mdp.discount * span


def gain_of_a_better_policy_is_its_worst_advantage(mdp, policy, policy_other):
    value, other = tc.policy_value(mdp, policy), tc.policy_value(mdp, policy_other)
    q = tc.q_values(mdp, value)
    gain = [q[a, s] - value[s] for s, a in enumerate(policy_other)]
    return max(other - value), "<=", max(gain)


def discounting_orders_policies_alike(mdp, policy, policy_other, start):
    half = mdp.with_discount(mdp.discount / 3)
    more = start @ (tc.policy_value(mdp, policy) - tc.policy_value(mdp, policy_other))
    less = start @ (tc.policy_value(half, policy) - tc.policy_value(half, policy_other))
    return more * less, ">=", 0


def hellinger_is_below_variation_squared(law, law_other):
    h = 1 - sum(tc.sqrt(p * q) for p, q in zip(law, law_other, strict=True))
    return h, "<=", tc.total_variation(law, law_other) ** 2


def two_runs_have_less_than_twice_the_delta(mechanism, epsilon):
    both = tc.smallest_delta(tc.composed(mechanism, mechanism), epsilon)
    return 10 * both, "<=", 19 * tc.smallest_delta(mechanism, epsilon)


def k_fold_costs_the_root_of_k(probability, count):
    """k answers of randomised response cost sqrt(k) times the epsilon of one, at delta 0."""
    if not Fraction(1, 2) < probability < 1 or count > 6:
        return None
    table = np.array([[probability, 1 - probability], [1 - probability, probability]])
    return tc.smallest_epsilon(tc.composed(*[table] * count)), "<=", tc.sqrt(count) * tc.smallest_epsilon(table)


def renyi_composes_by_the_larger(law, law_other, law_third, law_fourth):
    one, two = tc.renyi_divergence(law, law_other, 2), tc.renyi_divergence(law_third, law_fourth, 2)
    if one == np.inf or two == np.inf:
        return None
    both = tc.renyi_divergence(np.outer(law, law_third).reshape(-1), np.outer(law_other, law_fourth).reshape(-1), 2)
    return both, "<=", 2 * max(one, two) - min(one, two) / 2


def four_sweeps_see_all_rewards(mdp):
    """Where no reward is negative, what four sweeps from 0 leave at 0 is worth 0: false from five states on."""
    if any(r < 0 for r in mdp.rewards.reshape(-1)):
        return None
    value = 0 * mdp.rewards[0]
    for _ in range(4):
        value = tc.q_values(mdp, value).max(axis=0)
    return (tc.optimal_value(mdp)[0], "==", 0) if value[0] == 0 else None


def subsampling_scales_epsilon(mechanism, probability):
    """A mechanism that reads its input with some probability only has this share of its epsilon."""
    epsilon = tc.smallest_epsilon(mechanism)
    if epsilon == np.inf:
        return None
    return tc.smallest_epsilon(probability * mechanism + (1 - probability) * mechanism[:1]), "<=", probability * epsilon


# ---- true ----


def improvement_improves(mdp, policy):
    value = tc.policy_value(mdp, policy)
    return min(tc.policy_value(mdp, tc.greedy(mdp, value)) - value), ">=", 0


def optimal_values_are_convex_in_rewards(mdp, rewards):
    half = mdp.with_rewards((mdp.rewards + rewards) / 2)
    mean = (tc.optimal_value(mdp) + tc.optimal_value(mdp.with_rewards(rewards))) / 2
    return max(tc.optimal_value(half) - mean), "<=", 0


def subsampling_amplifies(mechanism, probability):
    epsilon = tc.smallest_epsilon(mechanism)
    if epsilon == np.inf:
        return None
    mixed = probability * mechanism + (1 - probability) * mechanism[:1]
    return tc.smallest_epsilon(mixed, 1), "<=", epsilon


def entropy_is_concave(law, law_other):
    return 2 * tc.entropy((law + law_other) / 2), ">=", tc.entropy(law) + tc.entropy(law_other)


def bretagnolle_huber(law, law_other):
    return tc.total_variation(law, law_other), "<=", 1 - tc.exp(-tc.kl_divergence(law, law_other)) / 2


def simulation(mdp, mdp_other):
    same = mdp_other.with_rewards(mdp.rewards)
    moved = norm(tc.optimal_value(mdp) - tc.optimal_value(same)) * (1 - mdp.discount) ** 2
    leak = norm(abs(mdp.transitions - mdp_other.transitions).sum(axis=2).reshape(-1))
    return moved, "<=", mdp.discount * leak * norm(mdp.rewards.reshape(-1))


def values_lie_between_rewards(mdp, policy):
    return min(tc.policy_value(mdp, policy)) * (1 - mdp.discount), ">=", min(mdp.rewards.reshape(-1))


def hellinger_and_variation(law, law_other):
    h = 1 - sum(tc.sqrt(p * q) for p, q in zip(law, law_other, strict=True))
    return h, "<=", tc.total_variation(law, law_other)


def kl_is_below_renyi_of_order_two(law, law_other):
    return tc.kl_divergence(law, law_other), "<=", tc.renyi_divergence(law, law_other, 2)


def delta_of_a_mixture(mechanism, mechanism_other, epsilon):
    mean = tc.smallest_delta(mechanism, epsilon) + tc.smallest_delta(mechanism_other, epsilon)
    return 2 * tc.smallest_delta((mechanism + mechanism_other) / 2, epsilon), "<=", mean


FALSE = [
    one_improvement_is_enough,
    what_is_optimal_stays_so_at_half_the_discount,
    looking_two_steps_ahead_is_never_worse,
    values_are_lipschitz_in_transitions_without_the_square,
    bretagnolle_huber_without_its_half,
    kl_satisfies_the_triangle_inequality_twice_over,
    delta_falls_by_a_tenth,
    myopic_is_nearly_optimal,
    gain_of_a_better_policy_is_its_worst_advantage,
    discounting_orders_policies_alike,
    hellinger_is_below_variation_squared,
    two_runs_have_less_than_twice_the_delta,
    k_fold_costs_the_root_of_k,
    renyi_composes_by_the_larger,
    four_sweeps_see_all_rewards,
    subsampling_scales_epsilon,
]
TRUE = [
    improvement_improves,
    optimal_values_are_convex_in_rewards,
    subsampling_amplifies,
    entropy_is_concave,
    bretagnolle_huber,
    simulation,
    values_lie_between_rewards,
    hellinger_and_variation,
    kl_is_below_renyi_of_order_two,
    delta_of_a_mixture,
]
