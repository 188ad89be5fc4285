"""The counter with one noise: probabilities by summation over the noise, and the attack on a few streams."""

from fractions import Fraction

import pytest

from tabular.noise.counters.designs import BinaryDesign
from tabular.noise.counters.loss import laplace_loss
from tabular.privacy.joint.reference_agents import OneDrawCounting, colluders_recover
from theory_checks.papers.pucb.privacy.one_noise import (
    FreshDrawCounting,
    _ratio,
    inverse_scale,
    literal_scale,
    own_bit_kept,
)

HALF = Fraction(1, 2)


def test_one_draw_loses_the_same_for_one_and_for_many():
    agent = OneDrawCounting(HALF, 1, 3)

    assert _ratio(agent, (1, 0, 1), 0, (1,)) == _ratio(agent, (1, 0, 1), 0, (1, 2)) == HALF


def test_fresh_draws_lose_more_to_a_coalition():
    agent = FreshDrawCounting(HALF, 3, 3)

    assert _ratio(agent, (1, 0, 1), 0, (1,)) == HALF
    assert _ratio(agent, (1, 0, 1), 0, (1, 2)) == HALF**2


@pytest.mark.parametrize("scale", [Fraction(1, 10), Fraction(9, 10), Fraction(3)])
def test_the_lemma_is_the_largest_loss_of_one_view(scale, lemma_value):
    expected = laplace_loss(BinaryDesign(1), {(1, 0): 1}, scale)

    assert lemma_value("laplace-loss", change=1, scale=scale) == pytest.approx(float(expected), rel=1e-15)


def test_the_two_scales_agree_for_epsilon_one_only():
    assert literal_scale(Fraction(1)) == inverse_scale(Fraction(1))
    assert literal_scale(Fraction(2)) != inverse_scale(Fraction(2))


@pytest.mark.parametrize(("own", "wrong"), [(0, 1), (1, 2)])
def test_the_attack_needs_the_own_bit(own, wrong):
    before, after = Fraction(5) + Fraction(1, 3), Fraction(6) + own + Fraction(1, 3)

    assert colluders_recover(before, after, own) == 1
    assert own_bit_kept(before, after, Fraction(own)) == wrong
