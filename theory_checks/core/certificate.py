"""Certificates as values: builders for their parts, one canonical JSON form, a digest, and files.

The format and its meaning are those of `theory_checks/checker/checker.py`; `certificate.schema.json` beside it
describes its shape. For an exact MDP and its solution:

    Certificate(
        claim="paper/theorem", reading="printed", says="The value of state 0 exceeds 1.",
        objects={"M": mdp, "v": solution.value},
        facts=[fact("optimal-value", mdp="M", value="v", policy=[0, 1])],
        conclusion=relation(ref("v", 0), ">", 1),
    )
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from tabular.mdp import FiniteMDP
from theory_checks.checker import checker

Expression = str | dict[str, Any]
Term = int | Fraction | str | dict[str, Any]


def number(x: int | Fraction) -> str:
    """Return the exact number x as "p/q" in lowest terms, or as "p"."""
    if isinstance(x, bool) or not isinstance(x, int | Fraction):
        raise TypeError(f"a number of a certificate must be an int or a Fraction, got {type(x).__name__} {x!r}")
    return str(Fraction(x))


def term(x: Term) -> Expression:
    """Return x as an expression: a text is a number if it starts like one, otherwise the name of something."""
    if isinstance(x, dict):
        return x
    if isinstance(x, str):
        return x if x.lstrip("-")[:1].isdigit() else ref(x)
    return number(x)


def op(name: str, *args: Term) -> Expression:
    """Return the expression name(args), for a name of the checker's table or "pi"."""
    return {"op": name, "args": [term(x) for x in args]} if args else {"op": name}


def ref(name: str, *at: int) -> Expression:
    """Return a reference to a constant, a lemma or a part of an MDP, or to the entry of a list at these indices."""
    return {"ref": name, "at": list(at)} if at else {"ref": name}


def total(*lists: str) -> Expression:
    """Return the sum of the entries of one list, or of the products of the entries of two."""
    return {"op": "sum" if len(lists) == 1 else "dot", "of": list(lists)}


def mean_max(scales: Iterable[Term], copies: Iterable[int] | None = None, *, absolute: bool = False) -> Expression:
    """Return E max s_i Z_i, or E |max s_i Z_i|, for independent standard normals, each scale taken `copies` times."""
    node = {"op": "mean-abs-max-normal" if absolute else "mean-max-normal", "args": [term(s) for s in scales]}
    return node if copies is None else {**node, "copies": [int(k) for k in copies]}


def array(values: Any) -> Any:
    """Return nested sequences, or a numpy array, of exact numbers as nested lists of texts."""
    nested = values.tolist() if hasattr(values, "tolist") else values
    if isinstance(nested, Sequence) and not isinstance(nested, str):
        return [array(x) for x in nested]
    return nested if isinstance(nested, str) else number(nested)


def data_object(x: Any) -> Any:
    """Return an object of a certificate from an exact MDP, from nested exact numbers, or from what is one already."""
    if not isinstance(x, FiniteMDP):
        return x if isinstance(x, dict) else array(x)
    if not x.is_exact:
        raise TypeError(f"an MDP of a certificate must be exact, got {x!r}")
    return {
        "transitions": array(x.transitions),
        "rewards": array(x.rewards),
        "discount": number(x.discount),
    }


def used(constants: Mapping[str, Term], where: object) -> dict[str, Term]:
    """Return the constants that the parts of a certificate speak of, directly or through others."""
    names, found = set[str](), set(_named(where))
    while found != names:
        names, found = found, found.union(*(_named(constants[name]) for name in found & constants.keys()))
    return {name: x for name, x in constants.items() if name in names}


def _named(node: Any) -> Iterator[str]:
    """Yield the names to which a nest of expressions refers."""
    if isinstance(node, Mapping):
        yield from [str(node["ref"])] if "ref" in node else []
        node = list(node.values())
    for item in node if isinstance(node, list) else []:
        yield from _named(item)


def fact(key: str, **parameters: str | Fraction | Iterable[int]) -> dict[str, Any]:
    """Return a fact of the checker's table; lists are given by name, a deterministic policy also by its actions."""
    return {"fact": key, **{name: _parameter(x) for name, x in parameters.items()}}


def _parameter(x: str | int | Fraction | Iterable[int]) -> Any:
    if isinstance(x, str):
        return x
    return number(x) if isinstance(x, int | Fraction) else [int(action) for action in x]


def relation(left: Term, sign: str, right: Term) -> dict[str, Any]:
    """Return `left sign right` as a conclusion."""
    return {"relation": sign, "left": term(left), "right": term(right)}


def relation_fact(left: Term, sign: str, right: Term) -> dict[str, Any]:
    """Return `left sign right` as a fact."""
    return {"fact": "relation", **relation(left, sign, right)}


def lemma(name: str, theorem: str, **parameters: Term) -> dict[str, Any]:
    """Return an entry of `given`: the value of a lemma of the checker's table, under a name.

    An MDP and lists are given by their names, numbers as expressions.
    """
    if theorem not in checker.LEMMAS:
        raise ValueError(f"theorem must be one of {', '.join(checker.LEMMAS)}, got {theorem!r}")
    _, says, because, _ = checker.LEMMAS[theorem]
    expected = checker.parameter_names(says)
    if set(parameters) != set(expected):
        raise ValueError(f"{theorem} must have the parameters {', '.join(expected)}, got {', '.join(parameters)}")
    given = {key: x if key == "mdp" or key in checker.SHAPES else term(x) for key, x in parameters.items()}
    return {"name": name, "theorem": theorem, "parameters": given, "because": because}


@dataclass(frozen=True)
class Certificate:
    """Exact data, facts about them and a conclusion, which a stranger can check again without this package."""

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
        """Return the certificate that a JSON object of this format describes."""
        return cls(**{name: x for name, x in data.items() if name not in ("format", "version")})

    def to_bytes(self) -> bytes:
        """Return the canonical form: UTF-8 JSON with sorted keys and without floats, on lines, with a final newline."""
        text = json.dumps(self.to_json(), sort_keys=True, ensure_ascii=False, allow_nan=False, indent=1)
        return (text + "\n").encode()

    @property
    def digest(self) -> str:
        """The sha256 of the canonical form."""
        return hashlib.sha256(self.to_bytes()).hexdigest()

    def check(self) -> dict[str, Any]:
        """Return the checker's answer to the canonical form: accepted, sentence, details."""
        return checker.check_bytes(self.to_bytes())

    def save(self, folder: Path | str) -> Path:
        """Write the canonical form to `<folder>/<digest>.json` and return that path."""
        path = Path(folder) / f"{self.digest}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.to_bytes())
        return path


def load(path: Path | str) -> Certificate:
    """Return the certificate in a file, unchecked; what is no certificate raises `checker.Refused`."""
    data = checker.parse(Path(path).read_bytes())
    return Certificate.from_json(checker.fields(data, checker.SECTIONS))
