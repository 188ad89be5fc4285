r"""LaTeX formulas as MathML, made ahead of time. What cannot be converted faithfully is refused.

`render` and `lint` take one formula; `render_text` and `lint_text` take words with $formulas$ between dollar signs, or
typed as on a keyboard; `lint_words` also names what is typed and not understood.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from functools import cache
from xml.etree.ElementTree import tostring

from reports.math.convert import convert
from reports.math.library import FUNCTIONS, LIMITS, greek_names
from reports.math.lint import MathError
from reports.math.plain import plain_text
from reports.math.prose import paragraphs, pieces, stray
from reports.math.typed import spelled

__all__ = ["MathError", "lint", "lint_text", "lint_words", "render", "render_blocks", "render_heading", "render_text"]

# Names that a formula can only mean as commands: without the backslash they print as a product of letters.
NAMES = {*FUNCTIONS, *LIMITS, *greek_names(), "sum", "prod", "bigcup", "bigcap"}
BARE_NAMES = {name for name in NAMES if len(name) > 2} | {"sqrt", "frac", "infty", "leq", "geq", "cdot", "times"}
# A formula and the punctuation that touches it: browsers would break the line between them.
MATH = r"<math>(?:(?!</math>).)*</math>"
TIED = re.compile(rf"[(\[“‘]+{MATH}[)\].,;:!?’”]*|{MATH}[)\].,;:!?’”]+", re.DOTALL)
# What browsers know without being told: brackets have one form each, and whether a sign is a fence changes no picture.
IMPLIED = re.compile(r' fence="true"| form="prefix"(?=[^<>]*>[(\[{]<)| form="postfix"(?=[^<>]*>[)\]}]<)')
SPOKEN = re.compile(r"\w")
WIDE = 45  # characters of LaTeX after which a formula in a line may be wider than a telephone
SCROLLED = '<span class="sideways" tabindex="0" role="group" aria-label="Formula">{}</span>'
# Letters in a row; a command and its plain argument are no such thing.
RUN = re.compile(r"\\[A-Za-z]+\*?(?:\s*\{[^{}\\]*\})?|[A-Za-z]{3,}")
WORD = re.compile(r"[A-Za-z][a-z]{3,}")


def render(latex: str, display: bool = False) -> str:
    """Return a formula as a MathML element, in display or inline style; raises MathError for what it cannot print."""
    return _rendered(latex, display)


@cache  # by position: a call that names its argument, or leaves it out, would be another one
def _rendered(latex: str, display: bool) -> str:
    return IMPLIED.sub("", tostring(convert(latex, display), encoding="unicode"))


def lint(latex: str) -> list[str]:
    """Return what is wrong with a formula: what `render` would refuse, and names without their backslash."""
    try:
        render(latex)
    except MathError as error:
        return [str(error)]
    runs = sorted({run for run in RUN.findall(latex) if not run.startswith("\\")})
    names = [f"a name must have its backslash, got {run!r}, a product of letters" for run in runs if run in BARE_NAMES]
    words = [f"words must stand in \\text{{...}}, got {run!r}" for run in runs if WORD.search(run)]
    return names or words


def lint_text(text: str) -> list[str]:
    """Return what is wrong with words that hold formulas."""
    return [*_problems(text)]


@cache
def _problems(text: str) -> Sequence[str]:
    problems: list[str] = []
    for piece in pieces(text):
        if piece.kind == "words":
            problems.extend(stray(piece.text))
        elif piece.kind != "code":
            problems.extend(f"{problem} (in ${piece.text}$)" for problem in lint(piece.text))
    return problems


def lint_words(text: str) -> list[str]:
    """Return what is wrong with words that we write: also mathematics that no reader of formulas understands."""
    left = [name for piece in pieces(text) if piece.kind == "words" for name in spelled(piece.text)]
    named = [f"mathematics must be a formula, got {name!r} among the words {text[:80]!r}" for name in left]
    return lint_text(text) + named


@cache
def render_text(text: str) -> str:
    """Words with formulas as HTML for one line or paragraph; everything else in the words is escaped."""
    return TIED.sub(r'<span class="tie">\g<0></span>', "".join(_render_piece(p.kind, p.text) for p in pieces(text)))


def render_heading(text: str) -> str:
    """Words with formulas for the head of a table: if they are formulas alone, with text that is read aloud instead."""
    shown = render_text(text)
    if any(piece.kind in ("words", "code") and SPOKEN.search(piece.text) for piece in pieces(text)):
        return shown
    return f'<span class="sr">{html.escape(plain_text(text))}</span><span aria-hidden="true">{shown}</span>'


def render_blocks(text: str) -> str:
    """Words with formulas as HTML paragraphs."""
    return "".join(f"<p>{render_text(paragraph)}</p>" for paragraph in paragraphs(text))


def _render_piece(kind: str, text: str) -> str:
    if kind == "words":
        problems = stray(text)
        if problems:
            raise MathError(problems[0])
        return html.escape(text.replace(r"\$", "$"))
    if kind == "code":
        return f"<code>{html.escape(text)}</code>"
    formula = render(text, display=kind == "display")
    return SCROLLED.format(formula) if kind == "inline" and len(text) > WIDE else formula
