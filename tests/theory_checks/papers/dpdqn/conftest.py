"""What the tests of all rooms of this paper share."""

import pytest

from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Outcome
from theory_checks.engine.papers import load


@pytest.fixture
def answer():
    """Return the checker's answer to a certificate about a statement as it stands."""

    def checked(certificate, id_, reading="printed"):
        return certificate.about(load()[id_].binding(reading)).check()

    return checked


@pytest.fixture
def failing():
    """Return the failures that a check finds in a statement as it stands."""

    def found(check, id_, reading="printed"):
        trial = Trial(claim_id=id_, reading=reading, formal=load()[id_].reading(reading).claims)
        return [x for x in check(trial) if getattr(x, "outcome", None) is Outcome.FAILS]

    return found
