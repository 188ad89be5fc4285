"""How a hunt ends, and its answer card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from theory_checks.cards.card import Card, Row
from theory_checks.cards.plain import plain
from theory_checks.cards.shown import Shown
from theory_checks.core.certificate import Certificate
from theory_checks.core.judge import Verdict
from theory_checks.hunt.chase import Chase, Tightest


class Fate(StrEnum):
    """What a hunt says about a claim."""

    REFUTED = "refuted"
    VIOLATED = "violated"
    SURVIVED = "survived"
    PROVED = "proved"
    OPEN = "open"
    BROKEN = "broken"


@dataclass(frozen=True)
class Prey:
    """What a hunt has caught: the instance in words, as data for the atlas, as a test, and what refutes the claim."""

    says: str
    compared: str
    test: str
    data: Mapping[str, Any]
    certificate: Certificate | None = None
    picture: str = ""


@dataclass(frozen=True)
class Proof:
    """What was proved by balls: on which box, and the share of it on which the claim was decided."""

    box: str
    share: float
    whole: bool  # whether the box is the whole domain

    @property
    def complete(self) -> bool:
        """Tell whether the claim holds everywhere on the box."""
        return self.share == 1

    def __str__(self) -> str:
        part = "everywhere" if self.complete else f"on {100 * self.share:.4g} %"
        return f"true by interval arithmetic {part} {'on' if self.complete else 'of'} the box {self.box}"


@dataclass(frozen=True, kw_only=True, repr=False)
class Hunt(Shown):
    """The result of a hunt."""

    claim: str
    says: Sequence[str]
    prey: Prey | None = None
    fault: str = ""
    doubt: str = ""  # what floats see failing and nothing decides
    proof: Proof | None = None
    tightest: Tightest = field(default_factory=Tightest)
    tried: Mapping[str, int] = field(default_factory=dict[str, int])
    unseen: Sequence[str] = ()  # what would have been missed
    first: float | None = None  # seconds until the first violation
    seconds: float = 0.0
    ended: str = ""
    interrupted: bool = False
    seed: int = 0

    @property
    def fate(self) -> Fate:
        """How it ended: refuted needs a certificate that the checker accepts."""
        if self.prey:
            return Fate.REFUTED if self.prey.certificate else Fate.VIOLATED
        if self.fault:
            return Fate.BROKEN
        if self.proof and self.proof.complete:
            return Fate.PROVED
        return Fate.OPEN if self.doubt else Fate.SURVIVED

    @property
    def certificate(self) -> Certificate | None:
        """The certificate of the smallest counterexample."""
        return self.prey.certificate if self.prey else None

    @property
    def verdict(self) -> Verdict:
        """The verdict that this supports; what holds on a box of a larger domain is no more than consistent."""
        whole = self.proof is not None and self.proof.whole
        return {
            Fate.REFUTED: Verdict.REFUTED,
            Fate.VIOLATED: Verdict.INCONCLUSIVE,
            Fate.SURVIVED: Verdict.CONSISTENT,
            Fate.PROVED: Verdict.VERIFIED if whole else Verdict.CONSISTENT,
            Fate.OPEN: Verdict.INCONCLUSIVE,
            Fate.BROKEN: Verdict.ILL_POSED,
        }[self.fate]

    @property
    def answer(self) -> str:
        """What one says who has a second."""
        return {
            Fate.REFUTED: "False",
            Fate.VIOLATED: "Violated, decided exactly here, without a certificate",
            Fate.SURVIVED: "No violation found",
            Fate.PROVED: "True on the whole domain" if self.verdict is Verdict.VERIFIED else "Proved on a box",
            Fate.OPEN: "Floats see a violation that nothing here decides",
            Fate.BROKEN: "A broken claim",
        }[self.fate]

    @property
    def card(self) -> Card:
        """The answer, and how hard was tried."""
        effort = [f"{stage}: {count}" for stage, count in self.tried.items()]
        if self.interrupted or self.ended:
            effort.append("interrupted" if self.interrupted else f"ended by {self.ended}")
        caught = [plain(self.prey.says), self.prey.compared] if self.prey else []
        assumed = list(map(plain, self.certificate.assumed)) if self.certificate else []
        rows = [
            Row("claimed", list(self.says)),
            Row("counterexample", [line for line in caught if line]),
            Row("assumed, not checked", assumed),
            Row("as a test", self.prey.test.splitlines() if self.prey else []),
            Row("broken", [self.fault] if self.fault else []),
            Row("in doubt", [self.doubt] if self.fate is Fate.OPEN else []),
            Row("proved" if self.fate is Fate.PROVED else "proved in part", [str(self.proof)] if self.proof else []),
            Row("tightest", [] if self.prey or self.fault else [str(self.tightest)]),
            Row("tried", effort),
            Row("not looked at", [] if self.prey or self.fault else list(self.unseen)),
        ]
        shown = [row for row in rows if row.lines]
        return Card(
            id=self.claim, name="a hunt", verdict=self.verdict, answer=self.answer, summary="", rows=shown,
            picture=self.prey.picture if self.prey else "", more=f"seed {self.seed}, {self.seconds:.1f} s{self._first}",
        )  # fmt: skip

    @property
    def _first(self) -> str:
        return f", first violation after {self.first:.1f} s" if self.first is not None else ""


def ended(chase: Chase, **found: Any) -> Hunt:
    """Return the result of a chase."""
    return Hunt(
        tightest=chase.tightest, tried=chase.tried, first=chase.first, seconds=chase.elapsed, ended=chase.ended, **found
    )
