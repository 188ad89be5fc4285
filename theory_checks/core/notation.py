"""Formulas as texts: the one that is parsed back, and LaTeX."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from theory_checks.core.formula import (
    MEANS,
    Entries,
    Formula,
    Length,
    Number,
    Operation,
    Relation,
    Sum,
    Symbol,
    Term,
    num,
)

SUM, PRODUCT, SIGN, POWER, ATOM = 1, 2, 3, 4, 5
Part = tuple[str, int]  # a text and how tightly it binds
_NAMES = {
    "normal-cdf": "Phi", "min": "minimum", "max": "maximum", "abs": "abs",
    "mean-max-normal": "mean_max", "mean-abs-max-normal": "mean_abs_max",
}  # fmt: skip
_BINDING = {"+": SUM, "-": SUM, "*": PRODUCT, "/": PRODUCT, "pow": POWER, "neg": SIGN}
_GREEK = (
    "alpha beta gamma delta epsilon zeta eta theta kappa lambda mu nu xi rho sigma tau phi chi psi omega "
    "Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega"
)
GREEK = frozenset(_GREEK.split())
_PARTS = {"discount": r"\gamma", "states": "n", "actions": "m", "rewards": "r", "transitions": "P"}
SIGNS = {"<": "<", "<=": r"\leq", ">": ">", ">=": r"\geq", "=": "=", "!=": r"\neq"}


def text(formula: Term) -> str:
    """Return the text from which `parse` makes the formula."""
    return _text(num(formula))[0]


def _text(node: Formula) -> Part:
    if isinstance(node, Number):
        return _text_number(node)
    if isinstance(node, Symbol):
        return f"{node.name}[{', '.join(map(str, node.at))}]" if node.at else node.name, ATOM
    if isinstance(node, Length):
        return f"length({node.name})", ATOM
    if isinstance(node, Entries):
        return f"{'entries' if len(node.lists) == 1 else 'dot'}({', '.join(node.lists)})", ATOM
    if isinstance(node, Sum):
        return f"Sum({node.index}, {text(node.low)}, {text(node.high)}, {text(node.body)})", ATOM
    return _text_operation(node) if isinstance(node, Operation) else (repr(node), ATOM)


def _text_number(node: Number) -> Part:
    top, bottom = node.value.as_integer_ratio()
    return (f"fraction({top}, {bottom})", ATOM) if bottom > 1 else (str(top), ATOM if top >= 0 else SIGN)


def _text_operation(node: Operation) -> Part:
    name, parts = node.name, [_text(x) for x in node.args]
    if name in ("+", "*") and len(parts) > 1:
        first = SUM if name == "+" else PRODUCT
        return f" {name} ".join([_within(parts[0], first), *(_within(x, first + 1) for x in parts[1:])]), first
    if name in ("-", "/"):
        level = _BINDING[name]
        return f"{_within(parts[0], level)} {name} {_within(parts[1], level + 1)}", level
    if name == "pow":
        return f"{_within(parts[0], ATOM)}**{_within(parts[1], SIGN)}", POWER
    if name == "neg" and not isinstance(node.args[0], Number):
        return f"-{_within(parts[0], SIGN)}", SIGN
    if name == "pi":
        return "pi", ATOM
    called = {"+": "total", "*": "product"}.get(name) or _NAMES.get(name, name)
    copies = [f"copies=({', '.join(map(str, node.copies))},)"] if node.copies else []
    return f"{called}({', '.join([*(x for x, _ in parts), *copies])})", ATOM


def _within(part: Part, level: int) -> str:
    return part[0] if part[1] >= level else f"({part[0]})"


Names = Mapping[str, str]


def latex(formula: Term | Relation, names: Names | None = None) -> str:
    """Return a formula or a relation in LaTeX; `names` says how symbols are printed if not by their own name."""
    if isinstance(formula, Relation):
        return f"{latex(formula.left, names)} {SIGNS[formula.sign]} {latex(formula.right, names)}"
    return _Printer(names or {}).part(num(formula))[0]


def latex_name(name: str) -> str:
    """Return a name in LaTeX: v_star is v with a star, M.discount is gamma with the index M, sigma_max has an index."""
    if "." in name:
        base, part = name.split(".", 1)
        return f"{_PARTS.get(part, part)}_{{{latex_name(base)}}}"
    head, _, tail = name.partition("_")
    digits = re.fullmatch(r"([A-Za-z]+?)([0-9]+)", head)
    if digits and not tail:
        head, tail = digits[1], digits[2]
    printed = head if len(head) == 1 else f"\\{head}" if head in GREEK else rf"\mathrm{{{head}}}"
    if not tail:
        return printed
    short = tail if len(tail) == 1 or tail.isdigit() else rf"\mathrm{{{tail.replace('_', ' ')}}}"
    return f"{printed}^*" if tail == "star" else f"{printed}_{{{short}}}"


class _Printer:
    """LaTeX with these names for symbols."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def name(self, name: str) -> str:
        return self.names.get(name) or latex_name(name)

    def part(self, node: Formula) -> Part:
        if isinstance(node, Number):
            return _latex_number(node)
        if isinstance(node, Symbol):
            places = [self.part(i)[0] if isinstance(i, Formula) else str(i) for i in node.at]
            at = f"_{{{','.join(places)}}}" if places else ""
            base = self.name(node.name)
            return (f"({base}){at}" if at and re.search("[_^]", base) else f"{base}{at}"), _binding(base)
        if isinstance(node, Length):
            return rf"\operatorname{{length}}({self.name(node.name)})", ATOM
        if isinstance(node, Entries):
            return self._entries(node), ATOM
        if isinstance(node, Sum):
            low, high = self.part(node.low)[0], self.part(node.high)[0]
            body = _bracketed(self.part(node.body), PRODUCT)
            return rf"\sum_{{{self.name(node.index)}={low}}}^{{{high}}} {body}", SUM
        return self._operation(node) if isinstance(node, Operation) else (str(node), ATOM)

    def _entries(self, node: Entries) -> str:
        names = [self.name(x) for x in node.lists]
        return rf"\operatorname{{sum}}({names[0]})" if len(names) == 1 else rf"\langle {names[0]}, {names[1]} \rangle"

    def _operation(self, node: Operation) -> Part:
        parts = [self.part(x) for x in node.args]
        if node.name in _ARITHMETIC:
            return _ARITHMETIC[node.name](parts)
        texts = [x for x, _ in parts]
        if node.name in MEANS:
            return _latex_mean(node, texts), ATOM
        return _CALLS.get(node.name, rf"\operatorname{{{node.name}}}\left(?\right)").replace(
            "?", ", ".join(texts)
        ), ATOM


def _binding(name: str) -> int:
    """Return how a name binds: one with a superscript of its own is bracketed before it gets another."""
    bare, count = name, 1
    while count:
        bare, count = re.subn(r"\{[^{}]*\}", "", bare)
    return POWER if "^" in bare else ATOM


def _bracketed(part: Part, level: int) -> str:
    return part[0] if part[1] >= level else rf"\left({part[0]}\right)"


def _latex_number(node: Number) -> Part:
    top, bottom = node.value.as_integer_ratio()
    sign = "-" if top < 0 else ""
    shown = str(abs(top)) if bottom == 1 else rf"\frac{{{abs(top)}}}{{{bottom}}}"
    return sign + shown, SIGN if sign else ATOM if bottom == 1 else POWER


def _latex_sum(parts: Sequence[Part]) -> Part:
    pieces = [_bracketed(parts[0], SUM), *(_bracketed(x, PRODUCT) for x in parts[1:])]
    return re.sub(r" \+ -", " - ", " + ".join(pieces)), SUM if len(parts) > 1 else parts[0][1]


def _latex_product(parts: Sequence[Part]) -> Part:
    """Join factors without a sign, but with a dot before a number; factors 1 are left out."""
    factors = [x for x in parts if x[0] != "1"] or [("1", ATOM)]
    written = _bracketed(factors[0], PRODUCT)
    for factor in factors[1:]:
        shown = _bracketed(factor, SIGN + 1)
        written += (r" \cdot " if re.match(r"[0-9]|\\frac\{[0-9]", shown) else " ") + shown
    return written, PRODUCT if len(factors) > 1 else factors[0][1]


def _latex_quotient(parts: Sequence[Part]) -> Part:
    return parts[0] if parts[1][0] == "1" else (rf"\frac{{{parts[0][0]}}}{{{parts[1][0]}}}", POWER)


def _latex_mean(node: Operation, scales: Sequence[str]) -> str:
    counts = node.copies or (1,) * len(scales)
    listed = ", ".join(x if k == 1 else rf"{x}\;({k}\times)" for x, k in zip(scales, counts, strict=True))
    single = len(scales) == 1
    inside = (
        rf"\max_{{i \leq {counts[0]}}} {'' if scales[0] == '1' else scales[0]} Z_i" if single else r"\max_i s_i Z_i"
    )
    inside = f"|{inside}|" if node.name == MEANS[1] else inside
    return rf"\mathbb{{E}}\left[{inside}{'' if single else f' : s = ({listed})'}\right]"


_ARITHMETIC: Mapping[str, Callable[[Sequence[Part]], Part]] = {
    "+": _latex_sum,
    "*": _latex_product,
    "/": _latex_quotient,
    "-": lambda x: (f"{_bracketed(x[0], SUM)} - {_bracketed(x[1], PRODUCT)}", SUM),
    "neg": lambda x: (f"-{_bracketed(x[0], PRODUCT)}", SIGN),
    "pow": lambda x: (f"{_bracketed(x[0], ATOM)}^{{{x[1][0]}}}", POWER),
    "binomial": lambda x: (rf"\binom{{{x[0][0]}}}{{{x[1][0]}}}", ATOM),
}
_CALLS: Mapping[str, str] = {
    "pi": r"\pi",
    "sqrt": r"\sqrt{?}",
    "abs": r"\left|?\right|",
    "exp": r"\exp\left(?\right)",
    "log": r"\log\left(?\right)",
    "normal-cdf": r"\Phi\left(?\right)",
    "min": r"\min\left\{?\right\}",
    "max": r"\max\left\{?\right\}",
}
