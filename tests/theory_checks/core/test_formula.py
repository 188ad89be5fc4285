"""Formulas are built by Python's operators, keep the order in which they are written, and are read back from text."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals

from theory_checks.core import formula as f
from theory_checks.core.formula import Formula, Number, Relation, from_json, num, operation, pi, ref, sqrt, total
from theory_checks.core.interpret import exact
from theory_checks.core.notation import latex
from theory_checks.core.parsing import FormulaError, parse, relations

NAMES = st.sampled_from(["x", "sigma", "lambda", "M.states", "v_star", "in"])
LEAVES = st.one_of(
    st.fractions(max_denominator=9).map(num),
    NAMES.map(ref),
    st.builds(lambda name, at: ref(name, *at), NAMES, st.lists(st.integers(0, 3), max_size=2)),
    st.just(pi),
    st.just(f.entries("v")),
    st.just(f.dot("v", "w")),
    st.just(f.Length("v")),
    st.just(ref("v", 0, ref("k") + 1)),
)


def grown(inner):
    pairs = st.tuples(inner, inner)
    infix = st.sampled_from([Formula.__add__, Formula.__sub__, Formula.__mul__, Formula.__truediv__, Formula.__pow__])
    functions = [f.sqrt, f.exp, f.log, f.erf, f.Phi, f.absolute, Formula.__neg__]
    return st.one_of(
        st.builds(lambda operator, xs: operator(*xs), infix, pairs),
        st.builds(lambda function, x: function(x), st.sampled_from(functions), inner),
        st.builds(lambda name, xs: operation(name, *xs), st.sampled_from(["min", "max", "binomial"]), pairs),
        st.lists(inner, max_size=3).map(total),
        st.lists(inner, max_size=3).map(f.product),
        st.builds(lambda x, k, b: f.mean_max([x, 1], [k, 2], absolute=b), inner, st.integers(1, 9), st.booleans()),
    )


FORMULAS = st.recursive(LEAVES, grown, max_leaves=12)


def test_the_bound_of_the_paper():
    n, sigma, gamma = map(ref, ("n", "sigma", "gamma"))
    bound = 2 * sqrt(2) * sigma / (sqrt(n * pi) * (1 - gamma))
    assert str(bound) == "2 * sqrt(2) * sigma / (sqrt(n * pi) * (1 - gamma))"
    assert parse(str(bound)) == bound
    assert bound.to_json() == {
        "op": "/",
        "args": [
            {"op": "*", "args": ["2", {"op": "sqrt", "args": ["2"]}, {"ref": "sigma"}]},
            {
                "op": "*",
                "args": [
                    {"op": "sqrt", "args": [{"op": "*", "args": [{"ref": "n"}, {"op": "pi"}]}]},
                    {"op": "-", "args": ["1", {"ref": "gamma"}]},
                ],
            },
        ],
    }
    assert latex(bound) == r"\frac{2 \sqrt{2} \sigma}{\sqrt{n \pi} \left(1 - \gamma\right)}"


@given(FORMULAS)
def test_a_formula_is_read_back_from_its_text_and_from_its_json(formula):
    assert parse(str(formula)) == formula
    assert from_json(formula.to_json()) == formula
    assert hash(parse(str(formula))) == hash(formula)


@given(FORMULAS)
def test_every_formula_has_latex_with_matching_brackets(formula):
    shown = latex(formula)
    assert shown.count("{") == shown.count("}")
    assert shown.count(r"\left") == shown.count(r"\right")


def test_entries_at_computed_places_and_binomials():
    gaps = parse("Sum(k, 1, length(x) - 1, x[k, 1] - x[k - 1, 1])")
    assert latex(gaps) == r"\sum_{k=1}^{\operatorname{length}(x) - 1} \left(x_{k,1} - x_{k - 1,1}\right)"
    assert latex(parse("binomial(n, k + 1) ** 2")) == r"\binom{n}{k + 1}^{2}"


def test_numbers_stay_exact_and_in_place():
    assert (1 - ref("x")).to_json() == {"op": "-", "args": ["1", {"ref": "x"}]}
    assert (Fraction(1, 3) * ref("x")).to_json() == {"op": "*", "args": ["1/3", {"ref": "x"}]}
    assert num(2) + 3 != num(5)
    assert (2 ** ref("k")).to_json() == {"op": "pow", "args": ["2", {"ref": "k"}]}


@pytest.mark.parametrize("x", [0.5, 1.0, float("nan"), True, None, 1j])
def test_only_exact_numbers_are_numbers(x):
    with pytest.raises(TypeError, match="a number of a formula must be an int or a Fraction, got"):
        ref("x") + x


def test_chains_are_one_operation_and_brackets_are_kept():
    a, b, c = map(ref, "abc")
    assert a + b + c == total([a, b, c]) == operation("+", "a", "b", "c")
    assert a * (b * c) == operation("*", "a", operation("*", "b", "c"))
    assert total([a + b, c]) == a + b + c
    assert (total([]), f.product([])) == (num(0), num(1))
    assert total([a]) == operation("+", "a")


def test_relations():
    relation = ref("x") <= 2
    assert relation.to_json() == {"relation": "<=", "left": {"ref": "x"}, "right": "2"}
    assert relation.negated == (ref("x") > 2)
    assert relation.swapped == (num(2) >= ref("x"))
    assert Relation.from_json(relation.to_json()) == relation
    assert f.equals("x", 1).negated == f.differs("x", 1)
    assert str(f.equals("x", 1)) == "x == 1"
    with pytest.raises(TypeError, match="a relation must be decided"):
        bool(relation)
    with pytest.raises(ValueError, match="a relation must be one of"):
        f.relation("x", "~", 1)


def test_texts_of_relations():
    assert relations("0 <= gamma < 1 and n == 2") == (
        Relation(num(0), "<=", ref("gamma")),
        ref("gamma") < 1,
        f.equals("n", 2),
    )
    assert latex(relations("error <= Sum(t, 0, n, gamma**t)")[0]) == (r"\mathrm{error} \leq \sum_{t=0}^{n} \gamma^{t}")


@given(FORMULAS, FORMULAS, st.sampled_from(["<", "<=", ">", ">=", "=", "!="]))
def test_a_relation_is_read_back_from_its_text(left, right, sign):
    assert relations(str(Relation(left, sign, right))) == (Relation(left, sign, right),)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("1.5 * x", "integers for numbers"),
        ("x @ y", "use the operators"),
        ("__import__('os')", "use the functions"),
        ("sqrt(x, y)", "as many arguments"),
        ("[x, y]", "be made of"),
        ("~x", "no sign but -"),
        ("(1 +", "read like Python"),
        ("", "read like Python"),
        ("x" * 5000, "at most 4000 signs"),
        ("-" * 100 + "x", "nested at most 60 deep"),
        ("f(x=1)", "use the functions"),
        ("fraction(1, 0)", "q > 0"),
        ("v[fraction(1, 2)]", "an integer"),
        ("(1)[0]", "a name"),
        ("mean_max(1, copies=(1, 2))", "one for each scale"),
        ("x.y()", "use the functions"),
        ("'text'", "integers for numbers"),
    ],
)
def test_what_is_no_formula_is_refused_with_its_place(text, rule):
    with pytest.raises(FormulaError, match=f"a formula must .*{rule}"):
        parse(text)


test_what_is_no_relation_is_refused = refusals(
    ("x", "compared"),
    ("x in y", "compared by|read like"),
    ("x < 1 or y < 1", "joined by"),
    calling=relations,
    error=FormulaError,
)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("x / 1", "x"),
        ("1 * x", "x"),
        ("a + -b", "a - b"),
        ("a - (b - c)", r"a - \left(b - c\right)"),
        ("-(a + b)", r"-\left(a + b\right)"),
        ("(a * b)**2", r"\left(a b\right)^{2}"),
        ("2 * 3", r"2 \cdot 3"),
        ("v_star[1]", r"(v^*)_{1}"),
        ("sigma_max", r"\sigma_{\mathrm{max}}"),
        ("x0 * M.discount", r"x_{0} \gamma_{M}"),
        ("fraction(-1, 2) * x", r"-\frac{1}{2} x"),
    ],
)
def test_latex(text, shown):
    assert latex(parse(text)) == shown


def test_names_may_have_a_latex_of_their_own():
    assert latex(parse("error / n"), {"error": r"\mathbb{E} X"}) == r"\frac{\mathbb{E} X}{n}"


@given(st.fractions(), st.fractions())
def test_text_of_numbers(x, y):
    assert exact(parse(str(num(x) - num(y)))) == x - y
    assert isinstance(parse(str(num(x))), Number)
