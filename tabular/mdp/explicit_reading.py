"""Reading the explicit files of PRISM and Storm, which `tabular.mdp.explicit_files` describes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from tabular.errors import must, show
from tabular.mdp.explicit_lines import Line, file_of, is_integer, read_lines
from tabular.mdp.finite import FiniteMDP
from tabular.mdp.ways import Ways, check_missing
from tabular.numbers.arrays import Array, Kind, common_kind, convert, read_numbers, read_scalar

MOST_TRANSITIONS = 5_000_000
_LABEL = re.compile(r'(\d+)="([^"\s]+)"', re.ASCII)

Labels = dict[str, tuple[int, ...]]


@dataclass(frozen=True)
class ExplicitModel:
    """What the files say: the MDP, and for each label the states that have it."""

    mdp: FiniteMDP
    labels: Labels


class Transitions(NamedTuple):
    """The columns of NAME.tra; ``headed`` if it has PRISM's line of sizes."""

    states: list[int]
    actions: list[int]
    targets: list[int]
    probabilities: list[Any]
    headed: bool

    @property
    def keys(self) -> list[tuple[int, int, int]]:
        """Return (state, choice, target) of each line, as NAME.trew has them."""
        return list(zip(self.states, self.actions, self.targets, strict=True))


def read_explicit(name: str | Path, discount: object, *, missing: str = "refuse") -> ExplicitModel:
    """Read NAME.tra and, where they are, NAME.srew, NAME.trew and NAME.lab.

    States may have different numbers of choices: with ``missing="repeat"`` a state with fewer repeats its first one.
    """
    check_missing(missing)
    kind = common_kind([read_scalar("discount", discount)])
    table = _transitions(file_of(name, "tra"), kind)
    n = len(set(table.states))
    rewards = _rewards(name, table, n, kind)
    probabilities = _array("the probabilities", table.probabilities, kind)
    ways = Ways(table.actions, table.states, table.targets, probabilities, rewards, kind)
    return ExplicitModel(ways.mdp(n, discount, missing=missing), _labels(file_of(name, "lab"), n))


def _transitions(path: Path, kind: Kind) -> Transitions:
    lines = read_lines(path)
    head = next(lines, None)
    if head is None:
        raise must(path.name, "begin with mdp or with sizes", "an empty file")
    sizes = _sizes(head)
    table = Transitions([], [], [], [], sizes is not None)
    for line in lines:
        if len(line.words) not in (4, 5):
            raise must("a transition", "be: state choice target probability [action]", line.text, line.place)
        for column, value in zip(table[:3], line.integers(3), strict=True):
            column.append(value)
        table.probabilities.append(line.number(3, kind))
        if len(table.states) > MOST_TRANSITIONS:
            raise must(path.name, f"have at most {MOST_TRANSITIONS} transitions", "more")
    _check(table, sizes, path.name)
    return table


def _sizes(head: Line) -> tuple[int, ...] | None:
    """Return the numbers of states, choices and transitions; None of Storm, which says mdp."""
    if head.words == ["mdp"]:
        return None
    if len(head.words) != 3:
        raise must("the first line", "be mdp, or the numbers of states, choices and transitions", head.text, head.place)
    return head.integers(3)


def _check(table: Transitions, sizes: tuple[int, ...] | None, name: str) -> None:
    """Refuse counts that are not those of the lines, and numbers of states or choices that leave one out."""
    choices: dict[int, set[int]] = {}
    for s, a in zip(table.states, table.actions, strict=True):
        choices.setdefault(s, set()).add(a)
    found = (len(choices), sum(map(len, choices.values())), len(table.states))
    for what, said, count in zip(("states", "choices", "transitions"), sizes or found, found, strict=True):
        if said != count:
            raise must("the first line", f"have the number of {what} that have lines, {count}", str(said), f"in {name}")
    highest = max([*table.states, *table.targets], default=0)
    if highest >= len(choices):
        s = next(s for s in range(highest + 1) if s not in choices)
        raise must("every state", "have a choice", "none", f"for state {s} in {name}")
    for s, given in choices.items():
        if max(given) >= len(given):
            raise must("the choices of a state", f"be numbered 0 to {len(given) - 1}", str(max(given)), f"in state {s}")


def _rewards(name: str | Path, table: Transitions, n: int, kind: Kind) -> Array:
    """Return what each transition pays: its own reward and that of the state it leaves."""
    keys, zero = table.keys, Fraction(0) if kind == "exact" else 0.0
    of_state = _paid(file_of(name, "srew"), {(s,) for s in range(n)}, table.headed, kind)
    of_transition = _paid(file_of(name, "trew"), set(keys), table.headed, kind)
    paid = [of_transition.get(key, zero) + of_state.get(key[:1], zero) for key in keys]
    return _array("the rewards", paid, kind)


def _paid(path: Path, known: set[Any], headed: bool, kind: Kind) -> dict[tuple[int, ...], Any]:
    """Return the rewards of a file, which need not be there, by state or by transition."""
    paid: dict[tuple[int, ...], Any] = {}
    if not path.exists():
        return paid
    lines = read_lines(path)
    head = next(lines, None) if headed else None
    width = len(next(iter(known)))
    for line in lines:
        if len(line.words) != width + 1:
            raise must("a reward", f"stand behind the {width} numbers of what it is for", line.text, line.place)
        key = line.integers(width)
        if key not in known or key in paid:
            raise must("a reward", "be for a known state or transition, once", line.text, line.place)
        paid[key] = line.number(width, kind)
    if head is not None and head.integers(len(head.words))[-1] != len(paid):
        raise must("the first line", f"end with the number of rewards, {len(paid)}", head.text, head.place)
    return paid


def _labels(path: Path, n: int) -> Labels:
    lines = read_lines(path) if path.exists() else iter(())
    head = next(lines, None)
    if head is None:
        return {}
    if head.words[0] == "#DECLARATION":
        return _having(lines, _declared(head, lines), n)
    found = [_LABEL.fullmatch(word) for word in head.words]
    if not all(found):
        raise must("the first line of labels", 'be #DECLARATION or like 0="init"', head.text, head.place)
    return _having(lines, {match[1]: match[2] for match in found if match}, n)


def _declared(head: Line, lines: Iterator[Line]) -> dict[str, str]:
    """Return the labels that Storm declares: they are named, not numbered."""
    names: dict[str, str] = {}
    for line in lines:
        if line.words == ["#END"]:
            return names
        names.update(zip(line.words, line.words, strict=True))
    raise must("#DECLARATION", "be followed by #END", "none", head.place)


def _having(lines: Iterator[Line], names: Mapping[str, str], n: int) -> Labels:
    """Return the states of each label; a line has a state, with or without a colon, and its labels."""
    having: dict[str, list[int]] = {name: [] for name in names.values()}
    for line in lines:
        state, held = line.words[0].removesuffix(":"), line.words[1:]
        if not is_integer(state) or int(state) >= n:
            raise must("a label", f"be given to states 0 to {n - 1}", show(line.words[0]), line.place)
        for word in held:
            if word not in names:
                raise must("a label", "be declared in the first lines", show(word), line.place)
            having[names[word]].append(int(state))
    return {name: tuple(states) for name, states in having.items()}


def _array(name: str, values: list[Any], kind: Kind) -> Array:
    return convert(read_numbers(name, values, 1), kind)
