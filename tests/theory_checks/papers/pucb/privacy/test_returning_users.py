"""Group privacy of randomised response in closed form."""

from fractions import Fraction

from theory_checks.papers.pucb.privacy.returning_users import RATIO, Returning, _ratio, _visits, bit


def test_the_visits_multiply():
    assert [_ratio(_visits(k)) for k in (1, 2)] == [RATIO, RATIO**2] == [3, 9]


def test_a_returning_user_answers_what_was_told():
    strategy = Returning((1, 0))

    assert strategy(((0,), (0,))).state(()) == bit(1).state(()) == 1
    assert strategy(((0,), (1,))).state(()) == 0


def test_the_ratio_is_rational():
    assert isinstance(_ratio(_visits(1)), Fraction)
