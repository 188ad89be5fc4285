"""A statement of a paper: what it says, how it may be read, what would refute it, and the verdict that was reached."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from theory_checks.core.binding import DIGITS, Binding
from theory_checks.core.evidence import Evidence
from theory_checks.core.formal import Formal, formal
from theory_checks.core.formula import Relation, Symbol
from theory_checks.core.judge import ControlResult, Judgement, Verdict, judge
from theory_checks.core.parsing import relations
from theory_checks.core.proof import Proof

PRINTED = "printed"
DEFINITION_KIND = "definition"
ROLES = {"because": "reading", "part": "part", "amends": "amendment"}  # of a reading, by what is said of it
REPAIR_KIND = "repair"
NOTE_KIND = "note"  # a remark of the project: neither printed nor a correction
OWN_KIND = "claim of one's own"  # which stands in code, and in no paper


class LedgerError(ValueError):
    """A file of statements breaks a rule; the message says which, and where."""


@dataclass(frozen=True, kw_only=True)
class Paper:
    """The text that statements are taken from."""

    key: str
    title: str
    authors: str
    year: int
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class Reading:
    """One way to read a statement: on which domain, what refutes it, why the cases decide it, and the verdict.

    A *reading* changes nothing that the text fixes: `because` says which place of the text leaves it open. A *part* is
    one of several claims that the statement joins by "and". An *amendment* changes what the text fixes: `amends` says
    what, it is shown as "true if", and the verdict on what is printed does not look at it.
    """

    name: str = PRINTED
    says: str = ""
    because: str = ""
    part: str = ""
    amends: str = ""
    verdict: Verdict | None = None
    region: Sequence[str] = ()  # where it is true, as formulas, if that is a part of the domain
    border: str = ""  # whether that region is exactly where it is true
    complete: bool = False  # whether the cases are the whole stated domain
    domain: str = ""
    refuted_by: str = ""
    covers: str = ""
    not_covered: str = ""
    sharper: Sequence[str] = ()  # more than what is claimed, and true as well
    sharper_because: str = ""
    unseen: str = ""  # why near misses that are false pass the check
    proof: Proof | None = None  # the theorem of a proof assistant that says so
    formal: Sequence[str] = ()
    where: Sequence[str] = ()
    symbols: Mapping[str, str] = field(default_factory=dict[str, str])
    let: Mapping[str, str] = field(default_factory=dict[str, str])
    quantities: Mapping[str, Mapping[str, str]] = field(default_factory=dict[str, Mapping[str, str]])

    @property
    def is_proved(self) -> bool:
        """Tell whether it is true by all cases there are, or by a theorem about all that it says."""
        return self.complete or (self.proof is not None and self.proof.settles)

    @property
    def role(self) -> str:
        """Return whether this is a reading of what is printed, a part of it, or an amendment."""
        return next((role for name, role in ROLES.items() if getattr(self, name)), "reading")

    @cached_property
    def claims(self) -> Formal:
        """What this reading claims, as formulas; empty where the language does not reach."""
        return formal(self.formal, self.where, self.symbols, self.let, self.quantities)

    @property
    def true_claims(self) -> Formal:
        """What this reading claims, where it is true: on its region, if it has one."""
        claims = self.claims
        inside = (*claims.domain.relations, *self.limits.claims)
        return replace(claims, domain=replace(claims.domain, relations=inside))

    def sharpened(self) -> list[str]:
        """Return what is claimed with each sharper statement in the place of the claim that it sharpens."""
        return [
            str(next((x for x in self.sharper_claims if sharpens(x, claim) and x.sign == claim.sign), claim))
            for claim in self.claims.claims
        ]

    @property
    def sharper_claims(self) -> list[Relation]:
        """Return the sharper statements as relations."""
        return [relation for text in self.sharper for relation in relations(text)]

    @cached_property
    def limits(self) -> Formal:
        """Return the region in which this reading is true, as formulas."""
        return formal(self.region, self.where, self.symbols)


def sharpens(sharper: Relation, claim: Relation) -> bool:
    """Tell whether a relation is about the same side as a claim: a name on the left, or whatever else stands there."""
    same = sharper.left == claim.left or (not isinstance(claim.left, Symbol) and sharper.right == claim.right)
    return same and sharper.sign in (claim.sign, *((claim.sign[0], "=") if claim.sign in ("<=", ">=") else ()))


@dataclass(frozen=True, kw_only=True)
class Statement:
    """One statement, with its readings in the order in which they are shown."""

    id: str
    label: str
    kind: str
    place: str
    quantifier: str
    says: str
    formulas: Sequence[str] = ()
    formal: Sequence[str] = ()
    where: Sequence[str] = ()
    symbols: Mapping[str, str] = field(default_factory=dict[str, str])
    let: Mapping[str, str] = field(default_factory=dict[str, str])
    quantities: Mapping[str, Mapping[str, str]] = field(default_factory=dict[str, Mapping[str, str]])
    assumes: Sequence[str] = ()
    depends_on: Sequence[str] = ()
    summary: str = ""
    verdict: Verdict | None = None
    untested: str | None = None
    repairs: str | None = None
    repaired_by: Sequence[str] = ()  # the one to use first stands first
    use: str = ""  # the function or class of `tabular` that does what is said here
    about: str | None = None  # what a note of the project is about
    explore: Mapping[str, Any] | None = None  # sliders and curves for the page; no verdict looks at it
    readings: Sequence[Reading] = field(default_factory=lambda: (Reading(),))
    paper: str = ""
    room: str = ""  # the folder that says and computes it
    tag: str = ""  # its permanent short name
    reviewed: str = ""  # the digest at the time when somebody looked at it and at the verdict

    @property
    def digest(self) -> str:
        """The digest of what a review of the verdict looks at: what each reading claims, where, and why it is so."""
        readings = [
            (self.binding(x.name).digest, list(x.region), x.border, x.complete, x.covers) for x in self.readings
        ]
        return hashlib.sha256(json.dumps(readings).encode()).hexdigest()[:DIGITS]

    @property
    def is_proved(self) -> bool:
        """Tell whether each of its readings is proved by machine; an amendment is none."""
        return all(reading.is_proved for reading in self.readings if reading.role != "amendment")

    @property
    def is_definition(self) -> bool:
        """Tell whether there is nothing to decide."""
        return self.kind == DEFINITION_KIND

    def defines(self, reading: Reading) -> bool:
        """Tell whether this reading only defines something; an amendment of a definition makes a claim."""
        return self.is_definition and reading.role != "amendment"

    def judged(self, name: str, evidence: Sequence[Evidence], controls: Sequence[ControlResult]) -> Judgement:
        """Return the verdict that evidence and controls give the reading of this name."""
        reading = self.reading(name)
        return judge(
            evidence,
            controls,
            covers=reading.covers,
            is_definition=self.defines(reading),
            has_region=bool(reading.region),
            complete=reading.complete,
        )

    @property
    def group(self) -> str:
        """Return whose it is: printed in a paper, a correction of what is, a note of ours, or a claim of one's own."""
        return {REPAIR_KIND: "corrections", NOTE_KIND: "notes", OWN_KIND: "own"}.get(self.kind, "printed")

    @property
    def has_formal(self) -> bool:
        """Tell whether some reading says what it claims as a formula."""
        return any(reading.formal for reading in self.readings)

    def binding(self, name: str) -> Binding:
        """Return what a certificate about this reading is tied to."""
        claims = self.reading(name).claims
        quantities = {symbol: {key: str(x) for key, x in parts.items()} for symbol, parts in claims.quantities.items()}
        return Binding(self.id, name, tuple(self.formulas), claims.claims, claims.domain, quantities)

    def reading(self, name: str) -> Reading:
        """Return the reading of this name."""
        for reading in self.readings:
            if reading.name == name:
                return reading
        names = ", ".join(reading.name for reading in self.readings)
        raise LedgerError(f"a reading of {self.id} must be one of {names}, got {name!r}")


@dataclass(frozen=True)
class Ledger:
    """All papers and all statements, in the order in which they are shown."""

    papers: Sequence[Paper]
    statements: Mapping[str, Statement]

    def __getitem__(self, id_: str) -> Statement:
        """Return the statement with this id."""
        if id_ not in self.statements:
            raise LedgerError(unknown_id(id_, list(self.statements)))
        return self.statements[id_]


def unknown_id(id_: str, known: Sequence[str]) -> str:
    """Return the message for an id that no paper has, with the nearest ones."""
    tail = id_.rsplit("/", 1)[-1]
    near = [name for name in known if tail and tail in name][:3]
    hint = f"; did you mean {', '.join(near)}?" if near else "; `theory-checks list` names them all"
    return f"a statement id must be one of the {len(known)} in the ledgers, got {id_!r}{hint}"
