"""The part of `theory-checks prove` that has Coq's kernel decide the certificates of a results file."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from theory_checks.cards.terminal import console
from theory_checks.core.statement import Statement
from theory_checks.engine.errors import EngineError
from theory_checks.engine.files import read_bytes, write_json
from theory_checks.engine.stored import MOST_BYTES
from theory_checks.proofs.build import coq_version
from theory_checks.proofs.certificates import lemmas
from theory_checks.proofs.certificates.expressions import CertificateError
from theory_checks.proofs.certificates.kernel import Goal, decide, forgeries, goal, prepare
from theory_checks.proofs.certificates.programs import tables

FAULTS = (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError)  # of reading what is damaged
FORGED = 6  # certificates of which the kernel must refuse forgeries
MOST_LEFT = 0.02  # share of the certificates that the language, or its evaluator, may fall short of

Certificate = Mapping[str, Any]


def prove_certificates(
    folder: Path, results: Path, chosen: Sequence[Statement], every: int, jobs: int, keep: bool
) -> bool:
    """Have the kernel decide certificates, one of so many; tell whether it accepts nearly all, and no forgery.

    The lemmas that are theorems must be those that were recorded, or are recorded now.
    """
    found = [x for i, x in enumerate(certificates(results, chosen)) if i % every == 0]
    with _undamaged(results):
        readable, left = _read(found)
    some = [*readable.values()][:: max(1, len(readable) // FORGED)][:FORGED]
    with _undamaged(results):
        forged = [x for one in some for x in forgeries(one)]
    axioms = prepare(folder, jobs)
    refused = _refused(folder, [*readable], jobs)
    believed = set(forged) - _refused(folder, forged, jobs, at_once=1).keys()
    for key, why in (*left, *((x.key, why) for x, why in refused.items())):
        console().print(f"{key}: {why}", markup=False)
    console().print(
        f"{len(readable) - len(refused)} of {len(found)} certificates proved; {len(left)} are not in its reach"
    )
    console().print(f"{len(lemmas.cited())} of {len(tables()['lemmas'])} lemmas are theorems, the others are believed")
    console().print(f"{len(forged)} forgeries: {len(forged) - len(believed)} refused")
    if keep:
        write_json(lemmas.RECORD, lemmas.record(coq_version(), axioms))
    elif not lemmas.fresh():
        console().print("the lemmas are not what was recorded: theory-checks prove --certificates RESULTS --keep")
        return False
    return not believed and len(left) + len(refused) <= MOST_LEFT * len(found)


def certificates(results: Path, chosen: Sequence[Statement]) -> Iterator[Certificate]:
    """Yield the certificates of a results file that are about these statements, as they stand."""
    bindings = {x.key: x.to_json() for s in chosen for x in (s.binding(reading.name) for reading in s.readings)}
    with _undamaged(results):
        records = json.loads(read_bytes(results, MOST_BYTES, name="RESULTS"))["statements"]
        items = [
            (f"{record['id']}#{reading['name']}", item["certificate"])
            for record in records
            for reading in record["readings"]
            for item in reading["certificates"]
        ]
        own = [(key, x, x["statement"]) for key, x in items if key in bindings]
    for key, certificate, statement in own:
        if statement != bindings[key]:
            raise EngineError(f"a certificate must be about a statement as it stands, got one of an earlier {key}")
        yield certificate


@contextmanager
def _undamaged(results: Path) -> Generator[None]:
    """Refuse a file whose parts are not what they should be, wherever it is that this shows."""
    try:
        yield
    except EngineError:
        raise
    except FAULTS as error:
        rule = "RESULTS must be results of a run with certificates"
        raise EngineError(f"{rule}, got a fault at {results}: {type(error).__name__} ({error})") from error


def _read(found: Sequence[Certificate]) -> tuple[dict[Goal, Certificate], list[tuple[str, str]]]:
    """Return what is to be proved of each certificate, and those that the language does not reach, with the reason."""
    readable, left = dict[Goal, Certificate](), list[tuple[str, str]]()
    for certificate in found:
        try:
            readable[goal(certificate)] = certificate
        except CertificateError as error:
            left.append((certificate["statement"]["id"], str(error)))
    return readable, left


def _refused(folder: Path, goals: Sequence[Goal], jobs: int, at_once: int = 25) -> dict[Goal, str]:
    """Return which goals the kernel refuses, and why; print how far it is."""
    answers = dict[Goal, str]()
    with closing(decide(folder, goals, jobs, at_once)) as decided:
        for some in decided:
            answers |= some
            console().print(f"[{len(answers)}/{len(goals)}] certificates decided")
    return {one: why for one, why in answers.items() if why}
