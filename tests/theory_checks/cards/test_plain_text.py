"""LaTeX in a terminal: nothing may be lost or become ambiguous."""

import pytest

from theory_checks.cards.plain import formula, plain
from theory_checks.engine.papers import load


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"\frac{2\sqrt{2}\sigma}{\sqrt{n\pi}(1-\gamma)}", "(2√(2)σ)/(√(nπ)(1-γ))"),
        (r"\frac{1}{4N}", "1/(4N)"),
        (r"\frac{n}{2}", "n/2"),
        (r"\hat{g}_a(s) \leq \widetilde{n}", "g\u0302_a(s) ≤ n\u0303"),
        (r"\lambda_i'^{(k)} \geq 0", "λ_i'^((k)) ≥ 0"),
        (r"\|v' - v^*\|_1", "‖v' - v^*‖_1"),
        (r"\mathbb{E}[x] \in \mathbb{R}", "E[x] ∈ ℝ"),
        (r"\left(\frac{\frac{a}{b}}{c}\right)", "((a/b)/c)"),
        (r"\frac12", "1/2"),
        (r"\frac1\varepsilon + \frac{a}2", "1/ε + a/2"),
        (r"\frac12\ln\frac{4AT}{\beta}", "(1/2)ln((4AT)/β)"),
        (r"\ln \frac{a}{b} \leq \frac{c}{d}\left(x\right)", "ln (a/b) ≤ (c/d)(x)"),
        (r"\frac{a}{b}\, x - \frac{a}{b} = \frac{a}{b}^2", "(a/b) x - a/b = (a/b)^2"),
        (r"x\frac{a}{b}\frac{c}{d}", "x(a/b)(c/d)"),
        (r"\max\Bigl\{\frac12, \frac{a}{b}\Bigr\}", "max{1/2, a/b}"),
        (r"\{x\}", "{x}"),
        (r"i = 1, \dots, m; \dot{x}", "i = 1, …, m; x\u0307"),
    ],
)
def test_formula(latex, text):
    assert formula(latex) == text


def test_only_the_mathematics_of_a_text_is_changed():
    assert plain(r"a \gamma is $\gamma$, twice: $\gamma^2$") == r"a \gamma is γ, twice: γ^2"


def test_every_formula_of_the_ledgers_loses_its_commands():
    texts = [formula(latex) for s in load().statements.values() for latex in s.formulas]

    assert texts
    assert [text for text in texts if "\\" in text] == []
