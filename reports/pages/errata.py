"""Errata: for each text a sheet of two printed pages, to send to its authors, and the same in LaTeX."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reports.math.plain import plain, plain_text
from reports.pages.card import answer, first_sentence
from reports.pages.formulas import main_formula
from reports.pages.printed import Text, falls_short
from reports.pages.relations import Relations
from reports.pages.verdicts import FALSE
from reports.pages.worked import worked
from reports.read.model import Statement

WEIGHTS = {"theorem": 0, "proposition": 0, "corollary": 1, "lemma": 1, "claim": 2, "proof-step": 4}
OTHER = 3  # formulas, remarks, parameters: more than a step of a proof, less than a claim
LINES = 165  # on two pages, below the heading, as counted here: rather too many for an entry than too few
WIDTH = 118  # characters of such a line
HALF, WHOLE, MOST = 46, 92, 165  # characters of a formula that fits into half a line, into a line, into a line if small
GAP = 0.7  # between two entries, in lines


@dataclass(frozen=True)
class Side:
    """What is printed, or what is true: a formula, or a sentence where it has none that fits."""

    statement: Statement
    formula: str
    says: str

    @property
    def length(self) -> int:
        """Return about how many characters wide it is."""
        return len(plain(self.formula)) if self.formula else len(plain_text(self.says))

    @property
    def lines(self) -> float:
        """Return about how many lines of small print it takes, on a whole line or on half of one."""
        if not self.formula:
            return -(-self.length // (WIDTH // 2))
        stacked = max(self.formula.count(r"\frac"), self.formula.count(r"\sum"), self.formula.count(r"\prod")) > 0
        return 2.6 + 1.6 * self.formula.count(r"\\") if stacked or r"\\" in self.formula else 1.7


@dataclass(frozen=True)
class Erratum:
    """One entry: what is printed, the counterexample in one line, and what to write instead."""

    printed: Side
    counterexample: str
    corrected: Side | None

    @property
    def statement(self) -> Statement:
        """Return what is false."""
        return self.printed.statement

    @property
    def answer(self) -> str:
        """Return in how far it holds, where it is not simply false."""
        return "" if self.statement.status in FALSE else answer(self.statement)

    @property
    def beside(self) -> bool:
        """Tell whether both sides fit beside each other."""
        return all(not side.formula or side.length <= HALF for side in self.sides)

    @property
    def sides(self) -> list[Side]:
        """Return what is printed and what is true."""
        return [side for side in (self.printed, self.corrected) if side]

    @property
    def lines(self) -> float:
        """Return about how many lines of small print it takes."""
        found = [side.lines for side in self.sides]
        return 1 + (max(found) if self.beside else sum(found)) + -(-len(plain_text(self.counterexample)) // WIDTH) + GAP


@dataclass(frozen=True)
class Sheet:
    """The errata of a text: those that two pages hold, main results first, and how many more there are."""

    text: Text
    entries: Sequence[Erratum]
    more: int

    @property
    def path(self) -> str:
        """Return where the sheet stands, without the ending."""
        return f"errata/{self.text.key}"


def sheet(text: Text, relations: Relations) -> Sheet:
    """Return the errata of a text."""
    short = sorted(filter(falls_short, text.printed), key=lambda s: WEIGHTS.get(s.kind, OTHER))
    entries: list[Erratum] = []
    left = float(LINES)
    for statement in short:
        entry = _erratum(statement, relations)
        left -= entry.lines
        if left < 0:
            break
        entries.append(entry)
    return Sheet(text, entries, len(short) - len(entries))


def _erratum(statement: Statement, relations: Relations) -> Erratum:
    repair = next(iter(relations.repairs_of(statement)), None)
    return Erratum(_side(statement, repair), _counterexample(statement), _side(repair) if repair else None)


def _side(statement: Statement, correction: Statement | None = None) -> Side:
    formula = main_formula(statement, correction)
    if formula and len(plain(formula)) <= MOST:
        return Side(statement, formula, "")
    return Side(statement, "", first_sentence(statement.summary if statement.repairs else statement.says)[0])


def _counterexample(statement: Statement) -> str:
    """Return why it is false, in a sentence, and the numbers of a counterexample where they are known."""
    why, number = first_sentence(statement.summary)[0], worked(statement)
    if number is None or number.holds or not number.where:
        return why
    what = f"{number.what} " if number.what else ""
    equals = "= " if number.what.startswith("$") else ""
    return f"{why} At {number.where}: {what}{equals}{number.left}, promised {number.promise} {number.right}.".strip()
