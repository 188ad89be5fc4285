"""Expression trees of certificates in mathematics."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.math import lint
from reports.math.expressions import comparison, has_normals, latex, source
from reports.math.plain import plain


def op(name: str, *args: Any, **more: Any) -> dict[str, Any]:
    return {"op": name, "args": list(args), **more}


def shown(expression: Any) -> str:
    text = comparison({"left": expression, "relation": "=", "right": "0"})
    assert text is not None
    assert lint(text) == []
    return plain(text.removesuffix(" = 0"))


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("3", "3"),
        ("-7/5", "−7/5"),
        ({"ref": "n"}, "n"),
        ({"ref": "sigma"}, "σ"),
        ({"ref": "v_star"}, "v*"),
        ({"ref": "v", "at": [0, 2]}, "v_(0,2)"),
        ({"ref": "M.discount"}, "γ_M"),
        ({"ref": "M.states"}, "n_M"),
        (op("+", "1", "2", "3"), "1 + 2 + 3"),
        (op("-", "1", op("-", "2", "3")), "1 − (2 − 3)"),
        (op("-", op("-", "1", "2"), "3"), "1 − 2 − 3"),
        (op("*", op("+", "1", "2"), "3"), "(1 + 2)⋅3"),
        (op("*", "2", "-3"), "2⋅(−3)"),
        (op("neg", op("+", "1", "2")), "−(1 + 2)"),
        (op("/", op("+", "1", "2"), "3"), "(1 + 2)/3"),
        (op("pow", op("+", "1", "2"), "2"), "(1 + 2)²"),
        (op("pow", "1/2", "3"), "(1/2)³"),
        (op("/", "1/1", {"ref": "sigma"}), "1/σ"),
        (op("/", {"ref": "x"}, "1"), "x"),
        (op("*", "1", {"ref": "x"}), "x"),
        (op("*", "1", "1"), "1"),
        (op("pow", {"ref": "x"}, "1"), "x"),
        (op("sqrt", "2"), "√2"),
        (op("abs", "-1"), "|−1|"),
        (op("max", "1", "2"), "max{1,2}"),
        (op("exp", {"op": "pi"}), "exp(π)"),
        (op("normal-cdf", "0"), "Φ(0)"),
        ({"op": "sum", "of": ["w"]}, "sum(w)"),
        ({"op": "dot", "of": ["w", "r"]}, "⟨w,r⟩"),
        (op("mean-max-normal", "1", copies=[4]), "𝔼[max_(i ≤ 4) Zᵢ]"),
        (op("mean-abs-max-normal", "1", "2"), "𝔼[|maxᵢ sᵢZᵢ|:s = (1,2)]"),
        (op("binomial", {"ref": "n"}, "2"), "(n choose 2)"),
        ({"op": "length", "of": ["x"]}, "length(x)"),
        (op("floor", {"ref": "x"}), "⌊x⌋"),
        ({"relation": "<", "left": {"ref": "x"}, "right": "2"}, "[x < 2]"),
        ({"op": "*", "index": "k", "from": "1", "to": "3", "body": {"ref": "k"}}, "∏_(k = 1)³k"),
        ({"ref": "x", "at": [0, op("+", {"ref": "k"}, "1")]}, "x_(0,k + 1)"),
    ],
)
def test_an_expression_reads_as_mathematics(expression: Any, text: str) -> None:
    assert shown(expression) == text


@pytest.mark.parametrize(
    "expression",
    [
        None,
        1.5,
        True,
        [],
        {},
        {"op": "eval", "args": ["x"]},
        {"op": "+"},
        {"op": "+", "args": []},
        {"op": "/", "args": ["1"]},
        {"ref": "$x"},
        {"ref": 5, "at": 1},
        {"ref": "x", "at": ["y"]},
        "1/2/3",
        "x",
        "9" * 50,
        {"op": "sqrt", "args": "x"},
        {"op": "sum", "of": ["a", "b"]},
        {"op": ["+"], "args": ["1"]},
        op("mean-max-normal", "1", copies=[1, 2]),
        op("mean-max-normal", "1", copies="x"),
    ],
)
def test_what_is_not_understood_is_none_and_still_shown_as_json(expression: Any) -> None:
    data = {"left": expression, "relation": "<", "right": "1"}
    assert comparison(data) is None
    assert source(data).startswith('{"left"')


@pytest.mark.parametrize(
    "data", [None, [], {}, {"left": "1", "right": "2"}, {"left": "1", "right": "2", "relation": "~"}]
)
def test_what_is_no_comparison_is_none(data: Any) -> None:
    assert comparison(data) is None


def test_deep_and_long_expressions_are_none() -> None:
    deep: Any = "1"
    for _ in range(5000):
        deep = op("sqrt", deep)
    assert comparison({"left": deep, "relation": "<", "right": "1"}) is None
    long = op("+", *["1/2"] * 500)
    assert comparison({"left": long, "relation": "<", "right": "1"}) is None
    assert len(source(long)) < 1300


def test_normal_variables_are_noticed() -> None:
    assert has_normals([op("*", "2", op("mean-max-normal", "1"))])
    assert not has_normals(op("+", "1"))


TREES = st.recursive(
    st.one_of(
        st.fractions(-9, 9, max_denominator=9).map(str),
        st.sampled_from([{"ref": "x"}, {"ref": "M.rewards", "at": [0, 1]}, {"op": "pi"}]),
    ),
    lambda inner: st.one_of(
        st.tuples(st.sampled_from(["+", "*", "max", "min"]), st.lists(inner, min_size=1, max_size=3)).map(
            lambda t: op(t[0], *t[1])
        ),
        st.tuples(st.sampled_from(["-", "/"]), inner, inner).map(lambda t: op(*t)),
        st.tuples(st.sampled_from(["neg", "sqrt", "abs", "exp", "log"]), inner).map(lambda t: op(*t)),
        inner.map(lambda base: op("pow", base, "3")),
    ),
    max_leaves=8,
)


@given(TREES)
def test_every_expression_gives_a_formula_that_can_be_printed(tree: Any) -> None:
    assert lint(latex(tree)[0]) == []
