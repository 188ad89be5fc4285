"""What a reader may try on the page of a statement: sliders for its symbols, and curves that follow them.

    [statement.explore]
    says = '''No state is ever left.'''
    across = "n"
    promise = "error <= printed"
    repaired = "error <= bound"
    sliders.n = { from = 1, to = 40, start = 5 }
    sliders.gamma = { from = 0, to = "99/100", step = "1/100", start = "1/2" }
    let = { "mdp.actions" = "1", "mdp.discount" = "gamma" }
    curves.error = { is = "identity-value-error", says = "the error" }
    curves.printed = { is = "dpdqn/prop10", says = "the printed bound" }

No formula stands here that stands elsewhere. A curve, or a name of `let`, is a formula of sliders and of names before
it, or it names what stands already. `ID` or `ID#READING` is the right side of the first relation that a statement
claims, `ID:2` that of the second, `left of ID` the other side; `ID:NAME` is the right side of the relation with this
name alone on the left, and `ID:NAME.PART` a part of what the statement says that this name is. The name of a lemma is
its value, `LEMMA:2` that of its second case; each parameter is what has its name here, or in `with` of the curve.

`where` and `repaired_where` limit what is promised, by relations or by the ID of a statement, whose domain is meant as
far as it speaks of sliders. The page gets all of it in the language of the certificates.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from theory_checks.checker.checker import LEMMAS, Checker, Refused, parameter_names
from theory_checks.core.formal import Formal
from theory_checks.core.formula import Formula, Relation, Symbol, num
from theory_checks.core.notation import latex_name
from theory_checks.core.parsing import FormulaError, parse, relations
from theory_checks.core.sliders import SCALES, Slider, check_keys, slider
from theory_checks.core.statement import Ledger, LedgerError, Statement

Json = Any
Read = TypeVar("Read")
NEEDED = ("says", "across", "promise", "sliders", "curves")
KEYS = (*NEEDED, "where", "repaired", "repaired_where", "scale", "let")
PROMISES = {"promise": ("where", "As printed"), "repaired": ("repaired_where", "Use instead")}
LEFT = "left of "
SYMBOL = "[A-Za-z][A-Za-z0-9_]{0,59}"  # a name as the checker declares it


@dataclass(frozen=True)
class Promise:
    """A relation between two curves, whose promise it is, and relations outside of which nothing is promised."""

    words: str
    relation: Relation
    where: tuple[Json, ...]

    def to_json(self) -> dict[str, Json]:
        """Return the promise, the curves by their names."""
        left, sign, right = str(self.relation.left), self.relation.sign, str(self.relation.right)
        return {"words": self.words, "left": left, "sign": sign, "right": right, "where": list(self.where)}


@dataclass(frozen=True)
class Explore:
    """Sliders and curves, as expressions of the certificates over the sliders and over `names`."""

    says: str
    across: str
    scale: str
    sliders: tuple[Slider, ...]
    names: Mapping[str, Json]
    curves: Mapping[str, tuple[str, Json]]  # what each is in words, and its value
    promises: tuple[Promise, ...]
    symbols: Mapping[str, str]

    def to_json(self) -> dict[str, Json]:
        """Return all that a page draws from."""
        sliders = [
            {
                "name": x.name,
                "label": self.symbols.get(x.name) or latex_name(x.name),
                "says": x.says,
                "values": [str(value) for value in x.values],
                "start": x.start,
                "scale": x.scale,
            }
            for x in self.sliders
        ]
        curves = [{"name": name, "says": says, "value": value} for name, (says, value) in self.curves.items()]
        shared = {"says": self.says, "across": self.across, "scale": self.scale, "names": dict(self.names)}
        return shared | {"sliders": sliders, "curves": curves, "promises": [x.to_json() for x in self.promises]}


def explored(statement: Statement, ledger: Ledger) -> Explore | None:
    """Return what can be tried of a statement, or nothing; what breaks a rule is refused with its place."""
    entry = statement.explore
    if entry is None:
        return None
    place = f"explore of {statement.id}"
    check_keys(entry, KEYS, "explore", place)
    for key in NEEDED:
        if not entry.get(key):
            raise LedgerError(f"explore must say its {key}, got nothing at {place}")
    sliders = tuple(slider(name, part, place) for name, part in _table(entry, "sliders", place).items())
    reader = _Reader(ledger, [x.name for x in sliders], place)
    for name, text in _table(entry, "let", place).items():
        reader.names[name] = reader.value(name, text)
    for name in (*reader.sliders, *_table(entry, "curves", place)):
        if not re.fullmatch(SYMBOL, name):
            raise LedgerError(f"sliders and curves must have names of letters, digits and _, got {name!r} at {place}")
    curves = {name: _curve(reader, name, part) for name, part in _table(entry, "curves", place).items()}
    return Explore(
        says=" ".join(str(entry["says"]).split()),
        across=_one_of(reader.sliders, entry["across"], "across", place),
        scale=_one_of(SCALES, entry.get("scale", SCALES[0]), "scale", place),
        sliders=sliders,
        names=reader.names,
        curves=curves,
        promises=tuple(_promise(reader, entry, key, curves) for key in PROMISES if key in entry),
        symbols=statement.symbols,
    )


def _one_of(known: Sequence[str], value: Any, key: str, place: str) -> str:
    if value not in known:
        raise LedgerError(f"{key} must be one of {', '.join(known)}, got {value!r} at {place}")
    return value


def _table(entry: Mapping[str, Any], key: str, place: str) -> Mapping[str, Any]:
    table = entry.get(key, {})
    if not isinstance(table, Mapping):
        raise LedgerError(f"{key} must be a table, got {table!r} at {place}")
    return table


def _curve(reader: _Reader, name: str, part: Any) -> tuple[str, Json]:
    check_keys(part, ("is", "says", "with"), f"curve {name}", reader.place)
    if not isinstance(part.get("says"), str):
        raise LedgerError(f"curve {name} must say in words what it is, got {part.get('says')!r} at {reader.place}")
    own = dict[str, Json]()
    for parameter, text in _table(part, "with", reader.place).items():
        reader.names[f"{name}.{parameter}"] = reader.value(f"{name}.{parameter}", text)
        own[parameter] = {"ref": f"{name}.{parameter}"}
    return part["says"], reader.value(name, part.get("is"), own)


def _promise(reader: _Reader, entry: Mapping[str, Any], key: str, curves: Mapping[str, Any]) -> Promise:
    """Return a relation between two curves, and its limits."""
    found, (limits, words) = _parsed(relations, entry[key], reader.place), PROMISES[key]
    sides = {side.name for x in found for side in (x.left, x.right) if isinstance(side, Symbol)}
    if len(found) != 1 or len(sides) != 2 or not sides <= curves.keys():
        rule = f"be a relation between two of the curves {', '.join(curves)}"
        raise LedgerError(f"{key} must {rule}, got {entry[key]!r} at {reader.place}")
    where = entry.get(limits, [])
    if not isinstance(where, list):
        raise LedgerError(f"{limits} must be a list of relations, got {where!r} at {reader.place}")
    texts = cast("list[Any]", where)
    return Promise(words, found[0], tuple(limit for text in texts for limit in reader.limits(text)))


def _parsed(read: Callable[[str], Read], text: Any, place: str) -> Read:
    try:
        return read(str(text))
    except FormulaError as error:
        raise LedgerError(f"{error} at {place}") from error


class _Reader:
    """What the texts of one entry stand for: formulas, or what stands elsewhere."""

    def __init__(self, ledger: Ledger, sliders: Sequence[str], place: str) -> None:
        self.ledger, self.sliders, self.place = ledger, sliders, place
        self.names: dict[str, Json] = {}
        self.read: dict[tuple[str, str], Formal] = {}

    def value(self, name: str, text: Any, own: Mapping[str, Json] | None = None) -> Json:
        """Return what a name stands for, as an expression of sliders and of names before it."""
        if name in self.sliders or not isinstance(text, str):
            rule = "be a formula, a statement or a lemma, and no slider"
            raise LedgerError(f"what {name} is must {rule}, got {text!r} at {self.place}")
        if text.partition(":")[0] in LEMMAS:
            return self._lemma(name, text, own or {})
        return self._closed(self._formula(text).to_json(), text, own or {})

    def limits(self, text: Any) -> list[Json]:
        """Return relations outside of which nothing is promised."""
        id_, _, reading = str(text).partition("#")
        if id_ in self.ledger.statements:
            return [x.to_json() for x in self._claims(id_, reading).domain.relations if self._speaks_of_sliders(x)]
        return [self._closed(relation.to_json(), text) for relation in _parsed(relations, text, self.place)]

    def _speaks_of_sliders(self, relation: Relation) -> bool:
        """Tell whether all names are known; one alone on the left that is no slider is what the relation asks for."""
        named = Checker().symbols(relation.to_json())
        asked = isinstance(relation.left, Symbol) and relation.left.name in self.names
        return named <= {*self.sliders, *self.names} and not asked

    def _claims(self, id_: str, reading: str) -> Formal:
        """Return what a statement claims, parsed once."""
        if (id_, reading) not in self.read:
            statement = self.ledger[id_]
            named = statement.reading(reading) if reading else statement.readings[0]
            self.read[id_, reading] = named.claims
        return self.read[id_, reading]

    def _formula(self, text: str) -> Formula:
        """Return a formula of its own, or a side of what a statement claims."""
        reference, _, name = text.removeprefix(LEFT).partition(":")
        id_, _, reading = reference.partition("#")
        if id_ not in self.ledger.statements:
            return _parsed(parse, text, self.place)
        try:
            return _side(self._claims(id_, reading), name or "1", text.startswith(LEFT))
        except (LookupError, StopIteration) as error:
            wanted = f"a relation or part {name}" if name else "a formula"
            rule = f"a reference must name a statement with {wanted}"
            raise LedgerError(f"{rule}, got {text!r} at {self.place}") from error

    def _lemma(self, curve: str, text: str, own: Mapping[str, Json]) -> Json:
        """Return the value of a lemma; what it names on the way gets a name of its own here."""
        lemma, _, case = text.partition(":")
        entry, number = LEMMAS[lemma], int(case) if case.isdigit() else 0
        value = entry["cases"][number - 1]["value"] if 0 < number <= len(entry.get("cases", [])) else entry.get("value")
        if value is None or bool(case) != ("cases" in entry) or any(len(x) > 2 for x in entry.get("let", [])):
            rule = "a lemma must have one value or the case that is named, and no lists, to be drawn"
            raise LedgerError(f"{rule}, got {text!r} at {self.place}")
        known: dict[str, Json] = {name: {"ref": name} for name in self.names if name.startswith("mdp.")}
        known |= {name: {"ref": name} for name in parameter_names(entry["says"]) if name != "mdp"} | dict(own)
        for name, body in entry.get("let", []):
            self.names[f"{curve}.{name}"] = self._closed(body, text, known)
            known[name] = {"ref": f"{curve}.{name}"}
        return self._closed(value, text, known)

    def _closed(self, node: Json, text: Any, known: Mapping[str, Json] | None = None) -> Json:
        """Put in what is known, and refuse names that are no sliders and do not stand before."""
        try:
            node = Checker().filled(node, known or {})
        except Refused as error:
            raise LedgerError(f"{error}, got {text!r} at {self.place}") from error
        names = [*self.sliders, *self.names]
        for name in sorted(Checker().symbols(node) - {*names}):
            raise LedgerError(f"a name in {text!r} must be one of {', '.join(names)}, got {name!r} at {self.place}")
        return node


def _side(claims: Formal, name: str, left: bool) -> Formula:
    """Return a side of the relation of this number, what a name is equal to, or a part of what a name is."""
    symbol, _, part = name.partition(".")
    if part:
        return num(claims.quantities[symbol][part])
    if not name.isdigit():
        return claims.right_of(name)
    relation = claims.claims[int(name) - 1]
    return relation.left if left else relation.right
