"""The JSON of certificates, built without the package: a test of the checker must also write what no builder would."""

import hashlib
import json
from fractions import Fraction
from typing import Any

from theory_checks.checker import checker

Json = Any


def term(x: Json) -> Json:
    """Return x as an expression: a text is a number if it starts like one, otherwise the name of something."""
    if isinstance(x, str):
        return x if x.lstrip("-")[:1].isdigit() else ref(x)
    return str(Fraction(x)) if isinstance(x, int | Fraction) else x


def op(name: str, *args: Json) -> Json:
    return {"op": name, "args": [term(x) for x in args]} if args else {"op": name}


def ref(name: str, *at: int) -> Json:
    return {"ref": name, "at": [term(i) for i in at]} if at else {"ref": name}


def total(*lists: str) -> Json:
    return {"op": "sum" if len(lists) == 1 else "dot", "of": list(lists)}


def mean_max(scales: Json, copies: Json = None, *, absolute: bool = False) -> Json:
    node = {"op": "mean-abs-max-normal" if absolute else "mean-max-normal", "args": [term(s) for s in scales]}
    return node if copies is None else {**node, "copies": [str(k) for k in copies]}


def relation(left: Json, sign: str, right: Json) -> Json:
    return {"relation": sign, "left": term(left), "right": term(right)}


def relation_fact(left: Json, sign: str, right: Json) -> Json:
    return {"fact": "relation", **relation(left, sign, right)}


def fact(key: str, **parameters: Json) -> Json:
    return {"fact": key, **{name: str(x) if isinstance(x, Fraction) else x for name, x in parameters.items()}}


def lemma(name: str, theorem: str, **parameters: Json) -> Json:
    lists = {"mdp", *checker.SHAPES}
    given = {key: x if key in lists else term(x) for key, x in parameters.items()}
    return {"name": name, "theorem": theorem, "parameters": given, "because": checker.LEMMAS[theorem]["because"]}


def data(x: Json) -> Json:
    """Return nested exact numbers as nested texts."""
    if isinstance(x, dict):
        return x
    return [data(item) for item in x] if isinstance(x, list | tuple) else term(x)


def certificate(conclusion: Json, **parts: Json) -> Json:
    """Return a certificate with this conclusion and these parts; one that names nothing is given a unit to speak of."""
    constants = {name: term(x) for name, x in parts.get("constants", {}).items()}
    if conclusion and not any(key in json.dumps(conclusion) for key in ('"ref"', '"of"')):
        constants["unit"] = "1"
        conclusion = {**conclusion, "right": op("*", conclusion["right"], "unit")}
    return {
        "format": checker.FORMAT,
        "version": checker.VERSION,
        "statement": parts.get("statement", statement()),
        "says": "An example.",
        "constants": constants,
        "objects": {name: data(x) for name, x in parts.get("objects", {}).items()},
        "facts": list(parts.get("facts", [])),
        "given": list(parts.get("given", [])),
        "assumed": list(parts.get("assumed", [] if "values" in parts else ["Any text."])),
        **(
            {"values": {name: term(x) for name, x in parts["values"].items()}, "part": parts.get("part", 0)}
            if "values" in parts
            else {"conclusion": conclusion}
        ),
    }


def statement(id_: str = "paper/theorem", reading: str = "printed", **parts: Json) -> Json:
    """Return a statement as a certificate carries it, with its digest."""
    content = {
        "id": id_,
        "reading": reading,
        "printed": [],
        "formal": [],
        "domain": [],
        "integers": [],
        "quantities": {},
        **parts,
    }
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return {**content, "digest": hashlib.sha256(text.encode()).hexdigest()[:16]}
