"""Tests that `make test` does not run again: which they are, what makes them run, and that the layout is as it says."""

import ast
import json
import re
import shutil
from pathlib import Path

import pytest

from tests import unchanged
from tests.unchanged import GENERAL, LIBRARY, PAPERS, PASSED, PASSING, digest, folders, reach
from theory_checks.engine import sources

pytest_plugins = ["pytester"]

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = folders(ROOT)
UTILITY, SAMPLER, COUNTERS = PAPERS / "dpdqn/utility", PAPERS / "dpdqn/sampler", PAPERS / "pucb/counters"
REACHED = {folder: {path.relative_to(ROOT).as_posix() for path in reach(folder, ROOT)} for folder in FOLDERS}
ALL = set(FOLDERS)
JUDGING = ALL - {LIBRARY}
OF_PAPERS = JUDGING - {*GENERAL}
COMMON = {folder for folder in OF_PAPERS if folder.name == "common"}
ROOMS = OF_PAPERS - COMMON
CORE = PAPERS.parent / "core"


@pytest.mark.parametrize(
    ("file", "stale"),
    [
        ("tabular/numbers/rational.py", ALL),
        ("tabular/dpdqn/_kernels_training.py", ALL),
        ("theory_checks/core/formula.py", JUDGING),
        ("theory_checks/checker/lemmas.json", JUDGING),
        ("theory_checks/proofs/Decide.v", JUDGING),
        ("theory_checks/papers/dpdqn/common/surds.py", JUDGING),
        ("theory_checks/papers/dpdqn/utility/statements.toml", JUDGING),
        ("theory_checks/papers/dpdqn/paper.toml", JUDGING),
        ("theory_checks/papers/dpdqn/utility/panel.json", set()),
        ("theory_checks/papers/dpdqn/utility/utility_bound.py", {UTILITY, *COMMON}),
        ("tests/theory_checks/papers/dpdqn/near_misses.py", {x for x in OF_PAPERS if x.parent.name == "dpdqn"}),
        ("theory_checks/papers/dpdqn/utility/_bounds.py", {UTILITY, *COMMON}),
        ("tests/theory_checks/papers/conftest.py", JUDGING),
        ("tests/theory_checks/papers/dpdqn/sampler/test_exact_samplers.py", {SAMPLER}),
        ("tests/tabular/mdp/test_mdp.py", {LIBRARY}),
        ("tests/refusals.py", ALL),
        ("tests/conftest.py", ALL),
        ("pyproject.toml", ALL),
        ("constraints.txt", ALL),
        ("reports/__main__.py", set()),
        ("tests/test_house.py", set()),
        ("tests/theory_checks/core/test_formula.py", {CORE}),
        ("tests/theory_checks/engine/test_runner.py", set()),
    ],
)
def test_a_changed_file_makes_the_folders_run_that_reach_it_and_no_other(file, stale):
    assert (ROOT / file).is_file()
    assert {folder for folder in FOLDERS if file in REACHED[folder]} == stale


def test_every_room_is_among_the_folders():
    rooms = {path.parent.relative_to(ROOT / unchanged.CODE) for path in (ROOT / unchanged.CODE).glob("*/*/*.toml")}

    assert {COUNTERS, UTILITY} <= ALL
    assert {PAPERS / room for room in rooms} <= ALL


def imported(path):
    """Yield the modules that a test may import, by whatever form of the statement."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (node.module, *(f"{node.module}.{alias.name}" for alias in node.names))


def modules(folder):
    return {name for path in (ROOT / folder).rglob("*.py") for name in imported(path)}


def shared_files():
    """Return what the tests of several rooms share."""
    files = [path for folder in (PAPERS, *(ROOT / PAPERS).glob("*")) for path in (ROOT / folder).glob("*.py")]
    return [path for path in files if not path.name.startswith("test_")]


def shared():
    return {name for path in shared_files() for name in imported(path)}


def own(names):
    return {name for name in names if name.split(".")[0] in ("theory_checks", "reports", "examples", "tests")}


def test_tests_of_the_library_import_nothing_of_the_other_packages():
    assert own(modules(LIBRARY)) == set()


def opening(names):
    """Return what may open any room: the door, the commands, and the engine but for the ledger and trials."""
    closed = ("papers", "registry", "execution")
    engine = {name for name in names if name.startswith("theory_checks.engine.") and name.split(".")[2] not in closed}
    return engine | {name for name in names if re.match(r"theory_checks(\.(commands|door|testing).*)?$", name)}


@pytest.mark.parametrize("folder", sorted(ROOMS), ids=lambda folder: "/".join(folder.parts[-2:]))
def test_tests_of_a_room_import_no_other_room_and_open_none(folder):
    names = own(modules(folder) | shared())
    paper, room = folder.parts[-2:]
    code = {tuple(name.split(".")[2:4]) for name in names if re.match(r"theory_checks\.papers\.\w+\.\w+", name)}

    assert code <= {(paper, room), (paper, "common")}
    assert opening(names) == set()
    assert {name.split(".")[0] for name in names} <= {"theory_checks", "tests"}
    assert all(name.startswith(f"tests.theory_checks.papers.{paper}.near_misses") for name in names if "tests" in name)


@pytest.mark.parametrize("folder", sorted(ROOMS), ids=lambda folder: "/".join(folder.parts[-2:]))
def test_tests_of_a_room_ask_for_no_claims_but_those_of_a_statement(folder):
    """`claims()` opens all rooms; `claim_about` that of a statement, which is one of the room by the next test."""
    paths = [*(ROOT / folder).rglob("*.py"), *shared_files()]
    calls = [x.func for path in paths for x in ast.walk(ast.parse(path.read_text())) if isinstance(x, ast.Call)]

    assert "claims" not in {getattr(call, "id", getattr(call, "attr", "")) for call in calls}


@pytest.mark.parametrize("folder", sorted(ROOMS), ids=lambda folder: "/".join(folder.parts[-2:]))
def test_tests_of_a_room_name_no_statement_of_another(folder):
    from theory_checks.engine.papers import load

    home = {id_: Path(statement.room).relative_to(unchanged.CODE) for id_, statement in load().statements.items()}
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in (ROOT / folder).rglob("*.py")]
    texts = {
        x.value for tree in trees for x in ast.walk(tree) if isinstance(x, ast.Constant) and isinstance(x.value, str)
    }
    named = {text.partition("#")[0] for text in texts} & home.keys()

    assert {id_ for id_ in named if home[id_] != folder.relative_to(PAPERS)} == set()


def closure(folder):
    """Return all modules of ours that tests may reach by imports."""
    ours = {name for name in own(modules(folder)) if name.split(".")[0] == "theory_checks"}
    return {module for name in ours if sources._file(name) for module in sources.closure(name)}


@pytest.mark.parametrize("folder", GENERAL, ids=lambda folder: folder.name)
def test_tests_of_what_judges_reach_no_room(folder):
    rooms = {name for name in closure(folder) if re.match(r"theory_checks\.papers\.\w+\.\w+", name)}

    assert {name for name in rooms if name.split(".")[3] != unchanged.COMMON} == set()
    assert own(modules(folder)) <= {name for name in own(modules(folder)) if name.startswith("theory_checks")}
    guarded = (ROOT / folder / "conftest.py").is_file()  # refuses to open a room
    assert guarded or "theory_checks.engine.registry" not in closure(folder)


ONE = "theory_checks/papers/p/one/check.py"
READS = """
import runpy
DEEP = "tabular/numbers/deep.py"
def read(path, name): return runpy.run_path(path)[name]
"""


@pytest.fixture
def project(pytester):
    """Return a project with a library, one helper deep inside, and two rooms whose tests use it."""
    files = {
        "tabular/numbers/deep.py": "HALF = 0.5\n",
        "theory_checks/papers/p/one/check.py": "TWICE = 2\n",
        "theory_checks/papers/p/one/statements.toml": "",
        "theory_checks/papers/p/two/check.py": "NONE = 0\n",
        "tests/tabular/test_deep.py": READS + "def test_half(): assert read(DEEP, 'HALF') == 0.5\n",
        "tests/theory_checks/papers/p/one/test_one.py":
            READS + f"def test_one(): assert read({ONE!r}, 'TWICE') * read(DEEP, 'HALF') == 1\n",
        "tests/theory_checks/papers/p/two/test_two.py": "def test_two(): pass\n",
        "tests/test_always.py": "def test_always(): pass\n",
    }  # fmt: skip
    for name, text in files.items():
        (pytester.path / name).parent.mkdir(parents=True, exist_ok=True)
        (pytester.path / name).write_text(text)
    shutil.copy(unchanged.__file__, pytester.path / "tests/unchanged.py")
    return pytester.path


@pytest.fixture
def run(pytester, project):
    """Return what `make test` does with tests: the digests get their name once all have passed."""

    def run(*options, passed):
        result = pytester.runpytest_subprocess("-p", "tests.unchanged", "-p", "no:cacheprovider", "tests", *options)
        assert (result.ret == 0) == passed
        if passed:
            (project / PASSING).replace(project / PASSED)
        return result.parseoutcomes()

    return run


def rewrite(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_what_passed_is_run_again_only_when_something_that_it_reaches_has_changed(run, project):
    assert run(passed=True) == {"passed": 4}
    assert run(passed=True) == {"passed": 1}

    rewrite(project / "theory_checks/papers/p/two/check.py", "0", "None")
    assert run(passed=True) == {"passed": 2}
    (project / "theory_checks/papers/p/one/statements.toml").write_text("# said otherwise")
    assert run(passed=True) == {"passed": 3}
    rewrite(project / "tabular/numbers/deep.py", "0.5", "1 / 2")
    assert run(passed=True) == {"passed": 4}


def test_what_failed_is_run_until_it_passes_and_so_is_what_ran_beside_it(run, project):
    run(passed=True)
    rewrite(project / ONE, "2", "3")

    assert run(passed=False) == {"passed": 1, "failed": 1}
    assert run(passed=False) == {"passed": 1, "failed": 1}
    rewrite(project / ONE, "3", "2.0")
    assert run(passed=True) == {"passed": 2}


def test_a_helper_deep_inside_that_breaks_makes_all_tests_fail_that_use_it(run, project):
    run(passed=True)
    rewrite(project / "tabular/numbers/deep.py", "0.5", "0.25")

    assert run(passed=False) == {"passed": 2, "failed": 2}


def test_workers_leave_out_the_same(run, project):
    """Whatever else they find installed: the first process decides."""
    other = 'import os, sys\nif "PYTEST_XDIST_WORKER" in os.environ: sys.version += " of a worker"\n'
    (project / "tests/conftest.py").write_text(other)

    assert run("-n", "2", passed=True) == {"passed": 4}
    assert run("-n", "2", passed=True) == {"passed": 1}


def test_nothing_is_left_out_of_which_nothing_is_recorded(run, project):
    run(passed=True)
    (project / PASSED).write_text(json.dumps({}))

    assert run(passed=True) == {"passed": 4}


def test_files_that_come_and_go_and_other_versions_change_the_digest(tmp_path, monkeypatch):
    (tmp_path / "tabular").mkdir()
    empty = digest(LIBRARY, tmp_path)
    (tmp_path / "tabular/new.json").write_text("[]")
    more = digest(LIBRARY, tmp_path)
    (tmp_path / "tabular/new.json").rename(tmp_path / "tabular/other.json")
    renamed = digest(LIBRARY, tmp_path)
    monkeypatch.setattr(unchanged, "_installed", lambda: "another Python")

    assert len({empty, more, renamed, digest(LIBRARY, tmp_path)}) == 4
