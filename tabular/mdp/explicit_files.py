"""MDPs as the explicit files of the model checkers PRISM and Storm: NAME.tra, NAME.lab, NAME.srew and NAME.trew.

A line of NAME.tra is "state choice target probability [action]", one of NAME.trew "state choice target reward", one of
NAME.srew "state reward". A state's reward counts whenever the state is left, by whichever choice: r[a, s] is the sum of
both. What the two programs write differs in three ways, and both are read:

              first line of .tra               first line of .srew, .trew     labels
    prism     states, choices and transitions  states(, choices) and entries  0="init" 1="goal", then 3: 0 1
    storm     mdp                              none                           #DECLARATION, names, #END, then 3 init

What is written has all rewards in NAME.trew, zeros left out. Fractions are written as PRISM's exact mode does (1/3),
which Storm would misread, so that its files hold floats only; floats are written with the digits that read back to
them. A fraction as discount has all numbers read exactly (0.1 is 1/10), a float has them read as the nearest floats.
The files know no discount and no names of actions: the first is asked for, the others are passed over. Reading is in
`tabular.mdp.explicit_reading`, writing here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from tabular.errors import must, show
from tabular.mdp.explicit_lines import file_of
from tabular.mdp.finite import FiniteMDP
from tabular.mdp.ways import successors


def write_explicit(
    mdp: FiniteMDP, name: str | Path, *, labels: Mapping[str, Sequence[int]] | None = None, program: str = "prism"
) -> None:
    """Write NAME.tra, NAME.trew and NAME.lab; without labels, state 0 is the initial one."""
    if program not in ("prism", "storm"):
        raise must("program", "be 'prism' or 'storm'", show(program))
    if program == "storm" and mdp.is_exact:
        raise must("an MDP for Storm", "hold floats (to_float() rounds)", "exact numbers")
    if file_of(name, "srew").exists():
        raise must(file_of(name, "srew").name, "not be there, as it would be read with what is written", "a file")
    given = _checked_labels({"init": (0,)} if labels is None else labels, mdp.n_states)
    n, m = mdp.n_states, mdp.n_actions
    for ending, column in (("tra", 3), ("trew", 4)):
        count = sum(line[column] != 0 for line in _lines(mdp))
        with file_of(name, ending).open("w", encoding="ascii", newline="\n") as file:
            file.write(_head(program, ending, (n, n * m, count)))
            file.writelines(
                f"{line[0]} {line[1]} {line[2]} {_text(line[column])}\n" for line in _lines(mdp) if line[column] != 0
            )
    with file_of(name, "lab").open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(_label_lines(given, n, program))


def _lines(mdp: FiniteMDP) -> Iterator[tuple[int, int, int, Any, Any]]:
    """Yield (state, choice, target, probability, reward), state by state."""
    for s in range(mdp.n_states):
        for a in range(mdp.n_actions):
            targets, probabilities = successors(mdp, a, s)
            for t, p in zip(targets.tolist(), probabilities.tolist(), strict=True):
                yield s, a, t, p, mdp.rewards[a, s]


def _head(program: str, ending: str, sizes: tuple[int, ...]) -> str:
    if program == "prism":
        return " ".join(map(str, sizes)) + "\n"
    return "mdp\n" if ending == "tra" else ""


def _text(value: Any) -> str:
    return str(value) if isinstance(value, Fraction) else repr(float(value))


def _checked_labels(labels: Mapping[str, Sequence[int]], n: int) -> dict[str, list[int]]:
    for label, states in labels.items():
        if re.fullmatch(r"[A-Za-z_]\w*", label, re.ASCII) is None:
            raise must("label", "be a word of letters, digits and _", show(label))
        for s in states:
            if isinstance(s, bool) or not isinstance(s, (int, np.integer)) or not 0 <= s < n:
                raise must("label", f"be given to states 0 to {n - 1}", show(s), f"for {show(label)}")
    return {label: [int(s) for s in states] for label, states in labels.items()}


def _label_lines(labels: Mapping[str, Sequence[int]], n: int, program: str) -> Iterator[str]:
    names, having = list(labels), [frozenset(states) for states in labels.values()]
    if program == "prism":
        yield " ".join(f'{i}="{name}"' for i, name in enumerate(names)) + "\n"
    else:
        yield f"#DECLARATION\n{' '.join(names)}\n#END\n"
    for s in range(n):
        held = [i for i, states in enumerate(having) if s in states]
        if held and program == "prism":
            yield f"{s}: {' '.join(map(str, held))}\n"
        elif held:
            yield f"{s} {' '.join(names[i] for i in held)}\n"
