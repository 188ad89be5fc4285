"""Where a formula is claimed: relations between symbols, some of which are integers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from operator import eq, ge, gt, le, lt, ne
from typing import Any

from flint import arb, ctx

from theory_checks.core.formula import Relation, ref
from theory_checks.core.interpret import Values, enclose, exact, symbols
from theory_checks.core.parsing import relations

PRECISIONS = (64, 256, 1024)
_TESTS: Mapping[str, Callable[[Any, Any], bool]] = {"<": lt, "<=": le, ">": gt, ">=": ge, "=": eq, "!=": ne}


@dataclass(frozen=True)
class Domain:
    """Relations that must hold, and the names of the symbols that are integers."""

    relations: tuple[Relation, ...] = ()
    integers: tuple[str, ...] = ()

    def contains(self, values: Values) -> bool:
        """Tell whether all relations hold and all integers are integers, decided exactly or by balls."""
        whole = all(exact(ref(name), values).denominator == 1 for name in self.integers)
        return whole and all(holds(relation, values) for relation in self.relations)

    @property
    def symbols(self) -> set[str]:
        """The names of which the domain speaks."""
        sides = [side for relation in self.relations for side in (relation.left, relation.right)]
        return set(self.integers).union(*(symbols(side) for side in sides))


def domain(*parts: str) -> Domain:
    """Return the domain that texts such as "0 <= gamma < 1" and "n >= 1 integer" describe."""
    return _read(parts)


def _read(parts: Iterable[str]) -> Domain:
    found, integers = list[Relation](), list[str]()
    for part in parts:
        text, count = re.subn(r"\s+integer\s*$", "", part)
        if count and re.fullmatch(r"\s*\w+\s*", text):
            integers.append(text.strip())
            continue
        new = relations(text)
        found += new
        if count:
            integers += sorted(set[str]().union(*(symbols(x.left) | symbols(x.right) for x in new)))
    return Domain(tuple(found), tuple(dict.fromkeys(integers)))


def holds(relation: Relation, values: Values) -> bool:
    """Decide a relation exactly where both sides are rational, otherwise by balls."""
    try:
        return _TESTS[relation.sign](exact(relation.left, values), exact(relation.right, values))
    except (TypeError, ValueError):
        return _enclosed(relation, values)


def _enclosed(relation: Relation, values: Values) -> bool:
    for bits in PRECISIONS:
        with ctx.workprec(bits):
            left, right = enclose(relation.left, values), enclose(relation.right, values)
            answer = _answer(relation, left, right)
        if answer is not None:
            return answer
    raise ValueError(f"a relation must be decided by {PRECISIONS[-1]} bits, got {relation}")


def _answer(relation: Relation, left: arb, right: arb) -> bool | None:
    """Return what all points of two balls agree on."""
    if bool(_TESTS[relation.sign](left, right)):
        return True
    return False if bool(_TESTS[relation.negated.sign](left, right)) else None
