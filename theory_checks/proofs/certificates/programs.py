"""A certificate as a program of `Certificate.v`: its data, what is claimed of them, what lemmas give, its conclusion.

Lemmas are read from the table of the checker, as data: their hypotheses become claims, and their value is that of their
sentence, which is believed, or a theorem of the library. What bounds a number from one side leaves it open.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from theory_checks.proofs.certificates.expressions import (
    RELATIONS,
    Expressions,
    Known,
    Pattern,
    integer,
    name,
    number,
    refuse,
)

TABLES = Path(__file__).resolve().parents[2] / "checker" / "lemmas.json"
_SENSES = {"=": "Let", ">=": "Bounded", "<=": "Bounded"}
_DECLARED = re.compile("[A-Za-z][A-Za-z0-9_]*")  # without the dot and the quote, which the reader puts itself


@cache
def tables() -> Mapping[str, Any]:
    """Return the shapes of lists, the facts and the lemmas."""
    return json.loads(TABLES.read_text(encoding="utf-8"))


def parameters_of(entry: Mapping[str, Any]) -> list[str]:
    """Return the parameters of an entry of the tables, in the order of its sentence."""
    return list(dict.fromkeys(x for x in re.findall(r"{(\w+)}", entry["says"]) if x != "name"))


def program(data: Mapping[str, Any]) -> list[str]:
    """Return the steps of a certificate, as terms of Coq."""
    return list(_Program(data).steps())


class _Program:
    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.words = Expressions()
        self.mdps = [key for key, node in data["objects"].items() if isinstance(node, dict)]
        self.names = set[str]()

    def steps(self) -> Iterator[str]:
        """Yield the steps, each after those of which it speaks."""
        for key, node in self.data["objects"].items():
            self._declare(key)
            yield from self._mdp(key, node) if isinstance(node, dict) else [_held(key, node)]
        for key, node in self.data["constants"].items():
            self._declare(key)
            yield _let(key, self.words.term(node, {}))
        for place, node in enumerate(self.data["facts"]):
            yield from self._fact(f"fact.{place}", node)
        for node in self.data["given"]:
            yield from self._lemma(node)
        of_statement = "values" in self.data
        loose = self._loose() if of_statement else {"the conclusion"}
        if loose and not self.data["assumed"]:
            refuse(f"{', '.join(sorted(loose))} must be tied to the statement, or assumed to be", "nothing")
        yield from self._instance() if of_statement else [self._claim(self.data["conclusion"], {})]

    def _declare(self, key: Any) -> None:
        """Take a new name: of two things with one name a lemma would be asked about one, and give the other."""
        if not isinstance(key, str) or not _DECLARED.fullmatch(key) or key in self.names:
            refuse("a name must be new and of letters, digits and _", key)
        self.names.add(key)

    def _claim(self, node: Mapping[str, Any], known: Known) -> str:
        return f"Claim ({self.words.condition(node, known)})"

    def _mdp(self, key: str, node: Mapping[str, Any]) -> Iterator[str]:
        """Yield the parts of an MDP, and that it is one."""
        transitions = node["transitions"]
        sizes = {"actions": len(transitions), "states": len(transitions[0])}
        for part in ("transitions", "rewards", "discount"):
            yield _held(f"{key}.{part}", node[part])
        for part, size in sizes.items():
            yield _let(f"{key}.{part}", integer(size))
        m, n = (name(f"{key}.{part}") for part in sizes)
        yield from self._shape(name(f"{key}.transitions"), [m, n, n])
        yield from self._shape(name(f"{key}.rewards"), [m, n])
        yield from (self._claim(x, {"mdp": f".{key}"}) for x in _MDP)

    def _shape(self, found: str, sizes: list[str]) -> Iterator[str]:
        """Yield that a list has these lengths at each of its levels."""
        opened, indices = "", list[str]()
        for level, size in enumerate(sizes):
            place = found + "".join(f" {x})" for x in indices)
            place = "(Item " * len(indices) + place
            yield f"Claim ({opened}Holds Same (Length {place}) {size}{')' * level})"
            index = f".{level}"
            opened += f'ForAll "{index}" (Number 0) (Combine Minus {size} (Number 1)) ('
            indices.append(name(index))

    def _fact(self, prefix: str, node: Mapping[str, Any]) -> Iterator[str]:
        if node["fact"] == "relation":
            yield self._claim(node, {})
            return
        entry = tables()["facts"].get(node["fact"]) or refuse("a fact must be one of the table", node["fact"])
        yield from self._entry(prefix, entry, {key: x for key, x in node.items() if key != "fact"}, {})

    def _lemma(self, node: Mapping[str, Any]) -> Iterator[str]:
        key = node["name"]
        self._declare(key)
        entry = tables()["lemmas"].get(node["theorem"]) or refuse("a lemma must be one of the table", node["theorem"])
        known = dict[str, Any]()
        yield from self._entry(key, entry, node["parameters"], known)
        value, sense = self.words.cases(entry, known), entry["sense"]
        bound = [RELATIONS[sense]] if sense != "=" else []
        yield " ".join([_SENSES[sense], f'"{key}"', *bound, value])

    def _entry(
        self, prefix: str, entry: Mapping[str, Any], parameters: Mapping[str, Any], known: dict[str, Any]
    ) -> Iterator[str]:
        """Yield what an entry of the tables requires; learn what the names in it stand for."""
        named = {*parameters_of(entry)}
        if named != {*parameters}:
            refuse(f"parameters must be {', '.join(sorted(named))}", ", ".join(parameters))
        sizes = dict[str, str]()
        for key, node in parameters.items():
            if key == "mdp":
                known[key] = f".{node}" if node in self.mdps else refuse("mdp must be the name of an MDP", node)
                sizes |= {"m": name(f"{node}.actions"), "n": name(f"{node}.states")}
            elif key in tables()["shapes"]:
                known[key] = name(node)
            else:
                yield _let(f"{prefix}.{key}", self.words.term(node, {}))
                known[key] = name(f"{prefix}.{key}")
        for key in sorted(parameters.keys() & tables()["shapes"].keys()):
            yield from self._shape(known[key], self._sizes(known[key], tables()["shapes"][key], sizes))
        yield from self._lets(prefix, entry, known)
        for key in entry.get("positive", []):
            yield self._claim({"relation": ">", "left": {"ref": key}, "right": "0"}, known)
        for condition in entry.get("require", []):
            yield self._claim(condition, known)

    def _sizes(self, found: str, letters: str, sizes: dict[str, str]) -> list[str]:
        """Return the lengths of the levels of a list, which are its own where nothing else has the letter."""
        lengths = list[str]()
        for letter in letters:
            lengths.append(sizes.setdefault(letter, f"(Length {found})"))
            found = f"(Item {found} (Number 0))"
        return lengths

    def _lets(self, prefix: str, entry: Mapping[str, Any], known: dict[str, Any]) -> Iterator[str]:
        for key, *indices, node in entry.get("let", []):
            if indices:
                known[key] = Pattern(indices[0], node, dict(known))
            else:
                yield f'Perhaps "{prefix}.{key}" {self.words.term(node, known)}'
                known[key] = name(f"{prefix}.{key}")

    def _instance(self) -> Iterator[str]:
        """Yield that the values lie in the domain of the statement, and that a relation of it fails there."""
        statement, values = self.data["statement"], self.data["values"]
        known = dict[str, Any]()
        for key, node in values.items():
            yield _let(f"statement.{key}", self.words.term(node, {}))
            known[key] = name(f"statement.{key}")
        for relation in statement["domain"]:
            yield self._claim(relation, known)
        for key in statement["integers"]:
            whole = {"op": "floor", "args": [{"ref": key}]}
            yield self._claim({"relation": "=", "left": whole, "right": {"ref": key}}, known)
        for key, quantity in statement["quantities"].items():
            yield from self._tied(key, quantity, known)
        failing = self.words.relation(statement["formal"][self.data["part"]], known, negated=True)
        yield f"Claim (Holds {failing})"

    def _tied(self, key: str, quantity: Mapping[str, Any], known: Known) -> Iterator[str]:
        """Yield that a lemma gives of the statement's own parameters what the statement calls so."""
        value = self.data["values"].get(key)
        own = next((x for x in self.data["given"] if value == {"ref": x["name"]}), None)
        gives = tables()["lemmas"][own["theorem"]].get("gives", own["theorem"]) if own else None
        if own is None or gives != quantity["is"]:
            refuse(f"{key} must be what a lemma gives of {quantity['is']}", gives)
        for part, node in quantity.items():
            given = own["parameters"].get(part)
            if part in ("mdp", *tables()["shapes"]):
                if node != given:
                    refuse(f"{part} of {key} must be that of the statement", given)
            elif part != "is" and self._filled(node) != given:
                its = name(".".join([own["name"], part]))
                yield f"Claim (Holds Same {its} {self.words.term(node, known)})"

    def _filled(self, node: Any) -> Any:
        """Return an expression of the statement with the values of its symbols, as the certificate would have it."""
        if isinstance(node, list):
            return [self._filled(x) for x in node]
        if not isinstance(node, dict):
            return node
        return self.data["values"].get(node.get("ref")) or {key: self._filled(x) for key, x in node.items()}

    def _loose(self) -> set[str]:
        """Return the symbols of the failing relation of which neither the domain nor a quantity says anything."""
        statement = self.data["statement"]
        failing, domain = statement["formal"][self.data["part"]], statement["domain"]
        spoken = {x for x in _symbols(failing) if "." not in x}
        limited = _symbols(domain) | {*statement["integers"]}
        left = failing["left"] if failing["relation"] == "=" and isinstance(failing["left"], dict) else {}
        if left.keys() == {"ref"}:  # it may be what defines the name
            limited -= {left["ref"]} - _symbols([x for x in domain if x["relation"] == "="])
        return spoken - limited - statement["quantities"].keys()


def _symbols(node: Any) -> set[str]:
    """Return the names of which a nest of expressions speaks; the index of a series is none of them."""
    if not isinstance(node, dict):
        return set[str]().union(*map(_symbols, node)) if isinstance(node, list) else set()
    own = {node["ref"]} if "ref" in node else set[str]()
    return own.union(*map(_symbols, node.values())) - {node.get("index")}


def _at(part: str, *places: str) -> dict[str, Any]:
    return {"ref": part, "at": [{"ref": place} for place in places]}


def _up_to(part: str) -> dict[str, Any]:
    return {"op": "-", "args": [{"ref": part}, "1"]}


_ROWS = [["a", "0", _up_to("mdp.actions")], ["s", "0", _up_to("mdp.states")]]
# What the parts of an MDP must satisfy.
_MDP = (
    {
        "relation": ">=",
        "left": _at("mdp.transitions", "a", "s", "t"),
        "right": "0",
        "for": [*_ROWS, ["t", "0", _up_to("mdp.states")]],
    },
    {
        "relation": "=",
        "left": {"op": "sum", "of": [_at("mdp.transitions", "a", "s")]},
        "right": "1",
        "for": _ROWS,
    },
    {"relation": ">=", "left": {"ref": "mdp.discount"}, "right": "0"},
    {"relation": "<", "left": {"ref": "mdp.discount"}, "right": "1"},
)


def _let(key: str, term: str) -> str:
    return f'Let "{key}" {term}'


def _held(key: str, node: Any) -> str:
    return f'Data "{key}" {_tree(node)}'


def _tree(node: Any) -> str:
    if node == []:
        refuse("a list must not be empty", node)
    if isinstance(node, list):
        return f"(Node [{'; '.join(map(_tree, node))}])"
    return f"(Leaf {number(node)})"
