"""Formulas as values: written once, like `2 * sqrt(2) * sigma / (sqrt(n * pi) * (1 - gamma))`, and read in many ways.

A formula is a number, a symbol (perhaps with indices), an operation on formulas, a sum over the entries of lists or
over a range of integers. Nothing is simplified, but chains of + and of * are one operation with many arguments.
Comparisons build a `Relation`; `equals` and `differs` stand for = and !=, as == compares two formulas as values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NoReturn, Self

SWAPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}
NEGATED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}
MEANS = ("mean-max-normal", "mean-abs-max-normal")


class Formula:
    """A formula; Python's operators build larger ones."""

    def __add__(self, other: Term) -> Formula:
        return _chain("+", self, num(other))

    def __radd__(self, other: Term) -> Formula:
        return _chain("+", num(other), self)

    def __sub__(self, other: Term) -> Formula:
        return operation("-", self, other)

    def __rsub__(self, other: Term) -> Formula:
        return operation("-", other, self)

    def __mul__(self, other: Term) -> Formula:
        return _chain("*", self, num(other))

    def __rmul__(self, other: Term) -> Formula:
        return _chain("*", num(other), self)

    def __truediv__(self, other: Term) -> Formula:
        return operation("/", self, other)

    def __rtruediv__(self, other: Term) -> Formula:
        return operation("/", other, self)

    def __pow__(self, other: Term) -> Formula:
        return operation("pow", self, other)

    def __rpow__(self, other: Term) -> Formula:
        return operation("pow", other, self)

    def __neg__(self) -> Formula:
        return operation("neg", self)

    def __abs__(self) -> Formula:
        return operation("abs", self)

    def __lt__(self, other: Term) -> Relation:
        return Relation(self, "<", num(other))

    def __le__(self, other: Term) -> Relation:
        return Relation(self, "<=", num(other))

    def __gt__(self, other: Term) -> Relation:
        return Relation(self, ">", num(other))

    def __ge__(self, other: Term) -> Relation:
        return Relation(self, ">=", num(other))

    def __str__(self) -> str:
        from theory_checks.core.notation import text  # notation reads formulas

        return text(self)

    def to_json(self) -> Any:
        """Return the formula in the language of the certificates."""
        raise NotImplementedError


Term = Formula | int | Fraction | str  # a text is the name of a symbol, or an exact number


@dataclass(frozen=True)
class Number(Formula):
    """An exact number."""

    value: Fraction

    def to_json(self) -> str:
        """Return "p" or "p/q"."""
        return str(self.value)


@dataclass(frozen=True)
class Symbol(Formula):
    """What a name stands for, or the entry of a list at some indices."""

    name: str
    at: tuple[int | Formula, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return a reference."""
        at = [num(i).to_json() for i in self.at]
        return {"ref": self.name, "at": at} if at else {"ref": self.name}


@dataclass(frozen=True)
class Operation(Formula):
    """An operation of the checker's table; the means of maxima take each argument some number of times."""

    name: str
    args: tuple[Formula, ...] = ()
    copies: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the operation with its arguments."""
        node: dict[str, Any] = {"op": self.name}
        node |= {"args": [x.to_json() for x in self.args]} if self.args else {}
        return node | ({"copies": [str(k) for k in self.copies]} if self.copies else {})


@dataclass(frozen=True)
class Entries(Formula):
    """The sum of the entries of one list, or of the products of the entries of two."""

    lists: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the sum over the names of the lists."""
        return {"op": "sum" if len(self.lists) == 1 else "dot", "of": list(self.lists)}


@dataclass(frozen=True)
class Length(Formula):
    """How many items a list has."""

    name: str

    def to_json(self) -> dict[str, Any]:
        """Return the count over the name of the list."""
        return {"op": "length", "of": [self.name]}


@dataclass(frozen=True)
class Sum(Formula):
    """The sum of the body over the integers from low to high, which the symbol `index` runs through."""

    index: str
    low: Formula
    high: Formula
    body: Formula

    def to_json(self) -> Any:
        """Return the sum term by term where its range is known, otherwise as a series."""
        from theory_checks.core.interpret import expanded, symbols  # interpretations read formulas

        if not symbols(self.low) | symbols(self.high):
            return expanded(self).to_json()
        ends = {"from": self.low.to_json(), "to": self.high.to_json()}
        return {"op": "series", "index": self.index, **ends, "body": self.body.to_json()}


@dataclass(frozen=True)
class Relation:
    """A comparison of two formulas, which is a statement and no truth value."""

    left: Formula
    sign: str
    right: Formula

    def __post_init__(self) -> None:
        if self.sign not in NEGATED:
            raise ValueError(f"a relation must be one of {', '.join(NEGATED)}, got {self.sign!r}")

    @property
    def negated(self) -> Relation:
        """What is true where this is not."""
        return Relation(self.left, NEGATED[self.sign], self.right)

    @property
    def swapped(self) -> Relation:
        """The same with the sides exchanged."""
        return Relation(self.right, SWAPPED[self.sign], self.left)

    def to_json(self) -> dict[str, Any]:
        """Return the relation in the language of the certificates."""
        return {"relation": self.sign, "left": self.left.to_json(), "right": self.right.to_json()}

    @classmethod
    def from_json(cls, node: Any) -> Self:
        """Return the relation that this JSON describes."""
        return cls(from_json(node["left"]), node["relation"], from_json(node["right"]))

    def __bool__(self) -> NoReturn:
        raise TypeError(f"a relation must be decided before it is asked for a truth value, got {self}")

    def __str__(self) -> str:
        return f"{self.left} {'==' if self.sign == '=' else self.sign} {self.right}"


def num(x: Term) -> Formula:
    """Return x as a formula: a text is a number if it starts like one, otherwise the name of a symbol."""
    if isinstance(x, Formula):
        return x
    if isinstance(x, str):
        return Number(Fraction(x)) if x.lstrip("-")[:1].isdigit() else Symbol(x)
    if isinstance(x, bool) or not isinstance(x, int | Fraction):
        raise TypeError(f"a number of a formula must be an int or a Fraction, got {type(x).__name__} {x!r}")
    return Number(Fraction(x))


def ref(name: str, *at: int | Formula) -> Symbol:
    """Return a symbol: a constant, a lemma, a part of an MDP such as M.discount, or an entry of a list."""
    places = (int(i.value) if isinstance(i, Number) else i if isinstance(i, Formula) else int(i) for i in at)
    return Symbol(name, tuple(places))


def operation(name: str, *args: Term) -> Formula:
    """Return an operation of the checker's table by its name there; no chains are joined."""
    return Operation(name, tuple(num(x) for x in args))


def _chain(name: str, left: Formula, right: Formula) -> Formula:
    start = left.args if isinstance(left, Operation) and left.name == name else (left,)
    return Operation(name, (*start, right))


def _joined(name: str, terms: Iterable[Term], empty: int) -> Formula:
    args = [num(x) for x in terms]
    if not args:
        return num(empty)
    first = args[0]
    start = first.args if isinstance(first, Operation) and first.name == name else (first,)
    return Operation(name, (*start, *args[1:]))


def total(terms: Iterable[Term]) -> Formula:
    """Return the sum of the terms, which is one operation; 0 if there is none."""
    return _joined("+", terms, 0)


def product(factors: Iterable[Term]) -> Formula:
    """Return the product of the factors, which is one operation; 1 if there is none."""
    return _joined("*", factors, 1)


def entries(name: str) -> Entries:
    """Return the sum of all entries of a list of the certificate."""
    return Entries((name,))


def dot(left: str, right: str) -> Entries:
    """Return the sum of the products of the entries of two lists of the certificate."""
    return Entries((left, right))


def minimum(*terms: Term) -> Formula:
    """Return the least of the terms."""
    return operation("min", *terms)


def maximum(*terms: Term) -> Formula:
    """Return the largest of the terms."""
    return operation("max", *terms)


def mean_max(scales: Iterable[Term], copies: Iterable[int] | None = None, *, absolute: bool = False) -> Formula:
    """Return E max s_i Z_i, or E |max s_i Z_i|, for independent standard normals, each scale taken `copies` times."""
    return Operation(MEANS[absolute], tuple(num(s) for s in scales), tuple(int(k) for k in copies or ()))


def binomial(n: Term, k: Term) -> Formula:
    """Return the number of ways to choose k of n things."""
    return operation("binomial", n, k)


def _function(name: str) -> Callable[[Term], Formula]:
    return lambda x: operation(name, x)


pi = Operation("pi")
sqrt, exp, log = (_function(name) for name in ("sqrt", "exp", "log"))
absolute, Phi = (_function(name) for name in ("abs", "normal-cdf"))


def erf(x: Term) -> Formula:
    """Return the error function, 2 Phi(x sqrt 2) - 1."""
    return 2 * Phi(num(x) * sqrt(2)) - 1


def relation(left: Term, sign: str, right: Term) -> Relation:
    """Return `left sign right`, for a sign that is not known when the program is written."""
    return Relation(num(left), sign, num(right))


def equals(left: Term, right: Term) -> Relation:
    """Return left = right."""
    return relation(left, "=", right)


def differs(left: Term, right: Term) -> Relation:
    """Return left != right."""
    return relation(left, "!=", right)


def from_json(node: Any) -> Formula:
    """Return the formula that an expression of a certificate describes."""
    if not isinstance(node, dict):
        return Number(Fraction(str(node)))
    if "ref" in node:
        return ref(str(node["ref"]), *(from_json(i) for i in node.get("at", [])))
    if "of" in node:
        return Length(*node["of"]) if node["op"] == "length" else Entries(tuple(node["of"]))
    if node["op"] == "series":
        return Sum(str(node["index"]), *(from_json(node[part]) for part in ("from", "to", "body")))
    args = tuple(from_json(x) for x in node.get("args", []))
    return Operation(str(node["op"]), args, tuple(int(k) for k in node.get("copies", ())))
