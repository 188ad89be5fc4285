"""Certificates of a room with one thing changed, lemmas by themselves, and regions by themselves."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache

from theory_checks.core import lemmas
from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Trial
from theory_checks.core.domain import holds
from theory_checks.core.formula import num
from theory_checks.core.interpret import exact
from theory_checks.engine.papers import load
from theory_checks.engine.registry import claim_about


@cache
def certificates(id_: str, reading: str = "printed") -> tuple[Certificate, ...]:
    """Return the certificates of a claim."""
    claim, formal = claim_about(load()[id_], reading), load()[id_].reading(reading).claims
    findings = claim.function(Trial(claim_id=id_, reading=reading, formal=formal), **claim.setting)
    return tuple(item.certificate for item in findings if getattr(item, "certificate", None))


def changed(certificate: Certificate, **parts: Mapping) -> Certificate:
    """Return a certificate with other values, objects or, by the name of their lemma, parameters."""
    lemmas = {name: parameters for name, parameters in parts.items() if name not in ("values", "objects")}
    given = [
        {**x, "parameters": {**x["parameters"], **{k: num(v) for k, v in lemmas.get(x["name"], {}).items()}}}
        for x in certificate.given
    ]
    return replace(
        certificate,
        given=given,
        values={**certificate.values, **parts.get("values", {})},
        objects={**certificate.objects, **parts.get("objects", {})},
    )


def of_lemma(theorem: str, value: Callable = exact, **given: object) -> object:
    """Return the value of a lemma for some parameters."""
    return value(lemmas.of_lemma(theorem), given)


def regions(room: str) -> list[tuple[str, str]]:
    """Return the readings of a room that hold on a region."""
    statements = [s for s in load().statements.values() if s.room == f"theory_checks/papers/dpdqn/{room}"]
    return [(s.id, reading.name) for s in statements for reading in s.readings if reading.region]


def inside(id_: str, reading: str = "printed", **values: object) -> bool:
    """Tell whether values lie in the region of a reading."""
    limits = load()[id_].reading(reading).limits
    assert not limits.undeclared
    return all(holds(relation, values) for relation in limits.claims)
