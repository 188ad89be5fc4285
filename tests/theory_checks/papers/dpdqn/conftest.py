"""What the tests of all rooms of this paper share."""

import pytest

from theory_checks.engine.papers import load


@pytest.fixture
def answer():
    """Return the checker's answer to a certificate about a statement as it stands, perhaps with other values."""

    def checked(certificate, id_, reading="printed"):
        return certificate.about(load()[id_].binding(reading)).check()

    return checked
