"""Moments weighted by one over a random length: balls, the closed form of the chain, and series."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from flint import arb, ctx
from refusals import refusals

from tabular.evaluation import Table, Tabular, chain_moments, enclosed_moments, exact_moments, mean_inverse_length
from tabular.mdp.instances import dyadic_random
from tabular.mdp.instances.graphs import recovery_chain

ENDING = np.array([[Fraction(1, 2), Fraction(1, 2)], [Fraction(1, 4), Fraction(3, 4)], [Fraction(1), Fraction(0)]])


def overlapping(one, other):
    return all(
        x.overlaps(y)
        for name in "AbC"
        for x, y in zip(getattr(one, name).reshape(-1), getattr(other, name).reshape(-1), strict=True)
    )


def unit_rewards(n):
    R = np.full((1, n, n), Fraction(0))
    R[0, n - 2, n - 1] = Fraction(1)
    return R


def test_the_first_mean_is_a_logarithm():
    with ctx.workprec(128):
        assert mean_inverse_length(1, Fraction(1, 2)).overlaps(arb(2).log())
        assert mean_inverse_length(1, Fraction(1, 2)).rad() < arb(2) ** -90


@pytest.mark.parametrize(
    ("d", "stay"),
    [(1, Fraction(1, 2)), (2, Fraction(9, 10)), (5, Fraction(1, 5)), (5, Fraction(1, 2)), (39, Fraction(1, 2))],
)
def test_the_mean_is_its_series(d, stay):
    """sum_k C(k-1, d-1) q^d p^(k-d) / k; from k = 8 (d + 1) / q on the terms fall by (1 + p) / 2 at least."""
    q, last = 1 - stay, int(8 * (d + 1) / (1 - stay)) + 400
    terms = [Fraction(comb(k - 1, d - 1), k) * q**d * stay ** (k - d) for k in range(d, last + 1)]
    tail = terms[-1] * (1 + stay) / (1 - stay)

    assert terms[-1] / terms[-2] < (1 + stay) / 2
    e = mean_inverse_length(d, stay)
    assert float(sum(terms)) - 1e-15 <= float(e.mid()) <= float(sum(terms) + tail) + 1e-15
    assert e.rad() < 1e-25


def test_without_staying_the_length_is_certain():
    assert mean_inverse_length(7, 0).overlaps(arb(1) / 7)


def test_two_routes_to_the_chain_of_forty_states():
    mdp, one = recovery_chain(40), np.ones((40, 1), dtype=int)
    closed = chain_moments(39, Fraction(1, 2), Fraction(99, 100))
    general = enclosed_moments(mdp, one, one, Tabular(39), rewards=unit_rewards(40))

    assert overlapping(closed, general)
    assert max(closed.radius, general.radius) < 2.0**-90


def test_a_control_that_differs_is_told_apart():
    mdp, one = recovery_chain(6), np.ones((6, 1), dtype=int)
    general = enclosed_moments(mdp, one, one, Tabular(5), rewards=unit_rewards(6))

    assert overlapping(general, chain_moments(5, Fraction(1, 2), Fraction(99, 100)))
    assert not overlapping(general, chain_moments(5, Fraction(1, 2) + Fraction(1, 2**40), Fraction(99, 100)))
    assert not overlapping(
        general, chain_moments(5, Fraction(1, 2), Fraction(99, 100), start=[Fraction(1), 0, 0, 0, 0])
    )


def test_moves_count_for_more_than_their_probability():
    """The effective probabilities to move, 40 states: A[s, s+1] / (-gamma C[s, s])."""
    m = chain_moments(39, Fraction(1, 2), Fraction(99, 100)).to_float()
    moves = -np.diag(m.A, 1) / 0.99 / np.diag(m.C)[:-1]

    assert np.round(moves[[0, 20, 37]], 4).tolist() == [0.5064, 0.5095, 0.5452]
    assert round(m.b[38] / m.C[38, 38], 4) == 0.58


@pytest.mark.parametrize("divisor", ["terms", "tau"])
def test_the_balls_contain_the_limit_of_long_horizons(divisor):
    """The moments of horizon T differ from those without by at most max |entry| Pr(length > T) * 2."""
    mdp = dyadic_random(3, 2, Fraction(9, 10), 3, 2)
    P = mdp.transitions.copy()
    P[:, 0], P[:, 1] = [Fraction(1, 2), Fraction(1, 2), Fraction(0)], [Fraction(1, 4), Fraction(1, 4), Fraction(1, 2)]
    from tabular import FiniteMDP

    mdp = FiniteMDP(P, mdp.rewards, mdp.discount)
    arguments = {"start": 0, "divisor": divisor, "absorbing": [2]}
    phi = Table([[Fraction(1), Fraction(2)], [Fraction(0), Fraction(1)], [Fraction(3), Fraction(-1)]])
    balls = enclosed_moments(mdp, ENDING, np.full((3, 2), Fraction(1, 2)), phi, **arguments)
    near = exact_moments(mdp, ENDING, np.full((3, 2), Fraction(1, 2)), phi, horizon=300, **arguments)

    # Pr(length > 300) < (0.86)^300 < 1e-19, and no entry of a row exceeds 20.
    for name in "AbC":
        middle = np.array([float(x.mid()) for x in getattr(balls, name).reshape(-1)])
        np.testing.assert_allclose(middle, getattr(near, name).astype(float).reshape(-1), rtol=0, atol=1e-15)
    assert balls.radius < 2.0**-85


def test_floats_are_taken_literally():
    one = np.ones((4, 1))
    exact, floats = (
        enclosed_moments(mdp, one.astype(int), one.astype(int), Tabular(3), start=0, bits=64)
        for mdp in (recovery_chain(4, discount=Fraction(1, 2)), recovery_chain(4, discount=Fraction(1, 2)).to_float())
    )

    assert overlapping(exact, floats)


test_broken_calls_get_one_sentence = refusals(
    (lambda: mean_inverse_length(0, Fraction(1, 2)), "d must be an integer of at least 1, got 0"),
    (lambda: mean_inverse_length(1, 1), "stay must be less than 1, got 1"),
    (lambda: mean_inverse_length(1, -0.5), r"stay must lie in \[0, 1\], got -0.5"),
    (lambda: mean_inverse_length(1, float("nan")), r"stay must lie in \[0, 1\], got nan"),
    (lambda: chain_moments(2, Fraction(1, 2), 2), r"discount must lie in \[0, 1\], got 2"),
    (
        lambda: chain_moments(2, Fraction(1, 2), Fraction(1, 2), start=[Fraction(1)]),
        "start must be 2 exact probabilities that sum to 1",
    ),
    (
        lambda: enclosed_moments(recovery_chain(3), [[1]] * 3, [[1]] * 3, Tabular(3), absorbing=[]),
        "horizon must be given where a trajectory may never end",
    ),
    (
        lambda: enclosed_moments(recovery_chain(3), [[1]] * 3, [[1]] * 3, Tabular(2), divisor="tau"),
        'trajectories must have at least 2 transitions for divisor "tau"',
    ),
    (
        lambda: enclosed_moments(recovery_chain(3), [[1]] * 3, [[1]] * 3, Tabular(2), bits=0),
        "bits must be an integer of at least 1",
    ),
)
