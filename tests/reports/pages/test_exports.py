"""Files to download: verdicts and figures as tables, the results as they are, a checker that runs alone."""

import csv
import hashlib
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pages_of
import pytest
import sample_results

from reports.__main__ import main
from theory_checks.checker import program


def build(folder: Path, results: Any = None) -> Path:
    (folder / "alone.py").write_text(program(), encoding="utf-8")
    path = sample_results.write(folder, results)
    assert main([str(path), "--out", str(folder / "site"), "--program", str(folder / "alone.py")]) == 0
    return folder / "site"


def rows(path: Path) -> list[dict[str, str]]:
    return [*csv.DictReader(io.StringIO(path.read_text("utf-8")))]


def test_the_verdicts_are_a_table(site: Path) -> None:
    found = {row["id"]: row for row in rows(site / "verdicts.csv")}
    assert [*found] == [s["id"] for s in sample_results.sample()["statements"]]
    row = found["demo/prop10"]
    assert (row["tag"], row["verdict"], row["label"]) == ("4FK7", "HOLDS_ON_REGION", "Proposition 10")
    assert row["corrected_by"] == "demo/prop10/repaired"
    assert found["demo/prop10/repaired"]["corrects"] == "demo/prop10"
    assert row["domain"].startswith("reward-noise: refuted, n = 5 states")
    assert found["demo/skipped"]["verdict"] == "NOT_RUN"
    assert "$" not in (site / "verdicts.csv").read_text("utf-8")


def test_the_results_are_offered_as_they_are(tmp_path: Path) -> None:
    site = build(tmp_path)
    content = (site / "results.json").read_bytes()
    assert content == (tmp_path / "results.json").read_bytes()
    assert hashlib.sha256(content).hexdigest() in (site / "provenance.html").read_text("utf-8")


def test_a_figure_has_its_numbers_with_all_digits(site: Path) -> None:
    (figure,) = [r["figures"][0] for r in sample_results.prop10()["readings"] if r["figures"]]
    path = site / "figures/demo--prop10--reward-noise--1.csv"
    expected = [
        (series["label"], str(x), str(y))
        for series in figure["series"]
        if series["y"]
        for x, y in zip(series["x"], series["y"], strict=True)
        if None not in (x, y)
    ]
    found = [(row["series"], row["x"], row["y"]) for row in rows(path) if row["x"] and row["y"]]
    assert [(label, float(x), float(y)) for label, x, y in found] == [
        (label, float(x), float(y)) for label, x, y in expected
    ]
    page = pages_of.read(site / "statements/demo/prop10.html")
    hrefs = [node.attributes.get("href", "") for node in page.walk()]
    assert "../../figures/demo--prop10--reward-noise--1.csv" in hrefs


def test_one_page_links_all_that_can_be_downloaded(tmp_path: Path) -> None:
    site = build(tmp_path)
    linked = {node.attributes["href"] for node in pages_of.read(site / "data.html").walk() if "href" in node.attributes}
    offered = [*site.glob("certificates/*.json"), *site.glob("figures/*.csv")]
    assert len(offered) > 4
    names = {path.relative_to(site).as_posix() for path in offered} | {"results.json", "verdicts.csv", "checker.py"}
    assert names <= linked
    assert "data.html" in {node.attributes.get("href") for node in pages_of.read(site / "index.html").walk()}


def test_the_checker_of_the_site_runs_alone_on_a_certificate_of_the_site(tmp_path: Path) -> None:
    site = build(tmp_path)
    empty = tmp_path / "empty"
    empty.mkdir()
    (empty / "checker.py").write_bytes((site / "checker.py").read_bytes())
    certificate = json.loads(next(site.glob("certificates/demo--prop10--*.json")).read_text("utf-8"))
    forged = certificate | {"conclusion": certificate["conclusion"] | {"relation": "<"}}
    for data, status, word in ((certificate, 0, "accepted"), (forged, 1, "refused")):
        (empty / "c.json").write_text(json.dumps(data))
        command = [sys.executable, "-I", "checker.py", "c.json"]
        done = subprocess.run(command, cwd=empty, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (status, "")
        assert done.stdout.startswith(f"c.json: {word}: ")


def test_the_page_of_a_counterexample_names_the_checker_that_is_there(tmp_path: Path, site: Path) -> None:
    page = "statements/demo/prop10.html"
    assert "python checker.py certificates/demo--prop10--" in pages_of.read(build(tmp_path) / page).text
    assert "checker.py" not in pages_of.read(site / page).text


@pytest.mark.parametrize("verdict", [None, "VERIFIED"])
def test_without_certificates_and_figures_there_is_nothing_else_to_download(
    tmp_path: Path, verdict: str | None
) -> None:
    results = sample_results.sample()
    results["statements"] = [sample_results.statement("demo/one", "One", verdict)]
    site = build(tmp_path, results)
    assert not (site / "figures").exists()
    assert "0 certificates" not in (site / "data.html").read_text("utf-8")


def test_a_program_that_is_not_there_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [str(sample_results.write(tmp_path)), "--out", str(tmp_path / "site"), "--program", "none.py"]
    assert main(arguments) == 2
    assert "error: the checker none.py must be a readable file" in capsys.readouterr().err
