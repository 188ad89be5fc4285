"""Mathematics that is typed in words: what is a formula becomes one, what is a word stays one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.math import render_text
from reports.math.plain import plain_text
from reports.math.typed import spelled, typed

FORMULAS = {
    "error in units of sigma/(1 - gamma)": "error in units of σ/(1 − γ)",
    "cycle with stay, m = 2, discount -> 1 (exact)": "cycle with stay, m = 2, discount → 1 (exact)",
    "falls like 1/sqrt(n). No family does": "falls like 1/√n. No family does",
    "some rise like sqrt(2 ln n).": "some rise like √(2 ln n).",
    "n <= 4: 0.797885, attained": "n ≤ 4: 0.797885, attained",
    "With epsilon = 1/10 and delta = 1/2": "With ϵ = 1/10 and δ = 1/2",
    "P(A) >= 1 - delta": "P(A) ≥ 1 − δ",
    "Equation (6.1), theta*": "Equation (6.1), θ*",
    "epsilon' := epsilon/3": "ϵ′ := ϵ/3",
    "smaller than sigma^2.": "smaller than σ².",
    "the mean under P_0": "the mean under P₀",
    "Q(s) = theta + 4 s, a uniform state": "Q(s) = θ + 4 s, a uniform state",
    "tol = 1e-9": "tol = 10⁻⁹",
    "[1.25 +/- 3.5e-12]": "[1.25 ± 3.5⋅10⁻¹²]",
    "T = 2e-9": "T = 2⋅10⁻⁹",
    "10.82 +- 0.15, 1.5 +/- 2": "10.82 ± 0.15, 1.5 ± 2",
    "-1 <= x": "−1 ≤ x",
    "mu + sqrt(n * log(2) * beta / 2**n) * sigma": "μ + √(n⋅log(2)⋅β/2ⁿ)⋅σ",
    "v* = 3, 2 * n = 4": "v* = 3, 2⋅n = 4",
}
WORDS = (
    "a theorem of two parts (see the proof)",
    "delta_of, epsilon_of and mu_ball",
    "theta-and-w, a mu-law and alpha.beta",
    "Lemma 11, part (a) for n or m of 5",
    "x'Qx, e.g. 3.1.2 and P-values",
    "theory-checks run --epsilon 1",
    "Section 6 - the car",
)


@pytest.mark.parametrize(("text", "shown"), FORMULAS.items())
def test_what_reads_as_a_formula_is_shown_as_one(text: str, shown: str) -> None:
    assert " ".join(plain_text(text).split()) == shown


@pytest.mark.parametrize("text", WORDS)
def test_words_stay_words(text: str) -> None:
    assert [*typed(text)] == [(False, text)]
    assert "<math" not in render_text(text)


def test_an_article_is_no_letter() -> None:
    assert [part for is_formula, part in typed("a sigma, S = a set, a = 3") if is_formula] == [r"\sigma", "a  = 3"]


def test_code_and_formulas_are_left_alone() -> None:
    assert render_text("`n <= 4`") == "<code>n &lt;= 4</code>"
    assert render_text("$n \\leq 4$") == render_text("n <= 4")


def test_what_is_no_formula_and_still_spells_one_is_named() -> None:
    assert spelled("forall x, infty and (sigma_ball)") == ["forall", "infty"]
    assert spelled("error <= 4, n <= 4, theta of 3") == []
    assert spelled("a <=> b") == ["<="]
    assert spelled("2x^2 - x") == ["x^2"]


@given(st.lists(st.sampled_from([*"an1 2()|^_'*/+-=<>,.", "sigma", "sqrt(", "ln ", "1e-3", "<="]), max_size=12))
def test_whatever_is_typed_can_be_shown(parts: list[str]) -> None:
    text = "".join(parts)
    render_text(text)
    plain_text(text)
    letters = "".join(part for is_formula, part in typed(text) if not is_formula)
    assert set(letters) <= set(text) | set("±≤≥≠→")
