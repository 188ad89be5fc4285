"""A digest changes with every source that a claim reaches, and with no other."""

import pytest

from theory_checks.engine import sources
from theory_checks.engine.registry import claims


def test_the_closure_follows_imports_of_modules_and_of_their_parts():
    reached = sources.closure("theory_checks.engine.execution")

    assert {"theory_checks.core.judge", "theory_checks.checker.checker", "theory_checks.core.seeds"} <= set(reached)
    assert "theory_checks.commands.run" not in reached


@pytest.fixture
def digest_of_a(monkeypatch, tmp_path):
    """The digest of a module of a small package, whose files may be written anew."""
    (tmp_path / "theory_checks").mkdir()
    monkeypatch.setattr(sources, "ROOT", tmp_path)
    caches = sources.closure, sources._imports, sources._file, sources._room, sources._data

    def digest(**files):
        for name, text in files.items():
            (tmp_path / "theory_checks" / name.replace("_", ".")).write_text(text)
        for cached in caches:
            cached.cache_clear()
        return sources.digest("theory_checks.a")

    yield digest
    for cached in caches:
        cached.cache_clear()


def test_the_digest_depends_on_what_is_reached(digest_of_a):
    before = digest_of_a(a_py="from theory_checks import b\n", b_py="x = 1\n", c_py="y = 1\n")

    assert digest_of_a(c_py="y = 2\n") == before
    assert digest_of_a(b_py="x = 2\n") != before


def test_the_digest_depends_on_the_tables_that_a_module_reads(digest_of_a):
    """Another lemma of the checker makes the records of all claims with certificates stale."""
    before = digest_of_a(
        a_py="from theory_checks import b\n", b_py="read('lemmas.json')\n", lemmas_json="1", other_json="1"
    )

    assert digest_of_a(other_json="2") == before
    assert digest_of_a(lemmas_json="2") != before


def test_the_digest_depends_on_no_argument(digest_of_a):
    before = digest_of_a(a_py="", statements_toml='[[statement]]\nformal = ["x > 0"]\ncovers = "It is so."\n')

    assert digest_of_a(statements_toml='[[statement]]\nformal = ["x > 0"]\ncovers = "A proof."\n') == before
    assert digest_of_a(statements_toml='[[statement]]\nformal = ["x > 1"]\ncovers = "A proof."\n') != before


def test_the_lemmas_are_a_source_of_every_claim():
    for claim in claims().values():
        assert "theory_checks.checker.checker" in sources.closure(claim.function.__module__)
    checker = sources.ROOT / "theory_checks/checker"
    assert (checker / "lemmas.json").read_bytes() in sources._data(checker / "checker.py")


def test_paths_are_relative_to_the_project():
    assert sources.relative_path("theory_checks.core.judge") == "theory_checks/core/judge.py"
