r"""What a statement claims, as formulas: `formal`, `where` and `symbols` of `statements.toml`.

    formal = ["error <= 2 * sqrt(2) * sigma / (sqrt(n * pi) * (1 - gamma))"]
    where = ["sigma > 0", "0 <= gamma < 1", "n >= 1 integer"]
    symbols = { error = '''\mathbb{E}\frac1n\|v' - v^*\|_1''' }

They are read here, and here only: checks, certificates, plots and pages take the formula from this one place.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from theory_checks.core.domain import Domain, domain
from theory_checks.core.formula import Formula, Relation, Symbol
from theory_checks.core.interpret import symbols
from theory_checks.core.notation import latex
from theory_checks.core.parsing import relations

PARTS = ("formal", "where", "symbols", "quantities")


@dataclass(frozen=True)
class Formal:
    """The relations that a statement claims, the domain of their symbols, and the names of quantities in LaTeX."""

    claims: tuple[Relation, ...] = ()
    domain: Domain = field(default_factory=Domain)
    names: Mapping[str, str] = field(default_factory=dict[str, str])

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


def formal(claims: Sequence[str], where: Sequence[str] = (), names: Mapping[str, str] | None = None) -> Formal:
    """Return what these texts say."""
    read = tuple(relation for text in claims for relation in relations(text))
    return Formal(read, domain(*where), dict(names or {}))


def formal_of(file: str, id_: str, reading: str | None = None) -> Formal:
    """Return what a statement of the room claims, given the `__file__` of a module of the room."""
    entry = _statements(Path(file).parent)[id_]
    own = next((item for item in entry.get("reading", []) if item["name"] == reading), {})
    claims, where, names = (own.get(part, entry.get(part)) for part in PARTS[:3])
    return formal(claims or (), where or (), names)


@cache
def _statements(room: Path) -> Mapping[str, Mapping[str, Any]]:
    document = tomllib.loads((room / "statements.toml").read_text(encoding="utf-8"))
    return {entry["id"]: entry for entry in document["statement"]}
