"""What is said of certificates that Coq does not accept. None of this needs Coq: its words are those of Coq 8.16."""

import pytest

from theory_checks.proofs.build import ProofError
from theory_checks.proofs.certificates import kernel
from theory_checks.proofs.certificates.kernel import OPEN, Goal, decide

GOAL = Goal("a/b#printed", "c_0123456789abcdef", ("Claim (Holds Same Pi Pi)",))
FILE = "Coq must accept Certificates.from_c_0123456789abcdef_1, got: "
NOT_ACCEPTED = (
    'File "./Certificates/x.v", line 10, characters 62-66: Error: The term "eq_refl" has type "true = true" while it '
    'is expected to have type "accepted c_0123456789abcdef = true".'
)
UNKNOWN = "Error: The reference Bellow was not found in the current environment."
SLOW = "a file must be checked within 600 seconds, got none of Certificates.from_c_0123456789abcdef_1"


@pytest.mark.parametrize(
    ("said", "told"),
    [(FILE + NOT_ACCEPTED, OPEN), (FILE + UNKNOWN, FILE + UNKNOWN), (SLOW, SLOW)],
    ids=["not accepted", "not read", "not in time"],
)
def test_a_certificate_that_is_not_decided_gets_one_sentence_and_other_faults_keep_their_own(monkeypatch, said, told):
    def compile_file(*_, **__):
        raise ProofError(said)

    monkeypatch.setattr(kernel, "compile_file", compile_file)

    assert list(decide(None, [GOAL], 1, 25)) == [{GOAL: told}]
