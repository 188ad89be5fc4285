"""The checker of the browser comes from one place, which a caller can change."""

from pathlib import Path

import pytest
import sample_results

from reports.__main__ import main
from reports.pages.assets import assets


def test_the_checker_is_the_one_that_is_asked_for(tmp_path: Path) -> None:
    assert "assets/checker.js" not in dict(assets())
    (tmp_path / "other.js").write_text("// another")
    arguments = [str(sample_results.write(tmp_path)), "--out", str(tmp_path / "site")]
    assert main([*arguments, "--checker", str(tmp_path / "other.js")]) == 0
    assert (tmp_path / "site/assets/checker.js").read_text() == "// another"


def test_a_checker_that_is_not_there_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [str(sample_results.write(tmp_path)), "--out", str(tmp_path / "site")]
    assert main([*arguments, "--checker", "none.js"]) == 2
    assert (
        capsys.readouterr().err == "error: the checker none.js must be a readable file, got No such file or directory\n"
    )
    assert not (tmp_path / "site").exists()
