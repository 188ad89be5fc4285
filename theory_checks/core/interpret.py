"""What formulas are worth: exact rationals, balls and floats, one table of operations for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import comb, isqrt
from operator import add, mul
from typing import Any, Generic, TypeVar

import numpy as np
from flint import arb
from scipy import special

from tabular import gaussian
from tabular.numbers.balls import ball
from theory_checks.core.formula import (
    MEANS,
    Entries,
    Formula,
    Length,
    Number,
    Operation,
    Sum,
    Symbol,
    Term,
    num,
    ref,
    total,
)

Values = Mapping[str, Any]  # of symbols: numbers, formulas of other symbols, nested lists of numbers
X = TypeVar("X")
Operator = Callable[[Sequence[Any]], Any]
MAX_TERMS = 10**6
MAX_BITS = 1 << 22  # of an exact power: a longer one takes longer than any budget, and balls have it at once
MAX_PRODUCTS = 100


@dataclass(frozen=True)
class _Arithmetic(Generic[X]):
    """How one kind of number is made from exact ones and from the values of symbols, and what is done with it."""

    name: str
    number: Callable[[Any], X]
    operations: Mapping[str, Operator]
    means: Mapping[str, Callable[[Sequence[X], Sequence[int] | None], X]]

    def value(self, formula: Term, values: Values) -> X:
        """Return what a formula is worth."""
        node = num(formula)
        if isinstance(node, Number):
            return self.number(node.value)
        if isinstance(node, Symbol):
            return self._symbol(node, values)
        if isinstance(node, Length):
            return self.number(len(_named(node.name, values)))
        if isinstance(node, Entries):
            return _added([_multiplied(pair) for pair in self._entries(node, values)])
        if isinstance(node, Sum):
            steps = [self.value(node.body, {**values, node.index: k}) for k in _range(node, values)]
            return _added([self.number(Fraction(0)), *steps])
        return self._operation(node, values)

    def _operation(self, node: Formula, values: Values) -> X:
        name = node.name if isinstance(node, Operation) else type(node).__name__
        args = [self.value(x, values) for x in (node.args if isinstance(node, Operation) else ())]
        if isinstance(node, Operation) and name in self.means:
            return self.means[name](args, node.copies or None)
        if name not in self.operations:
            known = ", ".join([*self.operations, *self.means])
            raise ValueError(f"op must be one of {known} to be {self.name}, got {name!r}")
        return self.operations[name](args)

    def _symbol(self, node: Symbol, values: Values) -> X:
        thing = _named(node.name, values)
        for i in node.at:
            thing = thing[_index(i, values)]
        return self.value(thing, values) if isinstance(thing, Formula | str) else self.number(thing)

    def _entries(self, node: Entries, values: Values) -> Iterator[tuple[X, ...]]:
        lists = [[self.number(x) for x in _flat(_named(name, values))] for name in node.lists]
        return zip(*lists, strict=True)


def exact(formula: Term, values: Values | None = None) -> Fraction:
    """Return the rational that a formula is; one whose parts are not all rational is refused."""
    return _EXACT.value(formula, values or {})


def enclose(formula: Term, values: Values | None = None) -> arb:
    """Return a ball that holds the value of a formula."""
    return _BALLS.value(formula, values or {})


def approximate(formula: Term, values: Values | None = None) -> Any:
    """Return the value of a formula as a float; a symbol may also be an array, and then so is the value."""
    return _FLOATS.value(formula, values or {})


def expanded(node: Sum, values: Values | None = None) -> Formula:
    """Return a sum over a range as one chain of +, which needs values of the symbols of its bounds."""
    return total(_terms(node, values or {}))


def substitute(formula: Term, values: Mapping[str, Term]) -> Formula:
    """Return a formula with formulas in the place of symbols, all at once; sums over a known range are expanded."""
    node = num(formula)
    if isinstance(node, Symbol):
        entry = ref(node.name, *(substitute(i, values) for i in node.at))
        return num(values[node.name]) if node.name in values and not node.at else entry
    if isinstance(node, Operation):
        return Operation(node.name, tuple(substitute(x, values) for x in node.args), node.copies)
    if isinstance(node, Sum):
        return _substituted_sum(node, {name: x for name, x in values.items() if name != node.index}, values)
    return node


def symbols(formula: Term) -> set[str]:
    """Return the names of which a formula speaks."""
    node = num(formula)
    if isinstance(node, Symbol):
        return {node.name}.union(*(symbols(i) for i in node.at if isinstance(i, Formula)))
    if isinstance(node, Length):
        return {node.name}
    if isinstance(node, Entries):
        return set(node.lists)
    if isinstance(node, Sum):
        return symbols(node.low) | symbols(node.high) | (symbols(node.body) - {node.index})
    return set[str]().union(*(symbols(x) for x in node.args)) if isinstance(node, Operation) else set()


def lists(formula: Term) -> set[str]:
    """Return the names of the lists whose entries a formula adds up."""
    node = num(formula)
    if isinstance(node, Entries):
        return set(node.lists)
    if isinstance(node, Sum):
        return lists(node.body)
    return set[str]().union(*map(lists, node.args)) if isinstance(node, Operation) else set()


def _substituted_sum(node: Sum, inner: Mapping[str, Term], values: Mapping[str, Term]) -> Formula:
    """Substitute in a sum, whose index is a name of its own: other symbols of that name are not meant."""
    low, high = substitute(node.low, values), substitute(node.high, values)
    if not symbols(low) | symbols(high):
        terms = _terms(Sum(node.index, low, high, node.body), {})
        return total(substitute(term, inner) for term in terms)
    index = node.index
    while any(index in symbols(x) for x in inner.values()):
        index += "_"
    return Sum(index, low, high, substitute(node.body, {**inner, node.index: ref(index)}))


def _terms(node: Sum, values: Values) -> list[Formula]:
    return [substitute(node.body, {node.index: k}) for k in _range(node, values)]


def _range(node: Sum, values: Values) -> range:
    low, high = exact(node.low, values), exact(node.high, values)
    if low.denominator != 1 or high.denominator != 1 or high - low > MAX_TERMS:
        raise ValueError(f"a sum must run over at most {MAX_TERMS} integers, got {low} to {high}")
    return range(int(low), int(high) + 1)


def _named(name: str, values: Values) -> Any:
    if name not in values:
        raise ValueError(f"a name must be one of the constants {', '.join(values)}, got {name!r}")
    return values[name]


def _index(i: int | Formula, values: Values) -> int:
    place = exact(i, values)
    if place < 0 or place.denominator != 1:
        raise ValueError(f"an index must be an integer that is not negative, got {place}")
    return int(place)


def _flat(values: Any) -> list[Any]:
    nested = values.tolist() if isinstance(values, np.ndarray) else values
    return [x for item in nested for x in _flat(item)] if isinstance(nested, list | tuple) else [nested]


def _rational(x: Any) -> Fraction:
    if isinstance(x, bool) or not isinstance(x, int | Fraction):
        raise TypeError(f"a value must be an int or a Fraction, got {type(x).__name__} {x!r}")
    return Fraction(x)


def _power(args: Sequence[Fraction]) -> Fraction:
    if args[1].denominator != 1:
        raise ValueError(f"an exact power must have an integer exponent, got {args[1]}")
    base, exponent = args[0], int(args[1])
    size = max(abs(base.numerator), base.denominator)
    if size > 1 and abs(exponent) * size.bit_length() > MAX_BITS:
        raise ValueError(f"an exact power must have at most {MAX_BITS} bits, got an exponent of {exponent}")
    return base**exponent


def _choices(args: Sequence[Fraction]) -> Fraction:
    n, k = args
    if not (n.denominator == k.denominator == 1 and 0 <= k <= n):
        raise ValueError(f"binomial must have integers 0 <= k <= n, got {n} and {k}")
    return Fraction(comb(int(n), int(k)))


def _choices_of_balls(args: Sequence[arb]) -> arb:
    n, k = (x.unique_fmpz() for x in args)
    if n is None or k is None:
        raise ValueError(f"binomial must have integers 0 <= k <= n, got {args[0]} and {args[1]}")
    return ball(_choices([Fraction(int(n)), Fraction(int(k))]))


def _power_of_balls(args: Sequence[arb]) -> arb:
    """Return a power; by products where a whole exponent meets a ball that holds 0, of which a power has no value."""
    base, exponent = args[0], args[1].unique_fmpz()
    if exponent is None or not 0 < exponent <= MAX_PRODUCTS or 0 not in base:
        return base ** args[1]
    return reduce(mul, [base] * int(exponent))


def _root(args: Sequence[Fraction]) -> Fraction:
    top, bottom = (isqrt(max(x, 0)) for x in args[0].as_integer_ratio())
    if (top * top, bottom * bottom) != args[0].as_integer_ratio():
        raise ValueError(f"an exact root must be rational, got sqrt({args[0]})")
    return Fraction(top, bottom)


def _flint(x: Any) -> arb:
    return x if isinstance(x, arb) else ball(x)


def _float(x: Any) -> Any:
    return x if isinstance(x, np.ndarray) else float(x)


def _no_mean(_: Sequence[Any], __: Sequence[int] | None) -> Any:
    raise ValueError("a mean of a maximum is no rational number that is known here")


def _midpoint(mean: Callable[..., arb]) -> Callable[[Sequence[Any], Sequence[int] | None], float]:
    return lambda scales, copies: float(mean(scales, copies))


def _added(x: Sequence[Any]) -> Any:
    return reduce(add, x)


def _multiplied(x: Sequence[Any]) -> Any:
    return reduce(mul, x)


_FIELD: Mapping[str, Operator] = {
    "+": _added,
    "-": lambda x: x[0] - x[1],
    "*": _multiplied,
    "/": lambda x: x[0] / x[1],
    "neg": lambda x: -x[0],
    "abs": lambda x: abs(x[0]),
}
_EXACT = _Arithmetic[Fraction](
    "rational",
    _rational,
    {**_FIELD, "min": min, "max": max, "pow": _power, "sqrt": _root, "binomial": _choices},
    dict.fromkeys(MEANS, _no_mean),
)
_BALLS = _Arithmetic[arb](
    "enclosed",
    _flint,
    {
        **_FIELD,
        "min": lambda x: reduce(arb.min, x),
        "max": lambda x: reduce(arb.max, x),
        "pow": _power_of_balls,
        "binomial": _choices_of_balls,
        "sqrt": lambda x: x[0].sqrt(),
        "exp": lambda x: x[0].exp(),
        "log": lambda x: x[0].log(),
        "pi": lambda _: arb.pi(),
        "normal-cdf": lambda x: (-x[0] / arb(2).sqrt()).erfc() / 2,
    },
    dict(zip(MEANS, (gaussian.mean_max, gaussian.mean_abs_max), strict=True)),
)
_FLOATS = _Arithmetic[Any](
    "approximated",
    _float,
    {
        **_FIELD,
        "min": lambda x: reduce(np.minimum, x),
        "max": lambda x: reduce(np.maximum, x),
        "pow": lambda x: x[0] ** x[1],
        "binomial": lambda x: special.binom(x[0], x[1]),
        "sqrt": lambda x: np.sqrt(x[0]),
        "exp": lambda x: np.exp(x[0]),
        "log": lambda x: np.log(x[0]),
        "pi": lambda _: np.pi,
        "normal-cdf": lambda x: special.ndtr(x[0]),
    },
    dict(zip(MEANS, (_midpoint(gaussian.mean_max), _midpoint(gaussian.mean_abs_max)), strict=True)),
)
