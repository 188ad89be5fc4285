"""Formulas as plain text, for tooltips and titles."""

import pytest

from reports.math.plain import plain, plain_text


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"x_i^2", "xᵢ²"),
        (r"\gamma < 1", "γ < 1"),
        (r"-x", "−x"),
        (r"a - b", "a − b"),
        (r"\frac{a}{b+c}", "a/(b + c)"),
        (r"\sqrt{2n}", "√(2n)"),
        (r"\sqrt{n\pi}(1-\gamma)", "√(nπ)(1 − γ)"),
        (r"\hat{v}", "v\u0302"),
        (r"\overline{ab}", "a\u0305b\u0305"),
        (r"\mathbb{E}[\|v'-v^*\|_1]", "𝔼[‖v′ − v*‖₁]"),
        (r"\max_{a \in A} Q", "max_(a ∈ A) Q"),
        (r"\ln n", "ln n"),
        (r"x^{a+b\gamma}", "x^(a + bγ)"),
        (r"x_{\max}", "xₘₐₓ"),
        (r"\text{if } x", "if x"),
        (r"\begin{cases} 1 & x \\ 0 & y \end{cases}", "{1, x; 0, y"),
    ],
)
def test_a_formula_reads_well_on_one_line(latex: str, text: str) -> None:
    assert plain(latex) == text


def test_words_stay_and_formulas_are_replaced() -> None:
    assert plain_text(r"every $n \leq 8$, `code`") == "every n ≤ 8, code"
