"""The tables as a document: what each is about, its rows, and the versions of all that answered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from theory_checks.tables import gaussian, other
from theory_checks.tables.entry import Entry, Peer
from theory_checks.tables.peers import PACKAGES

SCHEMA = "theory-checks/tables/1"
COMMAND = "theory-checks tables"
Json = dict[str, Any]

TITLES = {
    "gaussian-delta": ("delta of a Gaussian mechanism", "The smallest delta at epsilon; mu = sensitivity / sigma."),
    "gaussian-log-delta": ("Its logarithm, far out", "ln delta, where delta itself is no double."),
    "gaussian-epsilon": ("epsilon of a Gaussian mechanism", "The smallest epsilon >= 0 at delta."),
    "gaussian-sigma": ("Least noise", "The smallest sigma for sensitivity 1."),
    "classical-delta": (
        "What classical noise gives",
        "The delta that sigma = sqrt(2 ln(1.25/delta)) / epsilon really has at epsilon, beside what it promises.",
    ),
    "composition-epsilon": (
        "Compositions",
        "epsilon of so many Gaussian mechanisms of sensitivity 1, chosen adaptively.",
    ),
    "poisson-sampled-epsilon": (
        "Poisson-sampled Gaussian mechanisms",
        "epsilon of steps that take each record with a probability; neighbours have one record more. Intervals.",
    ),
    "one-of-m-epsilon": (
        "One record out of m",
        "epsilon of steps that take one record of m, clipped to 1; neighbours have one record replaced. Intervals.",
    ),
    "kernel-norm-squared": ("Kernel norms", "Squared norms in the space of the kernel exp(-beta |x - y|) on [0, 1]."),
    "mean-of-maximum": ("Maxima of normals", "E max of independent standard normals."),
    "mean-of-absolute-maximum": ("Absolute maxima of normals", "E |max| of independent standard normals."),
    "counter-stays": (
        "Errors of the binary mechanism",
        "The probability that all errors up to a step stay below a level, for Laplace noise of scale 1 on every node.",
    ),
    "counter-quantile": ("Their quantiles", "The level that some error exceeds with just this probability."),
    "optimal-value": ("Small MDPs", "The optimal value of the first state, by exact policy iteration."),
}


def entries(patterns: Sequence[str] = ()) -> list[Entry]:
    """Return the rows of the named tables, or the named rows; all if nothing is named."""
    rows = [*gaussian.entries(), *other.entries()]
    return [row for row in rows if not patterns or row.id in patterns or row.table in patterns]


def document(wanted: Iterable[Entry], progress: Callable[[Entry], None] | None = None) -> Json:
    """Compute the rows and ask the other libraries."""
    computed: dict[str, list[Json]] = {}
    for row in wanted:
        computed.setdefault(row.table, []).append(_row(row))
        if progress:
            progress(row)
    tables = [
        {"id": name, "title": TITLES[name][0], "says": TITLES[name][1], "rows": computed[name]} for name in computed
    ]
    return {"schema": SCHEMA, "versions": _versions(), "tables": tables}


def _row(row: Entry) -> Json:
    value = row.compute()
    asked = [(name, _answer(peer)) for name, peer in row.peers.items()]
    answers = [
        {"name": name, "returns": repr(answer), "side": value.side(answer), "off": value.off(answer)}
        if isinstance(answer, float)
        else {"name": name, "returns": answer, "side": "no answer", "off": None}
        for name, answer in asked
    ]
    command = f"{COMMAND} '{row.id}'"
    return {"id": row.id, "parameters": dict(row.parameters), **value.to_json(), "command": command, "peers": answers}


def _answer(peer: Peer) -> float | str:
    """Return what a library returns, or in one line why it returns nothing."""
    try:
        return peer()
    except ImportError:
        return "not installed"
    except Exception as error:  # whatever another library raises is its answer
        return f"{type(error).__name__}: {' '.join(str(error).split())}"[:200]


def _versions() -> dict[str, str]:
    return dict(_installed(("theory-checks", "python-flint", *PACKAGES)))


def _installed(packages: Iterable[str]) -> Iterator[tuple[str, str]]:
    for name in packages:
        try:
            yield name, version(name)
        except PackageNotFoundError:
            yield name, "not installed"
