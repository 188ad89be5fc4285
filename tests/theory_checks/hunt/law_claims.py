"""Claims about finite laws and mechanisms, false and true, in the words of `tc.hunt`."""

import numpy as np

import theory_checks as tc

# ---- false ----


def kl_is_at_most_twice_the_square_of_variation(law, law_other):
    """Pinsker's inequality the wrong way round."""
    return tc.kl_divergence(law, law_other), "<=", 2 * tc.total_variation(law, law_other) ** 2


def pinsker_with_a_third_more(law, law_other):
    """A near miss of Pinsker's inequality: 8/3 in the place of 2."""
    return tc.kl_divergence(law, law_other) * 3, ">=", 8 * tc.total_variation(law, law_other) ** 2


def kl_is_symmetric(law, law_other):
    return tc.kl_divergence(law, law_other), "==", tc.kl_divergence(law_other, law)


def composition_takes_the_larger_delta(mechanism, mechanism_other, epsilon, epsilon_other):
    both = tc.smallest_delta(tc.composed(mechanism, mechanism_other), epsilon + epsilon_other)
    return both, "<=", max(tc.smallest_delta(mechanism, epsilon), tc.smallest_delta(mechanism_other, epsilon_other))


def composition_takes_the_larger_epsilon(mechanism, mechanism_other):
    both = tc.smallest_epsilon(tc.composed(mechanism, mechanism_other))
    return both, "<=", max(tc.smallest_epsilon(mechanism), tc.smallest_epsilon(mechanism_other))


def groups_of_two_have_twice_the_delta(mechanism, epsilon):
    """Without the factor exp(epsilon) of the second step."""
    pairs = tc.smallest_delta(mechanism, 2 * epsilon, distance=2)
    return pairs, "<=", 2 * tc.smallest_delta(mechanism, epsilon)


def groups_of_two_are_as_private(mechanism):
    return tc.smallest_epsilon(mechanism, distance=2), "<=", tc.smallest_epsilon(mechanism)


def randomised_response_is_at_most_three_times_its_truth(probability):
    """A near miss: it takes more than 94 % of true answers to fail."""
    if not 1 / 2 <= probability < 1:
        return None
    table = np.array([[probability, 1 - probability], [1 - probability, probability]])
    return tc.smallest_epsilon(table), "<=", 3 * probability


def post_processing_only_makes_delta_smaller_by_half(mechanism, kernel, epsilon):
    """Nothing says so: a certain kernel changes nothing."""
    return 2 * tc.smallest_delta(mechanism @ kernel, epsilon), "<=", tc.smallest_delta(mechanism, epsilon)


def renyi_of_order_two_is_below_kl(law, law_other):
    return tc.renyi_divergence(law, law_other, 2), "<=", tc.kl_divergence(law, law_other)


def entropy_is_at_most_one(law):
    """In nats: three outcomes are enough."""
    return tc.entropy(law), "<=", 1


def mixing_keeps_pure_privacy_up_to_half(mechanism, mechanism_other):
    """A mixture is as private as the worse of the two, not as their mean."""
    mixed = (mechanism + mechanism_other) / 2
    return 2 * tc.smallest_epsilon(mixed), "<=", tc.smallest_epsilon(mechanism) + tc.smallest_epsilon(mechanism_other)


# ---- true ----


def pinsker(law, law_other):
    return tc.kl_divergence(law, law_other), ">=", 2 * tc.total_variation(law, law_other) ** 2


def kl_is_at_most_the_chi_square_distance(law, law_other):
    if any(q == 0 for q in law_other):
        return None
    chi = sum((p - q) ** 2 / q for p, q in zip(law, law_other, strict=True))
    return tc.kl_divergence(law, law_other), "<=", chi


def basic_composition(mechanism, mechanism_other, epsilon, epsilon_other):
    both = tc.smallest_delta(tc.composed(mechanism, mechanism_other), epsilon + epsilon_other)
    return both, "<=", tc.smallest_delta(mechanism, epsilon) + tc.smallest_delta(mechanism_other, epsilon_other)


def composition_of_pure_privacy(mechanism, mechanism_other):
    both = tc.smallest_epsilon(tc.composed(mechanism, mechanism_other))
    return both, "<=", tc.smallest_epsilon(mechanism) + tc.smallest_epsilon(mechanism_other)


def group_privacy(mechanism, epsilon):
    pairs = tc.smallest_delta(mechanism, 2 * epsilon, distance=2)
    return pairs, "<=", (1 + tc.exp(epsilon)) * tc.smallest_delta(mechanism, epsilon)


def post_processing(mechanism, kernel, epsilon):
    return tc.smallest_delta(mechanism @ kernel, epsilon), "<=", tc.smallest_delta(mechanism, epsilon)


def randomised_response(probability):
    if not 1 / 2 <= probability < 1:
        return None
    table = np.array([[probability, 1 - probability], [1 - probability, probability]])
    return tc.smallest_epsilon(table), "==", tc.log(probability / (1 - probability))


def entropy_is_at_most_the_logarithm(law):
    return tc.entropy(law), "<=", tc.log(len(law))


def variation_is_delta_at_zero(law, law_other):
    return tc.hockey_stick(law, law_other, 0), "==", tc.total_variation(law, law_other)


FALSE = [
    kl_is_at_most_twice_the_square_of_variation,
    pinsker_with_a_third_more,
    kl_is_symmetric,
    composition_takes_the_larger_delta,
    composition_takes_the_larger_epsilon,
    groups_of_two_have_twice_the_delta,
    groups_of_two_are_as_private,
    randomised_response_is_at_most_three_times_its_truth,
    post_processing_only_makes_delta_smaller_by_half,
    renyi_of_order_two_is_below_kl,
    entropy_is_at_most_one,
    mixing_keeps_pure_privacy_up_to_half,
]
TRUE = [
    pinsker,
    kl_is_at_most_the_chi_square_distance,
    basic_composition,
    composition_of_pure_privacy,
    group_privacy,
    post_processing,
    randomised_response,
    entropy_is_at_most_the_logarithm,
    variation_is_delta_at_zero,
]
