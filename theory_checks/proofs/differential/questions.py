"""Closed propositions of which Python says whether they are true, and what Coq says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from theory_checks.proofs.build import compile_file

AT_MOST = 5  # seconds for one answer, which may stay open
_SECONDS = 600  # for a file of many


@dataclass(frozen=True)
class Question:
    """A closed proposition of Coq, what Python says of it, and the tactics that prove it or its denial."""

    key: str
    proposition: str
    expected: bool
    proved: str
    denied: str
    seconds: int = AT_MOST

    def text(self, number: int) -> str:
        """Return a lemma that is true whatever the answer is; what Coq prints last for it is the answer."""
        yes = f'idtac "{number} yes"; left; timeout {self.seconds} ({self.proved})'
        no = f'idtac "{number} no"; right; left; intro point; timeout {self.seconds} ({self.denied})'
        tries = [yes, no] if self.expected else [no, yes]
        return (
            f"Lemma answer_{number} : ({self.proposition}) \\/ ~ ({self.proposition}) \\/ True.\nProof.\n"
            f'  first [{" | ".join(tries)} | idtac "{number} open"; right; right; exact I].\nQed.\n'
        )


@dataclass(frozen=True)
class Answers:
    """To how many questions Coq has the same answer, to which it has another, and to which none."""

    same: int
    differ: Sequence[Question] = ()
    left_open: Sequence[Question] = ()

    def __add__(self, more: Answers) -> Answers:
        differ, left_open = [*self.differ, *more.differ], [*self.left_open, *more.left_open]
        return Answers(self.same + more.same, differ, left_open)


def ask(folder: Path, package: str, head: str, asked: Sequence[Question], uses: Iterable[str] = ()) -> Answers:
    """Return what the kernel accepts of questions about what the head imports; the library must be there."""
    text = head + "".join(question.text(i) for i, question in enumerate(asked))
    said = compile_file(folder, package, "questions", text, uses=uses, seconds=_SECONDS)
    answers = dict[str, str](re.findall(r"^(\d+) (yes|no|open)$", said, re.MULTILINE))  # the last one of each
    pairs = [(question, answers[str(i)]) for i, question in enumerate(asked)]
    differ = [x for x, answer in pairs if answer == ("no" if x.expected else "yes")]
    left_open = [x for x, answer in pairs if answer == "open"]
    return Answers(len(pairs) - len(differ) - len(left_open), differ, left_open)
