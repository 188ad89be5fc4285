"""The linter that ledger authors run, and texts with formulas in them."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.math import MathError, lint, lint_text, render_blocks, render_heading, render_text
from reports.math.__main__ import main

ROOT = Path(__file__).resolve().parents[3]


def test_a_good_formula_has_no_problems() -> None:
    assert lint(r"\operatorname{sign}(x) \leq \mathrm{const} + \text{a word}") == []


@pytest.mark.parametrize(
    ("latex", "problem"),
    [
        (r"\foo", r"commands the converter knows, got \foo"),
        (r"log n", "a name must have its backslash, got 'log'"),
        (r"sigma + 1", "got 'sigma'"),
        (r"x where y", r"words must stand in \text{...}, got 'where'"),
        (r"x^10", "several digits must stand in braces"),
        (r"\frac{a}{b", "'\\\\frac{...' must be followed by '}'"),
    ],
)
def test_a_problem_is_named(latex: str, problem: str) -> None:
    assert problem.replace("'\\\\frac{...'", r"\frac{...") in lint(latex)[0]


def test_products_of_capital_letters_are_no_words() -> None:
    assert lint("SAH + HSAT + dx") == []


def test_a_text_is_checked_formula_by_formula() -> None:
    problems = lint_text(r"First $x$, then $\foo$, then \alpha outside, then a lone $.")
    assert any(r"(in $\foo$)" in problem for problem in problems)
    assert any(r"got \alpha" in problem for problem in problems)
    assert any("must have its partner" in problem for problem in problems)


@pytest.mark.parametrize("text", ["", "plain words", "a $x$ b", r"costs 5\$", "`a_$b` is code", "$$x$$"])
def test_a_good_text_has_no_problems(text: str) -> None:
    assert lint_text(text) == []


def test_a_text_becomes_html_with_everything_escaped() -> None:
    assert render_text('<b> & "q"') == "&lt;b&gt; &amp; &quot;q&quot;"
    assert render_text("a `<i>` b") == "a <code>&lt;i&gt;</code> b"
    assert render_text(r"5\$") == "5$"
    assert render_blocks("one\n\ntwo $x$") == "<p>one</p><p>two <math><mi>x</mi></math></p>"
    assert 'display="block"' in render_text("so $$x$$ then")


def test_punctuation_stays_on_the_line_of_its_formula() -> None:
    assert render_text("($x$), y") == '<span class="tie">(<math><mi>x</mi></math>),</span> y'


def test_only_the_formula_that_touches_punctuation_is_tied_to_it() -> None:
    assert (
        render_text("$x$ and $y$.") == '<math><mi>x</mi></math> and <span class="tie"><math><mi>y</mi></math>.</span>'
    )


def test_a_bad_text_is_refused() -> None:
    for text in (r"\alpha alone", "a $ b", r"$\foo$"):
        with pytest.raises(MathError):
            render_text(text)


@given(st.text(alphabet=st.sampled_from("ab $\\`<>&\"'{}_^\n\u2028"), max_size=40))
def test_what_lint_accepts_is_rendered_and_what_is_rendered_was_accepted(text: str) -> None:
    accepted = not lint_text(text)
    try:
        html = render_text(text)
    except MathError:
        assert not accepted
    else:
        assert accepted or "backslash" in lint_text(text)[0]
        assert "<script" not in html


def write_ledger(folder: Path, formula: str) -> Path:
    path = folder / "ledger.toml"
    path.write_text(
        f"""
[paper]
key = "p"
[[statement]]
id = "p/one"
says = '''Words with $x$.'''
formulas = ['''{formula}''']
assumes = []
[[statement.reading]]
name = "printed"
says = '''a $y$ b'''
"""
    )
    return path


def test_the_command_names_file_statement_field_and_problem(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_ledger(tmp_path, r"\foo{x}")
    assert main([str(path)]) == 1
    assert (
        f"{path}: p/one: formulas[0]: a formula must use commands the converter knows, got \\foo"
        in capsys.readouterr().out
    )


def test_the_command_names_mathematics_that_is_left_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ledger = tmp_path / "statements.toml"
    words = 'label = "solving for sigma"\nsummary = "It holds forall n."\n'
    ledger.write_text(f'[[statement]]\nid = "a/b"\n{words}[texts.module]\nsays = "to infty, n <= 4"\n')
    assert main([str(ledger)]) == 1
    problems = capsys.readouterr().out
    assert (
        "a/b: summary[0]: mathematics must be a formula, got 'forall' among the words 'It holds forall n.'" in problems
    )
    assert "texts.module.says: mathematics must be a formula, got 'infty'" in problems
    assert "2 problem(s)" in problems


def test_the_command_is_silent_about_good_ledgers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(write_ledger(tmp_path, r"\alpha^{10}"))]) == 0
    assert capsys.readouterr().out == "0 problem(s) in 1 file(s)\n"


@pytest.mark.parametrize("content", [None, "[[claim", "\x00"])
def test_a_missing_or_broken_ledger_is_one_sentence(
    content: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.toml"
    if content is not None:
        path.write_text(content)
    assert main([str(path)]) == 1
    assert "must be a readable ledger" in capsys.readouterr().out


def test_a_call_without_a_file_is_a_mistake() -> None:
    assert main([]) == 2


def test_the_ledgers_of_the_project_can_be_printed() -> None:
    ledgers = sorted(str(path) for path in ROOT.glob("theory_checks/papers/*/*/statements.toml"))
    done = subprocess.run(
        [sys.executable, "-m", "reports.math", *ledgers], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("text", ["$n$ states", "case 3: $x$", "`sigma` $x$", "plain"])
def test_a_heading_with_words_is_a_text(text: str) -> None:
    assert render_heading(text) == render_text(text)


@pytest.mark.parametrize(("text", "heard"), [("$x_1 < y$", "x₁ &lt; y"), ("$n$, $m$", "n, m"), (r"($\gamma$)", "(γ)")])
def test_a_heading_of_formulas_alone_is_read_aloud_and_shown(text: str, heard: str) -> None:
    shown = f'<span aria-hidden="true">{render_text(text)}</span>'
    assert render_heading(text) == f'<span class="sr">{heard}</span>{shown}'
