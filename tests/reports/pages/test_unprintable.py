"""A formula that no page can show is refused in one sentence, wherever in the results it stands."""

from pathlib import Path

import pytest
import sample_results
from test_build import mistake

WRONG = r"$\unicode{60}$"


@pytest.mark.parametrize("name", ["because", "part", "amends", "border"])
def test_no_text_of_a_reading_ends_a_report_in_a_traceback(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    results = sample_results.sample()
    results["statements"][0]["readings"][0][name] = WRONG
    told = mistake(capsys, str(sample_results.write(tmp_path, results)), "--out", str(tmp_path / "site"))

    assert f": {name} must be a text that can be printed" in told


@pytest.mark.parametrize("name", ["formal", "region"])
def test_no_formula_of_a_reading_ends_a_report_in_a_traceback(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    results = sample_results.sample()
    results["statements"][0]["readings"][0][name] = [r"\unicode{60}"]

    assert "unicode" in mistake(capsys, str(sample_results.write(tmp_path, results)), "--out", str(tmp_path / "site"))
