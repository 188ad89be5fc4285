"""Formulas in Coq: what is printed, what must hold for it, and what is refused."""

import pytest

from theory_checks.core.coq import Coq, CoqError
from theory_checks.core.formula import num, operation, ref
from theory_checks.core.parsing import parse, relations

INTEGERS = Coq(frozenset({"n", "m"}))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x - (y - 1)", "x - (y - 1)"),
        ("-x**2", "- (x ^ 2)"),
        ("x/n", "x / (IZR n)"),
        ("x**-1", "/ (x ^ 1)"),
        ("x**n", "powerRZ x n"),
        ("x**(n - 2*m)", "powerRZ x ((n) - ((2) * (m)))%Z"),
        ("x**abs(n - m)", "powerRZ x (Z.abs ((n) - (m)))%Z"),
        ("x**y", "Rpower x y"),
        ("sqrt(2*pi)", "sqrt (2 * PI)"),
        ("log(exp(x))", "ln (exp x)"),
        ("minimum(x, y, 1/2)", "Rmin (Rmin x y) (1 / 2)"),
        ("Phi(-x)", "Phi (- x)"),
        ("lambda*R", "lambda * R_"),
        ("M.discount*M.states", "M_discount * M_states"),
        ("Sum(i, 1, n - 1, x*i)", "over (1)%Z ((n) - (1))%Z (fun (i : Z) => x * (IZR i))"),
        ("1 + Sum(i, 0, n, 2**i)", "1 + (over (0)%Z (n)%Z (fun (i : Z) => powerRZ 2 i))"),
        ("2*dot(V, R)", "2 * (products V R_)"),
        ("entries(V)", "entries V"),
    ],
)
def test_a_formula_is_printed_so_that_it_can_be_read_in_one_way(text, expected):
    assert INTEGERS.term(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x/y", ["y <> 0"]),
        ("x/2", []),
        ("x/sqrt(2*pi)", []),
        ("x/(2 - 2)", ["2 - 2 <> 0"]),
        ("sqrt(x)", ["0 <= x"]),
        ("log(x/y)", ["y <> 0", "0 < x / y"]),
        ("log(0)", ["0 < 0"]),
        ("x**-2", ["x <> 0"]),
        ("x**2", []),
        ("x**n", ["0 <= IZR n \\/ x <> 0"]),
        ("2**n", []),
        ("x**y", ["0 < x"]),
        ("sqrt(x) + sqrt(x)", ["0 <= x"]),
        ("exp(1/x)", ["x <> 0"]),
        ("Sum(i, 1, n, x/i)", ["(forall i : Z, ((1) <= i <= (n))%Z -> IZR i <> 0)"]),
    ],
)
def test_each_total_function_of_coq_has_its_condition(text, expected):
    assert INTEGERS.conditions(parse(text)) == expected


def test_a_comparison_is_one_of_real_numbers():
    assert INTEGERS.relation(relations("n != x")[0]) == "IZR n <> x"
    assert INTEGERS.binders(["n", "x"]) == "(n : Z) (x : R)"


def test_what_entries_are_added_up_of_is_a_list():
    lists = Coq(lists=frozenset({"V"}))

    assert lists.binders(["V", "x"]) == "(V : list R) (x : R)"
    with pytest.raises(CoqError, match="the value of V must be a list, got 1"):
        lists.value("V", num("1"))


@pytest.mark.parametrize(
    ("formula", "message"),
    [
        (parse("Sum(i, 1, x, i)"), "the range of a sum must be one of integers"),
        (parse("Sum(i, 1/2, n, i)"), "the range of a sum must be one of integers"),
        (parse("mean_max(1, copies=3)"), "a formula must be made of numbers, symbols and operations"),
        (parse("binomial(n, 2)"), "an operation must be one that Coq's numbers have, got binomial"),
        (ref("M.rewards"), "a symbol must be a single number, got M.rewards"),
        (ref("x", 0), "a symbol must be a single number"),
        (operation("unheard", num(1)), "an operation must be one that Coq's numbers have, got unheard"),
    ],
)
def test_what_coq_has_not_is_refused(formula, message):
    with pytest.raises(CoqError, match=message):
        INTEGERS.term(formula)


def test_the_value_of_an_integer_must_be_one():
    assert INTEGERS.value("n", num("3")) == "(3)%Z"
    with pytest.raises(CoqError, match="the value of n must be an integer, got"):
        INTEGERS.value("n", parse("1/2"))
