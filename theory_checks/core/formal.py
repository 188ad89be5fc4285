r"""What a statement claims, as formulas: `formal`, `where` and `symbols` of `statements.toml`.

    formal = ["error <= 2 * sqrt(2) * sigma / (sqrt(n * pi) * (1 - gamma))"]
    where = ["sigma > 0", "0 <= gamma < 1", "n >= 1 integer"]
    symbols = { error = '''\mathbb{E}\frac1n\|v' - v^*\|_1''' }
    let = { bound = "dpdqn/prop10" }

They are read here, and here only: checks, certificates, plots and pages take the formula from this one place. `let`
names formulas of which the other texts speak: each is a formula, or the right side of what another statement of the
room claims, `ID` or `ID#READING`, so that a bound of several statements stands once.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from theory_checks.core.binding import NAMES
from theory_checks.core.domain import Domain, domain
from theory_checks.core.formula import Formula, Relation, Symbol
from theory_checks.core.interpret import substitute, symbols
from theory_checks.core.notation import latex
from theory_checks.core.parsing import parse, relations

PARTS = ("formal", "where", "symbols", "let", "quantities")
Texts = Mapping[str, Sequence[str]]  # of formulas, by the part of the statement in which they stand
exchanged: dict[tuple[str, str], Texts] = {}  # near misses on trial in this process, by statement and reading


Quantity = Mapping[str, str | Formula]  # what a symbol is: what a lemma gives of an MDP and of formulas


@dataclass(frozen=True)
class Formal:
    """The relations that a statement claims, the domain of their symbols, and the names of quantities in LaTeX."""

    claims: tuple[Relation, ...] = ()
    domain: Domain = field(default_factory=Domain)
    names: Mapping[str, str] = field(default_factory=dict[str, str])
    let: Mapping[str, Formula] = field(default_factory=dict[str, Formula])
    quantities: Mapping[str, Quantity] = field(default_factory=dict[str, Quantity])

    @property
    def left(self) -> Formula:
        """The left side of the first relation."""
        return self.claims[0].left

    @property
    def right(self) -> Formula:
        """The right side of the first relation."""
        return self.claims[0].right

    @property
    def defined(self) -> dict[str, Formula]:
        """What equations `name == formula` among the claims put in the place of names."""
        return {x.left.name: x.right for x in reversed(self.claims) if x.sign == "=" and isinstance(x.left, Symbol)}

    def right_of(self, name: str) -> Formula:
        """Return the right side of the relation, of a claim or of the domain, whose left side is the name alone."""
        return next(x.right for x in (*self.claims, *self.domain.relations) if x.left == Symbol(name))

    @property
    def latex(self) -> list[str]:
        """The relations in LaTeX."""
        return [latex(claim, self.names) for claim in self.claims]

    @property
    def undeclared(self) -> set[str]:
        """The symbols without a domain and without a name: there must be none."""
        used = set[str]().union(*(symbols(side) for claim in self.claims for side in (claim.left, claim.right)))
        return {name for name in used if "." not in name} - self.domain.symbols - self.names.keys()


def formal(
    claims: Sequence[str],
    where: Sequence[str] = (),
    names: Mapping[str, str] | None = None,
    let: Mapping[str, str] | None = None,
    quantities: Mapping[str, Mapping[str, str]] | None = None,
) -> Formal:
    """Return what these texts say; the same texts are read once."""
    ties = tuple((name, _items(parts)) for name, parts in (quantities or {}).items())
    return _read(tuple(claims), tuple(where), _items(names), _items(let), ties)


Items = tuple[tuple[str, str], ...]


def _items(texts: Mapping[str, str] | None) -> Items:
    return tuple((texts or {}).items())


@cache
def _read(
    claims: Sequence[str], where: Sequence[str], names: Items, let: Items, quantities: tuple[tuple[str, Items], ...]
) -> Formal:
    known = dict[str, Formula]()
    for name, text in let:
        known[name] = substitute(parse(text), known)
    read = [relation for text in claims for relation in relations(text)]
    limits = domain(*where)
    placed = Domain(tuple(_placed(x, known) for x in limits.relations), limits.integers)
    tied = {name: _tied(parts, known) for name, parts in quantities}
    return Formal(tuple(_placed(x, known) for x in read), placed, dict(names), known, tied)


def _tied(parts: Items, known: Mapping[str, Formula]) -> Quantity:
    return {key: text if key in NAMES else substitute(parse(text), known) for key, text in parts}


def _placed(relation: Relation, known: Mapping[str, Formula]) -> Relation:
    left, right = (substitute(side, known) for side in (relation.left, relation.right))
    return Relation(left, relation.sign, right) if known else relation


def resolved(entries: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the statements of a room with formulas in `let` where they name one another."""
    known = {str(entry.get("id")): _with_near_misses(entry) for entry in entries}
    return [_resolved(_with_near_misses(entry), known) for entry in entries]


def _with_near_misses(entry: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what a statement says, with a near miss in the place of what one of its readings claims."""
    for (id_, reading), texts in exchanged.items():
        entry = _with(texts, reading, entry) if id_ == entry.get("id") else entry
    return entry


def _with(texts: Texts, reading: str, entry: Mapping[str, Any]) -> Mapping[str, Any]:
    """Put texts where they stand: in the reading, if it has its own, or in what all readings share."""
    own = next((x for x in entry.get("reading", []) if x["name"] == reading), {})
    mine = {part: text for part, text in texts.items() if part in own}
    readings = [{**x, **mine} if x is own else x for x in entry.get("reading", [])]
    return {**entry, **({"reading": readings} if mine else {}), **{x: texts[x] for x in texts.keys() - mine.keys()}}


def _resolved(entry: Mapping[str, Any], known: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    let = {name: _right_of(text, known) for name, text in entry.get("let", {}).items()}
    readings = [_resolved(item, known) for item in entry.get("reading", [])]
    return {**entry, **({"let": let} if let else {}), **({"reading": readings} if readings else {})}


def _right_of(text: str, known: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the right side of what a statement claims, or the text if it names none."""
    id_, _, reading = text.partition("#")
    if id_ not in known:
        return text
    entry = known[id_]
    readings = [item for item in entry.get("reading", []) if item["name"] == reading]  # another may name this one
    return str(_claimed(_resolved({**entry, "reading": readings}, known), reading).right)


def formal_of(file: str, id_: str, reading: str | None = None) -> Formal:
    """Return what a statement of the room claims, given the `__file__` of a module of the room."""
    return _claimed(room_statements(Path(file).parent)[id_], reading)


def _claimed(entry: Mapping[str, Any], reading: str | None) -> Formal:
    own = next((item for item in entry.get("reading", []) if item["name"] == reading), {})
    claims, where, names, let, quantities = (own.get(part, entry.get(part)) for part in PARTS)
    return formal(claims or (), where or (), names, let, quantities)


@cache
def room_statements(room: Path) -> Mapping[str, Mapping[str, Any]]:
    """Return what stands in the statements of a room, by id; read once, until a near miss is put in."""
    document = tomllib.loads((room / "statements.toml").read_text(encoding="utf-8"))
    return {entry["id"]: entry for entry in resolved(document["statement"])}
