"""Theorems beside statements: which files they are made of, and the digests of what is said and of how it is proved.

What is trusted stands in one file, `STEM_statement`, and the proof in another, `STEM`. The trusted file is generated
from the formulas of the statement; where its words are larger than the language of formulas it lies in the room, and
takes the formulas from a generated file `STEM_formula`. A proof that only puts numbers in is generated as well.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from theory_checks.core.coq import CoqError
from theory_checks.core.parsing import parse
from theory_checks.core.proof import Proof
from theory_checks.core.statement import Reading, Statement
from theory_checks.proofs.statements import Generated

LIBRARY = Path(__file__).resolve().parent
ROOT = LIBRARY.parents[1]
DIGITS = 16
_REQUIRED = re.compile(r"From TheoryChecks Require(?: Import| Export)?\s([\w\s]+)\.")


@dataclass(frozen=True)
class Theorem:
    """The theorem about one reading of a statement."""

    statement: Statement
    reading: Reading
    proof: Proof
    variant: str = ""  # ends the name of Coq's folder for what is not the statement itself

    @property
    def key(self) -> str:
        """The statement under its reading."""
        return f"{self.statement.id}#{self.reading.name}"

    @property
    def room(self) -> Path:
        """The folder that holds what is written by hand."""
        return ROOT / self.statement.room

    @property
    def paper(self) -> str:
        """The name under which Coq knows the files of the paper."""
        return f"{self._paper}{self.variant}"

    @property
    def _paper(self) -> str:
        return _identifier(self.room.parent.name)

    @property
    def is_stated_by_hand(self) -> bool:
        """Tell whether its words are larger than the language of formulas."""
        return (self.room / f"{self.stem}_statement.v").is_file()

    @property
    def stem(self) -> str:
        """What the names of its files begin with."""
        several = len(self.statement.readings) > 1
        named = _identifier(f"{self.statement.id} {self.reading.name}" if several else self.statement.id)
        return named.removeprefix(f"{self._paper}_")

    @property
    def name(self) -> str:
        """The name of the theorem, which ends with its sense."""
        return self.stem if self.stem.endswith(f"_{self.proof.sense}") else f"{self.stem}_{self.proof.sense}"

    @property
    def proposition(self) -> str:
        """The type that the theorem must have."""
        sign = "~ " if self.proof.sense == "refuted" else ""
        return f"{sign}{self.paper}.{self.stem}_statement.{self.stem}_statement"

    @cached_property
    def generated(self) -> Generated:
        """The definitions made of the formulas."""
        return Generated(self.stem, self.reading)

    @cached_property
    def trusted(self) -> Mapping[str, str]:
        """The texts that say what is proved, by the names of their files, in the order in which they are read."""
        head = f"(* {self.key}: made from the formulas of statements.toml. *)\n"
        if self.is_stated_by_hand:
            own = self.room / f"{self.stem}_statement.v"
            formulas = head + self.generated.definitions()
            formula = {f"{self.stem}_formula": formulas} if self.reading.formal else dict[str, str]()
            return formula | {f"{self.stem}_statement": self._read(own)}
        self.generated.check()
        text = f"{head}{self.generated.definitions()}\n{self.generated.proposition(self.proof.sense)}"
        return {f"{self.stem}_statement": text}

    @cached_property
    def script(self) -> str:
        """The text of the proof."""
        own = self.room / f"{self.stem}.v"
        if not own.is_file():
            return self._at_a_point()
        return self._read(own)

    def _read(self, own: Path) -> str:
        """Return a file of the room, which takes what it needs of the paper from the same folder."""
        try:
            text = own.read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise CoqError(
                f"a file of Coq must be a text in UTF-8, got {error} at {self.room.name}/{own.name}"
            ) from error
        return text.replace(f"From {self._paper} ", f"From {self.paper} ") if self.variant else text

    @property
    def is_generated(self) -> bool:
        """Tell whether the proof only puts numbers into the statement."""
        return not (self.room / f"{self.stem}.v").is_file()

    def _at_a_point(self) -> str:
        if self.proof.sense != "refuted":
            raise CoqError(f"a proof that is not a point must have a file, got no {self.stem}.v at {self.key}")
        return (
            f"(* {self.key}: the claim fails at one point of its domain. *)\n"
            "From Coq Require Import Reals.\nFrom TheoryChecks Require Import Decide.\n"
            f"From {self.paper} Require Import {self.stem}_statement.\nOpen Scope R_scope.\n\n"
            f"Theorem {self.name} : ~ {self.stem}_statement.\nProof.\n"
            f"  intro all.\n  pose proof (all {self._values(' ')}) as point.\n"
            f"  unfold {self._unfolded('domain', 'defined', 'claim')} in point.\n"
            "  denied point.\nQed.\n"
        )

    def _values(self, between: str) -> str:
        made = self.generated
        missing = [name for name in made.names if name not in self.proof.at]
        if missing or len(self.proof.at) > len(made.names):
            names = ", ".join(made.names)
            raise CoqError(f"at must give a value to each of {names}, got {', '.join(self.proof.at)} at {self.key}")
        return between.join(made.coq.value(name, parse(self.proof.at[name])) for name in made.names)

    def _unfolded(self, *parts: str) -> str:
        """Return the names of the definitions among these parts that there are."""
        text = self.trusted[f"{self.stem}_statement"]
        return ", ".join(name for part in parts if f"Definition {(name := f'{self.stem}_{part}')} " in text)

    @property
    def check(self) -> str:
        """The text that holds the theorem to its type, shows that its hypotheses can be met, and asks for axioms."""
        return (
            "From Coq Require Import Reals.\nFrom TheoryChecks Require Import Decide.\n"
            f"From {self.paper} Require {self.stem}.\nFrom {self.paper} Require Import {self.stem}_statement.\n"
            f"Open Scope R_scope.\n\n{self._met()}"
            f"Definition check : {self.proposition} := {self.paper}.{self.stem}.{self.name}.\n"
            f"{self.question}"
        )

    @property
    def question(self) -> str:
        """What the check asks last."""
        return "Print Assumptions check.\n"

    def _met(self) -> str:
        """Return the proof that the hypotheses of a statement that is true are met by some numbers."""
        if self.proof.sense == "refuted" or self.is_stated_by_hand:
            return ""
        made = self.generated
        limits = " /\\ ".join(made.applied(x) for x in ("domain", *(["region"] if self.reading.region else [])))
        return (
            f"Example met : exists {made.coq.binders(made.names)}, {limits}.\nProof.\n  exists {self._values(', ')}.\n"
            f"  unfold {self._unfolded('domain', 'region')}.\n  decided.\nQed.\n\n"
        )

    @cached_property
    def statement_digest(self) -> str:
        """The digest of what is trusted, with all of the library that it speaks of."""
        return digest([*self.trusted.values(), *library(self.trusted.values())])

    @cached_property
    def proof_digest(self) -> str:
        """The digest of the proof and of the check, with all of the library that they use."""
        texts = [self.script, self.check]
        return digest([*texts, *library(texts)])


def theorems(statements: Iterable[Statement]) -> list[Theorem]:
    """Return the theorems that the ledgers name."""
    return [Theorem(s, reading, reading.proof) for s in statements for reading in s.readings if reading.proof]


def library(texts: Iterable[str]) -> Iterator[str]:
    """Yield the files of the library that these texts need, directly or not, each once."""
    yield from (library_text(name) for name in library_files(texts))


def library_files(texts: Iterable[str]) -> list[str]:
    """Return the names of the library's files that these texts need, each after those that it needs itself."""
    found = dict[str, None]()
    _find([name for text in texts for name in required(text)], found)
    return list(found)


def _find(names: Iterable[str], found: dict[str, None]) -> None:
    for name in names:
        if name not in found:
            _find(required(library_text(name)), found)
            found[name] = None


@cache
def required(text: str) -> list[str]:
    """Return the names of the library's files of which a text speaks itself."""
    return [name for group in _REQUIRED.findall(text) for name in group.split()]


def library_text(name: str) -> str:
    """Return a file of the library as it is now."""
    path = LIBRARY / f"{name}.v"
    return _text(path, path.stat().st_mtime_ns)


@cache
def _text(path: Path, _changed: int) -> str:
    return path.read_text(encoding="utf-8")


def digest(texts: Iterable[str]) -> str:
    """Return the first digits of the sha256 of some texts."""
    total = hashlib.sha256()
    for text in texts:
        total.update(text.encode() + b"\0")
    return total.hexdigest()[:DIGITS]


def _identifier(text: str) -> str:
    return re.sub(r"\W+", "_", text)
