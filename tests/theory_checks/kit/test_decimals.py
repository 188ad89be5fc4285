"""Numbers in texts that are set as mathematics."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from theory_checks.kit.decimals import decimal, scientific


@pytest.mark.parametrize(
    ("x", "text"),
    [
        (0, "0"),
        (0.9, "0.9"),
        (Fraction(1, 10**4), "0.0001"),
        (Fraction(5, 10**5), r"5 \times 10^{-5}"),
        (Fraction(1, 10**10), "10^{-10}"),
        (-0.00002, r"-2 \times 10^{-5}"),
        (126439, "126439"),
        (1234567, r"1.23457 \times 10^{6}"),
        (Fraction(1, 3), "0.333333"),
    ],
)
def test_powers_of_ten_only_far_from_one(x: float | Fraction, text: str) -> None:
    assert decimal(x) == text


def test_scientific_is_always_with_a_power_of_ten() -> None:
    assert scientific(Fraction(45, 10**5)) == r"4.5 \times 10^{-4}"
    assert scientific(1) == "10^{0}"
    assert scientific(0.00123456, 3) == r"1.23 \times 10^{-3}"


@given(st.floats(1e-300, 1e300))
def test_no_text_has_an_e_and_all_are_close_to_the_number(x: float) -> None:
    text = decimal(x)
    assert "e" not in text.replace(r"\times", "")
    mantissa, _, exponent = (text if "10^" in text else text + r" \times 10^{0}").rpartition("10^")
    factor = float(mantissa.replace(r"\times", "") or 1)
    assert factor * 10.0 ** int(exponent.strip("{}")) == pytest.approx(x, rel=5.1e-6)
