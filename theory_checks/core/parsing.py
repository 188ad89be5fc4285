"""Formulas and relations from texts such as `error <= 2*sqrt(2)*sigma/(sqrt(n*pi)*(1 - gamma))`.

The text is parsed by Python's own grammar and read by a table of what is allowed: nothing of it is ever run.
"""

from __future__ import annotations

import ast
import keyword
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, NoReturn

from theory_checks.core import formula as f
from theory_checks.core.formula import Formula, Relation

MAX_LENGTH = 4000
MAX_DEPTH = 60
MANY = 1 << 12  # texts are remembered: those of all papers and their near misses are 2500, each asked for four times
_MARK = "__"  # a symbol may be called lambda, which Python's grammar reserves
_RESERVED = re.compile(rf"\b({'|'.join(set(keyword.kwlist) - {'and', 'or', 'True', 'False', 'None'})})\b")
_OPERATORS: Mapping[type[ast.AST], Callable[[Formula, Formula], Formula]] = {
    ast.Add: Formula.__add__,
    ast.Sub: Formula.__sub__,
    ast.Mult: Formula.__mul__,
    ast.Div: Formula.__truediv__,
    ast.Pow: Formula.__pow__,
}
_SIGNS: Mapping[type[ast.AST], str] = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "=", ast.NotEq: "!=",
}  # fmt: skip
FUNCTIONS: Mapping[str, Callable[..., Formula]] = {
    "sqrt": f.sqrt, "exp": f.exp, "log": f.log, "erf": f.erf, "Phi": f.Phi, "abs": f.absolute,
    "absolute": f.absolute, "neg": Formula.__neg__, "minimum": f.minimum, "maximum": f.maximum, "binomial": f.binomial,
    "total": lambda *x: f.total(x), "product": lambda *x: f.product(x),
}  # fmt: skip


class FormulaError(ValueError):
    """A text is no formula; the message says why, and where."""


@lru_cache(maxsize=MANY)
def parse(text: str) -> Formula:
    """Return the formula that a text is."""
    return _Reader(text).formula(_tree(text))


@lru_cache(maxsize=MANY)
def relations(text: str) -> tuple[Relation, ...]:
    """Return the relations that a text states: one comparison, a chain of them, or some that are joined by "and"."""
    reader, tree = _Reader(text), _tree(text)
    if isinstance(tree, ast.BoolOp) and isinstance(tree.op, ast.Or):
        reader.refuse('be joined by "and" alone', tree)
    parts = tree.values if isinstance(tree, ast.BoolOp) else [tree]
    return tuple(relation for part in parts for relation in reader.chain(part))


def _tree(text: str) -> ast.expr:
    if len(text) > MAX_LENGTH:
        raise FormulaError(f"a formula must have at most {MAX_LENGTH} signs, got {len(text)}")
    try:
        return ast.parse(_RESERVED.sub(rf"\1{_MARK}", " ".join(text.split())), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise FormulaError(f"a formula must read like Python, got {text!r}") from error


class _Reader:
    """The reading of one text, which the messages quote."""

    def __init__(self, text: str) -> None:
        self.text, self.depth = text, 0

    def refuse(self, rule: str, node: ast.AST) -> NoReturn:
        got = ast.unparse(node).replace(_MARK, "")
        raise FormulaError(f"a formula must {rule}, got {got[:80]!r} in {self.text[:200]!r}")

    def chain(self, node: ast.AST) -> list[Relation]:
        if not isinstance(node, ast.Compare):
            self.refuse("be compared with another where a relation is wanted", node)
        sides = [self.formula(x) for x in (node.left, *node.comparators)]
        signs = [_SIGNS.get(type(x)) or self.refuse("be compared by < <= > >= == !=", node) for x in node.ops]
        return [Relation(a, sign, b) for a, sign, b in zip(sides, signs, sides[1:], strict=False)]

    def formula(self, node: ast.AST) -> Formula:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.refuse(f"be nested at most {MAX_DEPTH} deep", node)
        read: Callable[[Any], Formula] | None = getattr(self, f"_read_{type(node).__name__.lower()}", None)
        named = read(node) if read else self.refuse("be made of numbers, names, operators and known functions", node)
        self.depth -= 1
        return named

    def _read_constant(self, node: ast.Constant) -> Formula:
        if type(node.value) is not int:
            self.refuse("have integers for numbers (write 3/2, not 1.5)", node)
        return f.num(node.value)

    def _read_name(self, node: ast.Name) -> Formula:
        return f.pi if node.id == "pi" else f.ref(self.name(node))

    def _read_attribute(self, node: ast.Attribute) -> Formula:
        return f.ref(self.name(node))

    def _read_subscript(self, node: ast.Subscript) -> Formula:
        places = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        return f.ref(self.name(node.value), *(self.place(x) for x in places))

    def _read_unaryop(self, node: ast.UnaryOp) -> Formula:
        if not isinstance(node.op, ast.USub):
            self.refuse("have no sign but -", node)
        inside = self.formula(node.operand)
        return (
            f.num(-inside.value) if isinstance(node.operand, ast.Constant) and isinstance(inside, f.Number) else -inside
        )

    def _read_binop(self, node: ast.BinOp) -> Formula:
        operator = _OPERATORS.get(type(node.op)) or self.refuse("use the operators + - * / **", node)
        return operator(self.formula(node.left), self.formula(node.right))

    def _read_call(self, node: ast.Call) -> Formula:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in _SPECIAL:
            return _SPECIAL[name](self, node)
        if name not in FUNCTIONS or node.keywords:
            self.refuse(f"use the functions {', '.join([*FUNCTIONS, *_SPECIAL])}", node)
        try:
            return FUNCTIONS[name](*(self.formula(x) for x in node.args))
        except TypeError:
            return self.refuse(f"give {name} as many arguments as it takes", node)

    def fraction(self, node: ast.Call) -> Formula:
        if len(node.args) != 2 or self.integer(node.args[1]) <= 0:
            self.refuse("write fraction(p, q) with q > 0", node)
        return f.num(Fraction(self.integer(node.args[0]), self.integer(node.args[1])))

    def entries(self, node: ast.Call) -> Formula:
        return f.entries(self.name(node.args[0])) if len(node.args) == 1 else self.refuse("write entries(list)", node)

    def length(self, node: ast.Call) -> Formula:
        return f.Length(self.name(node.args[0])) if len(node.args) == 1 else self.refuse("write length(list)", node)

    def dot(self, node: ast.Call) -> Formula:
        if len(node.args) != 2:
            self.refuse("write dot(list, list)", node)
        return f.dot(*(self.name(x) for x in node.args))

    def sum_over(self, node: ast.Call) -> Formula:
        if len(node.args) != 4:
            self.refuse("write Sum(index, low, high, body)", node)
        return f.Sum(self.name(node.args[0]), *(self.formula(x) for x in node.args[1:]))

    def mean(self, node: ast.Call, absolute: bool = False) -> Formula:
        copies = [self.integer(x) for item in node.keywords for x in getattr(item.value, "elts", [item.value])]
        if {item.arg for item in node.keywords} - {"copies"} or (copies and len(copies) != len(node.args)):
            self.refuse("give a mean of a maximum no keyword but copies, one for each scale", node)
        return f.mean_max([self.formula(x) for x in node.args], copies or None, absolute=absolute)

    def mean_of_modulus(self, node: ast.Call) -> Formula:
        return self.mean(node, absolute=True)

    def name(self, node: ast.AST) -> str:
        if isinstance(node, ast.Attribute):
            return f"{self.name(node.value)}.{node.attr}"
        if not isinstance(node, ast.Name):
            self.refuse("have a name here", node)
        return node.id.removesuffix(_MARK)

    def place(self, node: ast.AST) -> int | Formula:
        found = self.formula(node)
        return self.integer(node) if isinstance(found, f.Number) else found

    def integer(self, node: ast.AST) -> int:
        named = self.formula(node)
        if not isinstance(named, f.Number) or named.value.denominator != 1:
            self.refuse("have an integer here", node)
        return int(named.value)


_SPECIAL: Mapping[str, Callable[[_Reader, ast.Call], Formula]] = {
    "fraction": _Reader.fraction,
    "entries": _Reader.entries,
    "length": _Reader.length,
    "dot": _Reader.dot,
    "Sum": _Reader.sum_over,
    "mean_max": _Reader.mean,
    "mean_abs_max": _Reader.mean_of_modulus,
}
