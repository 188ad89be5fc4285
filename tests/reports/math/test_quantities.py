"""Numbers for readers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.math.quantities import SUPERSCRIPTS, decimal, power_of_ten, seconds, short, spread


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (1, "1"),
        (1.25, "1.25"),
        (-0.5, "−0.5"),
        (1234.5678, "1235"),
        (123456, "123500"),
        (1e6, "10⁶"),
        (1.5e-7, "1.5 × 10⁻⁷"),
        (-1e-12, "−10⁻¹²"),
        (-2.5e20, "−2.5 × 10²⁰"),
        (0.0001, "0.0001"),
        (9.99999e-5, "0.0001"),
        (999999.9, "10⁶"),
    ],
)
def test_numbers_are_short(value: float, text: str) -> None:
    assert short(value) == text


BACK = {v: k for k, v in SUPERSCRIPTS.items()}


def parse(text: str) -> float:
    """Read a shown number back."""
    text = text.replace("−", "-").replace(" × ", "*")
    mantissa, actual, power = text.rpartition("10") if any(ord(c) in BACK for c in text) else (text, "", "")
    scale = 10.0 ** int(power.translate(BACK)) if actual else 1.0
    return {"": 1.0, "-": -1.0}[mantissa] * scale if mantissa in ("", "-") else float(mantissa.rstrip("*")) * scale


@given(st.floats(-1e15, 1e15).filter(lambda x: x == 0 or abs(x) > 1e-15))
def test_a_shown_number_is_the_number_to_four_digits(value: float) -> None:
    assert parse(short(value)) == pytest.approx(value, rel=6e-4)


@pytest.mark.parametrize(
    ("value", "text"), [(1.234, "1.23 s"), (0.02, "20 ms"), (3e-6, "3 µs"), (5e-9, "0.005 µs"), (90, "90 s")]
)
def test_times_have_their_unit(value: float, text: str) -> None:
    assert seconds(value) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("1/2", ""),
        ("12345/67890", "0.181838"),
        ("-100000/3", "−33333.3"),
        ("x", ""),
        ("1000/0", ""),
        ("1" + "0" * 400 + "/3", ""),
        ("3.5", ""),
    ],
)
def test_only_long_fractions_get_a_decimal_value(text: str, shown: str) -> None:
    assert decimal(text) == shown


def test_powers_of_ten() -> None:
    assert [power_of_ten(10.0**k) for k in (-12, 0, 3)] == ["10⁻¹²", "10⁰", "10³"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("1.98427...e1547", "1.98427 × 10¹⁵⁴⁷"),
        ("2e+400", "2 × 10⁴⁰⁰"),
        ("-3.5e-401", "-3.5 × 10⁻⁴⁰¹"),
        ("steps", "steps"),
        ("1/3", "1/3"),
    ],
)
def test_powers_of_programs_are_powers(text: str, shown: str) -> None:
    assert spread(text) == shown
