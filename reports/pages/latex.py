"""Errata as LaTeX, with nothing but the packages that every installation has."""

from __future__ import annotations

import re

from reports.math.prose import pieces
from reports.math.quantities import SUPERSCRIPTS
from reports.pages.errata import Erratum, Sheet, Side
from reports.pages.templating import capital

SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "%": r"\%", "#": r"\#", "_": r"\_",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "–": "--", "—": "---", "’": "'", "‘": "`", "“": "``", "”": "''", "…": r"\ldots{}", "±": r"$\pm$", "×": r"$\times$",
    "≤": r"$\leq$", "≥": r"$\geq$", "≠": r"$\neq$", "∞": r"$\infty$",
    "−": "$-$",
}  # fmt: skip
LOWERED = {raised: sign for sign, raised in SUPERSCRIPTS.items()}
TOKEN = re.compile(f"[{''.join(map(chr, LOWERED))}]+|.", re.DOTALL)
HEAD = r"""\documentclass[10pt]{article}
\usepackage[utf8]{inputenc}
\usepackage[T1]{fontenc}
\usepackage{amsmath,amssymb,graphicx}
\usepackage[a4paper,margin=13mm,includefoot]{geometry}
\newsavebox{\formulabox}
% A formula that is wider than its place is made smaller.
\newcommand{\fitted}[1]{\sbox{\formulabox}{$\displaystyle #1$}%
  \ifdim\wd\formulabox>\linewidth\resizebox{\linewidth}{!}{\usebox{\formulabox}}\else\usebox{\formulabox}\fi}
\newcommand{\side}[2]{\begin{minipage}[t]{5em}\textit{#1}\end{minipage}\begin{minipage}[t]{\dimexpr\linewidth-5.5em}#2\end{minipage}}
\newcommand{\beside}[2]{\begin{minipage}{.5\linewidth}\side{printed}{#1}\end{minipage}\begin{minipage}{.5\linewidth}\side{correct}{#2}\end{minipage}}
\newcommand{\below}[2]{\side{printed}{#1}\par\side{correct}{#2}}
\newcommand{\erratum}[3]{\par\smallskip\begin{minipage}{\linewidth}\textbf{#1}\par #2\par #3\end{minipage}\par}
\setlength{\parindent}{0pt}
\begin{document}
\footnotesize
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
    title = words(f"{capital(s.label)} ({s.place}){tag}" + f": {entry.answer}" * bool(entry.answer))
    corrected = _side(entry.corrected) if entry.corrected else "open"
    sides = rf"\{'beside' if entry.beside else 'below'}{{{_side(entry.printed)}}}{{{corrected}}}"
    return rf"\erratum{{{title}}}{{{sides}}}{{{words(entry.counterexample)}}}" + "\n"


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
    return re.sub(r"[^\x00-\xff]", "?", TOKEN.sub(_token, text))  # what the input encoding may not know


def _token(match: re.Match[str]) -> str:
    token = match[0]
    return f"$^{{{token.translate(LOWERED)}}}$" if ord(token[0]) in LOWERED else SPECIAL.get(token, token)
