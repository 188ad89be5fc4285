"""The versions that a verdict depends on."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version

# The lock file pins all of them.
DECIDING_PACKAGES = (
    "numpy",
    "scipy",
    "numba",
    "llvmlite",
    "python-flint",
    "highspy",
    "clarabel",
    "cvxpy",
    "networkx",
)


@cache
def versions() -> Mapping[str, str]:
    """Return the versions of the language, of this package and of those that compute for it."""
    own = {"python": platform.python_version(), "theory-checks": version_of("theory-checks")}
    return own | {name: version_of(name) for name in DECIDING_PACKAGES}


def version_of(package: str) -> str:
    """Return the version of a package, or that it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
