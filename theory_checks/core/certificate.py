"""Certificates as values: builders for their parts, one canonical JSON form, a digest, and files.

The format and its meaning are those of `theory_checks/checker/checker.py`; `certificate.schema.json` beside it
describes its shape. For an exact MDP and its solution:

    Certificate(
        says="The value of state 0 exceeds 1.",
        objects={"M": mdp, "v": solution.value},
        facts=[fact("optimal-value", mdp="M", value="v")],
        conclusion=ref("v", 0) > 1,
    )

A certificate is about a statement; what runs the checks says which (`about`). Where the statement is a formula there is
no conclusion of one's own: `values` says what its symbols are, and the checker decides that its relation `part` fails.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

from tabular.mdp import FiniteMDP
from theory_checks.checker import checker
from theory_checks.core.binding import Binding
from theory_checks.core.formal import Formal, Quantity
from theory_checks.core.formula import Formula, Relation, Symbol, Term, from_json, num, ref
from theory_checks.core.interpret import substitute, symbols

UNNAMED = Binding("unnamed")
UNTIED = "that the conclusion contradicts the statement: it is not derived from its formula"
Fact = Relation | Mapping[str, Any]


def array(values: Any) -> Any:
    """Return nested sequences, or a numpy array, of exact numbers as nested lists of texts."""
    nested = values.tolist() if hasattr(values, "tolist") else values
    if isinstance(nested, Sequence) and not isinstance(nested, str):
        return [array(x) for x in nested]
    return num(nested).to_json()


def data_object(x: Any) -> Any:
    """Return an object of a certificate from an exact MDP, from nested exact numbers, or from what is one already."""
    if not isinstance(x, FiniteMDP):
        return x if isinstance(x, dict) else array(x)
    if not x.is_exact:
        raise TypeError(f"an MDP of a certificate must be exact, got {x!r}")
    return {
        "transitions": array(x.transitions),
        "rewards": array(x.rewards),
        "discount": num(x.discount).to_json(),
    }


def used(constants: Mapping[str, Term], where: object) -> dict[str, Term]:
    """Return the constants that the parts of a certificate speak of, directly or through others."""
    names, found = set[str](), _named(where)
    while found != names:
        names, found = found, found.union(*(symbols(constants[name]) for name in found & constants.keys()))
    return {name: x for name, x in constants.items() if name in names}


def _named(node: object) -> set[str]:
    """Return the names of which the formulas in a nest of lists and objects speak."""
    if isinstance(node, Formula):
        return symbols(node)
    if isinstance(node, Relation):
        return symbols(node.left) | symbols(node.right)
    items = node.values() if isinstance(node, Mapping) else node if isinstance(node, list | tuple) else ()
    return set[str]().union(*(_named(x) for x in items))


def encoded(node: object) -> Any:
    """Return a nest of lists and objects with its formulas and relations in the language of the certificates."""
    if isinstance(node, Formula | Relation):
        return node.to_json()
    if isinstance(node, Mapping):
        return {name: encoded(x) for name, x in node.items()}
    return [encoded(x) for x in node] if isinstance(node, list | tuple) else node


def fact(key: str, **parameters: str | Fraction) -> dict[str, Any]:
    """Return a fact of the checker's table; MDPs and lists are given by name."""
    return {"fact": key, **{name: x if isinstance(x, str) else num(x).to_json() for name, x in parameters.items()}}


def lemma(name: str, theorem: str, **parameters: Term) -> dict[str, Any]:
    """Return an entry of `given`: the value of a lemma of the checker's table, under a name.

    An MDP and lists are given by their names, numbers as expressions.
    """
    if theorem not in checker.LEMMAS:
        raise ValueError(f"theorem must be one of {', '.join(checker.LEMMAS)}, got {theorem!r}")
    entry = checker.LEMMAS[theorem]
    expected = checker.parameter_names(entry["says"])
    if set(parameters) != set(expected):
        raise ValueError(f"{theorem} must have the parameters {', '.join(expected)}, got {', '.join(parameters)}")
    given = {key: x if key == "mdp" or key in checker.SHAPES else num(x) for key, x in parameters.items()}
    return {"name": name, "theorem": theorem, "parameters": given, "because": entry["because"]}


def lemma_at(name: str, theorem: str, values: Mapping[str, Term]) -> dict[str, Any]:
    """Return an entry of `given` whose parameters are the values of their names."""
    return lemma(
        name, theorem, **{key: values[key] for key in checker.parameter_names(checker.LEMMAS[theorem]["says"])}
    )


def _fact_json(x: Fact) -> dict[str, Any]:
    return {"fact": "relation", **x.to_json()} if isinstance(x, Relation) else encoded(x)


def canonical(data: Mapping[str, Any]) -> bytes:
    """Return UTF-8 JSON with sorted keys and without floats, on lines, with a final newline."""
    text = json.dumps(data, sort_keys=True, ensure_ascii=False, allow_nan=False, indent=1)
    return (text + "\n").encode()


@dataclass(frozen=True)
class Certificate:
    """Exact data, facts about them and a conclusion, which a stranger can check again without this package."""

    says: str
    conclusion: Relation | None = None
    constants: Mapping[str, Term] = field(default_factory=dict[str, Term])
    objects: Mapping[str, Any] = field(default_factory=dict[str, Any])
    facts: Sequence[Fact] = ()
    given: Sequence[Mapping[str, Any]] = ()
    assumed: Sequence[str] = ()
    values: Mapping[str, Term] = field(default_factory=dict[str, Term])
    part: int = 0
    statement: Binding | None = None

    def about(self, statement: Binding) -> Certificate:
        """Return the certificate of this statement."""
        assumed = self.assumed or (UNTIED,) * (self.conclusion is not None) or self._untied(statement)
        return replace(self, statement=statement, assumed=assumed)

    def _untied(self, statement: Binding) -> tuple[str, ...]:
        """Return what must be assumed of the symbols that neither the domain nor a quantity says anything of.

        A name on the left of an equation is one that it defines, unless an equation of the domain fixes it.
        """
        claim = statement.formal[self.part : self.part + 1]
        spoken = {name for x in claim for name in symbols(x.left) | symbols(x.right) if "." not in name}
        equations = [x for x in statement.domain.relations if x.sign == "="]
        fixed = {name for x in equations for name in symbols(x.left) | symbols(x.right)}
        defined = {x.left.name for x in claim if x.sign == "=" and isinstance(x.left, Symbol)} - fixed
        loose = sorted(spoken - (statement.domain.symbols - defined) - statement.quantities.keys())
        verb, them = ("is", "it") if len(loose) == 1 else ("are", "them")
        text = f"that {', '.join(loose)} {verb} here what the statement calls so: no lemma ties {them} to it"
        return (text,) if loose else ()

    def to_json(self) -> dict[str, Any]:
        """Return the certificate as a JSON object, which one without a statement cannot be."""
        if self.statement is None:
            raise ValueError(f"a certificate must be about a statement, got one without: {self.says!r}")
        return {
            "format": checker.FORMAT,
            "version": checker.VERSION,
            "statement": self.statement.to_json(),
            "says": self.says,
            "constants": {name: num(x).to_json() for name, x in self.constants.items()},
            "objects": {name: data_object(x) for name, x in self.objects.items()},
            "facts": [_fact_json(x) for x in self.facts],
            "given": encoded(list(self.given)),
            "assumed": list(self.assumed),
            **self._claimed(),
        }

    def _claimed(self) -> dict[str, Any]:
        if self.conclusion is not None:
            return {"conclusion": self.conclusion.to_json()}
        return {"values": {name: num(x).to_json() for name, x in self.values.items()}, "part": self.part}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Certificate:
        """Return the certificate that a JSON object of this format describes."""
        parts: dict[str, Any] = {name: x for name, x in data.items() if name not in ("format", "version")}
        parts["constants"] = {name: from_json(x) for name, x in data["constants"].items()}
        parts["values"] = {name: from_json(x) for name, x in data.get("values", {}).items()}
        parts["conclusion"] = Relation.from_json(data["conclusion"]) if "conclusion" in data else None
        parts["statement"] = Binding.from_json(data["statement"])
        return cls(**parts)

    def to_bytes(self) -> bytes:
        """Return the canonical form: UTF-8 JSON with sorted keys and without floats, on lines, with a final newline."""
        return self._canonical

    @cached_property
    def _canonical(self) -> bytes:
        return canonical(self.to_json())

    @property
    def digest(self) -> str:
        """The sha256 of the canonical form."""
        return hashlib.sha256(self.to_bytes()).hexdigest()

    @cached_property
    def compared(self) -> str:
        """The two numbers that the checker compared, as in `1.59576... > 1.42729...`; nothing of a refused one."""
        answer = self.check()
        return str(answer["sentence"]).removeprefix("accepted: ") if answer["accepted"] else ""

    def check(self) -> dict[str, Any]:
        """Return the checker's answer about its statement, or about one without a name: accepted, sentence, details."""
        statement = self.statement or UNNAMED
        return checker.check_bytes(self.about(statement).to_bytes(), {statement.key: statement.digest})

    def save(self, folder: Path | str) -> Path:
        """Write the canonical form to `<folder>/<digest>.json` and return that path."""
        path = Path(folder) / f"{self.digest}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.to_bytes())
        return path


def instance(
    formal: Formal,
    says: str,
    values: Mapping[str, Term],
    *,
    part: int = 0,
    by: Mapping[str, str] | None = None,
    own: Mapping[str, Term | Mapping[str, Term]] | None = None,
) -> Certificate:
    """Return the certificate that a relation of a statement fails at these values, with the lemmas for its quantities.

    A quantity is what the lemma of its name in the statement gives, or the one that is named here, which may have
    parameters of its own, for all quantities or under the name of one.
    """
    given = [
        _given(name, (by or {}).get(name, str(parts["is"])), _parameters(parts, values), own or {})
        for name, parts in formal.quantities.items()
    ]
    quantities = {name: ref(name) for name in formal.quantities}
    return Certificate(says=says, values={**values, **quantities}, part=part, given=given)


def _given(
    name: str, theorem: str, stated: Mapping[str, Term], own: Mapping[str, Term | Mapping[str, Term]]
) -> dict[str, Any]:
    """Return a lemma with the parameters of the statement, and with those of one's own that it has besides."""
    known, its = checker.parameter_names(checker.LEMMAS[theorem]["says"]), own.get(name)
    shared = {key: x for key, x in own.items() if key in known and not isinstance(x, Mapping)}
    return lemma(name, theorem, **{**shared, **(its if isinstance(its, Mapping) else {}), **stated})


def _parameters(parts: Quantity, values: Mapping[str, Term]) -> dict[str, Term]:
    return {key: x if isinstance(x, str) else substitute(x, values) for key, x in parts.items() if key != "is"}


def load(path: Path | str) -> Certificate:
    """Return the certificate in a file, unchecked; what is no certificate raises `checker.Refused`."""
    data = checker.parse(Path(path).read_bytes())
    checker.Checker().shaped(data)
    return Certificate.from_json(data)
