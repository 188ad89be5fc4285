"""The private mathematics of lines 7 and 11: which steps are named, and when a path starts."""

from fractions import Fraction

from theory_checks.core.interpret import exact
from theory_checks.papers.dpdqn.algorithm.schedule import (
    DIVISION,
    PRINTED,
    numbers,
    period_of_line7,
    period_of_text,
    resets,
    steps_named,
)

SIZES = [(T, B) for T in range(1, 61) for B in range(1, T + 1) if T % B == 0]


def test_the_printed_numbers_are_the_steps_exactly_for_one_batch_or_a_square():
    right = [(T, B) for T, B in SIZES if steps_named(PRINTED, T, B) == T]

    assert right == [(T, B) for T, B in SIZES if T in (B, B * B)]


def test_the_printed_numbers_in_order_are_wrong_wherever_their_set_is():
    for T, B in SIZES:
        assert (numbers(PRINTED, T, B) == list(range(T))) == (steps_named(PRINTED, T, B) == T)


def test_division_names_every_step_in_order():
    for T, B in SIZES:
        assert numbers(DIVISION, T, B) == list(range(T))


def test_a_batch_that_is_cut_short_still_names_its_steps():
    assert steps_named(DIVISION, 5000, 64) == 5000
    assert steps_named(PRINTED, 5000, 64) < 5000


def test_paths_start_at_multiples_of_the_period():
    assert resets(8, Fraction(2)) == [0, 2, 4, 6]
    assert resets(8, Fraction(3)) == [0, 3, 6]
    assert resets(8, Fraction(3, 2)) == [0, 3, 6]


def test_the_periods_of_line_7_and_of_the_text_agree_exactly_for_squares():
    pairs = [(N, J) for N in range(1, 50) for J in range(1, N + 1) if N % J == 0]

    assert [p for p in pairs if period_of_line7(*p) == period_of_text(*p)] == [(J * J, J) for J in range(1, 8)]


def test_with_the_published_values_the_modulus_of_line_7_is_met_once():
    assert Fraction(5000, 64 * 78) == Fraction(625, 624)
    assert resets(78, Fraction(625, 624)) == [0]
    assert resets(626, Fraction(625, 624)) == [0, 625]


def test_counted_from_1_the_numbers_of_line_11_are_right_up_to_a_constant_in_the_same_cases():
    for T in range(1, 61):
        for B in (b for b in range(1, T + 1) if T % b == 0):
            from_1 = [
                exact(PRINTED, {"j": j, "b": b, "T": T, "B": B}) for j in range(1, T // B + 1) for b in range(1, B + 1)
            ]

            assert (len({t - i for i, t in enumerate(from_1)}) == 1) == (T in (B, B * B))
