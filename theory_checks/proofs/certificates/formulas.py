"""Values and hypotheses of lemmas as functions of Coq: theorems about lemmas are stated by them, and so hold to both.

`LemmaFormulas.v` is written from the table of the checker, for each lemma that cites a theorem; a number or a sign that
changes there changes what the theorem is about, and its proof fails. Lists are functions of their places, what must be
a natural number is one of Coq's, other powers and places are taken at the whole part: the checker refuses the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from theory_checks.core.coq import TAKEN
from theory_checks.proofs.certificates.expressions import number, refuse
from theory_checks.proofs.certificates.programs import parameters_of, tables

_HEAD = """(* Values and hypotheses of lemmas, made from the table of the checker. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Maximum Normal Mdp LemmaWords.
Open Scope R_scope.
"""
_CALLS = {"neg": "-", "abs": "Rabs", "sqrt": "sqrt", "exp": "exp", "log": "ln", "normal-cdf": "Phi", "floor": "floor"}
_BINARY = {"min": "Rmin", "max": "Rmax"}
_RELATIONS = {"<": "<", "<=": "<=", ">": ">", ">=": ">=", "=": "=", "!=": "<>"}
_DECIDED = {"<": "Rlt_dec", "<=": "Rle_dec", ">": "Rgt_dec", ">=": "Rge_dec", "=": "Req_EM_T"}
_MDP = {"states": "n", "actions": "m"}
_BOUND = "#"  # begins the names of indices as Coq's text has them
_TYPES = ("R", "nat -> R", "nat -> nat -> R", "nat -> nat -> nat -> R")
# What the checker finds by integration is a number of which theorems say what it is; where the deviations differ, it is
# one of how many there are, of what they are, and of how many numbers have each.
_INTEGRALS = {"mean-max-normal": "mean_max", "mean-abs-max-normal": "mean_abs_max"}


@dataclass(frozen=True)
class Term:
    """A real number, and the natural number that it is where its form shows that."""

    real: str
    natural: str = ""


@dataclass(frozen=True)
class Pattern:
    """What a name with places stands for."""

    indices: Sequence[str]
    body: Any
    known: Known


@dataclass(frozen=True)
class Table:
    """A list, and the numbers of its entries, level by level."""

    name: str
    sizes: Sequence[str]


Known = Mapping[str, Term | Pattern | Table]


def formulas_file(names: Iterable[str]) -> str:
    """Return the text of the file about these lemmas."""
    return "\n".join([_HEAD, *(Formulas(name, tables()["lemmas"][name]).text for name in names)])


def identifier(lemma: str) -> str:
    """Return what the definitions about a lemma begin with."""
    return lemma.replace("-", "_")


@dataclass
class Formulas:
    """The definitions about one lemma."""

    lemma: str
    entry: Mapping[str, Any]
    known: dict[str, Term | Pattern | Table] = field(init=False)

    def __post_init__(self) -> None:
        self.binders, self.sizes, self.known = list[str](), list[str](), {}
        self.naturals = {*_naturals(self.entry)}
        for name in sorted(parameters_of(self.entry), key=lambda x: x != "mdp"):
            self._bind(name)
        for name, found in sorted(_INTEGRALS.items()):
            used = {"index" if "index" in x else x["args"] == ["1"] for x in _operations(self.entry, name)}
            self.binders += [f"({found} : nat -> R)"] * (True in used)
            self.binders += [f"({found}_of : nat -> (nat -> R) -> nat -> R)"] * ("index" in used)
            self.binders += [f"({found}_each : nat -> (nat -> R) -> R)"] * (False in used)

    def _bind(self, name: str) -> None:
        if name == "mdp":
            text = "(n m : nat) (gamma : R) (P : nat -> nat -> nat -> R) (r : nat -> nat -> R)"
            self.known |= {f"mdp.{part}": Term(f"INR {x}", x) for part, x in _MDP.items()}
            tables_ = {"mdp.transitions": Table("P", "mnn"), "mdp.rewards": Table("r", "mn")}
            self.known |= {"mdp.discount": Term("gamma"), **tables_}
        elif name in tables()["shapes"]:
            letters = tables()["shapes"][name]
            own = [f"size_{x}" if x not in "mn" or "mdp.states" not in self.known else x for x in letters]
            text = "".join(f"({x} : nat) " for x in dict.fromkeys(own) if f"({x} : nat)" not in "".join(self.binders))
            text = text.replace("(m : nat) ", "").replace("(n : nat) ", "") + f"({name} : {_TYPES[len(letters)]})"
            self.known[name] = Table(name, own)
            self.sizes += [x for x in dict.fromkeys(own) if x not in ("m", "n", *self.sizes)]
        else:
            own = f"{name}_" if name in TAKEN else name
            text = f"({own} : {'nat' if name in self.naturals else 'R'})"
            self.known[name] = Term(f"INR {own}", own) if name in self.naturals else Term(own)
        self.binders.append(text)

    @property
    def text(self) -> str:
        """What the lemma requires, and what it gives."""
        head, sense = f"{identifier(self.lemma)}_{{}} {' '.join(self.binders)}", self.entry["sense"]
        lets = list(self._lets())
        needs = _under(lets, " /\\\n  ".join(self._requires()) or "True")
        value = self._cases(self.known)
        if sense == "=":
            given = f"Definition {head.format('value')} : R :=\n  {_under(lets, value)}."
        else:
            bound = _under(lets, f"x {sense} {_bracketed(value)}")
            given = f"Definition {head.format('gives')} (x : R) : Prop :=\n  {bound}."
        return f"(* {self.lemma} *)\nDefinition {head.format('requires')} : Prop :=\n  {needs}.\n{given}\n"

    def _lets(self) -> Iterator[tuple[str, str]]:
        for key, *indices, node in self.entry.get("let", []):
            if indices:
                self.known[key] = Pattern(indices[0], node, dict(self.known))
            else:
                found = self.term(node, self.known)
                self.known[key] = found if found.natural else Term(f"{key}_")
                yield f"{key}_", found.real

    def _requires(self) -> Iterator[str]:
        if "mdp" in parameters_of(self.entry):
            yield "mdp n m gamma P"
        yield from (f"(0 < {size})%nat" for size in self.sizes)
        for name in self.entry.get("positive", []):
            yield f"{self.term({'ref': name}, self.known).real} > 0"
        for node in self.entry.get("require", []):
            yield self._condition(node)
        cases = self.entry.get("cases", [{}])
        if "when" in cases[-1]:
            yield "(" + " \\/ ".join(self._relation(x["when"], self.known) for x in cases) + ")"

    def _condition(self, node: Mapping[str, Any]) -> str:
        known, ranges = dict(self.known), ""
        for index, first, last in node.get("for", []):
            start, count = self._range(first, last, known)
            known |= {index: _shifted(start, index), _BOUND + index: Term(index)}
            ranges += f"forall {index}, ({index} < {count})%nat -> "
        found = self._relation(node, known)
        return f"({ranges}{found})" if ranges else found

    def _relation(self, node: Mapping[str, Any], known: Known) -> str:
        left, right = (_bracketed(self.term(node[side], known).real) for side in ("left", "right"))
        return f"{left} {_RELATIONS[node['relation']]} {right}"

    def _cases(self, known: Known) -> str:
        found = "0"
        for case in reversed(self.entry.get("cases", [self.entry])):
            value = self.term(case["value"], known).real
            found = self._chosen(case["when"], value, found, known) if "when" in case else value
        return found

    def _chosen(self, node: Mapping[str, Any], yes: str, no: str, known: Known) -> str:
        left, right = (_bracketed(self.term(node[side], known).real) for side in ("left", "right"))
        return f"if {_DECIDED[node['relation']]} {left} {right} then {yes} else {no}"

    def term(self, node: Any, known: Known) -> Term:
        """Return the term of an expression."""
        if isinstance(node, str):
            return _number(node)
        if "ref" in node:
            return self._reference(node["ref"], node.get("at", []), known)
        if "relation" in node:
            sides = [self.term(node[side], known) for side in ("left", "right")]
            if node["relation"] == "=" and all(x.natural for x in sides):
                return Term(f"(if Nat.eqb {sides[0].natural} {sides[1].natural} then 1 else 0)")
            return Term(f"({self._chosen(node, '1', '0', known)})")
        if node["op"] in ("sum", "dot", "length"):
            return self._of_lists(node["op"], node["of"], known)
        return self._each(node, known) if "index" in node else self._applied(node, known)

    def _reference(self, text: str, places: Sequence[Any], known: Known) -> Term:
        stands = known[text]
        indices = [self.term(x, known) for x in places]
        if isinstance(stands, Pattern):
            taken = {name: x for name, x in known.items() if name.startswith(_BOUND)}
            return self.term(stands.body, {**stands.known, **taken, **dict(zip(stands.indices, indices, strict=True))})
        if isinstance(stands, Table):
            return Term(" ".join([stands.name, *map(_place, indices)]))
        return stands

    def _of_lists(self, op: str, lists: Sequence[Any], known: Known) -> Term:
        rows, sizes = list[str](), list[str]()
        for node in lists:
            name, places = (node, []) if isinstance(node, str) else (node["ref"], node.get("at", []))
            stands = known[name]
            if not isinstance(stands, Table):
                refuse("a list must be one of the table", name)
            row = self._reference(name, places, known).real
            rows.append(row)
            sizes = stands.sizes[len(places) :]
        if op == "length":
            return Term(f"INR {sizes[0]}", sizes[0])
        index = _fresh(known)
        return Term(f"sum {sizes[0]} (fun {index} => {' * '.join(f'{x} {index}' for x in rows)})")

    def _each(self, node: Mapping[str, Any], known: Known) -> Term:
        start, count = self._range(node["from"], node["to"], known)
        index = _fresh(known)
        inner = {**known, node["index"]: _shifted(start, index), _BOUND + index: Term(index)}
        body = self.term(node["body"], inner).real
        if node["op"] in _INTEGRALS:
            (copies,) = [_place(self.term(x, known)) for x in node.get("copies", ["1"])]
            return Term(f"{_INTEGRALS[node['op']]}_of {count} (fun {index} => {body}) {copies}")
        if node["op"] == "min":
            return Term(f"- best {count} (fun {index} => - {_bracketed(body)})")
        fold = {"+": "sum", "series": "sum", "*": "product", "max": "best"}[node["op"]]
        return Term(f"{fold} {count} (fun {index} => {body})")

    def _range(self, first: Any, last: Any, known: Known) -> tuple[Term, str]:
        """Return where a range begins, and how many places it has; one that ends before a number ends there."""
        start, behind = self.term(first, known), last
        if isinstance(last, dict) and last.get("op") == "-" and last["args"][1] == "1":
            behind = last["args"][0]
        elif isinstance(last, dict) and last.get("op") == "-" and last["args"][1] == "2":
            behind = {"op": "-", "args": [last["args"][0], "1"]}
        else:
            behind = {"op": "+", "args": [last, "1"]}
            if first == "1":
                return start, self._natural(last, known)
        end = self._natural(behind, known)
        if not start.natural:
            return start, f"({end} + {_below(start)})"
        return start, end if start.natural == "0" else f"({end} - {start.natural})"

    def _natural(self, node: Any, known: Known) -> str:
        return _place(self.term(node, known))

    def _applied(self, node: Mapping[str, Any], known: Known) -> Term:
        op, copies = node["op"], [self.term(x, known) for x in node.get("copies", [])]
        parts = [self.term(x, known) for x in node.get("args", [])]
        texts = [_bracketed(x.real) for x in parts]
        if copies:
            if node["args"] != ["1"]:
                return _each_scaled(op, [x.natural for x in copies], texts)
            return Term(f"{_INTEGRALS[op]} {_place(copies[0])}")
        if op == "pow":
            return self._power(parts, texts)
        if op == "pi":
            return Term("PI")
        if op in ("+", "-", "*", "/"):
            return Term(f" {op} ".join(texts), "" if op == "/" else _whole(op, [x.natural for x in parts]))
        if op in _BINARY:
            found = texts[0]
            for x in texts[1:]:
                found = f"({_BINARY[op]} {found} {x})"
            return Term(found)
        if op == "binomial":
            if texts[1] == "1":
                return parts[0]
            return Term(f"choices {' '.join(map(_place, parts))}")
        return Term(f"{_CALLS[op]} {texts[0]}")

    def _power(self, parts: Sequence[Term], texts: Sequence[str]) -> Term:
        exponent = parts[1].natural
        if exponent and "-" not in exponent:
            below = parts[0].natural
            return Term(f"{texts[0]} ^ {exponent}", f"(Nat.pow {below} {exponent})" if below else "")
        return Term(f"power {texts[0]} {texts[1]}")


def _each_scaled(op: str, copies: Sequence[str], scales: Sequence[str]) -> Term:
    """Return the mean of the maximum of numbers of which so many have each of these deviations."""
    if len(copies) != len(scales) or not all(copies):
        refuse("a mean of a maximum must say how many numbers have each deviation", op)
    ends, scale = [" + ".join(copies[: i + 1]) for i in range(len(copies))], scales[-1]
    for end, other in reversed([*zip(ends[:-1], scales[:-1], strict=True)]):
        scale = f"if Nat.ltb i ({end})%nat then {other} else {scale}"
    return Term(f"{_INTEGRALS[op]}_each ({ends[-1]})%nat (fun i => {scale})")


def _under(lets: Sequence[tuple[str, str]], text: str) -> str:
    """Return a text under those names that it uses."""
    for name, value in reversed(lets):
        text = f"let {name} := {value} in\n  {text}" if re.search(rf"\b{name}\b", text) else text
    return text


def _whole(op: str, naturals: Sequence[str]) -> str:
    """Return what an operation makes of natural numbers, where all are some."""
    if len(naturals) < 2 or not all(naturals):
        return ""
    if op == "-" and naturals[1] == "1" and naturals[0].startswith("(S "):
        return naturals[0][3:-1]
    return f"({f' {op} '.join(naturals)})"


def _place(term: Term) -> str:
    """Return the natural number that a term is."""
    if not term.natural:
        return f"(place {_bracketed(term.real)})"
    return term.natural if term.natural.isidentifier() or term.natural.startswith("(S ") else f"{term.natural}%nat"


def _number(text: str) -> Term:
    number(text)
    top, _, bottom = text.partition("/")
    if bottom and bottom != "1":
        return Term(f"{top} / {bottom}")
    return Term(top, top) if not top.startswith("-") else Term(f"- {top[1:]}")


def _below(start: Term) -> str:
    """Return how far below 0 a range begins."""
    if not start.real.startswith("- ") or not start.real[2:].isdigit():
        refuse("a range must begin at a whole number", start.real)
    return start.real[2:]


def _shifted(start: Term, index: str) -> Term:
    """Return the place that is so far behind the start of a range."""
    if not start.natural.isdigit():
        return Term(f"INR {index} - {_below(start)}")
    place = {"0": index, "1": f"(S {index})"}.get(start.natural, f"({start.natural} + {index})")
    return Term(f"INR {place}", place)


def _fresh(known: Known) -> str:
    """Return a name for an index that stands for nothing yet, whether in the table or in Coq's text."""
    return next(x for x in "ijkluvwxyz" if x not in known and _BOUND + x not in known)


def _bracketed(text: str) -> str:
    return f"({text})" if " " in text and not _closed(text) else text


def _closed(text: str) -> bool:
    """Tell whether one pair of brackets holds all of a text."""
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0 and place < len(text) - 1:
            return False
    return text.startswith("(")


def _naturals(entry: Mapping[str, Any]) -> Iterator[str]:
    """Yield the parameters that the checker takes only where they are natural numbers.

    Those are the numbers of which there is a binomial coefficient, the places in lists, and those that are no less than
    0 or positive, and either equal to their whole part, or an exponent or an end of a range, which must be whole.
    """
    bound = {*_held(entry, "index"), *(x[0] for ranges in _held(entry, "for") for x in ranges)}
    bound |= {x for key, *indices, _ in entry.get("let", []) for x in (key, *(indices[0] if indices else []))}
    named = [x for node in _operations(entry, "binomial") for x in node["args"]]
    named += [x for places in _held(entry, "at") for x in places]
    yield from {x["ref"] for x in named if "ref" in x} - bound
    whole = {x["args"][0]["ref"] for x in _operations(entry.get("require", []), "floor") if "ref" in x["args"][0]}
    whole |= {x["args"][1]["ref"] for x in _operations(entry, "pow") if "ref" in x["args"][1]}
    whole |= {x["to"]["ref"] for op in ("series", "+") for x in _operations(entry, op) if "ref" in x.get("to", "")}
    above = {*entry.get("positive", [])}
    for x in entry.get("require", []):
        low, high = (x["right"], x["left"]) if x["relation"] == ">=" else (x["left"], x["right"])
        if x["relation"] in (">=", "<=") and isinstance(low, str) and "-" not in low and "for" not in x:
            above |= {high.get("ref", "")} if isinstance(high, dict) else set()
    yield from whole & above - bound


def _held(node: Any, key: str) -> Iterator[Any]:
    if isinstance(node, list):
        for x in node:
            yield from _held(x, key)
    elif isinstance(node, dict):
        if key in node:
            yield node[key]
        yield from _held(list(node.values()), key)


def _operations(node: Any, op: str) -> Iterator[Mapping[str, Any]]:
    if isinstance(node, list):
        for x in node:
            yield from _operations(x, op)
    elif isinstance(node, dict):
        if node.get("op") == op:
            yield node
        yield from _operations(list(node.values()), op)
