"""`python -m reports`: the site stands whole or not at all, the same input gives the same bytes."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import sample_results
from pages_of import parse, read

from reports.__main__ import main
from reports.pages import build as writing
from reports.pages.assets import ASSETS
from reports.pages.site import Site
from reports.read.load import load_results
from reports.read.strict import InputError

ROOT = Path(__file__).resolve().parents[3]


def tree(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


def build(folder: Path, results: Any = None, *more: str) -> Path:
    path = sample_results.write(folder, results)
    assert main([str(path), "--out", str(folder / "site"), *more]) == 0
    return folder / "site"


def mistake(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(list(arguments)) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith("error: ")
    assert output.err.count("\n") == 1
    return output.err


def test_it_prints_the_path_of_the_index(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    site = build(tmp_path)
    assert capsys.readouterr().out == f"{site / 'index.html'}\n"
    assert (site / "index.html").is_file()


def test_it_runs_as_a_module_from_anywhere(tmp_path: Path) -> None:
    path = sample_results.write(tmp_path)
    command = [sys.executable, "-m", "reports", str(path), "--out", "here"]
    done = subprocess.run(
        command, cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{tmp_path / 'here' / 'index.html'}\n"


def test_the_same_input_gives_the_same_bytes(tmp_path: Path) -> None:
    first, second = tmp_path / "a", tmp_path / "b"
    first.mkdir()
    second.mkdir()
    code = ("--code-root", str(tmp_path))
    assert tree(build(first, None, *code)) == tree(build(second, None, *code))


def test_the_bytes_do_not_depend_on_the_order_of_hashes(tmp_path: Path) -> None:
    path = sample_results.write(tmp_path)
    sites = []
    for seed in ("1", "2"):
        out = tmp_path / seed / "site"
        command = [sys.executable, "-m", "reports", str(path), "--out", str(out)]
        subprocess.run(
            command, env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed}, check=True, capture_output=True
        )
        sites.append(tree(out))
    assert sites[0] == sites[1]


def test_a_site_is_replaced_and_nothing_of_the_old_one_stays(tmp_path: Path) -> None:
    site = build(tmp_path)
    fewer = sample_results.sample()
    fewer["statements"] = fewer["statements"][:2]
    build(tmp_path, fewer)
    assert not (site / "statements" / "second" / "thm1.html").exists()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["results.json", "site"]


def test_a_failure_leaves_the_old_site_as_it_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    site = build(tmp_path)
    before = tree(site)
    broken = sample_results.sample()
    broken["statements"][5]["formulas"] = [r"\foo"]
    capsys.readouterr()
    message = mistake(capsys, str(sample_results.write(tmp_path, broken)), "--out", str(site))
    assert r"demo/lemma16: formulas[0] must be a formula that can be printed, got '\\foo'" in message
    assert tree(site) == before


def test_a_failure_while_writing_leaves_the_old_site_and_no_debris(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = build(tmp_path)
    before = tree(site)
    results = load_results(tmp_path / "results.json")

    def full(_: Any, folder: Path, *_more: Any) -> None:
        (folder / "half").write_text("x")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(writing, "_write", full)
    with pytest.raises(InputError, match="No space left on device"):
        writing.build(results, site)
    assert tree(site) == before
    assert sorted(p.name for p in tmp_path.iterdir()) == ["results.json", "site"]


def test_a_site_with_more_folders_in_each_other_than_can_be_removed_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site = build(tmp_path)
    there = os.open(site, os.O_DIRECTORY)
    for _ in range(1500):
        os.mkdir("deep", dir_fd=there)
        there, above = os.open("deep", os.O_DIRECTORY, dir_fd=there), there
        os.close(above)
    os.close(there)
    capsys.readouterr()

    said = mistake(capsys, str(tmp_path / "results.json"), "--out", str(site))

    assert f"{site} must be a folder that can be written, got maximum recursion depth exceeded" in said
    subprocess.run(["rm", "-r", *tmp_path.iterdir()], check=True)  # which the library cannot


def test_debris_of_a_killed_build_does_no_harm(tmp_path: Path) -> None:
    for name in (".site.building", ".site.old"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "junk").write_text("x")
    site = build(tmp_path)
    assert "junk" not in tree(site)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["results.json", "site"]


def test_a_folder_with_other_things_is_never_replaced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = sample_results.write(tmp_path)
    home = tmp_path / "home"
    home.mkdir()
    (home / "thesis.tex").write_text("years of work")
    assert "must be a new or empty folder or a site that was built before" in mistake(
        capsys, str(path), "--out", str(home)
    )
    assert (home / "thesis.tex").read_text() == "years of work"
    assert "something else" in mistake(capsys, str(path), "--out", str(path))
    link = tmp_path / "link"
    link.symlink_to(home)
    assert "something else" in mistake(capsys, str(path), "--out", str(link))


def test_an_empty_folder_is_used(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    assert (build(tmp_path) / "index.html").is_file()


@pytest.mark.parametrize(
    ("arguments", "rule"),
    [
        (["none.json"], "none.json must be a readable file"),
        (["results.json", "--sources", "none.json"], "none.json must be a readable file"),
        (["results.json", "--benchmarks", "broken.json"], "broken.json must be JSON"),
        (["results.json", "--timings", "broken.json"], "broken.json must be JSON"),
        (["results.json", "--benchmarks", "folder"], "broken.json must be JSON"),
        (["results.json", "--benchmarks", "unknown.json"], "unknown.json must be JSON that pytest-benchmark writes"),
        (["broken.json"], "broken.json must be JSON"),
        (["results.json", "--out", "results.json/site"], "must be a folder that can be written"),
    ],
)
def test_mistakes_are_one_sentence(
    arguments: list[str], rule: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    sample_results.write(tmp_path)
    (tmp_path / "folder").mkdir()
    for place in (tmp_path, tmp_path / "folder"):
        (place / "broken.json").write_text("{")
    (tmp_path / "unknown.json").write_text('{"schema": "theory-checks/other/1"}')
    assert rule in mistake(capsys, *arguments)


def test_without_benchmarks_the_page_says_how_to_make_them(tmp_path: Path) -> None:
    text = read(build(tmp_path) / "benchmarks.html").text
    assert "There are no benchmarks in this report yet." in text
    assert "make bench" in text


def test_without_a_run_every_statement_is_still_there(tmp_path: Path) -> None:
    results = sample_results.sample()
    for s in results["statements"]:
        s |= {"verdict": None, "readings": [sample_results.blank()]}
    site = build(tmp_path, results)
    rows = [n for n in read(site / "statements.html").walk() if n.tag == "tr" and "data-verdict" in n.attributes]
    assert len(rows) == len(results["statements"])
    assert "false as printed" not in read(site / "index.html").text


def test_a_site_of_nothing_is_a_site(tmp_path: Path) -> None:
    assert "0 statements" in read(build(tmp_path, sample_results.sample() | {"statements": []}) / "index.html").text


HOSTILE = "</code></pre></title></svg><script>alert(1)</script><img src=x onerror=alert(1)>\" ' javascript:"


# No free text: names of files, words of a closed list, and formulas, which are refused if they are not understood.
FIXED = {"role",
    "schema", "id", "tag", "key", "paper", "method", "outcome", "region", "kind", "verdict", "expected", "x_scale",
    "y_scale", "digest", "depends_on", "repairs", "repaired_by", "formulas", "certificate",
}  # fmt: skip


# Of sliders and curves only these are free texts: the rest is names, exact numbers and expressions.
OF_SLIDERS = {"says", "words"}


def explore(value: Any, key: str = "") -> Any:
    """The same sliders and curves with every free text replaced by an attack."""
    if isinstance(value, dict):
        return {k: explore(v, k) for k, v in value.items()}
    if isinstance(value, list):
        return [explore(item) for item in value]
    return HOSTILE if key in OF_SLIDERS else value


def poisoned(value: Any, key: str = "") -> Any:
    """The same results with every free text replaced by an attack."""
    if key == "explore":
        return explore(value)
    if isinstance(value, dict):
        return {k: v if k in FIXED and not isinstance(v, dict | list) else poisoned(v, k) for k, v in value.items()}
    if isinstance(value, list):
        return value if key in FIXED else [poisoned(item, key) for item in value]
    return HOSTILE if isinstance(value, str) else value


def test_no_text_of_the_results_becomes_markup(tmp_path: Path) -> None:
    results = poisoned(sample_results.sample())
    for s in results["statements"]:
        s["kind"] = HOSTILE
    (tmp_path / "checker.js").write_text("// the checker")
    site = build(tmp_path, results, "--checker", str(tmp_path / "checker.js"))
    assert "data-explore" in (site / "statements" / "demo" / "prop10.html").read_text("utf-8")
    ours = {path.name for path in ASSETS.glob("*.js")}
    for path in site.rglob("*.html"):
        text = path.read_text("utf-8")
        assert "<script>" not in text
        assert "<img" not in text
        page = read(path)  # an attack that closed a tag would leave the page unbalanced
        for node in page.walk():
            assert node.tag != "script" or Path(node.attributes["src"]).name in ours, path
            assert "onerror" not in node.attributes, path
            assert not node.attributes.get("href", "").startswith("javascript:"), path
    assert HOSTILE in read(site / "statements" / "demo" / "prop10.html").text


def test_hostile_keys_are_text_too(tmp_path: Path) -> None:
    results = sample_results.sample()
    results["versions"] = {HOSTILE: HOSTILE}
    results["bibliography"] = {HOSTILE: HOSTILE}
    text = (build(tmp_path, results) / "provenance.html").read_text("utf-8")
    assert "<script>" not in text
    assert "&lt;script&gt;" in text


def test_the_overview_of_a_large_catalogue_stays_small(tmp_path: Path) -> None:
    results = sample_results.sample()
    model = next(s for s in results["statements"] if s["id"] == "demo/prop10")
    results["statements"] = [
        model | {"id": f"demo/statement-{k}", "tag": "", "repaired_by": [], "kind": "proof-step"} for k in range(370)
    ]
    name, content = next(Site(load_results(sample_results.write(tmp_path, results))).files())
    assert name == "index.html"
    assert len(content) <= 250_000
    assert sum(1 for _ in parse(content.decode()).walk()) <= 4_000


@pytest.mark.parametrize(("reader", "status"), [("| :", 0), (">&-", 0), (">/dev/full", 2)])
def test_a_site_that_nobody_hears_of_stands(tmp_path: Path, reader: str, status: int) -> None:
    command = [sys.executable, "-m", "reports", str(sample_results.write(tmp_path)), "--out", str(tmp_path / "site")]
    shell = ["sh", "-c", f'{{ "$@"; echo $? >{tmp_path}/status; }} {reader}', "sh", *command]
    done = subprocess.run(shell, cwd=ROOT, stderr=subprocess.PIPE, text=True, check=False)

    assert (tmp_path / "status").read_text().strip() == str(status)
    assert done.stderr == ("error: the output must be written whole, got: No space left on device\n" if status else "")
    assert (tmp_path / "site/index.html").is_file()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_between_the_names_of_two_sites_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    class EndedError(BaseException):
        pass

    def end(*_: object) -> None:
        raise EndedError

    def renamed(path: Path, target: Path) -> None:
        os.rename(path, target)
        os.kill(os.getpid(), number)

    before = tree(build(tmp_path))
    usual = signal.signal(number, end)
    monkeypatch.setattr(Path, "rename", renamed)
    try:
        with pytest.raises(EndedError):
            build(tmp_path)
    finally:
        signal.signal(number, usual)

    assert tree(tmp_path / "site") == before
    assert {path.name for path in tmp_path.iterdir()} == {"results.json", "site"}


@pytest.mark.parametrize("option", ["", "--timings", "--tables", "--changelog", "--benchmarks", "--words", "--checker"])
@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_what_is_no_ordinary_file_is_not_waited_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str, kind: str
) -> None:
    place = tmp_path / "place"
    os.mkfifo(place) if kind == "pipe" else place.symlink_to("/dev/zero")
    results = [str(sample_results.write(tmp_path)), option] if option else []

    assert "must be an ordinary file, got another thing at " in mistake(
        capsys, *results, str(place), "--out", str(tmp_path / "site")
    )


def test_a_record_that_is_a_pipe_is_neither_read_nor_written(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "record")

    assert build(tmp_path, None, "--record", str(tmp_path / "record")).is_dir()
    assert (tmp_path / "record").is_fifo()


def test_two_reports_do_not_build_one_site_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = build(tmp_path)
    results = load_results(tmp_path / "results.json")
    write = vars(writing)["_write"]

    def slow(*arguments: Any) -> Any:
        made = write(*arguments)
        monkeypatch.setattr(writing, "_write", write)
        with pytest.raises(InputError, match=r"only one report may be built at .*site at a time, got a second one"):
            writing.build(results, site)
        return made

    monkeypatch.setattr(writing, "_write", slow)
    writing.build(results, site)
    assert (site / "index.html").is_file()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["results.json", "site"]


def test_a_link_in_the_place_of_a_building_site_is_not_followed(tmp_path: Path) -> None:
    site, other = build(tmp_path), tmp_path / "other"
    other.mkdir()
    (other / "thesis.tex").write_text("years of work")
    (tmp_path / ".site.building").symlink_to(other)
    with pytest.raises(InputError, match="must be a folder that can be written"):
        writing.build(load_results(tmp_path / "results.json"), site)
    assert [path.name for path in other.iterdir()] == ["thesis.tex"]
