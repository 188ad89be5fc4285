"""A digest changes with every source that a claim reaches, and with no other."""

from theory_checks.engine import sources


def test_the_closure_follows_imports_of_modules_and_of_their_parts():
    reached = sources.closure("theory_checks.engine.execution")

    assert {"theory_checks.core.judge", "theory_checks.checker.checker", "theory_checks.core.seeds"} <= set(reached)
    assert "theory_checks.commands.run" not in reached


def test_the_digest_depends_on_what_is_reached(monkeypatch, tmp_path):
    for name, text in {"a": "from theory_checks import b\n", "b": "x = 1\n", "c": "y = 1\n"}.items():
        (tmp_path / "theory_checks").mkdir(exist_ok=True)
        (tmp_path / "theory_checks" / f"{name}.py").write_text(text)
    monkeypatch.setattr(sources, "ROOT", tmp_path)

    def digest_of_a():
        for cached in (sources.closure, sources._imports, sources._file):
            cached.cache_clear()
        return sources.digest("theory_checks.a")

    before = digest_of_a()
    (tmp_path / "theory_checks/c.py").write_text("y = 2\n")
    assert digest_of_a() == before
    (tmp_path / "theory_checks/b.py").write_text("x = 2\n")
    assert digest_of_a() != before
    monkeypatch.undo()
    digest_caches = (sources.closure, sources._imports, sources._file)
    for cached in digest_caches:
        cached.cache_clear()


def test_paths_are_relative_to_the_project():
    assert sources.relative_path("theory_checks.core.judge") == "theory_checks/core/judge.py"
