"""Formulas as terms of Coq's real numbers, with what must hold for them to mean what they say.

Coq's functions are total: x/0, the logarithm of -1 and the root of -1 are numbers there. So each formula comes with the
conditions under which it is defined, and a statement of which the language or Coq's numbers do not reach is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from theory_checks.core.formula import Entries, Formula, Number, Operation, Relation, Sum, Symbol, Term, num
from theory_checks.core.parsing import FormulaError

SIGNS = {"<": "<", "<=": "<=", ">": ">", ">=": ">=", "=": "=", "!=": "<>"}
_KEYWORDS = (
    "as at cofix else end exists fix for forall fun if in let match return then using where with "
    "R Z PI IZR Phi exp ln sqrt Rabs Rmin Rmax Rpower powerRZ over list entries products"
)
TAKEN = frozenset(_KEYWORDS.split())  # what no variable may be called
_CALLS = {"exp": "exp", "sqrt": "sqrt", "log": "ln", "abs": "Rabs", "normal-cdf": "Phi"}
_FOLDS = {"min": "Rmin", "max": "Rmax"}
_NUMBERS_OF_AN_MDP = ("states", "actions", "discount")
_INTEGER = ("+", "-", "*", "neg", "abs")  # operations that lead from integers to integers


class CoqError(FormulaError):
    """A formula has no counterpart in Coq; the message says which part."""


@dataclass(frozen=True)
class Coq:
    """How formulas are written where these symbols are integers, and these are lists."""

    integers: frozenset[str] = frozenset()
    lists: frozenset[str] = frozenset()

    def relation(self, claim: Relation) -> str:
        """Return a comparison of real numbers."""
        return f"{self.term(claim.left)} {SIGNS[claim.sign]} {self.term(claim.right)}"

    def term(self, formula: Term) -> str:
        """Return a term of type R; whatever could be read in two ways stands in brackets."""
        node = num(formula)
        if isinstance(node, Number):
            return _number(node.value)
        if isinstance(node, Symbol):
            return f"IZR {variable(node)}" if node.name in self.integers else variable(node)
        if isinstance(node, Entries):  # as the file `Entries` of the library defines it
            return " ".join(["products" if len(node.lists) > 1 else "entries", *map(variable, map(Symbol, node.lists))])
        return self._sum(node) if isinstance(node, Sum) else self._operation(node)

    def _operation(self, node: Formula) -> str:
        if not isinstance(node, Operation) or node.copies:
            raise CoqError(f"a formula must be made of numbers, symbols and operations, got {node}")
        if node.name == "pow":
            return self._power(*node.args)
        parts = [self._bracketed(x) for x in node.args]
        if node.name in ("+", "-", "*", "/"):
            return f" {node.name} ".join(parts)
        if node.name == "neg":
            return f"- {parts[0]}"
        if node.name == "pi":
            return "PI"
        if node.name in _CALLS:
            return f"{_CALLS[node.name]} {parts[0]}"
        if node.name in _FOLDS:
            return self._fold(_FOLDS[node.name], parts)
        raise CoqError(f"an operation must be one that Coq's numbers have, got {node.name}")

    def _fold(self, function: str, parts: Sequence[str]) -> str:
        first, *others = parts
        for part in others:
            first = f"({function} {first} {part})"
        return first.removeprefix("(").removesuffix(")") if others else first

    def _bracketed(self, node: Formula) -> str:
        text = self.term(node)
        return f"({text})" if " " in text else text

    def _sum(self, node: Sum) -> str:
        """Return a sum over a range of integers, as the file `Ranges` of the library defines it."""
        if not self.is_integer(node.low) or not self.is_integer(node.high):
            raise CoqError(f"the range of a sum must be one of integers, got {node}")
        low, high = (f"({self._integers(x)})%Z" for x in (node.low, node.high))
        return f"over {low} {high} (fun ({variable(Symbol(node.index))} : Z) => {self._within(node).term(node.body)})"

    def _within(self, node: Sum) -> Coq:
        return replace(self, integers=self.integers | {node.index})

    def _power(self, base: Formula, exponent: Formula) -> str:
        below = self._bracketed(base)
        if isinstance(exponent, Number) and exponent.value.denominator == 1:
            power = f"{below} ^ {abs(exponent.value)}"
            return power if exponent.value >= 0 else f"/ ({power})"
        if self.is_integer(exponent):
            return f"powerRZ {below} {self._integer(exponent)}"
        return f"Rpower {below} {self._bracketed(exponent)}"

    def is_integer(self, node: Formula) -> bool:
        """Tell whether a formula is made of integers by operations that keep them so."""
        if isinstance(node, Operation):
            return node.name in _INTEGER and all(self.is_integer(x) for x in node.args)
        if isinstance(node, Symbol):
            return node.name in self.integers
        return isinstance(node, Number) and node.value.denominator == 1

    def _integer(self, node: Formula) -> str:
        """Return a term of type Z."""
        return variable(node) if isinstance(node, Symbol) else f"({self._integers(node)})%Z"

    def _integers(self, node: Formula) -> str:
        if isinstance(node, Symbol):
            return variable(node)
        if isinstance(node, Number):
            return _number(node.value)
        if not isinstance(node, Operation):
            raise CoqError(f"an integer must be made of integers, got {node}")
        parts = [f"({self._integers(x)})" for x in node.args]
        if len(parts) == 1:
            return f"{'Z.abs' if node.name == 'abs' else '-'} {parts[0]}"
        return f" {node.name} ".join(parts)

    def conditions(self, *formulas: Formula) -> list[str]:
        """Return what must hold for formulas to be defined, inner parts first, each condition once."""
        return list(dict.fromkeys(text for node in formulas for text in self._conditions(node)))

    def _conditions(self, node: Formula) -> Iterator[str]:
        if isinstance(node, Sum):
            yield from self._each(node)
        if not isinstance(node, Operation):
            return
        for part in node.args:
            yield from self._conditions(part)
        decisive = node.args[-1] if node.name == "/" else node.args[0] if node.args else node
        need = _NEEDS[node.name](self, *node.args) if node.name in _NEEDS and not _positive(decisive) else ""
        if need:
            yield need

    def _each(self, node: Sum) -> Iterator[str]:
        """Yield what must hold for each term of a sum to be defined."""
        index = variable(Symbol(node.index))
        low, high = (f"({self._integers(x)})" for x in (node.low, node.high))
        for need in self._within(node).conditions(node.body):
            yield f"(forall {index} : Z, ({low} <= {index} <= {high})%Z -> {need})"

    def binders(self, names: Sequence[str]) -> str:
        """Return the variables with their types."""
        return " ".join(f"({variable(Symbol(x))} : {self._type(x)})" for x in names)

    def _type(self, name: str) -> str:
        return "Z" if name in self.integers else "list R" if name in self.lists else "R"

    def value(self, name: str, formula: Formula) -> str:
        """Return what is put in the place of a variable, of the variable's type."""
        if name in self.lists:
            raise CoqError(f"the value of {name} must be a list, got {formula}")
        if name not in self.integers:
            return f"({self.term(formula)})"
        if not isinstance(formula, Number) or formula.value.denominator != 1:
            raise CoqError(f"the value of {name} must be an integer, got {formula}")
        return f"({formula.value})%Z"


def _power_needs(coq: Coq, base: Formula, exponent: Formula) -> str:
    if isinstance(exponent, Number) and exponent.value.denominator == 1:
        return f"{coq.term(base)} <> 0" if exponent.value < 0 else ""
    if coq.is_integer(exponent):
        return f"0 <= {coq.term(exponent)} \\/ {coq.term(base)} <> 0"
    return f"0 < {coq.term(base)}"


def _quotient_needs(coq: Coq, _: Formula, below: Formula) -> str:
    return "" if _is_nonzero(below) else f"{coq.term(below)} <> 0"


def _root_needs(coq: Coq, x: Formula) -> str:
    return f"0 <= {coq.term(x)}"


def _logarithm_needs(coq: Coq, x: Formula) -> str:
    return f"0 < {coq.term(x)}"


_NEEDS: Mapping[str, Callable[..., str]] = {
    "/": _quotient_needs,
    "pow": _power_needs,
    "sqrt": _root_needs,
    "log": _logarithm_needs,
}


def variable(symbol: Symbol) -> str:
    """Return the name of a variable; entries of lists, and of what an MDP has several of, are refused."""
    base, _, part = symbol.name.partition(".")
    name = f"{base}_{part}" if part in _NUMBERS_OF_AN_MDP else symbol.name
    if symbol.at or not name.isidentifier():
        raise CoqError(f"a symbol must be a single number, got {symbol}")
    return f"{name}_" if name in TAKEN else name


def _number(value: Fraction) -> str:
    top, bottom = value.as_integer_ratio()
    return f"{top} / {bottom}" if bottom > 1 else str(top) if top >= 0 else f"- {-top}"


def _positive(node: Formula) -> bool:
    """Tell whether a formula is greater than 0 whatever its symbols are, as far as its form shows it."""
    if isinstance(node, Number):
        return node.value > 0
    if not isinstance(node, Operation):
        return False
    if node.name in ("exp", "pi"):
        return True
    return node.name in ("+", "*", "/", "sqrt", "pow", "min", "max") and all(map(_positive, node.args))


def _is_nonzero(node: Formula) -> bool:
    return isinstance(node, Number) and node.value != 0
