"""Tests for tabular/compiled.py: machine code that is kept is that of all kernels as they stand."""

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tabular import compiled

ROOT = compiled.FOLDER.parent
ASK = """
import numpy as np
from tabular.noise import OrnsteinUhlenbeck
print(*OrnsteinUhlenbeck(beta=1.0, seed=1).many(np.array([0.25, 0.5])))
"""


@pytest.fixture
def values(tmp_path, monkeypatch):
    """Values of a path, of a copy of the package whose machine code is kept beside it."""
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    shutil.copytree(compiled.FOLDER, tmp_path / "tabular", ignore=shutil.ignore_patterns("__pycache__"))

    def ask():
        command = [sys.executable, "-B", "-c", ASK]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
        return [float(x) for x in done.stdout.split()]

    return ask


@pytest.mark.parametrize(
    ("file", "text", "changed"),
    [
        ("_kernels_normals.py", "out[i] = _central(", "out[i] = 2 * _central("),  # a function of another kernel
        ("conditional.py", "return 1.0 + e,", "return 2.0 + e,"),  # a plain function
    ],
)
def test_a_change_of_what_a_kernel_calls_is_compiled(values, tmp_path, file, text, changed):
    before = values()
    assert values() == before

    path = tmp_path / "tabular" / "noise" / file
    source = path.read_text(encoding="utf-8")
    assert text in source
    path.write_text(source.replace(text, changed), encoding="utf-8")

    assert values() != before


def test_a_kernel_without_a_door_works_in_kernels_and_refuses_python():
    @compiled.njit(**compiled.INNER)
    def one_more(x):
        return x + 1

    @compiled.njit()
    def two_more(x):
        return one_more(one_more(x))

    for _ in range(2):  # before it is compiled, and after
        with pytest.raises(TypeError, match="one_more must be called by other kernels, got a call from Python"):
            one_more(3)
        assert two_more(3) == 5


def modules_of(path):
    """Return the files of the package that a file imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "tabular":
            base = ROOT.joinpath(*node.module.split("."))
            for alias in node.names:
                parts = base / f"{alias.name}.py", base.with_suffix(".py")
                yield next(file for file in parts if file.is_file())


def test_kernels_rest_on_nothing_that_the_cache_does_not_know():
    known = {*compiled.sources(), Path(compiled.__file__).resolve()}
    assert {file for path in compiled.sources() for file in modules_of(path)} <= known


def test_one_module_alone_calls_the_compiler_of_numba():
    calling = [path for path in compiled.FOLDER.rglob("*.py") if "numba.njit(" in path.read_text(encoding="utf-8")]
    taking = [path for path in compiled.sources() if "numba import njit" in path.read_text(encoding="utf-8")]

    assert calling == [Path(compiled.__file__).resolve()]
    assert taking == []
