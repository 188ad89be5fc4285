"""Expressions of certificates and of lemmas, as terms of the language of `Certificate.v`.

This reads JSON by itself: it shares no code with the checker. Names of an entry of lemmas.json stand for terms, or,
with indices, for expressions that are put in where they are used; an index gets a name that no certificate can have.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, NoReturn

UNARY = {
    "neg": "Opposite",
    "abs": "Modulus",
    "floor": "Floor",
    "sqrt": "Root",
    "exp": "Exponential",
    "log": "Logarithm",
    "normal-cdf": "Cdf",
}
BINARY = {"-": "Minus", "/": "Over", "pow": "Power", "binomial": "Choices"}
FOLDED = {"+": "Plus", "*": "Times", "min": "Lesser", "max": "Greater", "series": "Plus"}
RELATIONS = {"<": "Below", "<=": "AtMost", ">": "Above", ">=": "AtLeast", "=": "Same", "!=": "Other"}
NEGATED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}
NOWHERE = "(Combine Over (Number 1) (Number 0))"  # has no value
_NUMBER = re.compile(r"(-?[0-9]+)(?:/([0-9]+))?")


class CertificateError(ValueError):
    """A certificate has no counterpart in Coq; the message says which part."""


@dataclass(frozen=True)
class Pattern:
    """An expression with indices, and what the names in it stand for."""

    indices: Sequence[str]
    body: Any
    known: Known


# What a name stands for: a term, the name of an MDP (which begins with a dot), or a pattern.
Known = Mapping[str, str | Pattern]


def refuse(rule: str, got: object) -> NoReturn:
    """Refuse a certificate."""
    raise CertificateError(f"{rule}, got {str(got)[:80]}")


def name(text: str) -> str:
    """Return the term that is a name."""
    if not isinstance(text, str) or '"' in text:
        refuse("a name must be a text", text)
    return f'(Name "{text}")'


def number(text: Any) -> str:
    """Return an exact number."""
    match = _NUMBER.fullmatch(text) if isinstance(text, str) else None
    if match is None or (match[2] and not int(match[2])):
        refuse('a number must be a text "p" or "p/q"', text)
    return f"({match[1]} # {match[2] or 1})"


def integer(value: int) -> str:
    """Return the term that is a whole number."""
    return f"(Number ({value} # 1))"


class Expressions:
    """Terms of expressions; each index gets another name."""

    def __init__(self) -> None:
        self._fresh = count()

    def term(self, node: Any, known: Known) -> str:
        """Return the term of an expression."""
        if isinstance(node, str):
            return f"(Number {number(node)})"
        if not isinstance(node, dict):
            refuse("an expression must be a number or an object", node)
        if "ref" in node:
            return self.reference(node["ref"], node.get("at", []), known)
        if "relation" in node:
            return f"(Test {self.relation(node, known)})"
        return self._operation(node, known)

    def relation(self, node: Mapping[str, Any], known: Known, *, negated: bool = False) -> str:
        """Return a relation with its two sides."""
        sign = node["relation"]
        if sign not in RELATIONS:
            refuse("a relation must be one of < <= > >= = !=", sign)
        sides = [self.term(node[side], known) for side in ("left", "right")]
        return " ".join([RELATIONS[NEGATED[sign] if negated else sign], *sides])

    def reference(self, text: str, places: Sequence[Any], known: Known) -> str:
        """Return what a name stands for, or what is held there at some places."""
        base, dot, part = text.partition(".")
        stands = known.get(base)
        indices = [self.term(place, known) for place in places]
        if isinstance(stands, Pattern):
            if dot or len(indices) != len(stands.indices):
                refuse("a pattern must have all of its indices", text)
            return self.term(stands.body, {**stands.known, **dict(zip(stands.indices, indices, strict=True))})
        found = stands if stands and not dot else name(f"{stands[1:]}.{part}" if stands else text)
        for index in indices:
            found = f"(Item {found} {index})"
        return found

    def condition(self, node: Mapping[str, Any], known: Known) -> str:
        """Return a relation, at all integers of its ranges."""
        ranges, own = list[str](), dict(known)
        for index, first, last in node.get("for", []):
            ends = self.term(first, own), self.term(last, own)
            fresh = self._index(index)
            own[index] = name(fresh)
            ranges.append(f'ForAll "{fresh}" {" ".join(ends)} (')
        return f"{''.join(ranges)}Holds {self.relation(node, own)}{')' * len(ranges)}"

    def cases(self, entry: Mapping[str, Any], known: Known) -> str:
        """Return the value of a lemma: that of the first of its cases that is so."""
        found = NOWHERE
        for case in reversed(entry.get("cases", [entry])):
            value = self.term(case["value"], known)
            found = f"(Choose {self.relation(case['when'], known)} {value} {found})" if "when" in case else value
        return found

    def _operation(self, node: Mapping[str, Any], known: Known) -> str:
        op = node["op"]
        if op == "pi":
            return "Pi"
        if op in ("sum", "dot", "length"):
            lists = [self.reference(x, [], known) if isinstance(x, str) else self.term(x, known) for x in node["of"]]
            if len(lists) != (2 if op == "dot" else 1):
                refuse("sum and length must be of one list, dot of two", op)
            return f"({ {'sum': 'Total', 'dot': 'Dot', 'length': 'Length'}[op] } {' '.join(lists)})"
        if "copies" in node or op not in {**UNARY, **BINARY, **FOLDED}:
            refuse("an operation must be one of Certificate.v", op)
        return self._each(node, known) if "index" in node else self._applied(op, node["args"], known)

    def _each(self, node: Mapping[str, Any], known: Known) -> str:
        op, index = node["op"], node["index"]
        if op not in FOLDED:
            refuse("an operation over a range must be one of + * min max", op)
        ends = [self.term(node[end], known) for end in ("from", "to")]
        fresh = self._index(index)
        body = self.term(node["body"], {**known, index: name(fresh)})
        return f'(Each {FOLDED[op]} "{fresh}" {" ".join(ends)} {body})'

    def _applied(self, op: str, args: Sequence[Any], known: Known) -> str:
        terms = [self.term(x, known) for x in args]
        arity = 1 if op in UNARY else 2 if op in BINARY else max(len(terms), 1)
        if len(terms) != arity:
            refuse(f"{op} must have {arity} arguments", len(terms))
        if op in UNARY:
            return f"(Apply {UNARY[op]} {terms[0]})"
        total, *rest = terms
        for x in rest:
            total = f"(Combine {({**BINARY, **FOLDED})[op]} {total} {x})"
        return total

    def _index(self, text: str) -> str:
        return f"{text}.{next(self._fresh)}"
