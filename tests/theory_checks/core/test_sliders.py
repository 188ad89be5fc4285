"""Sliders: the exact values that an entry describes, and the sentence for each that describes none."""

from fractions import Fraction

import pytest

from theory_checks.core.sliders import MOST, slider
from theory_checks.core.statement import LedgerError

EVEN = {"from": 0, "to": 1, "step": "1/4", "start": "1/2"}
LOG = {"from": 1, "to": 100, "scale": "log", "start": 10}


def values(**entry):
    return [str(x) for x in slider("x", entry, "here").values]


def test_even_steps_are_exact_and_end_where_the_entry_says():
    made = slider("x", EVEN, "here")

    assert [str(x) for x in made.values] == ["0", "1/4", "1/2", "3/4", "1"]
    assert (made.start, made.scale) == (2, "linear")
    assert values(**{"from": 1, "to": "5/2", "start": 2}) == ["1", "2"]


def test_ten_values_for_each_power_of_ten():
    made = values(**LOG)

    assert len(made) == 21
    assert made[:11] == ["1", "5/4", "8/5", "2", "5/2", "16/5", "4", "5", "63/10", "8", "10"]
    assert [Fraction(x) for x in values(**LOG | {"from": "1/1000", "to": "1/10", "start": "1/100"})] == [
        Fraction(x) / 1000 for x in made
    ]


def test_integers_are_those_beside_the_ten_values():
    assert values(**LOG | {"to": 30, "integer": True}) == [str(x) for x in (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 25)]


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (EVEN | {"start": "1/3"}, "start of x must be one of its values, got 1/3 at here"),
        (EVEN | {"start": 0.5}, 'start of x must be an exact number such as 5 or "1/2", got 0.5 at here'),
        (EVEN | {"from": "a"}, "from of x must be an exact number such as 5 or \"1/2\", got 'a' at here"),
        (EVEN | {"to": "1/0"}, "to of x must be an exact number such as 5 or \"1/2\", got '1/0' at here"),
        (EVEN | {"to": True}, 'to of x must be an exact number such as 5 or "1/2", got True at here'),
        ({"from": 0, "to": 1}, 'start of x must be an exact number such as 5 or "1/2", got None at here'),
        (EVEN | {"from": 1}, "from of x must be less than to, got 1 and 1 at here"),
        (EVEN | {"step": 0}, "step of x must be positive, got 0 at here"),
        (EVEN | {"step": 2, "start": 0}, f"slider x must have 2 to {MOST} values, got one at here"),
        (EVEN | {"step": "1/1000"}, f"slider x must have 2 to {MOST} values, got more at here"),
        (EVEN | {"to": 10**30}, f"slider x must have 2 to {MOST} values, got more at here"),
        (
            LOG | {"from": 0},
            "from of x must be less than to, and positive where the scale is log, got 0 and 100 at here",
        ),
        (EVEN | {"scale": "cubic"}, "scale of x must be one of linear, log, got 'cubic' at here"),
        (
            EVEN | {"colour": 1},
            "slider x must use the keys from, to, step, start, scale, integer, says, got 'colour' at here",
        ),
        (5, "slider x must be a table, got 5 at here"),
    ],
)
def test_what_is_no_slider(entry, message):
    with pytest.raises(LedgerError) as error:
        slider("x", entry, "here")

    assert str(error.value) == message
