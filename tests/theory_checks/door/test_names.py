"""One door: light until it is opened, and whatever the rooms of the papers use is behind it."""

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import theory_checks as tc
from theory_checks import door

PAPERS = Path(__file__).resolve().parents[3] / "theory_checks/papers"
HEAVY = ("numpy", "scipy", "flint", "rich", "numba", "cvxpy", "networkx")
BESIDE = ("theory_checks.papers", "tabular")  # papers have parts of their own, and mathematics has another door


def names_in_rooms() -> set[tuple[str, str]]:
    """Return (module, name) of all that rooms import from the suite."""
    found = set()
    for path in PAPERS.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("theory_checks."):
                found |= {(node.module, x.name) for x in node.names if not node.module.startswith(BESIDE)}
    return found


def reachable(thing: object) -> bool:
    """Tell whether a thing has a name behind the door, or is a formula that `formulas` builds."""
    offered = [getattr(tc, name) for name in door.__all__] + list(vars(tc.formulas).values())
    return any(thing is x for x in offered)


def test_what_the_rooms_use_is_behind_the_door():
    missing = [
        f"{module}.{name}" for module, name in sorted(names_in_rooms()) if not reachable(_imported(module, name))
    ]

    assert len(names_in_rooms()) > 50
    assert missing == []


def _imported(module, name):
    try:
        return getattr(sys.modules.get(module) or import_module(module), name)
    except AttributeError:
        return import_module(f"{module}.{name}")


def run(code):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


def test_the_door_is_opened_by_the_first_name():
    code = (
        "import sys, theory_checks as tc\n"
        f"print([m for m in {HEAVY} if m in sys.modules])\n"
        "print(tc.exact.__name__, 'flint' in sys.modules, 'cvxpy' in sys.modules)"
    )

    assert run(code) == "[]\nexact True False\n"


def test_help_imports_no_compiler():
    code = (
        "import sys\nfrom click.testing import CliRunner\nfrom theory_checks.commands.group import cli\n"
        "CliRunner().invoke(cli, ['--help'])\n"
        f"print([m for m in {(*HEAVY, 'theory_checks.door')} if m in sys.modules])"
    )

    assert run(code) == "[]\n"


@pytest.mark.parametrize("first", ["import theory_checks.audit", "from theory_checks.audit import Plan", "pass"])
def test_a_function_stays_where_it_is_when_the_folder_of_its_name_is_imported(first):
    code = (
        f"import theory_checks as tc\n{first}\nprint(tc.audit.__name__, tc.audit.__module__)\n"
        "import theory_checks.audit.known\nprint(tc.audit.__name__)\n"
        "from theory_checks.audit import Audit\nprint(Audit is tc.Audit)"
    )

    assert run(code) == "audit theory_checks.audit.procedure\naudit\nTrue\n"


def test_the_names_are_listed():
    assert set(door.__all__) <= set(dir(tc))
    assert [name for name in door.__all__ if name.startswith("_")] == []


def test_a_name_that_does_not_exist_is_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'theory_checks' has no attribute 'chek'"):
        tc.chek  # noqa: B018 - the access is the test


def test_a_formula_is_read_with_its_domain():
    said = tc.formula("log(x) <= x - 1", where="x > 0", symbols={"x": r"\xi"})

    assert r"\xi" in said.latex[0]
    assert tc.decide(said, {"x": 2}).outcome is tc.Outcome.HOLDS
    assert not said.domain.contains({"x": -1})


def test_an_audit_goes_through_the_door():
    def tells_all(world, rng):
        return world

    plan = tc.Plan(search=100, threshold=100, confirm=400)

    assert tc.audit(tells_all, epsilon=1.0, plan=plan).verdict is tc.Verdict.REFUTED
