"""Second moments against enumeration of all draws, long recursions and scalar closed forms."""

from fractions import Fraction
from itertools import product

import numpy as np
from refusals import refusals

from tabular.evaluation.saddle import identity_like, saddle_matrix, stein
from tabular.evaluation.second_moments import Draws, second_moments, steady_state

Q = saddle_matrix([[1]], [[3]])
TENTH, HALF = Fraction(1, 10), Fraction(1, 2)
NONE = 0 * identity_like(Q)
TWO = Draws(
    [saddle_matrix([[Fraction(1)]], [[Fraction(3, 2)]]), saddle_matrix([[Fraction(1, 5)]], [[Fraction(1, 2)]])],
    [np.array([Fraction(0), Fraction(1)]), np.array([Fraction(0), Fraction(-2)])],
    [Fraction(1, 4), Fraction(3, 4)],
)


def enumerated(draws, beta, start, steps):
    """E (1, x)(1, x)' over all sequences of draws."""
    total = np.zeros((3, 3), dtype=object)
    for choice in product(range(len(draws.weights)), repeat=steps):
        weight, x = Fraction(1), start
        for i in choice:
            weight *= draws.weights[i]
            x = x - beta * (draws.matrices[i] @ x - draws.offsets[i])
        y = np.concatenate([[Fraction(1)], x])
        total = total + weight * np.outer(y, y)
    return total


def test_moments_of_draws_are_those_of_all_sequences():
    start = np.array([Fraction(1), Fraction(-1, 3)], dtype=object)
    actual = list(TWO.moments([TENTH] * 4, start, NONE))

    for steps, moment in enumerate(actual):
        assert (moment == enumerated(TWO, TENTH, start, steps)).all()


def test_noise_adds_its_covariance():
    start = np.array([Fraction(0), Fraction(0)], dtype=object)
    first = list(TWO.moments([TENTH], start, identity_like(Q)))[1]
    bare = list(TWO.moments([TENTH], start, NONE))[1]

    assert (first[1:, 1:] - bare[1:, 1:] == identity_like(Q) / 100).all()


def test_one_record_without_offset_is_additive_noise():
    only = Draws([Q], [np.array([Fraction(0), Fraction(0)])], [Fraction(1)])
    start = np.array([Fraction(1), Fraction(2)], dtype=object)
    steps = [Fraction(1, k) for k in range(10, 16)]
    plain = list(second_moments(Q, steps, np.outer(start, start), identity_like(Q)))

    for moment, sigma in zip(only.moments(steps, start, identity_like(Q)), plain, strict=True):
        assert (moment[1:, 1:] == sigma).all()


def test_steady_states_are_fixed_points_and_limits():
    noise = np.array([[Fraction(2), Fraction(1)], [Fraction(1), Fraction(1)]], dtype=object)
    sigma = steady_state(Q, TENTH, noise)
    M = identity_like(Q) - TENTH * Q
    assert (sigma == M @ sigma @ M.T + TENTH**2 * noise).all()
    assert np.trace(sigma) == TENTH**2 * np.trace(stein(M) @ noise)  # lim E||x||^2 = beta^2 tr(P_beta S)

    limit = TWO.steady_state(TENTH, noise)
    again = list(TWO.moments([TENTH], limit[0, 1:], noise))[1]
    assert (limit[0] == again[0]).all()
    floats = Draws([m.astype(float) for m in TWO.matrices], [g.astype(float) for g in TWO.offsets], [0.25, 0.75])
    moment = list(floats.moments([0.1] * 4000, np.zeros(2), noise.astype(float)))[-1]
    assert np.allclose(moment, limit.astype(float), rtol=1e-9)
    assert np.allclose(floats.steady_state(0.1, noise.astype(float)), limit.astype(float), rtol=1e-9)


def test_contraction_of_second_moments_is_decided():
    """One feature, C = 2, A = 1 or A = -1: on average A = 0, and the second moment cannot contract."""
    assert TWO.contracts(TENTH)
    assert not TWO.contracts(Fraction(3))
    both = Draws([saddle_matrix([[1]], [[2]]), saddle_matrix([[-1]], [[2]])], [np.array([0, 0])] * 2, [HALF, HALF])
    assert not both.contracts(HALF)


test_bad_input_gives_a_sentence = refusals(
    (lambda: steady_state(Q, Fraction(1), NONE), "step_size must make the spectral radius"),
    (lambda: TWO.steady_state(Fraction(3), NONE), "step_size must make the second moments contract"),
    (lambda: Draws([Q], [], [1]), "one entry for each of at least one record"),
    (lambda: Draws([Q], [np.array([0, 0])], [HALF]), "weights must be non-negative with sum 1"),
)
