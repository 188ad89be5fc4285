"""What the tests of all papers share: lemmas by number, and the certificates of a statement."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest

from theory_checks.checker import checker
from theory_checks.core.certificate import Certificate, data_object
from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Evidence
from theory_checks.engine.papers import load
from theory_checks.engine.registry import claim_about

BITS = 192


@pytest.fixture
def lemma_value() -> Callable[..., float]:
    """Return what the checker takes for the value of a lemma, or for the bound that it is; lists are exact."""

    def value(theorem: str, **parameters: Any) -> float:
        run = checker.Checker()
        given = {
            key: str(Fraction(x)) if isinstance(x, int | float | Fraction) else key for key, x in parameters.items()
        }
        for name, thing in parameters.items():
            if given[name] == name:
                run.read_object(name, data_object(thing))
        because = checker.LEMMAS[theorem]["because"]
        run.check_lemma({"name": "x", "theorem": theorem, "parameters": given, "because": because})
        run.p = BITS
        return float(run.value(run.names["x"] or run.bounds["x"])[0])

    return value


@pytest.fixture
def certificates() -> Callable[[str, str], Iterator[Certificate]]:
    """Return the certificates of a statement under a reading, as they are found."""

    def found(id_: str, reading: str) -> Iterator[Certificate]:
        claim, statement = claim_about(load()[id_], reading), load()[id_]
        trial = Trial(claim_id=id_, reading=reading, formal=statement.reading(reading).claims)
        for item in claim.function(trial, **claim.setting):
            if isinstance(item, Evidence) and item.certificate:
                yield item.certificate.about(statement.binding(reading))

    return found
