"""Certificates as values: builders for expressions and objects, one canonical JSON form, a digest, and files.

The format and its meaning are those of `theory_checks/checker.py`; the schema is `theory_checks/schemas/certificate.schema.json`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Protocol

from theory_checks import checker

Expression = str | dict[str, Any]
Term = int | Fraction | str | dict[str, Any]


class MdpLike(Protocol):
    """What is needed of an MDP: P[a][s][s'], r[a][s] and the discount, all exact."""

    @property
    def transitions(self) -> Any: ...
    @property
    def rewards(self) -> Any: ...
    @property
    def discount(self) -> Any: ...


def number(x: int | Fraction) -> str:
    """Return the exact number as "p/q" in lowest terms, or "p"."""
    if isinstance(x, bool) or not isinstance(x, int | Fraction):
        raise TypeError(f"a number of a certificate must be an int or a Fraction, got {type(x).__name__} {x!r}")
    return str(Fraction(x))


def term(x: Term) -> Expression:
    """Return an expression: numbers become strings, a string that is not a number becomes a reference."""
    if isinstance(x, dict):
        return x
    if isinstance(x, str):
        return x if x.lstrip("-")[:1].isdigit() else {"ref": x}
    return number(x)


def op(name: str, *args: Term) -> Expression:
    """Return the expression `name(args)`; the names are those of the checker's table."""
    return {"op": name, "args": [term(x) for x in args]} if args else {"op": name}


def ref(name: str, *at: int) -> Expression:
    """Return a reference to a constant or a lemma, or to the entry of an array at the given indices."""
    return {"ref": name, "at": list(at)} if at else {"ref": name}


def total(*arrays: str) -> Expression:
    """Return the sum of the entries of one array, or of the products of the entries of two."""
    return {"op": "sum" if len(arrays) == 1 else "dot", "of": list(arrays)}


def mean_max(scales: Iterable[Term], copies: Iterable[int] | None = None, *, absolute: bool = False) -> Expression:
    """Return E max s_i Z_i (or E |max s_i Z_i|), each scale taken `copies` times."""
    node = {"op": "mean-abs-max-normal" if absolute else "mean-max-normal", "args": [term(s) for s in scales]}
    return node if copies is None else {**node, "copies": list(copies)}


def array(values: Any) -> Any:
    """Return a nested sequence (or numpy object array) of exact numbers as nested lists of strings."""
    if hasattr(values, "tolist"):
        values = values.tolist()
    if isinstance(values, Sequence) and not isinstance(values, str):
        return [array(x) for x in values]
    return values if isinstance(values, str) else number(values)


def mdp_object(mdp: MdpLike) -> dict[str, Any]:
    """Return an exact MDP as an object of a certificate."""
    P = [p.toarray() if hasattr(p, "toarray") else p for p in mdp.transitions]
    return {"transitions": array(P), "rewards": array(mdp.rewards), "discount": number(mdp.discount)}


def data_object(x: Any) -> Any:
    """Return an object of a certificate from an exact MDP, nested exact numbers, or what is one already."""
    if hasattr(x, "transitions"):
        return mdp_object(x)
    return x if isinstance(x, dict) else array(x)


def fact(key: str, **parameters: Any) -> dict[str, Any]:
    """Return a fact of the checker's table; `policy` may be a sequence of actions."""
    return {"fact": key, **{k: _parameter(v) for k, v in parameters.items()}}


def relation(left: Term, sign: str, right: Term) -> dict[str, Any]:
    """Return `left sign right`, as a conclusion."""
    return {"relation": sign, "left": term(left), "right": term(right)}


def relation_fact(left: Term, sign: str, right: Term) -> dict[str, Any]:
    """Return `left sign right`, as a fact that must be true."""
    return {"fact": "relation", **relation(left, sign, right)}


def lemma(name: str, theorem: str, *, mdp: str, sigma: Term) -> dict[str, Any]:
    """Return an entry of `given`: a lemma of the checker's table, whose value gets a name."""
    because = checker.LEMMAS[theorem][2]
    return {"name": name, "theorem": theorem, "parameters": {"mdp": mdp, "sigma": term(sigma)}, "because": because}


def _parameter(value: Any) -> Any:
    if isinstance(value, str | dict):
        return value
    if isinstance(value, Iterable):
        return [int(a) for a in value]
    return number(value)


@dataclass(frozen=True)
class Certificate:
    """A counterexample or an identity that a stranger can check: `check()`, or the checker on the saved file."""

    claim: str
    reading: str
    says: str
    conclusion: Mapping[str, Any]
    constants: Mapping[str, Term] = field(default_factory=dict[str, Term])
    objects: Mapping[str, Any] = field(default_factory=dict[str, Any])
    facts: Sequence[Mapping[str, Any]] = ()
    given: Sequence[Mapping[str, Any]] = ()
    notes: Sequence[str] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the certificate as a JSON object."""
        return {
            "format": checker.FORMAT,
            "version": checker.VERSION,
            "claim": self.claim,
            "reading": self.reading,
            "says": self.says,
            "constants": {name: term(x) for name, x in self.constants.items()},
            "objects": {name: data_object(x) for name, x in self.objects.items()},
            "facts": [dict(x) for x in self.facts],
            "given": [dict(x) for x in self.given],
            "notes": list(self.notes),
            "conclusion": dict(self.conclusion),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Certificate:
        """Return the value of a JSON object in the format."""
        parts = {k: v for k, v in data.items() if k not in ("format", "version")}
        return cls(**parts)

    def to_bytes(self) -> bytes:
        """Return the canonical bytes: UTF-8 JSON with sorted keys, no floats, one final newline."""
        return canonical(self.to_json())

    @property
    def digest(self) -> str:
        """The sha256 of the canonical bytes."""
        return hashlib.sha256(self.to_bytes()).hexdigest()

    def check(self) -> dict[str, Any]:
        """Return the checker's report: accepted, sentence, details."""
        return checker.check(checker.parse(self.to_bytes()))

    def save(self, folder: Path | str) -> Path:
        """Write the canonical bytes to `<folder>/<digest>.json`."""
        path = Path(folder) / f"{self.digest}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.to_bytes())
        return path


def canonical(data: Any) -> bytes:
    """Return the canonical JSON bytes of a certificate."""
    return (json.dumps(data, sort_keys=True, ensure_ascii=False, allow_nan=False, indent=1) + "\n").encode()


def load(path: Path | str) -> Certificate:
    """Read a certificate from a file."""
    return Certificate.from_json(checker.parse(Path(path).read_bytes()))
