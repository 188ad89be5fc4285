"""What ties a certificate to a statement: the statement as it is printed and as a formula, under one digest."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from theory_checks.checker import checker
from theory_checks.core.domain import Domain
from theory_checks.core.formula import Relation, from_json
from theory_checks.core.parsing import parse

DIGITS = 16
EVERYWHERE = Domain()


@dataclass(frozen=True)
class Binding:
    """A statement under one reading: formulas as printed, relations where the language of formulas reaches, domain."""

    id: str
    reading: str = "printed"
    printed: tuple[str, ...] = ()
    formal: tuple[Relation, ...] = ()
    domain: Domain = EVERYWHERE
    quantities: Mapping[str, Mapping[str, str]] = field(default_factory=dict[str, Mapping[str, str]])

    @cached_property
    def content(self) -> dict[str, Any]:
        """Everything but the digest, in the language of the certificates."""
        return {
            "id": self.id,
            "reading": self.reading,
            "printed": list(self.printed),
            "formal": [relation.to_json() for relation in self.formal],
            "domain": [relation.to_json() for relation in self.domain.relations],
            "integers": list(self.domain.integers),
            "quantities": {name: _quantity(parts) for name, parts in self.quantities.items()},
        }

    @cached_property
    def digest(self) -> str:
        """The first digits of the sha256 of the content as JSON with sorted keys and without spaces."""
        text = json.dumps(self.content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]

    @property
    def key(self) -> str:
        """The name of a statement under a reading."""
        return f"{self.id}#{self.reading}"

    def to_json(self) -> dict[str, Any]:
        """Return the statement as a certificate carries it."""
        return {**self.content, "digest": self.digest}

    @classmethod
    def from_json(cls, node: Mapping[str, Any]) -> Binding:
        """Return the statement that a certificate carries, if its digest is that of its content."""
        formal, limits = (tuple(map(Relation.from_json, node[part])) for part in ("formal", "domain"))
        domain = Domain(limits, tuple(node["integers"]))
        given = {name: {key: _text(x) for key, x in parts.items()} for name, parts in node["quantities"].items()}
        binding = cls(node["id"], node["reading"], tuple(node["printed"]), formal, domain, given)
        if binding.digest != node["digest"]:
            raise ValueError(
                f"digest must be {binding.digest}, that of its statement, got {node['digest']!r} at {binding.key}"
            )
        return binding


NAMES = ("is", "mdp", *checker.SHAPES)  # parts of a quantity that are names; the others are formulas


def _quantity(parts: Mapping[str, str]) -> dict[str, Any]:
    """Return what a symbol stands for: what a lemma gives, and with which parameters."""
    return {key: x if key in NAMES else parse(x).to_json() for key, x in parts.items()}


def _text(x: Any) -> str:
    return x if isinstance(x, str) and not x.lstrip("-")[:1].isdigit() else str(from_json(x))
