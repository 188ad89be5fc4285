"""What is told of each module of the library when Coq's own checker looks at it again. None of this needs Coq."""

import pytest

from theory_checks.proofs import library
from theory_checks.proofs.build import ProofError
from theory_checks.proofs.theorems import LIBRARY

MODULES = sorted(path.stem for path in LIBRARY.glob("*.v"))


@pytest.fixture
def recheck(monkeypatch, tmp_path):
    """Return what is told where this script stands for coqchk, and everything has been compiled."""

    def recheck(script):
        (tmp_path / "coqchk").write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / "coqchk").chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
        monkeypatch.setattr(library, "compile_library_of", lambda *_: None)
        return list(library.recheck_library(tmp_path, 2))

    return recheck


def test_each_module_is_checked(recheck):
    assert recheck("exit 0") == [(name, True) for name in MODULES]


def test_one_that_computes_for_too_long_is_named(recheck, monkeypatch):
    monkeypatch.setattr(library, "LONGEST", 0.5)

    told = dict(recheck('case "$*" in *TheoryChecks.Balls) exec tail -f /dev/null;; esac'))

    assert [name for name, ended in told.items() if not ended] == ["Balls"]


def test_one_that_is_refused_is_an_error(recheck):
    with pytest.raises(ProofError, match="coqchk must accept the library, got: no type at Balls"):
        recheck('case "$*" in *TheoryChecks.Balls) echo no type >&2; exit 1;; esac')
