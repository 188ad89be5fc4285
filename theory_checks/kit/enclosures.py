"""Balls around the expressions of certificates, by python-flint: a formula is written once, as an expression.

The checker evaluates the same expressions in rational arithmetic of its own, so that the two can be compared.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import reduce
from operator import add, mul

from flint import arb

from tabular.privacy.arguments import ball
from theory_checks.core.certificate import Expression, Term, term

Constants = Mapping[str, Term]


def enclose(formula: Term, constants: Constants | None = None) -> arb:
    """Return a ball that holds the value of an expression of numbers and of these constants."""
    node: Expression = term(formula)
    if isinstance(node, str):
        return ball(Fraction(node))
    if "ref" in node:
        return _constant(str(node["ref"]), constants or {})
    function = _FUNCTIONS.get(node["op"])
    if function is None:
        raise ValueError(f"op must be one of {', '.join(_FUNCTIONS)}, got {node['op']!r}")
    return function([enclose(x, constants) for x in node.get("args", [])])


def _constant(name: str, constants: Constants) -> arb:
    if name not in constants:
        raise ValueError(f"a name must be one of the constants {', '.join(constants)}, got {name!r}")
    return enclose(constants[name], constants)


_FUNCTIONS: Mapping[str, Callable[[list[arb]], arb]] = {
    "+": lambda x: reduce(add, x),
    "-": lambda x: x[0] - x[1],
    "*": lambda x: reduce(mul, x),
    "/": lambda x: x[0] / x[1],
    "neg": lambda x: -x[0],
    "abs": lambda x: abs(x[0]),
    "min": lambda x: reduce(arb.min, x),
    "max": lambda x: reduce(arb.max, x),
    "pow": lambda x: x[0] ** x[1],
    "sqrt": lambda x: x[0].sqrt(),
    "exp": lambda x: x[0].exp(),
    "log": lambda x: x[0].log(),
    "pi": lambda _: arb.pi(),
    "normal-cdf": lambda x: (-x[0] / arb(2).sqrt()).erfc() / 2,
    "mills-ratio": lambda x: (arb.pi() / 2).sqrt() * (x[0] * x[0] / 2).exp() * (x[0] / arb(2).sqrt()).erfc(),
}
