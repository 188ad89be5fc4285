"""Formulas side by side: marks stand on what differs, and nowhere else."""

import re

import pytest

from reports.math.difference import side_by_side


def marked(formulas: list[str]) -> list[str]:
    """Return the signs that are marked; those of roots are empty."""
    return re.findall(r'<[a-z]+[^>]* ?class="[^"]*changed"[^>]*>([^<]*)', "".join(formulas))


@pytest.mark.parametrize(
    ("one", "other", "left", "right"),
    [
        (r"a + b \leq 2c", r"a + b \leq 3c", ["2"], ["3"]),
        (r"a + b \leq c", r"a + b \leq \sqrt{c}", [], [""]),
        (r"a + b \leq c", r"a + b \leq c", [], []),
        (r"x_1 + y \leq z", r"x_1 + y \leq z + w", [], ["+", "w"]),
    ],
)
def test_what_differs_is_marked_in_both(one, other, left, right):
    first, second, any_marked = side_by_side([one], [other])

    assert (marked(first), marked(second)) == (left, right)
    assert any_marked == bool(left or right)


def test_formulas_are_compared_with_the_one_that_is_most_like_them():
    first, second, _ = side_by_side([r"k > 1", r"e \leq \frac{n}{2}"], [r"e \leq \frac{n}{3}", r"k > 1"])

    assert (marked(first), marked(second)) == (["2"], ["3"])


def test_formulas_of_nothing_in_common_are_not_marked():
    assert side_by_side([r"a + b"], [r"\int_0^1 f"])[2] is False
    assert side_by_side([r"a + b"], [])[2] is False
