"""The judge: one table that turns evidence into a verdict. Nothing else in the project does.

The rows are read from top to bottom and the first that applies decides. They are ordered so that doubt about the check
comes before anything the check says, and doubt about the numbers comes before a claim's favour. A definition cannot be
refuted, but its implementation can be wrong: one case that does not confirm it leaves the definition open.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from theory_checks.core.evidence import Evidence, Method, Outcome, Region

REFUTATION_ERROR = 1e-9  # the largest error probability with which statistics alone may refute


class Verdict(StrEnum):
    """What is known of a statement; the words are defined on the provenance page."""

    VERIFIED = "VERIFIED"
    HOLDS_ON_REGION = "HOLDS_ON_REGION"
    DEPENDS_ON_READING = "DEPENDS_ON_READING"
    CONSISTENT = "CONSISTENT"
    REFUTED = "REFUTED"
    ILL_POSED = "ILL_POSED"
    INCONCLUSIVE = "INCONCLUSIVE"
    DEFINITION = "DEFINITION"


@dataclass(frozen=True)
class ControlResult:
    """Whether an object that must fail (`broken`) or must pass (`sound`) did so."""

    name: str
    kind: str
    behaved: bool
    detail: str


@dataclass(frozen=True)
class Judgement:
    """A verdict and the sentence that explains it; for a verdict on a part of the domain, the part."""

    verdict: Verdict
    reason: str
    region: Sequence[str] = ()


@dataclass(frozen=True)
class Facts:
    """What the table may look at."""

    evidence: Sequence[Evidence]
    controls: Sequence[ControlResult]
    covers: str
    is_definition: bool
    has_region: bool

    def having(self, outcome: Outcome, *regions: Region) -> list[Evidence]:
        """Return the evidence with one outcome, in all regions or in those named."""
        return [e for e in self.evidence if e.outcome is outcome and (not regions or e.region in regions)]

    @property
    def refutations(self) -> list[Evidence]:
        """Return the failures that stand on a certificate or on statistics of negligible error."""
        return [e for e in self.having(Outcome.FAILS) if is_refutation(e)]

    @property
    def decided(self) -> bool:
        """Tell whether every case that holds was decided by exact or ball arithmetic."""
        return all(e.method in (Method.EXACT, Method.BALL) for e in self.having(Outcome.HOLDS))

    def controlled(self, kind: str) -> bool:
        """Tell whether a control of this kind was run."""
        return any(control.kind == kind for control in self.controls)


def is_refutation(item: Evidence) -> bool:
    """Tell whether a failure counts: certified, or statistical with error at most 1e-9."""
    if item.outcome is not Outcome.FAILS:
        return False
    if item.method is Method.STATISTICS:
        return 0 < item.error_probability <= REFUTATION_ERROR
    return item.certificate is not None


Row = tuple[Callable[[Facts], bool], Verdict, str]

TABLE: Sequence[Row] = (
    (lambda f: any(not c.behaved for c in f.controls), Verdict.INCONCLUSIVE, "a control did not behave as it must"),
    (
        lambda f: f.is_definition and len(f.having(Outcome.HOLDS)) < len(f.evidence),
        Verdict.INCONCLUSIVE,
        "a case does not confirm that what is implemented is what is defined",
    ),
    (lambda f: bool(f.having(Outcome.UNDEFINED)), Verdict.ILL_POSED, "the printed text cannot be evaluated"),
    (lambda f: bool(f.having(Outcome.UNDECIDED)), Verdict.INCONCLUSIVE, "numerics or budget do not decide every case"),
    (
        lambda f: len(f.refutations) < len(f.having(Outcome.FAILS)),
        Verdict.INCONCLUSIVE,
        "a violation was seen that carries no certificate",
    ),
    (
        lambda f: bool(f.refutations) and not f.controlled("sound"),
        Verdict.INCONCLUSIVE,
        "the check fails everything it was shown: no sound object passed it",
    ),
    (
        lambda f: (
            bool(f.having(Outcome.HOLDS, Region.INSIDE))
            and bool(f.having(Outcome.FAILS, Region.OUTSIDE))
            and not f.having(Outcome.FAILS, Region.INSIDE, Region.WHOLE)
            and f.decided
            and bool(f.covers)
            and f.has_region
        ),
        Verdict.HOLDS_ON_REGION,
        "true on a stated part of the domain, refuted outside it",
    ),
    (lambda f: bool(f.refutations), Verdict.REFUTED, "a counterexample stands"),
    (lambda f: not f.having(Outcome.HOLDS), Verdict.INCONCLUSIVE, "no case was decided"),
    (
        lambda f: not f.controlled("broken"),
        Verdict.INCONCLUSIVE,
        "the check was never seen to fail: no broken object was refuted by it",
    ),
    (lambda f: f.is_definition, Verdict.DEFINITION, "a definition: there is nothing to decide"),
    (lambda f: f.decided and bool(f.covers), Verdict.VERIFIED, "argued: a written proof, and every case holds"),
    (lambda _: True, Verdict.CONSISTENT, "no violation found"),
)


def judge(
    evidence: Sequence[Evidence],
    controls: Sequence[ControlResult],
    *,
    covers: str = "",
    is_definition: bool = False,
    has_region: bool = False,
    complete: bool = False,
) -> Judgement:
    """Return the verdict of one reading; `complete` says that the cases are the whole stated domain."""
    facts = Facts(evidence, controls, covers, is_definition, has_region)
    judgement = next(Judgement(verdict, reason) for applies, verdict, reason in TABLE if applies(facts))
    if judgement.verdict is Verdict.VERIFIED and complete:
        return Judgement(Verdict.VERIFIED, "the cases are the whole stated domain, and each is decided exactly")
    return judgement


_FALSE = {Verdict.REFUTED, Verdict.ILL_POSED}
_WEAKEST_FIRST = (
    Verdict.REFUTED,
    Verdict.ILL_POSED,
    Verdict.INCONCLUSIVE,
    Verdict.DEPENDS_ON_READING,
    Verdict.HOLDS_ON_REGION,
    Verdict.CONSISTENT,
    Verdict.VERIFIED,
    Verdict.DEFINITION,
)


def combine(readings: Sequence[Judgement], conjuncts: Sequence[Judgement] = ()) -> Judgement:
    """Return the verdict of a statement from its admissible readings and from the parts that it joins by "and"."""
    judgements = [*([_of_readings(readings)] if readings else []), *conjuncts]
    if not judgements:
        raise ValueError("readings must hold at least one judgement, got none")
    weakest = min(judgements, key=lambda judgement: _WEAKEST_FIRST.index(judgement.verdict))
    return Judgement(weakest.verdict, "the weakest of its parts") if conjuncts else weakest


def _of_readings(readings: Sequence[Judgement]) -> Judgement:
    """Return what the readings agree on: one that is open leaves the statement open, else they may differ."""
    verdicts = {reading.verdict for reading in readings}
    if len(readings) == 1:
        return readings[0]
    if verdicts == {Verdict.HOLDS_ON_REGION} and len({tuple(reading.region) for reading in readings}) > 1:
        return Judgement(Verdict.DEPENDS_ON_READING, "true on different parts of the domain under different readings")
    if len(verdicts) == 1:
        return replace(readings[0], reason="the same under every reading that the text leaves open")
    if Verdict.INCONCLUSIVE in verdicts:
        return Judgement(Verdict.INCONCLUSIVE, "open under one of the readings")
    if verdicts <= _FALSE:
        return Judgement(Verdict.REFUTED, "false under every reading that the text leaves open")
    if verdicts == {Verdict.VERIFIED, Verdict.CONSISTENT}:
        return Judgement(Verdict.CONSISTENT, "no violation found under any reading that the text leaves open")
    return Judgement(Verdict.DEPENDS_ON_READING, "the readings that the text leaves open have different verdicts")
