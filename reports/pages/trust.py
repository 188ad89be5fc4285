"""What one has to believe for each kind of verdict: the trusted base, from the statement down to the ground."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from reports.read.model import Reading, Results, Statement


@dataclass(frozen=True)
class Layer:
    """Something that is trusted."""

    key: str
    name: str
    about: str


@dataclass(frozen=True)
class Pillar:
    """A way in which verdicts are reached, with all that it stands on, the top first."""

    key: str
    name: str
    about: str
    layers: Sequence[Layer]
    statements: Sequence[Statement]


LAYERS = {
    layer.key: layer
    for layer in (
        Layer(
            "reading",
            "The reading",
            "That the formula, or the object on trial, is what the paper prints: compare them on its page.",
        ),
        Layer(
            "proposition",
            "The proposition",
            "Where words are larger than the formulas, a proposition of Coq is written by hand; the page shows it.",
        ),
        Layer(
            "kernel",
            "Coq's kernel and its axioms",
            "It reads a proof and believes nothing else; the axioms are those of Coq's real numbers.",
        ),
        Layer(
            "checker",
            "checker.py",
            "One file of Python with its twin for browsers; it puts the values into the formula and computes.",
        ),
        Layer(
            "lemmas",
            "Lemmas and assumptions",
            "What the checker is told and does not derive; the page of the statement names it first.",
        ),
        Layer(
            "argument",
            "A written argument",
            "Why the cases tell of the whole domain. No machine reads it: it is on the page, for you.",
        ),
        Layer(
            "cases",
            "The cases",
            "Exact fractions, or balls that enclose (Arb); the same code must refute broken objects and near misses.",
        ),
        Layer(
            "chance",
            "Chance",
            "Seeded random runs; all tests together are wrong with a chance below the bound on the page of provenance.",
        ),
        Layer(
            "ground",
            "Python, the compiler, the machine",
            "Everything runs on them; other processors give the same bytes.",
        ),
    )
}

# From the strongest support to the weakest.
WAYS: Mapping[str, tuple[str, str, tuple[str, ...]]] = {
    "theorem": (
        "Proved by machine",
        "All that is said, or that it is false, is a theorem that Coq has accepted.",
        ("reading", "proposition", "kernel"),
    ),
    "certificate": (
        "False, by a certificate",
        "Each reading fails at exact values, which a small checker puts into the printed formula.",
        ("reading", "checker", "ground"),
    ),
    "assuming": (
        "False, by a certificate that assumes something",
        "As before; one step is a lemma or an assumption that the checker does not derive.",
        ("reading", "lemmas", "checker", "ground"),
    ),
    "decided": (
        "True, every case computed",
        "The cases are the whole domain, and each holds exactly.",
        ("reading", "cases", "ground"),
    ),
    "argued": (
        "True, argued",
        "A written argument for the whole domain (on a region: for both sides of its border), and cases that hold.",
        ("reading", "argument", "cases", "ground"),
    ),
    "computed": (
        "False, or cannot be evaluated, by computation",
        "The suite's own code finds the failure, exactly, in balls, or by statistics; no certificate says it alone.",
        ("reading", "cases", "chance", "ground"),
    ),
    "several": (
        "More than one of these",
        "The readings of the text have different verdicts, each on a ground of its own.",
        ("reading", "argument", "cases", "chance", "ground"),
    ),
    "unrefuted": (
        "No violation found",
        "Nothing is proved: the record says what would have been seen, and how likely.",
        ("reading", "cases", "chance", "ground"),
    ),
}
STRENGTH = list(WAYS)


def pillars(results: Results) -> list[Pillar]:
    """Return the ways in which the verdicts of these results were reached, with their statements."""
    ways = {statement.id: way_of(statement) for statement in results.statements}
    return [
        Pillar(key, name, about, [LAYERS[x] for x in layers], [s for s in results.statements if ways[s.id] == key])
        for key, (name, about, layers) in WAYS.items()
    ]


def way_of(statement: Statement) -> str:
    """Return how a verdict was reached; nothing where there is nothing to decide or nothing was run."""
    match statement.verdict:
        case "VERIFIED":
            return _true(statement)
        case "HOLDS_ON_REGION":
            return "argued"
        case "DEPENDS_ON_READING":
            return "several"
        case "REFUTED" | "ILL_POSED":
            return _refuted(statement)
        case "CONSISTENT" | "INCONCLUSIVE":
            return "unrefuted"
        case _:
            return ""


def _true(statement: Statement) -> str:
    if statement.grade != "proved by machine":
        return "argued"
    return "decided" if all(r.complete for r in statement.readings if r.role != "amendment") else "theorem"


def _refuted(statement: Statement) -> str:
    """Return the ground of a refutation: the weakest reading counts, but of several parts one false one is enough."""
    false = {
        role: [_of_reading(r) for r in statement.readings if r.role == role and r.verdict in ("REFUTED", "ILL_POSED")]
        for role in ("reading", "part")
    }
    if false["part"]:
        return min(false["part"], key=STRENGTH.index)
    return max(false["reading"], key=STRENGTH.index, default="computed")


def _of_reading(reading: Reading) -> str:
    if reading.proof is not None and reading.proof.sense == "refuted" and reading.proof.scope == "whole":
        return "theorem"
    if not reading.certificates:
        return "computed"
    return "assuming" if all(x.data.get("assumed") for x in reading.certificates) else "certificate"


@dataclass(frozen=True)
class Sizes:
    """How large some of the layers are."""

    axioms: Sequence[tuple[str, int]]  # with the number of statements whose theorems use them
    theorems: int
    parts: int  # statements of which only the core or the counterexample is proved
    certificates: int
    assuming: int
    words: int  # of written arguments


def sizes(results: Results) -> Sizes:
    """Count what stands in the layers."""
    readings = [reading for statement in results.statements for reading in statement.readings]
    certificates = [certificate for reading in readings for certificate in reading.certificates]
    proved = [{r.proof.scope for r in s.readings if r.proof} for s in results.statements]
    axioms = Counter(
        axiom
        for statement in results.statements
        for axiom in {axiom for reading in statement.readings if reading.proof for axiom in reading.proof.axioms}
    )
    return Sizes(
        axioms=sorted(axioms.items()),
        theorems=sum(reading.proof is not None for reading in readings),
        parts=sum(bool(scopes) and "whole" not in scopes for scopes in proved),
        certificates=len(certificates),
        assuming=sum(bool(x.data.get("assumed")) for x in certificates),
        words=sum(len(reading.covers.split()) for reading in readings),
    )
