"""The proposition of a statement, generated from its formulas: where its symbols are, what is defined, what is claimed.

A theorem that verifies a statement shows of all symbols in the domain that the formulas are defined and the claim
true. A theorem that refutes it denies the claim for symbols in the domain at which the formulas are defined. On a
region both: true inside, and false without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from theory_checks.core.coq import Coq, CoqError, variable
from theory_checks.core.formal import Formal
from theory_checks.core.formula import Relation, Symbol
from theory_checks.core.interpret import lists, symbols
from theory_checks.core.statement import Reading

HEAD = "From Coq Require Import Reals.\n{library}Open Scope R_scope.\n"
# What a formula takes from the library, by the word that says so
FILES = {"Phi ": "Normal", "over (": "Ranges", "entries ": "Entries", "products ": "Entries"}


@dataclass(frozen=True)
class Generated:
    """The definitions that are made of what a reading claims, under the names that begin with the stem."""

    stem: str
    reading: Reading

    @property
    def claims(self) -> Formal:
        """What is claimed, as formulas."""
        return self.reading.claims

    @cached_property
    def names(self) -> list[str]:
        """The symbols, each a variable."""
        return sorted(set[str]().union(*(_symbols(x) for x in self._relations)))

    @cached_property
    def coq(self) -> Coq:
        """How the formulas are written."""
        added = (lists(side) for x in self._relations for side in (x.left, x.right))
        return Coq(frozenset(self.claims.domain.integers), frozenset(set[str]().union(*added)))

    @property
    def _relations(self) -> Sequence[Relation]:
        return (*self.claims.claims, *self.claims.domain.relations, *self.reading.limits.claims)

    @cached_property
    def conditions(self) -> list[str]:
        """What must hold for the claim to be defined."""
        return self.coq.conditions(*(side for x in self.claims.claims for side in (x.left, x.right)))

    def check(self) -> None:
        """Refuse what claims nothing as a formula, and symbols that are more than numbers in a domain."""
        loose = sorted(
            {*self.names} - self.claims.domain.symbols
            | self.claims.quantities.keys()
            | {x for x in self.names if "." in x}
        )
        if not self.claims.claims:
            raise CoqError("a generated proposition must have a formula, got none")
        if loose:
            raise CoqError(
                f"the symbols of a generated proposition must be numbers of a domain, got {', '.join(loose)}"
            )

    def definitions(self) -> str:
        """Return the domain, the region, what is defined there, and the claim, each a predicate of all symbols."""
        parts = [self._predicate("domain", self._limits(self.claims.domain.relations))]
        if self.reading.region:
            parts.append(self._predicate("region", self._limits(self.reading.limits.claims)))
        if self.conditions:
            parts.append(self._predicate("defined", self.conditions))
        parts.append(self._predicate("claim", [self.coq.relation(x) for x in self.claims.claims]))
        used = sorted({name for word, name in FILES.items() if any(word in part for part in parts)})
        library = f"From TheoryChecks Require Import {' '.join(used)}.\n" if used else ""
        return "\n".join([HEAD.format(library=library), *parts])

    def _limits(self, relations: Sequence[Relation]) -> list[str]:
        """Return relations, each after what must hold for its sides to be defined."""
        texts = [[*self.coq.conditions(x.left, x.right), self.coq.relation(x)] for x in relations]
        return [text for group in texts for text in group]

    def _predicate(self, part: str, texts: Sequence[str]) -> str:
        body = " /\\\n  ".join(f"({text})" if "\\/" in text else text for text in texts) or "True"
        return f"Definition {self.stem}_{part} {self.coq.binders(self.names)} : Prop :=\n  {body}.\n"

    def proposition(self, sense: str) -> str:
        """Return the definition of the statement, as a theorem in this sense is about it."""
        if sense == "region":
            return f"Definition {self.stem}_statement : Prop :=\n  ({self._true(True)}) /\\\n  ~ ({self._false()}).\n"
        body = self._false() if sense == "refuted" else self._true(False)
        return f"Definition {self.stem}_statement : Prop :=\n  {body}.\n"

    def _true(self, inside: bool) -> str:
        where = ["domain", "region"] if inside else ["domain"]
        shown = " /\\ ".join(self.applied(x) for x in (*self._defined, "claim"))
        return self._for_all([*(self.applied(x) for x in where), shown])

    def _false(self) -> str:
        return self._for_all([self.applied(x) for x in ("domain", *self._defined, "claim")])

    @property
    def _defined(self) -> list[str]:
        return ["defined"] if self.conditions else []

    def _for_all(self, steps: Sequence[str]) -> str:
        return f"forall {self.coq.binders(self.names)}, {' -> '.join(steps)}"

    def applied(self, part: str) -> str:
        """Return a predicate of all symbols."""
        return " ".join([f"{self.stem}_{part}", *(variable(Symbol(name)) for name in self.names)])


def _symbols(relation: Relation) -> set[str]:
    return symbols(relation.left) | symbols(relation.right)
