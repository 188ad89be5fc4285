"""Tests for tabular/__init__.py."""

import subprocess
import sys

import pytest

import tabular


def test_the_public_names_are_there():
    assert all(getattr(tabular, name) is not None for name in tabular.__all__)


def test_the_solvers_are_loaded_on_demand():
    """An MDP must not wait for a compiler to be imported."""
    code = (
        "import sys, tabular, tabular.mdp.instances, tabular.mdp.policies\n"
        "print('numba' in sys.modules, 'cvxpy' in sys.modules)\n"
        "print(tabular.solve.__name__, 'numba' in sys.modules)"
    )

    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert result.stdout == "False False\nsolve True\n"


def test_a_name_that_does_not_exist_is_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'tabular' has no attribute 'sovle'"):
        tabular.sovle  # noqa: B018 - the access is the test
