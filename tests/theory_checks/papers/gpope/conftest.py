"""What the checker answers about this paper's statements, and what its lemmas are worth."""

import pytest

from theory_checks.checker import checker
from theory_checks.core.certificate import UNNAMED, Certificate, lemma
from theory_checks.core.formula import ref
from theory_checks.engine.papers import load


@pytest.fixture(scope="session")
def answer():
    """The checker's sentence about a certificate against a reading of a statement."""
    statements = load().statements
    return lambda certificate, id_, reading="printed": certificate.about(statements[id_].binding(reading)).check()[
        "sentence"
    ]


@pytest.fixture(scope="session")
def worth():
    """The value of a lemma; one whose hypotheses fail raises `checker.Refused`."""

    def value(theorem, objects=None, **parameters):
        given = [lemma("x", theorem, **parameters)]
        conclusion = ref("x") > -(10**9)
        data = Certificate("", conclusion, objects=objects or {}, given=given, assumed=["nothing"])
        run = checker.Checker()
        run.run(data.about(UNNAMED).to_json())
        return float(run.value(run.bounds.get("x") or {"ref": "x"})[0])

    return value
