"""Many theorems to a process of Coq: to load its libraries takes longer than most proofs.

Each text is a module of one of three files: what is trusted, the proofs, and the checks, which name both in full. Where
a batch fails in any way, its halves are tried, and at last theorems alone: what is at fault is named, and fails alone.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

from theory_checks.proofs.build import (
    SECONDS,
    Checked,
    ProofError,
    allowed_axioms,
    check,
    compile_file,
    sentences,
)
from theory_checks.proofs.processes import threads
from theory_checks.proofs.theorems import Theorem

AT_ONCE = 32
SECONDS_OF_BATCH = 360  # for a file of many theorems; one that hangs is stopped sooner, as it is where it stands alone
Axioms = Mapping[str, Sequence[str]]


def check_all(
    folder: Path, theorems: Sequence[Theorem], jobs: int, known: Axioms
) -> Generator[tuple[Theorem, Checked | ProofError]]:
    """Yield each theorem with what became of it, as batches are finished.

    On which axioms a theorem rests takes longest to ask. Where that is `known`, all that rest on the same are asked at
    once: none may rest on more, and together not on less.
    """
    with threads(jobs) as pool:
        for done in as_completed([pool.submit(_check, batch) for batch in batches(folder, theorems, known)]):
            yield from done.result()


def batches(folder: Path, theorems: Iterable[Theorem], known: Axioms, purpose: str = "") -> Iterator[Batch]:
    """Yield theorems of the same paper in batches, those that rest on the same axioms side by side."""
    ordered = sorted(theorems, key=lambda x: (x.paper, known.get(x.key, []), x.room, x.key))
    for paper, group in groupby(ordered, lambda x: x.paper):
        some = list(group)
        size = -(-len(some) // -(-len(some) // AT_ONCE))  # no small rest
        for number in range(0, len(some), size):
            yield Batch(folder, f"{purpose}{paper}{number}", some[number : number + size], known)


def _check(batch: Batch) -> list[tuple[Theorem, Checked | ProofError]]:
    if len(batch.theorems) == 1:
        return [(x, _alone(batch.folder, x)) for x in batch.theorems]
    try:
        found = batch.check()
    except ProofError:
        return [answer for half in batch.halves() for answer in _check(half)]
    return [(x, found[x.key]) for x in batch.theorems]


def _alone(folder: Path, theorem: Theorem) -> Checked | ProofError:
    try:
        return check(folder, theorem)
    except ProofError as error:
        return error


@dataclass(frozen=True)
class Batch:
    """Theorems of one paper that are compiled together, in files that have the name of the paper."""

    folder: Path
    name: str
    theorems: Sequence[Theorem]
    known: Axioms

    @property
    def paper(self) -> str:
        """The folder in which each file stands when it stands alone."""
        return self.theorems[0].paper

    @property
    def statements(self) -> str:
        """The folder of the file of all that is trusted."""
        return f"Statements_{self.name}"

    @property
    def proofs(self) -> str:
        """The folder of the file of all proofs."""
        return f"Proofs_{self.name}"

    def halves(self) -> list[Batch]:
        """Return two smaller batches."""
        middle = len(self.theorems) // 2
        parts = {"a": self.theorems[:middle], "b": self.theorems[middle:]}
        return [replace(self, name=f"{self.name}{end}", theorems=some) for end, some in parts.items()]

    def check(self) -> dict[str, Checked]:
        """Compile the three files, and return what Coq says of each theorem."""
        self.state()
        seconds = self._prove()
        axioms = self._hold()
        return {x.key: Checked(axioms[x.key], len(x.script.splitlines()), seconds[x.key]) for x in self.theorems}

    def state(self) -> None:
        """Compile what the theorems are about."""
        texts = [_module(x.paper, name, text) for x in self.theorems for name, text in x.trusted.items()]
        self._compile(self.statements, "".join(texts), [])

    def proof(self, theorem: Theorem) -> str:
        """Return the proof of a theorem as a module, to be read where the statements are imported."""
        return _module(self.paper, theorem.stem, theorem.script)

    @property
    def head(self) -> str:
        """The line that makes the statements known."""
        return f"From {self.statements} Require Import {self.paper}.\n"

    def _prove(self) -> dict[str, float]:
        """Compile all proofs, and return how long the processor took for each."""
        starts, text = dict[str, int](), f"Set Default Timeout {SECONDS}.\n{self.head}"
        for x in self.theorems:
            starts[x.key] = len(text.encode())
            text += self.proof(x)
        uses = [self.statements]
        timed = compile_file(
            self.folder, self.proofs, self.paper, text, uses=uses, seconds=SECONDS_OF_BATCH, timed=True
        )
        total = dict.fromkeys(starts, 0.0)
        for place, seconds in sentences(timed):
            key = max((x for x in starts if starts[x] <= place), key=lambda x: starts[x], default=None)
            if key:
                total[key] += seconds
        return {key: round(seconds, 1) for key, seconds in total.items()}

    def _hold(self) -> dict[str, Sequence[str]]:
        """Hold each theorem to its type, and return on which axioms it rests."""
        groups = groupby(self.theorems, lambda x: self.known.get(x.key, x.key))
        asked = [list(group) for _, group in groups]
        text = f"From {self.proofs} Require {self.paper}.\n{self.head}" + "".join(map(self._checked, self.theorems))
        text += "".join(_asked(i, group) for i, group in enumerate(asked))
        said = self._compile(f"Checks_{self.name}", text, [self.statements, self.proofs])
        answers = re.split(r"^asked \d+\n", said, flags=re.MULTILINE)[1:]
        found = dict[str, Sequence[str]]()
        for group, answer in zip(asked, answers, strict=True):
            listed = allowed_axioms(answer, ", ".join(x.key for x in group))
            if listed != [*self.known.get(group[0].key, listed)]:
                raise ProofError(f"theorems must rest on the recorded axioms, got {', '.join(listed)}")
            found |= {x.key: listed for x in group}
        return found

    def _compile(self, package: str, text: str, uses: Sequence[str], *, timed: bool = False) -> str:
        return compile_file(self.folder, package, self.paper, text, uses=uses, seconds=SECONDS_OF_BATCH, timed=timed)

    def _checked(self, theorem: Theorem) -> str:
        """Return the check of a theorem, with the names of the statement and of the proof in full."""
        text = theorem.check.removesuffix(theorem.question)
        text = text.replace(
            theorem.proposition, theorem.proposition.replace(self.paper, f"{self.statements}.{self.paper}", 1)
        )
        text = text.replace(f":= {self.paper}.", f":= {self.proofs}.{self.paper}.")
        return _module(self.paper, f"{theorem.stem}_check", text)


def _asked(number: int, theorems: Sequence[Theorem]) -> str:
    """Return the question on which axioms some theorems rest, after a line that says which question it is."""
    together = ", ".join(f"{x.stem}_check.check" for x in theorems)
    mark = f'Goal True. idtac "asked {number}". Abort.\n'
    return f"{mark}Definition asked_{number} := ({together}).\nPrint Assumptions asked_{number}.\n"


def _module(paper: str, name: str, text: str) -> str:
    """Return a file as a module, beside those of the same paper that it needs."""
    inside = re.sub(rf"From {paper} Require Import ([\w\s]+)\.", r"Import \1.", text)
    inside = re.sub(rf"From {paper} Require \w+\.\n", "", inside)
    return f"Module {name}.\n{inside}\nEnd {name}.\n"
