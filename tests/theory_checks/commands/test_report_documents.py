"""The documents of a report are those of the project's own tree."""

from theory_checks.commands import report
from theory_checks.engine import sources


def test_a_tree_has_documents_and_an_installation_leaves_the_folders_of_others_alone(tmp_path, monkeypatch):
    (tmp_path / "docs").mkdir()
    monkeypatch.setattr(sources, "ROOT", tmp_path)
    assert report._documents() is None

    (tmp_path / "pyproject.toml").write_text("", encoding="utf-8")
    assert report._documents() == tmp_path / "docs"
    (tmp_path / "docs").rmdir()
    assert report._documents() is None
