r"""Mathematics as one types it in words, `sigma/(1 - gamma)` or `n <= 4`, as the formulas that it stands for.

Names of cases and axes are typed like that, since terminals and the keys of random numbers know them too. A run of
letters, numbers and signs is taken for a formula if it reads as one from end to end and has something that words have
not: a Greek letter, a relation, a power, an index, a root or an exponent. Whatever else there is stays words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from reports.math.library import greek_names
from reports.math.signs import known_command

NAMES = [name for name in greek_names() if name.isalpha() and known_command(f"\\{name}")]
GREEK = "|".join(sorted(NAMES, key=lambda name: (-len(name), name)))
RELATIONS = {
    "<=": r"\leq", ">=": r"\geq", "!=": r"\neq", "==": "=", ":=": ":=", "->": r"\to", "=": "=", "<": "<", ">": ">",
}  # fmt: skip
OPERATORS = {"+": "+", "-": "-", "*": r"\cdot", "/": "/"}
# Signs between words, and what they stand for.
SIGNS = {"+/-": "±", "+-": "±", "<=": "≤", ">=": "≥", "!=": "≠", "==": "=", "->": "→"}
TYPED = re.compile(r"(?<![<>=!+-])(?:\+/-|\+-|<=|>=|!=|==|->)(?![<>=+-])")
TOKEN = re.compile(
    rf"""(?P<space>[ ]+) | (?P<root>sqrt\() | (?P<function>ln|log|exp)(?![\w-])
    | (?P<number>\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?!\w|\.\d|-[A-Za-z])
    | (?P<letter>(?:{GREEK}|[A-Za-z])(?:_[A-Za-z\d]\d?)?)(?!\w|\.\w|-[A-Za-z]{{2}})
    | (?P<mark>'(?![A-Za-z])|(?<=\w)\*(?![\w(*]))
    | (?P<sign>\*\*|<=|>=|!=|==|:=|->|[-+*/^=<>(),|])""",
    re.VERBOSE,
)
# A formula begins here or nowhere.
START = re.compile(rf"(?<![\w.\\'’/^-])(?:[\d(|-]|(?:{GREEK}|[A-Za-z]|sqrt|ln|log|exp)(?![A-Za-z]))")
RAISED = re.compile(r"(?:\^\{[^{}]*\}|')$")  # nothing is raised twice
ARTICLE = re.compile(r"[aA] [A-Za-z]{2}")
SPELLED = re.compile(
    rf"(?<![\w.\\-])(?:{GREEK}|forall|infty|sqrt)(?!\w|-[A-Za-z]|\.\w)|<=|>=|!=|==|->|\w(?:\^|\*\*)\w|(?<!\w)[A-Za-z]_\w(?!\w)"
)


def typed(words: str) -> Iterator[tuple[bool, str]]:
    """Yield the parts of words: whether a part is a formula, and its LaTeX or else the words with signs as printed."""
    start = at = 0
    while match := START.search(words, at):
        formula, at = _formula(words, match.start())
        if formula:
            yield False, _signs(words[start : match.start()])
            yield True, formula
            start = at
        else:
            at = match.end()
    yield False, _signs(words[start:])


def spelled(words: str) -> list[str]:
    """Return what words still spell of mathematics: names of Greek letters, relations, roots, powers, indices."""
    left = "".join(text for is_formula, text in typed(words) if not is_formula)
    return sorted({match[0] for match in SPELLED.finditer(left)})


def _signs(words: str) -> str:
    return TYPED.sub(lambda match: SIGNS[match[0]], words)


def _formula(words: str, start: int) -> tuple[str, int]:
    """Return the longest formula that begins here, and where it ends; an empty one if none does for certain."""
    best, at, run = ("", start), start, _Run()
    while (match := TOKEN.match(words, at)) and not ARTICLE.match(words, at) and run.take(match):
        at = match.end()
        if run.complete and run.certain:
            best = (run.latex.strip(), at)
    return best


class _Run:
    """A formula while it is read: what it is so far, which brackets are open, and whether an operand must follow."""

    def __init__(self) -> None:
        self.latex = ""
        self.open: list[str] = []
        self.wanted = True
        self.apart = False
        self.certain = False

    @property
    def complete(self) -> bool:
        """Tell whether the formula could end here."""
        return not self.wanted and not self.open and not self.apart

    def take(self, match: re.Match[str]) -> bool:
        """Take the next token; False if it cannot be part of the formula."""
        kind, text = str(match.lastgroup), match[0].replace("**", "^")
        apart, self.apart = self.apart, kind == "space"
        if kind == "space":
            return True
        if (kind == "mark" or text == "^") and (self.wanted or apart or RAISED.search(self.latex)):
            return False
        if kind == "mark":
            return self._add("^{*}" if text == "*" else text, wanted=False)
        if self.latex.endswith("^"):
            plain = text.replace(".", "").isdigit() or (kind == "letter" and "_" not in text)
            return plain and self._operand(kind, text, "{", "}")
        if kind == "sign":
            return self._sign(text, apart)
        if self.wanted:
            return self._operand(kind, text)
        return kind != "number" and (self.certain or len(text) > 1) and self._operand(kind, text, r"\, ")

    def _operand(self, kind: str, text: str, before: str = "", after: str = "") -> bool:
        if kind == "number":
            self.certain = self.certain or "e" in text
            return self._add(before + _number(text) + after, wanted=False)
        if kind == "letter":
            name, _, index = text.partition("_")
            self.certain = self.certain or len(name) > 1 or bool(index)
            letter = ("\\" * (len(name) > 1)) + name + (f"_{{{index}}}" if index else " ")
            return self._add(before + letter + after, wanted=False)
        if kind == "root":
            self.certain = True
            self.open.append("}")
        return self._add(before + (r"\sqrt{" if kind == "root" else f"\\{text} "), wanted=True)

    def _sign(self, text: str, apart: bool) -> bool:
        if text in "(|" and (self.wanted or (text == "(" and (self.open or not apart))):
            self.open.append({"(": ")", "|": "|"}[text])
            return self._add(text, wanted=True)
        if self.wanted:
            return text == "-" and not self.latex.endswith(("-", "- ")) and self._add("-", wanted=True)
        if self.open and text == self.open[-1].replace("}", ")"):
            return self._add(self.open.pop(), wanted=False)
        if text == "," and self.open:
            return self._add(", ", wanted=True)
        if text in RELATIONS or text == "^":
            self.certain = True
            return self._add(f" {RELATIONS[text]} " if text != "^" else "^", wanted=True)
        return text in OPERATORS and self._add(f" {OPERATORS[text]} ", wanted=True)

    def _add(self, latex: str, *, wanted: bool) -> bool:
        self.latex += latex
        self.wanted = wanted
        return True


def _number(text: str) -> str:
    """Return a number, its power of ten written as one."""
    head, _, exponent = text.partition("e")
    power = f"10^{{{int(exponent)}}}" if exponent else ""
    return rf"{head} \cdot {power}" if power and head != "1" else power or head
