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
