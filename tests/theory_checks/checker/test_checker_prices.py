"""The price of an operation: charged before it is done, and the higher the longer its numbers are."""

from fractions import Fraction

import pytest
from raw import op, total

from theory_checks.checker import checker


@pytest.mark.parametrize("name", checker.OPERATIONS)
def test_work_is_charged_before_it_is_done(monkeypatch, name):
    arity, price, _ = checker.OPERATIONS[name]

    def done(*_):
        raise AssertionError

    monkeypatch.setitem(checker.OPERATIONS, name, (arity, price, done))
    run = checker.Checker()
    args = ["7/2"] * (arity or 2)
    run.left = 8 * (1 + len(args)) + sum(checker.price(4 * len(x)) for x in {*args})
    with pytest.raises(checker.Refused, match="units of work"):
        run.value({"op": name, "args": args})


@pytest.mark.parametrize("x", [1, 100, 4000, 16_383])
def test_a_long_value_of_exp_costs_more(x):
    """Without that 561 bytes took 8 seconds, and nearly all of the memory."""
    price, function = checker.OPERATIONS["exp"][1:]
    number = (Fraction(x), Fraction(x))
    assert price(48, number, number) >= checker.size(function(48, number, number)) / 8


@pytest.mark.parametrize("node", [total("v"), total("v", "v"), {"op": "length", "of": ["v"]}])
def test_to_look_at_a_list_costs_more_than_a_number(node):
    run = checker.Checker()
    run.declare("v", [[[Fraction(1)]]])
    run.value(node)
    assert checker.MAX_WORK - run.left >= 24


@pytest.mark.parametrize("name", ["*", "/"])
def test_a_product_of_enclosures_costs_more_than_one_of_numbers(name):
    price, root, two = checker.OPERATIONS[name][1], checker.scaled(2, (5, 6)), (Fraction(2), Fraction(2))
    assert price(48, root, two) == price(48, two, root) == 48
    assert price(48, two, two) == 24


@pytest.mark.parametrize("exponent", [-3, -1, 0, 1, 5])
def test_a_power_of_an_enclosure_costs_more_than_one_of_a_number(exponent):
    """Its ends are rounded at another precision and put in order, however small the exponent: that took 5.2 seconds."""
    price, k = checker.OPERATIONS["pow"][1], (Fraction(exponent), Fraction(exponent))
    root, number = checker.scaled(2, (5, 7)), checker.scaled(2, (7, 7))
    assert price(48, root, k) >= price(48, number, k) + (192 if exponent < 0 else 96) - 12


@pytest.mark.parametrize("name", ["+", "-", "min", "max", "neg", "abs"])
def test_an_enclosure_costs_more_than_a_number_of_its_length(name):
    """To round it outward took more than it was charged: sums of short enclosures took up to five seconds."""
    spent = []
    for x in (checker.scaled(2, (5, 7)), checker.scaled(2, (7, 7))):
        run = checker.Checker()
        run.memo[run.p, "x"], run.names["x"] = x, "1"
        run.value(op(name, *["x"] * (checker.OPERATIONS[name][0] or 2)))
        spent.append(checker.MAX_WORK - run.left)
    assert spent[0] == spent[1] + 16
