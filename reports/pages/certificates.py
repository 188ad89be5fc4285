"""A certificate as a page shows it: in mathematics where its parts are understood, and always as the JSON it is."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import msgspec
from markupsafe import Markup

from reports.draw.choices import Process, action_names, read_process
from reports.draw.drawing import draw_process, drawable
from reports.math import expressions, lint, lint_text
from reports.math.sentences import sentence
from reports.read.model import Certificate, Table

NORMALS = r"$Z_1, Z_2, \dots$ are independent standard normal variables."
MAX_FACTS = 60
LONGEST_VALUE = 24  # characters of LaTeX of a value that is put into the sentence of a lemma
LEFT = re.compile(r"[_^<>=|~]")  # signs that are no words
SLOT = re.compile(r"\{(\w+)\}")
MAX_TABLE_ROWS = 400
FACTS = {
    "optimal-value": "{value} is the optimal value of {mdp}",
    "primal-feasible": r"{value} satisfies $v \geq r_a + \gamma P_a v$ for all actions of {mdp}",
    "bracketed-fixed-point": "{q} is a fixed point of the bracketed update in {mdp} with the noise {noise}",
    "literal-fixed-point": "{q} is a fixed point of the literal update in {mdp} with the noise {noise}",
    "no-fixed-point": "the noisy update has no fixed point in {mdp} with the noise {noise}; the cases are in {tables}",
    "iteration": r"{sequence} follows $x \mapsto A x + b$ with $A$ = {matrix} and $b$ = {offset}",
    "eigenvector": "{vector} is an eigenvector of {matrix} for the eigenvalue {factor}",
    "distribution": "{weights} is a probability distribution",
}


@dataclass(frozen=True)
class ProcessView:
    """A decision process of a certificate: its picture (if it is small enough) and its table."""

    name: str
    caption: str
    picture: Markup | None
    table: Table


@dataclass(frozen=True)
class Shown:
    """The statement, reading and digest that a page shows: what a certificate on it must be about."""

    id: str
    reading: str
    digest: str


@dataclass(frozen=True)
class CertificateView:
    """What the page of a statement says about one certificate."""

    about: Shown
    anchor: str
    title: str
    says: str
    conclusion: str | None
    conclusion_source: str
    note: str
    constants: Sequence[str]
    processes: Sequence[ProcessView]
    facts: Sequence[str]
    given: Sequence[str]
    assumed: Sequence[str]
    file: str


def certificate_text(certificate: Certificate) -> str:
    """Return the certificate as it is offered for download."""
    return msgspec.json.format(json.dumps(certificate.data, ensure_ascii=False), indent=1) + "\n"


def size(certificate: Certificate) -> tuple[int, int]:
    """Return how large a counterexample is: states times actions of its processes, then the length of its text."""
    processes = [read_process(value) for value in members(certificate.data.get("objects")).values()]
    return sum(p.states * p.actions for p in processes if p), len(certificate_text(certificate))


def view(
    certificate: Certificate, about: Shown, anchor: str, title: str, file: str, lemmas: Mapping[str, str]
) -> CertificateView:
    """Return what is shown of a certificate. Hostile content shows as text or not at all; it never stops the page."""
    data = certificate.data
    conclusion = data.get("conclusion") or expressions.refuted(data)
    says = data.get("says", "")
    return CertificateView(
        about=about,
        anchor=anchor,
        title=title,
        says=says if isinstance(says, str) else "",
        conclusion=expressions.comparison(conclusion),
        conclusion_source="" if conclusion is None else expressions.source(conclusion),
        note=NORMALS if expressions.has_normals([conclusion, data.get("constants")]) else "",
        constants=[*_constants(data.get("constants")), *_constants(data.get("values"))],
        processes=[*_processes(data, anchor)],
        facts=[*_facts(data.get("facts"))],
        given=[*_given(data.get("given"), lemmas)],
        assumed=[text for text in items_of(data.get("assumed")) if isinstance(text, str) and not lint_text(text)],
        file=file,
    )


def members(value: Any) -> Mapping[str, Any]:
    """Return an object of a certificate, or an empty one for what is none."""
    return cast("Mapping[str, Any]", value) if isinstance(value, dict) else {}


def items_of(value: Any) -> Sequence[Any]:
    """Return a list of a certificate, as far as it is shown, or an empty one for what is none."""
    return cast("Sequence[Any]", value)[:MAX_FACTS] if isinstance(value, list) else ()


def _constants(constants: Any) -> Iterator[str]:
    for name, expression in members(constants).items():
        shown = expressions.comparison({"left": {"ref": name}, "relation": "=", "right": expression})
        yield f"${shown}$" if shown else code(f"{name} = {expressions.source(expression)}")


def _processes(data: Mapping[str, Any], anchor: str) -> Iterator[ProcessView]:
    for index, (name, value) in enumerate(members(data.get("objects")).items()):
        process = read_process(value)
        if process is not None:
            values = _values(data, name)
            picture = draw_process(process, f"The decision process {name}", f"{anchor}-{index}", values)
            yield ProcessView(
                name, _caption(process, values), picture if drawable(process) else None, _table(name, process)
            )


def _values(data: Mapping[str, Any], mdp: str) -> Mapping[int, str]:
    """Return the optimal value of each state, where the certificate states it."""
    for fact in map(members, items_of(data.get("facts"))):
        if fact.get("fact") == "optimal-value" and fact.get("mdp") == mdp:
            vector = items_of(members(data.get("objects")).get(str(fact.get("value"))))
            return {state: str(entry) for state, entry in enumerate(vector) if len(str(entry)) <= 6}
    return {}


def _caption(process: Process, values: Mapping[int, str]) -> str:
    count = f"{_counted(process.states, 'state')}, {_counted(process.actions, 'action')}"
    rewards = "" if process.rewarding else "; all rewards are 0"
    inside = "; inside a state: its optimal value" if values else ""
    return f"{count}, discount {process.discount}{rewards}{inside}."


def _counted(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def _table(name: str, process: Process) -> Table:
    rows = [
        (
            f"s{choice.state}",
            action_names(choice.actions),
            ", ".join(f"s{target}" if choice.certain else f"s{target} with {p}" for target, p in choice.successors),
            str(choice.reward),
        )
        for choice in process.choices[:MAX_TABLE_ROWS]
    ]
    left = len(process.choices) - len(rows)
    caption = f"{left} more rows are in the certificate." if left > 0 else ""
    return Table(
        title=f"Choices of {name}", columns=("State", "Actions", "Leads to", "Reward"), rows=rows, caption=caption
    )


def _facts(facts: Any) -> Iterator[str]:
    for fact in map(members, items_of(facts)):
        kind = str(fact.get("fact"))
        if kind == "relation":
            shown = expressions.comparison(fact)
            yield f"${shown}$" if shown else code(expressions.source(dict(fact)))
        elif kind in FACTS:
            yield FACTS[kind].format_map(_Named(fact))
        else:
            yield code(expressions.source(dict(fact)))


class _Named(dict[str, str]):
    """The parameters of a fact as code; what is missing shows as a question mark."""

    def __init__(self, fact: Mapping[str, Any]) -> None:
        super().__init__({key: code(_short(value)) for key, value in fact.items()})

    def __missing__(self, key: str) -> str:
        return "?"


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else f"{text[:77]}..."


def _given(given: Any, lemmas: Mapping[str, str]) -> Iterator[str]:
    """Yield for each lemma its name, its value, its parameters, what it says in general, and why."""
    for item in map(members, items_of(given)):
        because, theorem = item.get("because", ""), str(item.get("theorem", "?"))
        says = _said(lemmas.get(theorem, ""), item)
        named = f"{code(theorem)} gives {code(str(item.get('name', '?')))}{_where(item)}"
        reason = because if isinstance(because, str) and not lint_text(because) else ""
        reason = _reasoned(reason, members(item.get("parameters"))) or _prose(reason, {}) or reason
        yield f"{named}. {f'It says: {says}. ' if says else ''}{reason}".strip()


def _said(says: str, item: Mapping[str, Any]) -> str:
    """Return what a lemma says of the values it is given, as prose with formulas; as code if it cannot be read so."""
    given = {"name": {"ref": item.get("name", "?")}, **members(item.get("parameters"))}
    values = {name: _value_of(name, given.get(name)) for name in SLOT.findall(says)}
    return _prose(says, values) or (code(SLOT.sub(r"\1", says)) if says else "")


def _reasoned(because: str, parameters: Mapping[str, Any]) -> str:
    """Return a reason as prose with formulas, in which parameters stand by their names."""
    names = [name for name in parameters if len(name) > 1 and name.isidentifier()]
    typed = re.sub(rf"\b({'|'.join(names)})\b", r"{\1}", because) if names else because
    return _prose(typed, {name: _value_of(name, {"ref": name}) for name in names})


def _prose(typed: str, values: Mapping[str, str]) -> str:
    """Return a sentence with formulas; nothing if it has some or code already, or signs would be left among words."""
    try:
        prose = "" if set("$`") & set(typed) else sentence(typed, values)
    except RecursionError:
        return ""
    words = re.sub(r"\$[^$]*\$", "", prose)
    return "" if LEFT.search(words) or lint_text(prose) else prose


def _value_of(name: str, value: Any) -> str:
    """Return a short number or a name as a formula; for all that is longer the name of the parameter."""
    for shown in (value, {"ref": value}, {"ref": name}):
        try:
            printed, _ = expressions.latex(shown)
        except (expressions.UnknownExpressionError, ValueError, TypeError, KeyError, RecursionError):
            continue
        if len(printed) <= LONGEST_VALUE and not lint(printed):
            return f"({printed})" if printed.startswith("-") else printed
    return r"\mathrm{?}"


def _where(item: Mapping[str, Any]) -> str:
    """Return the parameters of a lemma; an MDP and lists have names only."""
    shown: list[str] = []
    for key, value in members(item.get("parameters")).items():
        formula = expressions.comparison({"left": {"ref": key}, "relation": "=", "right": value})
        shown.append(f"${formula}$" if formula else f"{key if key.isidentifier() else '?'} {code(_short(value))}")
    return f" for {', '.join(shown)}" if shown else ""


def code(text: str) -> str:
    """Return a text that is shown as it is: backticks keep it from being read as mathematics."""
    return "`" + text.replace("`", "'").replace("\n", " ") + "`"
