"""Sentences of lemmas, which are typed on a keyboard, as prose with formulas between dollar signs.

A lemma says `E (1/n) ||v' - v*||_1 >= {name} in {mdp}`: single letters, Greek names, functions and signs are
mathematics, a bracket is if all inside of it is, and whatever else there is stays words. Parameters are replaced by
what they are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from reports.math.library import greek_names

TOKEN = re.compile(
    r"""\{(?P<slot>\w+)\} | (?P<dots>\.\.\.) | (?P<number>\d+(?:\.\d+)?) | (?P<word>[A-Za-z]+(?:[-'][A-Za-z]+)*)
    | (?P<sign><=|>=|!=|<-|->|\|\||[-+*/^_=<>~|()\[\],']) | (?P<other>\S)""",
    re.VERBOSE,
)
GREEK = greek_names()
NAMES = {"df", "dx", "TQ", "TR"}
# Functions, which are words where nothing follows that they could be a function of.
FUNCTIONS = {
    **{name: f"\\{name}" for name in ("sum", "max", "min", "sup", "exp", "log", "ln", "int")},
    **{name: rf"\operatorname{{{name}}}" for name in ("Var", "Cov", "diag", "cosh", "sinh", "tanh", "coth")},
}
RELATIONS = {
    "=": "=", "<": "<", ">": ">", "<=": r"\leq", ">=": r"\geq", "!=": r"\neq", "<-": r"\leftarrow", "->": r"\to",
    "~": r"\sim",
}  # fmt: skip
OPERATORS = {"+": "+", "-": "-", "/": "/", "*": r"\cdot"}
BRACKETS = {"(": ("(", ")", ")"), "[": ("[", "]", "]"), "||": (r"\|", "||", r"\|"), "|": ("|", "|", "|")}
LONGEST_PRODUCT = 12  # signs and letters between < and >
ATOM = re.compile(r"\\?[A-Za-z]+|\d+|\\mathrm\{\w+\}")


@dataclass(frozen=True)
class Token:
    """A word, number, parameter or sign, and whether it touches the one before."""

    kind: str
    text: str
    tied: bool


def sentence(text: str, values: Mapping[str, str]) -> str:
    """Return a sentence as prose; `values` has the LaTeX of each parameter."""
    return _Reader(text, values).prose()


def compound(word: str) -> str:
    """Return a word whose first part may be a letter, such as epsilon-private."""
    head, hyphen, rest = word.partition("-")
    return rf"$\{head}$-{rest}" if hyphen and head in GREEK else word


class _Reader:
    def __init__(self, text: str, values: Mapping[str, str]) -> None:
        found = [*TOKEN.finditer(text)]
        ends = [0, *(match.end() for match in found)]
        self.values = values
        self.tokens = [self.token(match, match.start() == end) for match, end in zip(found, ends, strict=False)]

    def token(self, match: re.Match[str], tied: bool) -> Token:
        """Return what was found; what no value is known for is no parameter."""
        kind = str(match.lastgroup)
        return (
            Token("other", match[0], tied)
            if kind == "slot" and match[kind] not in self.values
            else Token(kind, match[kind], tied)
        )

    def prose(self) -> str:
        """Return the longest formulas that can be read from left to right, and the words between them."""
        parts: list[str] = []
        at = 0
        while at < len(self.tokens):
            formula, after = self.formula(at, inside=False)
            tied = self.tokens[at].tied or not at
            shown = f"${formula}$" if formula else compound(self.tokens[at].text)
            parts.append(("" if tied else " ") + (r"$\mid$" if shown == "|" else shown))
            at = max(after, at + 1)
        return "".join(parts)

    def sign(self, at: int) -> str:
        """Return the sign that stands at a place, or nothing."""
        token = self.tokens[at] if at < len(self.tokens) else None
        return token.text if token and token.kind == "sign" else ""

    def tied(self, at: int) -> bool:
        """Tell whether something follows without a blank that is no closing bracket."""
        return at < len(self.tokens) and self.tokens[at].tied and self.sign(at) not in (")", "]")

    def formula(self, at: int, *, inside: bool) -> tuple[str, int]:
        """Return the longest formula that begins at a place, and where it ends; commas only inside of brackets."""
        parts: list[str] = []
        while at < len(self.tokens):
            found = self.scripted(at, inside=inside) or self.between(at, inside=inside)
            if found is None:
                break
            parts.append(found[0])
            at = found[1]
        return " ".join(parts), at

    def between(self, at: int, *, inside: bool) -> tuple[str, int] | None:
        """Return a relation or an operation; inside of brackets also a comma, or the bar before a condition."""
        sign = self.sign(at)
        known = RELATIONS | OPERATORS | ({",": ",", "|": r"\mid"} if inside else {})
        return (known[sign], at + 1) if sign in known else None

    def scripted(self, at: int, *, inside: bool) -> tuple[str, int] | None:
        """Return an operand with its primes, indices and exponents."""
        found = self.operand(at, inside=inside)
        if found is None:
            return None
        base, at = found
        primes, below, above = "", "", ""
        while (sign := self.sign(at)) and self.tokens[at].tied:
            script = self.script(at + 1) if sign in "_^" else None
            if sign == "'":
                primes, at = primes + "'", at + 1
            elif sign == "*" or (sign == "+" and not self.tied(at + 1)):
                above, at = sign + above, at + 1
            elif script is None:
                break
            else:
                below, above = (script[0], above) if sign == "_" else (below, f"{above} {script[0]}".strip())
                at = script[1]
        if above and not ATOM.fullmatch(base) and base[-1:] not in ")]|":
            base = rf"\left({base}\right)"
        return base + primes + (f"_{{{below}}}" if below else "") + (f"^{{{above}}}" if above else ""), at

    def script(self, at: int) -> tuple[str, int] | None:
        """Return an index or an exponent: a number, a letter, or a bracket without its signs."""
        minus = self.sign(at) == "-"
        found = self.operand(at + minus, inside=True)
        if found is None:
            return self.words_in_bracket(at) if self.sign(at) == "(" else None
        inner, after = found[0][1:-1] if self.sign(at) == "(" else found[0], found[1]
        while self.sign(at - 1) == "^" and self.sign(after) == "'":
            inner, after = inner + "'", after + 1
        return "-" * minus + inner, after

    def words_in_bracket(self, at: int) -> tuple[str, int]:
        """Return an exponent that is told in words."""
        end = next((i for i in range(at, len(self.tokens)) if self.sign(i) == ")"), len(self.tokens))
        return rf"\text{{{' '.join(token.text for token in self.tokens[at + 1 : end])}}}", end + 1

    def operand(self, at: int, *, inside: bool) -> tuple[str, int] | None:
        """Return a number, a letter, a parameter, a function or a bracket."""
        if at >= len(self.tokens):
            return None
        kind, text = self.tokens[at].kind, self.tokens[at].text
        if kind == "sign":
            return self.angle(at) if text == "<" else self.bracket(at) if text in BRACKETS else None
        if kind == "word" and not self.is_symbol(at, text, inside=inside):
            return None
        if text == "sqrt":
            return self.root(at)
        if kind == "slot":
            return self.values[text], at + 1
        printed = {"number": text, "dots": r"\dots", "word": self.symbol(at)}
        return (printed[kind], at + 1) if kind in printed else None

    def root(self, at: int) -> tuple[str, int] | None:
        """Return a root, which has a line in place of its bracket."""
        found = self.bracket(at + 1)
        return (rf"\sqrt{{{found[0][1:-1]}}}", found[1]) if found else None

    def symbol(self, at: int) -> str:
        """Return how a word is printed; E is an expectation before what it is taken of, and else a letter."""
        word = self.tokens[at].text
        if word == "E":
            of = self.sign(at + 1) in {*BRACKETS, "_"} or self.is_letter(at + 1) or self.is_function(at + 1)
            return r"\mathbb{E}" if of else word
        return f"\\{word}" if word in GREEK else FUNCTIONS.get(word, word)

    def is_function(self, at: int) -> bool:
        """Tell whether a word is a function of what follows."""
        word = self.tokens[at].text if at < len(self.tokens) else ""
        after = self.sign(at + 1)
        if word == "sqrt":
            return after == "("
        return word in FUNCTIONS and (after == "_" or (word != "sum" and (after in BRACKETS or self.is_letter(at + 1))))

    def is_symbol(self, at: int, word: str, *, inside: bool) -> bool:
        """Tell whether a word is mathematics; `a` is an article unless a sign follows or a bracket is open."""
        after = self.sign(at + 1)
        if word == "A" and self.begins(at) and not after and not self.is_letter(at + 1):
            return False
        if word == "a":
            return inside or after in {*RELATIONS, *OPERATORS, "^", "_"} - {""}
        return self.is_letter(at) or self.is_function(at) or (inside and word == "sum")

    def begins(self, at: int) -> bool:
        """Tell whether a sentence begins at a place."""
        return at == 0 or self.tokens[at - 1].text in ".;:"

    def is_letter(self, at: int) -> bool:
        """Tell whether a parameter stands at a place, a single letter, or the name of one."""
        if at >= len(self.tokens):
            return False
        kind, text = self.tokens[at].kind, self.tokens[at].text
        return kind == "slot" or (kind == "word" and (len(text) == 1 or text in GREEK or text in NAMES))

    def bracket(self, at: int) -> tuple[str, int] | None:
        """Return a bracket, if all that it holds is mathematics."""
        left, closing, right = BRACKETS.get(self.sign(at), ("", "", ""))
        inner, end = self.held(at + 1, closing)
        return (f"{left}{inner}{right}", end) if inner and self.sign(end - 1) == closing else None

    def held(self, at: int, closing: str) -> tuple[str, int]:
        """Return what stands before a closing sign, and the place after it; bars would open a bracket of their own."""
        if closing not in ("|", "||"):
            inner, end = self.formula(at, inside=True)
            return inner, end + 1
        end = next((end for end in range(at + 1, len(self.tokens)) if self.sign(end) == closing), at)
        return self.whole(at, end), end + 1

    def whole(self, at: int, end: int) -> str:
        """Return what stands between two places, if all of it is one formula."""
        part = _Reader("", self.values)
        part.tokens = self.tokens[at:end]
        inner, length = part.formula(0, inside=True)
        return inner if length == end - at else ""

    def angle(self, at: int) -> tuple[str, int] | None:
        """Return an inner product <f, g>, whose signs touch what they hold."""
        ends = range(at + 2, min(at + LONGEST_PRODUCT, len(self.tokens)))
        end = next((end for end in ends if self.sign(end) == ">" and self.tokens[end].tied), at)
        inner = self.whole(at + 1, end) if end > at and self.tokens[at + 1].tied else ""
        return (rf"\langle {inner} \rangle", end + 1) if inner else None
