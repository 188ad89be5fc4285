"""Errata as LaTeX, with nothing but the packages that every installation has."""

from __future__ import annotations

import re

from reports.math.prose import pieces
from reports.pages.errata import Erratum, Sheet, Side

SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "%": r"\%", "#": r"\#", "_": r"\_",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "–": "--", "—": "---", "’": "'", "‘": "`", "“": "``", "”": "''", "…": r"\ldots{}", "±": r"$\pm$", "×": r"$\times$",
    "≤": r"$\leq$", "≥": r"$\geq$", "≠": r"$\neq$", "∞": r"$\infty$", "⁻": "-",
}  # fmt: skip
HEAD = r"""\documentclass[10pt]{article}
\usepackage[utf8]{inputenc}
\usepackage[T1]{fontenc}
\usepackage{amsmath,amssymb,graphicx}
\usepackage[a4paper,margin=15mm]{geometry}
\newsavebox{\formulabox}
% A formula that is wider than the line is made smaller.
\newcommand{\fitted}[1]{\sbox{\formulabox}{$\displaystyle #1$}%
  \ifdim\wd\formulabox>.8\linewidth\resizebox{.8\linewidth}{!}{\usebox{\formulabox}}\else\usebox{\formulabox}\fi}
\newcommand{\erratum}[4]{\par\medskip\textbf{#1}\par Printed: #2\par #3\par Correct: #4\par}
\setlength{\parindent}{0pt}
\begin{document}
\small
"""


def latex(sheet: Sheet, made_by: str) -> str:
    """Return a sheet as a document."""
    paper = sheet.text.paper
    head = rf"\begin{{center}}{{\large\textbf{{Errata: {words(sheet.text.title)}}}}}\par "
    head += f"{escaped(paper.authors)}, {paper.year}. {escaped(made_by)}" + "\\end{center}\n"
    more = f"\\par\\medskip {sheet.more} more are listed in the report.\n" if sheet.more else ""
    return HEAD + head + "".join(map(_entry, sheet.entries)) + more + "\\end{document}\n"


def _entry(entry: Erratum) -> str:
    s = entry.statement
    tag = f" [{s.tag}]" if s.tag else ""
    title = words(f"{s.label} ({s.place}){tag}")
    corrected = _side(entry.corrected) if entry.corrected else "open"
    parts = (title, _side(entry.printed), words(entry.counterexample), corrected)
    return r"\erratum" + "".join(f"{{{part}}}" for part in parts) + "\n"


def _side(side: Side) -> str:
    return rf"\fitted{{{side.formula}}}" if side.formula else words(side.says)


def words(text: str) -> str:
    """Return words with formulas as LaTeX."""
    return "".join(_piece(piece.kind, piece.text) for piece in pieces(text))


def _piece(kind: str, text: str) -> str:
    if kind in ("inline", "display"):
        return f"${text}$"
    plain = escaped(text.replace(r"\$", "$"))
    return rf"\texttt{{{plain}}}" if kind == "code" else plain


def escaped(text: str) -> str:
    """Return a text without formulas as LaTeX that shows it as it is."""
    known = "".join(SPECIAL.get(character, character) for character in text)
    return re.sub(r"[^\x00-\xff]", "?", known)  # what the input encoding may not know
