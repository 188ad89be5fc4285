"""Sentences of lemmas as prose: what is mathematics is a formula, what is not stays words, and nothing is lost."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.math import expressions, lint_text
from reports.math.sentences import sentence
from theory_checks.checker import checker

SENTENCES = {name: lemma["says"] for name, lemma in checker.LEMMAS.items()}
SIGNS = r"leq|geq|neq|left|right|leftarrow|to|sim|cdot|dots|mid|langle|rangle|mathbb|mathrm|operatorname|text"


def names(text: str) -> dict[str, str]:
    return {slot: expressions.name(slot) for slot in re.findall(r"\{(\w+)\}", text)}


def letters(text: str) -> list[str]:
    return sorted(re.findall(r"[A-Za-z0-9]", text))


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("E (1/n) ||v' - v*||_1 >= {x} in M", r"$\mathbb{E} (1 / n) \|v' - v^{*}\|_{1} \geq x$ in $M$"),
        ("v^pi' and lambda*_a^T r_a", r"$v^{\pi'}$ and $\lambda_{a}^{* T} r_{a}$"),
        ("a path g with a = 1", "a path $g$ with $a = 1$"),
        ("an epsilon-JDP agent, well-known", r"an $\epsilon$-JDP agent, well-known"),
        ("at most sqrt(sum E X^2) in sum", r"at most $\sqrt{\sum \mathbb{E} X^{2}}$ in sum"),
        ("the sum of exp(-{beta} |x - y|)", r"the sum of $\exp (- \beta |x - y|)$"),
        ("the log moment, log E_P (P/Q)", r"the log moment, $\log \mathbb{E}_{P} (P / Q)$"),
        ("P(max g > 1 for all paths)", r"$P$($\max g > 1$ for all paths)"),
        ("f (or none) on [0, 1]", "$f$ (or none) on $[0 , 1]$"),
        ("Q_a <- Q_a - step (Q_a - y)", r"$Q_{a} \leftarrow Q_{a} -$ step $(Q_{a} - y)$"),
        ("<g, K^-1 g> = {x}", r"$\langle g , K^{-1} g \rangle = x$"),
        ("e_(j+1) < e_j", "$e_{j + 1} < e_{j}$"),
        ("Q+ < 1 and Q + 1", "$Q^{+} < 1$ and $Q + 1$"),
        ("E max g = sqrt(2 x/pi) for D and E", r"$\mathbb{E} \max g = \sqrt{2 x / \pi}$ for $D$ and $E$"),
        ("A path A with i != j", r"A path $A$ with $i \neq j$"),
        ("E(f | g at some points)", r"$\mathbb{E}$($f$ $\mid$ $g$ at some points)"),
        ("Chernoff's bound of a half-space S", "Chernoff's bound of a half-space $S$"),
    ],
)
def test_what_is_mathematics_is_a_formula(typed: str, shown: str) -> None:
    assert sentence(typed, names(typed)) == shown


def test_a_value_with_an_exponent_has_brackets() -> None:
    assert sentence("{s}^2 and {t}^2", {"s": r"\frac{1}{2}", "t": r"\sigma"}) == (
        r"$\left(\frac{1}{2}\right)^{2}$ and $\sigma^{2}$"
    )


@pytest.mark.parametrize("name", SENTENCES)
def test_every_lemma_of_the_checker_reads_as_prose(name: str) -> None:
    typed = SENTENCES[name]
    shown = sentence(typed, names(typed))
    assert lint_text(shown) == []
    assert re.findall(r"[_^<>=|~*]|\w'(?!s)", re.sub(r"\$[^$]*\$", "", shown)) == []
    formulas = re.sub(r"\\(?:text|mathrm|operatorname)\{[^}]*\}", "", " ".join(re.findall(r"\$([^$]*)\$", shown)))
    assert set(re.findall(r"(?<![\\A-Za-z])[A-Za-z]{2,}", formulas)) <= {"TQ", "TR", "df", "dx"}
    assert letters(re.sub(rf"\\(?:{SIGNS})(?![a-z])", "", shown)) == letters(typed)


@given(st.text("aEgPx12 ',.()[]|<>=-+*/^_~{", max_size=40))
def test_whatever_is_typed_comes_back_as_text(text: str) -> None:
    assert letters(re.sub(rf"\\(?:{SIGNS})(?![a-z])", "", sentence(text, {}))) == letters(text)
