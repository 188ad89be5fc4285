"""A digest changes with every source that a claim reaches, and with no other."""

import sys
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

import pytest

from theory_checks.engine import sources
from theory_checks.engine.execution import execute
from theory_checks.engine.papers import load
from theory_checks.engine.registry import claims, claims_about
from theory_checks.engine.seal import TRIAL


def test_the_closure_follows_imports_of_modules_and_of_their_parts():
    reached = sources.closure("theory_checks.engine.execution")

    assert {"theory_checks.core.judge", "theory_checks.checker.checker", "theory_checks.core.seeds"} <= set(reached)
    assert "theory_checks.commands.run" not in reached


@pytest.fixture
def digest_of_a(monkeypatch, tmp_path):
    """The digest of a module of a small package, whose files may be written anew."""
    (tmp_path / "theory_checks").mkdir()
    monkeypatch.setattr(sources, "ROOT", tmp_path)
    caches = sources.closure, sources._imports, sources._file, sources._room, sources._content

    def digest(**files):
        for name, text in files.items():
            (tmp_path / "theory_checks" / ".".join(name.rsplit("_", 1))).write_text(text)
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


def test_the_digest_depends_on_names_whose_formula_stands_in_a_reading(digest_of_a):
    room = '[[statement]]\nlet = {{ bound = "{}" }}\n[[statement.reading]]\nformal = ["x > 0"]\n'
    before = digest_of_a(a_py="", statements_toml=room.format("1"))

    assert digest_of_a(statements_toml=room.format("2")) != before


def test_the_digest_depends_on_the_packages_around_a_module(digest_of_a):
    """They are run before it; what they import for others is nothing to it."""
    before = digest_of_a(a_py="x = 1\n", __init___py="", c_py="y = 1\n")

    assert digest_of_a(__init___py="from theory_checks import c\n") != before
    assert "theory_checks.c" not in sources.closure("theory_checks.a")


def test_the_digest_depends_on_a_library_of_ones_own(monkeypatch, tmp_path):
    (tmp_path / "claims_about_it.py").write_text("import math, numpy.linalg\nfrom library_on_trial import noise\n")
    (tmp_path / "library_on_trial.py").write_text("noise = 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    import_module("claims_about_it")
    before = sources.digest("claims_about_it")
    (tmp_path / "library_on_trial.py").write_text("noise = 2\n")
    sources._content.cache_clear()

    assert sources.digest("claims_about_it") != before
    assert sources.closure("claims_about_it") == ("claims_about_it", "library_on_trial")


def test_the_lemmas_are_a_source_of_every_claim():
    for claim in claims().values():
        assert "theory_checks.checker.checker" in sources.closure(claim.function.__module__)
    checker = sources.ROOT / "theory_checks/checker"
    assert (checker / "lemmas.json").read_bytes() in sources._data(checker / "checker.py")


def test_a_change_deep_inside_makes_the_right_records_stale(monkeypatch, tmp_path):
    helper = "tabular.gaussian.plane"  # two rooms reach it, one of them through another module of its own
    modules = {claim.function.__module__ for claim in claims().values()}
    before = {module: sources.digest(module) for module in modules}
    path, changed = sources._path, tmp_path / "changed.py"
    changed.write_text(path(helper).read_text() + "# changed\n")
    monkeypatch.setattr(sources, "_path", lambda name: changed if name == helper else path(name))
    sources._content.cache_clear()
    stale = {module for module in modules if sources.digest(module) != before[module]}
    sources._content.cache_clear()

    rooms = "theory_checks.papers.dpdqn.algorithm"
    assert stale == {f"{rooms}.j1_literal", f"{rooms}.j1_utility"}


@contextmanager
def called():
    """Note the file of every function of ours that is called."""
    files = set()
    sys.setprofile(lambda frame, event, _: files.add(frame.f_code.co_filename) if event == "call" else None)
    try:
        yield files
    finally:
        sys.setprofile(None)


@pytest.mark.parametrize("id_", ["dpdqn/line22-sum", "dpdqn/eq2-mean", "dpdqn/prop10", "pucb/counter-rate"])
def test_whatever_a_trial_calls_is_in_the_digest(id_):
    statement = load()[id_]
    for claim in claims_about(statement):
        with called() as files:
            execute(claim, statement)
        reached = {*sources.closure(claim.function.__module__), *sources.closure(TRIAL)}
        ours = {Path(file) for file in files if Path(file).is_relative_to(sources.ROOT)}
        rooms = {file for file in ours if "site-packages" not in file.parts}

        assert rooms <= {sources._path(name) for name in reached} | {Path(__file__)}


def test_paths_are_relative_to_the_project():
    assert sources.relative_path("theory_checks.core.judge") == "theory_checks/core/judge.py"
