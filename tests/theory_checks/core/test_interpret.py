"""Balls around expressions agree with the checker, which evaluates them in arithmetic of its own."""

from fractions import Fraction
from math import comb, erf, exp, log, sqrt

import numpy as np
import pytest
from flint import arb
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals

from theory_checks.core import formula as f
from theory_checks.core.certificate import Certificate
from theory_checks.core.formula import maximum, minimum, num, operation, ref
from theory_checks.core.interpret import approximate, enclose, exact, substitute, symbols
from theory_checks.core.parsing import parse

F = Fraction
POSITIVE = st.fractions(min_value=Fraction(1, 50), max_value=8, max_denominator=100)
ORACLES = {
    "neg": lambda x: -x,
    "abs": abs,
    "sqrt": sqrt,
    "exp": exp,
    "log": log,
    "normal-cdf": lambda x: (1 + erf(x / sqrt(2))) / 2,
}


@given(st.sampled_from(sorted(ORACLES)), POSITIVE)
def test_functions_of_one_number(name, x):
    assert float(enclose(operation(name, x))) == pytest.approx(ORACLES[name](float(x)), rel=1e-6, abs=1e-12)


def end(x):
    """The end of a ball, a binary fraction, as the exact rational that it is."""
    mantissa, exponent = x.man_exp()
    return int(mantissa) * Fraction(2) ** int(exponent)


def holds(enclosure, x):
    return end(enclosure.lower()) <= x <= end(enclosure.upper())


@given(POSITIVE, POSITIVE, st.integers(-4, 4))
def test_arithmetic_is_exact_to_the_ball(x, y, k):
    constants = {"x": x, "y": num(y) + 0}
    node = ref("x") * ref("y") * ref("x") / (ref("x") + ref("y")) - ref("x") ** k

    assert holds(enclose(node, constants), x * y * x / (x + y) - x**k)
    assert holds(enclose(maximum("x", minimum("y", 3)), constants), max(x, min(y, 3)))


@given(st.sampled_from(sorted(ORACLES)), POSITIVE)
def test_the_checker_finds_the_same_number(name, x):
    node, slack = operation(name, x) * f.sqrt(f.pi), Fraction(1, 10**9)
    middle = Fraction(float(enclose(node)))
    near = abs(node - ref("middle")) < slack

    certificate = Certificate(says="c", constants={"middle": middle}, conclusion=near)

    assert certificate.check()["accepted"], certificate.check()


@given(POSITIVE, POSITIVE, st.integers(-3, 3))
def test_exact_arithmetic(x, y, k):
    values = {"x": x, "y": y, "v": [[x, y], [y, x]], "twice": 2 * ref("x")}
    formula = (ref("x") - ref("v", 0, 1)) / ref("y") + abs(-ref("twice")) ** k * f.dot("v", "v") - f.entries("v")
    assert exact(formula, values) == (x - y) / y + (2 * x) ** k * (2 * x * x + 2 * y * y) - 2 * (x + y)
    assert exact(f.sqrt(ref("x") * ref("x")), values) == x
    assert exact(maximum("x", "y", 1) - minimum("x", "y", 1), values) == max(x, y, 1) - min(x, y, 1)


test_bad_input_is_refused_by_valueerror = refusals(
    (lambda: enclose("y", {"x": 1}), "a name must be one of the constants x, got 'y'"),
    (lambda: enclose(operation("cosine", 1)), "op must be one of"),
    (exact, r"must|no rational", [f.sqrt(2), f.exp(1), f.pi * 1, num(2) ** num(Fraction(1, 2)), f.mean_max([1])]),
    error=ValueError,
)


def test_a_float_is_no_exact_value():
    with pytest.raises(TypeError, match="a value must be an int or a Fraction, got float"):
        exact(ref("x"), {"x": 0.5})


def test_floats_follow_the_balls_and_take_arrays():
    x = ref("x")
    tree = f.Phi(x) * f.erf(x) - f.log(1 + f.exp(x)) / f.pi + f.mean_max([1, x], [2, 1], absolute=True)
    points = [Fraction(1, 3), Fraction(5, 2)]
    balls = [float(enclose(tree, {"x": point})) for point in points]
    assert [approximate(tree, {"x": float(point)}) for point in points] == pytest.approx(balls, rel=1e-13)
    squares = approximate(f.Sum("t", num(0), num(3), x ** ref("t")), {"x": np.array([0.5, 2.0])})
    assert squares.tolist() == [1.875, 15.0]


def test_means_of_maxima_are_enclosed():
    assert enclose(f.mean_max([1], [2])).overlaps(1 / arb.pi().sqrt())


@given(st.integers(0, 6), POSITIVE)
def test_sums_over_a_range(n, x):
    geometric = f.Sum("t", num(0), ref("n"), ref("x") ** ref("t"))
    value = sum(x**t for t in range(n + 1))
    assert exact(geometric, {"n": n, "x": x}) == value
    assert exact(substitute(geometric, {"n": n}), {"x": x}) == value
    assert holds(enclose(geometric, {"n": n, "x": x}), value)
    assert symbols(geometric) == {"n", "x"}
    assert exact(substitute(geometric, {"x": ref("t"), "n": n}), {"t": x}) == value
    assert exact(substitute(geometric, {"x": ref("t")}), {"t": x, "n": n}) == value


def test_entries_at_computed_places():
    gaps = parse("Sum(k, 1, length(x) - 1, c * (x[k] - x[k - 1]) * x[0])")
    values = {"x": [F(2), F(1), F(7)], "c": F(1, 3)}
    assert exact(gaps, values) == F(10, 3)
    assert holds(enclose(gaps, values), F(10, 3))
    assert approximate(gaps, values) == pytest.approx(10 / 3)
    assert symbols(gaps) == {"x", "c"}
    assert exact(substitute(parse("x[i + 1]"), {"i": num(1)}), values) == 7
    for formula in ("x[0 - 1]", "x[c]"):
        with pytest.raises(ValueError, match="an index must be an integer that is not negative"):
            exact(parse(formula), values)


@given(st.integers(0, 60), st.integers(-2, 62))
def test_binomials(n, k):
    formula = f.binomial("n", "k")
    if 0 <= k <= n:
        assert exact(formula, {"n": n, "k": k}) == comb(n, k)
        assert holds(enclose(formula, {"n": n, "k": k}), comb(n, k))
        assert approximate(formula, {"n": n, "k": k}) == pytest.approx(comb(n, k))
        same = f.equals(f.binomial("n", k), comb(n, k))
        assert Certificate("c", same, {"n": num(n)}).check()["accepted"]
    else:
        for arithmetic in (exact, enclose):
            with pytest.raises(ValueError, match="binomial must have integers 0 <= k <= n"):
                arithmetic(formula, {"n": n, "k": k})


def test_an_empty_sum_and_one_without_bounds():
    empty = f.Sum("t", num(1), num(0), ref("t"))
    assert exact(empty) == 0
    assert empty.to_json() == "0"
    open_ended = f.Sum("t", num(0), ref("n"), ref("t"))
    assert f.from_json(open_ended.to_json()) == open_ended
    with pytest.raises(ValueError, match="a sum must run over at most"):
        exact(f.Sum("t", num(0), num(10) ** 9, ref("t")))


def test_a_whole_power_of_a_ball_that_holds_zero_is_finite():
    assert enclose(parse("x**2"), {"x": arb(0, 0.5)}).contains(arb(0.25))
    assert enclose(parse("x**3"), {"x": arb(0, 0.5)}).contains(arb(-0.125))
    assert not enclose(parse("x**y"), {"x": arb(0, 0.5), "y": arb(0.5)}).is_finite()
