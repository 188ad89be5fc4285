"""Put one claim on trial: run its check and its controls, re-check its certificates, judge, and write the record."""

from __future__ import annotations

import json
import os
import sys
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from typing import Any

from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Claim, Finding, Profile, Trial
from theory_checks.core.evidence import Evidence, Method, Outcome, Region
from theory_checks.core.exhibits import Exhibit, Figure, SilentTests, Table
from theory_checks.core.judge import REFUTATION_ERROR, ControlResult, Judgement, Verdict
from theory_checks.core.signals import is_signal
from theory_checks.core.statement import Statement
from theory_checks.engine import sources
from theory_checks.engine.compared import contradicts, shown
from theory_checks.engine.regions import lie_outside
from theory_checks.engine.seal import code_digest, header, sealed
from theory_checks.engine.shown import check_shown

Record = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Computed:
    """What came out of one reading: the verdict with its reason, and all that was seen on the way."""

    reading: str
    judgement: Judgement
    evidence: Sequence[Evidence] = ()
    controls: Sequence[ControlResult] = ()
    exhibits: Sequence[Exhibit] = ()
    error: str | None = None


def execute(
    claim: Claim, statement: Statement, seed: int = 0, profile: Profile = "quick", code: str | None = None
) -> Record:
    """Return the record of one reading, computed by the code of this digest: that of now, if none is given."""
    code = code_digest(claim) if code is None else code
    computed = compute(claim, statement, seed, profile)
    try:
        found = _written(computed)
    except Exception:  # a check may show anything
        found = _written(_ended(claim))
    record = {**_header(claim, seed, profile, code), **found}
    return sealed(record, statement, header(seed, profile))


def _written(computed: Computed) -> Record:
    """Return what came out as it is written down: what no report could show is an error of the check."""
    record = {
        "verdict": computed.judgement.verdict.value,
        "reason": computed.judgement.reason,
        "evidence": [_evidence(item) for item in computed.evidence],
        "controls": [vars(control) for control in computed.controls],
        "figures": [_figure(item) for item in computed.exhibits if isinstance(item, Figure)],
        "tables": [_table(item) for item in computed.exhibits if isinstance(item, Table)],
        "certificates": _certificates(computed.evidence),
        "silent_tests": [vars(item) for item in computed.exhibits if isinstance(item, SilentTests)],
        "error": computed.error,
    }
    json.dumps(record, ensure_ascii=False, allow_nan=False).encode()  # no NaN, and no half letter
    check_shown(record)
    return record


def _ended(claim: Claim) -> Computed:
    """Return that a check has ended with the error that is being handled."""
    ended = Judgement(Verdict.INCONCLUSIVE, "the check ended with an error")
    told = traceback.format_exc().encode("utf-8", "backslashreplace").decode()
    return Computed(reading=claim.reading, judgement=ended, error=_portable(told))


def compute(claim: Claim, statement: Statement, seed: int = 0, profile: Profile = "quick") -> Computed:
    """Put one reading on trial; an exception of the check becomes part of what came out, not of the caller."""
    formal = statement.reading(claim.reading).claims
    trial = Trial(claim_id=claim.id, reading=claim.reading, profile=profile, seed=seed, formal=formal)
    try:
        with redirect_stdout(sys.stderr):  # the output is the command's
            return _computed(claim, statement, trial)
    except BaseException as error:  # whatever goes wrong in one claim must not stop the others
        if is_signal(error):
            raise
        return _ended(claim)


def _computed(claim: Claim, statement: Statement, trial: Trial) -> Computed:
    findings = [_known(item) for item in _findings(claim, trial, {})]
    evidence = [_certified(item, statement, claim.reading) for item in findings if isinstance(item, Evidence)]
    controls = _controls(claim, trial)
    return Computed(
        reading=claim.reading,
        judgement=statement.judged(claim.reading, evidence, controls),
        evidence=evidence,
        controls=controls,
        exhibits=[item for item in findings if not isinstance(item, Evidence)],
    )


def _known(item: Any) -> Finding:
    if not isinstance(item, (Evidence, Figure, Table, SilentTests)):
        raise TypeError(f"a check must yield evidence, figures, tables and silent tests, got {type(item).__name__}")
    return item


class RejectedCertificateError(ValueError):
    """A claim offered a certificate that the independent checker refuses."""


def _certified(item: Evidence, statement: Statement, name: str) -> Evidence:
    """Say in the certificate, if there is one, what it is about, and have the independent checker accept it."""
    if contradicts(vars(item)):
        told = f"{item.left} {item.relation} {item.right}: {item.outcome}"
        raise ValueError(f"evidence must have the outcome of its numbers, got {told} at {item.case!r}")
    if item.certificate is None:
        return item
    if type(item.certificate) is not Certificate:  # another class could answer in the place of the checker
        raise TypeError(f"certificate must be a Certificate, got {type(item.certificate).__name__} at {item.case!r}")
    certificate, reading = item.certificate.about(statement.binding(name)), statement.reading(name)
    if not certificate.compared:
        raise RejectedCertificateError(
            f"the certificate of case {item.case!r} is refused: {certificate.check()['sentence']}"
        )
    if item.region is Region.OUTSIDE and not lie_outside(certificate.to_json(), reading.limits):
        raise RejectedCertificateError(
            f"the certificate of case {item.case!r} is not known to lie outside of the region"
        )
    return replace(shown(item, certificate, reading.claims.latex), certificate=certificate)


def _controls(claim: Claim, trial: Trial) -> list[ControlResult]:
    return [
        control(claim, trial, name, kind, overrides)
        for kind, objects in (("broken", claim.broken), ("sound", claim.sound))
        for name, overrides in objects.items()
    ]


def control(claim: Claim, trial: Trial, name: str, kind: str, overrides: Mapping[str, object]) -> ControlResult:
    """Send another object through the same function: a broken one must be refuted, a sound one must pass."""
    evidence = (item for item in _findings(claim, trial, overrides) if isinstance(item, Evidence))
    if kind == "broken":
        case = next((item.case for item in evidence if refutes(item)), None)  # the rest is not computed
        return ControlResult(name, kind, case is not None, "not refuted" if case is None else f"refuted on: {case}")
    outcomes = [(item.case, item.outcome is Outcome.HOLDS) for item in evidence]
    failing = next((case for case, holds in outcomes if not holds), None)
    detail = f"passes on {len(outcomes)} cases" if failing is None else f"does not pass: {failing}"
    return ControlResult(name, kind, bool(outcomes) and failing is None, detail)


def _findings(claim: Claim, trial: Trial, overrides: Mapping[str, object]) -> Iterator[Finding]:
    return claim.function(trial, **{**claim.setting, **overrides})


def is_violation(item: Evidence) -> bool:
    """Tell whether a control's case is a violation beyond doubt (its certificate is not asked for)."""
    if item.outcome is not Outcome.FAILS:
        return False
    return item.method in (Method.EXACT, Method.BALL) or (
        item.method is Method.STATISTICS and item.error_probability <= REFUTATION_ERROR
    )


def refutes(item: Evidence) -> bool:
    """Tell whether a case refutes an object: outside of the region of a statement the true one fails as well."""
    return item.region is not Region.OUTSIDE and is_violation(item)


def _header(claim: Claim, seed: int, profile: Profile, code: str) -> Record:
    module = claim.function.__module__
    return {
        "id": claim.id,
        "reading": claim.reading,
        "source": {
            "module": module,
            "function": claim.function.__name__,
            "path": sources.relative_path(module),
            "line": claim.function.__code__.co_firstlineno,
            "digest": code,
            "objects": claim.objects,
        },
        "seed": seed,
        "profile": profile,
    }


def _evidence(item: Evidence) -> Record:
    return {
        "case": item.case,
        "method": item.method.value,
        "outcome": item.outcome.value,
        "quantity": item.quantity,
        "relation": item.relation,
        "left": item.left,
        "right": item.right,
        "tightness": item.tightness,
        "detail": item.detail,
        "region": item.region.value,
        "error_probability": item.error_probability,
        "power": item.power,
        "certificate": item.certificate.digest if item.certificate else None,
    }


def _certificates(evidence: Sequence[Evidence]) -> list[Record]:
    unique: dict[str, Certificate] = {e.certificate.digest: e.certificate for e in evidence if e.certificate}
    return [{"digest": key, "certificate": x.to_json(), "compared": x.compared} for key, x in unique.items()]


def _figure(figure: Figure) -> Record:
    return {
        "title": figure.title,
        "caption": figure.caption,
        "x_label": figure.x_label,
        "y_label": figure.y_label,
        "x_scale": figure.x_scale,
        "y_scale": figure.y_scale,
        "series": [
            {
                "label": series.label,
                "kind": series.kind,
                **{name: [_short(v) for v in getattr(series, name)] for name in ("x", "y", "low", "high")},
            }
            for series in figure.series
        ],
    }


def _table(table: Table) -> Record:
    return {
        "title": table.title,
        "caption": table.caption,
        "columns": list(table.columns),
        "rows": [[_short(cell) if isinstance(cell, float) else cell for cell in row] for row in table.rows],
    }


def _short(value: float) -> float:
    """Keep nine digits: a plot needs fewer, and the last digits of a float depend on the alignment of memory."""
    return float(f"{float(value):.9g}")


def _portable(trace: str) -> str:
    """Drop the places of this machine from a traceback."""
    home = os.path.expanduser("~")  # as it is for a user whom nobody knows
    return trace.replace(f"{sources.ROOT}/", "").replace(f"{home}/", "~/")
