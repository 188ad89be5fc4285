"""Run many claims in parallel, with a journal: a run that is killed at any moment resumes to the same bytes."""

from __future__ import annotations

import os
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any, NamedTuple, cast

import joblib
from joblib import Parallel, delayed, parallel_config
from joblib.externals.loky.process_executor import TerminatedWorkerError

from theory_checks.core.claim import Claim, Profile
from theory_checks.core.statement import Ledger, LedgerError, Statement
from theory_checks.engine.accepted import remember
from theory_checks.engine.affinity import THIS_PROCESS
from theory_checks.engine.costs import long_first
from theory_checks.engine.current import is_current
from theory_checks.engine.errors import EngineError
from theory_checks.engine.execution import Record, execute
from theory_checks.engine.garbage import look_seldom
from theory_checks.engine.growth import may_grow
from theory_checks.engine.journal import Journal
from theory_checks.engine.orphans import end_with
from theory_checks.engine.registry import claim_about
from theory_checks.engine.seal import code_digest, header
from theory_checks.engine.trackers import start_trackers

# The precision of ball arithmetic belongs to the process: a worker with many threads runs one claim at a time.
_ONE_AT_A_TIME = threading.Lock()

WORK, TAKEN = "work", "taken"  # in the folder of a run: what is to be done, and which of it a process has taken

Key = tuple[str, str]
Progress = Callable[[Record, float], None]


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What to run and how; nothing here but `seed` and `profile` can change a result."""

    keys: Sequence[Key]
    seed: int = 0
    profile: Profile = "quick"
    jobs: int = -1
    engine: str = "processes"

    @property
    def header(self) -> Mapping[str, Any]:
        """Return what a journal must agree on to be continued."""
        return header(self.seed, self.profile)


@dataclass(frozen=True)
class Run:
    """The finished records and how long each took in this process (kept ones have no time)."""

    records: Mapping[Key, Record]
    seconds: Mapping[Key, float]


def run(
    plan: Plan,
    ledger: Ledger,
    journal: Journal,
    *,
    progress: Progress | None = None,
    kept: Callable[[Sequence[Key]], None] | None = None,
) -> Run:
    """Execute the plan; every finished reading is on disk before `progress` hears of it.

    What the journal holds is not computed again while all that it rests on is the same; `kept` is told once which
    readings that are. What it holds beside the plan stays.
    """
    check(plan, ledger)
    kept_keys = [key for key in plan.keys if _is_current(plan, journal, key, ledger)]
    waiting = [key for key in plan.keys if key not in set(kept_keys)]
    if kept:
        kept(kept_keys)
    seconds: dict[Key, float] = {}
    for record, elapsed in _execute_all(plan, ledger, waiting):
        journal.add(record)
        remember(record["certificates"])
        seconds[record["id"], record["reading"]] = elapsed
        if progress:
            progress(record, elapsed)
    return Run(journal.records, seconds)


def check(plan: Plan, ledger: Ledger) -> None:
    """Refuse, before any work, readings that no claim decides, and what sends readers to where nothing is."""
    for id_, reading in plan.keys:
        claim_about(ledger[id_], reading)
        check_use(ledger[id_])


def check_use(statement: Statement) -> None:
    """Refuse a statement that sends its readers to something that `tabular` does not offer."""
    module, _, name = statement.use.rpartition(".")
    if statement.use and not (module.startswith("tabular.") and hasattr(_module(module), name)):
        raise LedgerError(f"use must name what tabular offers, got {statement.use!r} at {statement.id}")


def _module(name: str) -> ModuleType | None:
    try:
        return import_module(name)
    except ImportError:
        return None


def _is_current(plan: Plan, journal: Journal, key: Key, ledger: Ledger) -> bool:
    record = journal.records.get(key)
    statement = ledger[key[0]]
    return record is not None and is_current(record, claim_about(statement, key[1]), statement, plan.header)


def _execute_all(plan: Plan, ledger: Ledger, keys: Sequence[Key]) -> Iterator[tuple[Record, float]]:
    if not keys:
        return
    tasks = [_task(plan, key, ledger[key[0]]) for key in keys]
    packages = [task.package for task in tasks]
    order = long_first(keys, packages)
    work = [tasks[number] for number in order]
    with _engine(plan.engine), TemporaryDirectory(prefix="theory-checks-") as folder:
        place = Path(folder)
        (place / TAKEN).mkdir()
        # Once: as arguments they would be sent with each claim. A process opens the rooms that it works in alone.
        joblib.dump((work, [packages[number] for number in order], os.getpid()), place / WORK)
        parallel = Parallel(n_jobs=plan.jobs, return_as="generator_unordered")
        one_machine = plan.engine == "processes"
        finished = parallel(delayed(_execute_next)(place) if one_machine else delayed(_execute)(t) for t in work)
        try:
            with warnings.catch_warnings():
                # Workers that have grown are replaced between two claims: nothing that a user could do about.
                warnings.filterwarnings("ignore", message="A worker stopped while some jobs", category=UserWarning)
                yield from cast(Iterator[tuple[Record, float]], finished)
        except TerminatedWorkerError as error:
            raise EngineError(
                "a worker process must survive its claim, got one that was killed (out of memory?);"
                " what was finished is kept: repeat with fewer --jobs"
            ) from error


class Task(NamedTuple):
    """One claim to be put on trial."""

    key: Key
    seed: int
    profile: Profile
    statement: Statement
    code: str  # its digest before any work: whoever edits it meanwhile has the claim computed again

    @property
    def claim(self) -> Claim:
        """The claim, found where the task is done: it is a function, and does not travel."""
        return claim_about(self.statement, self.key[1])

    @property
    def package(self) -> str:
        """Return where the claim is: claims of one package share what they compute."""
        return self.claim.function.__module__.rpartition(".")[0]


def _task(plan: Plan, key: Key, statement: Statement) -> Task:
    return Task(key, plan.seed, plan.profile, statement, code_digest(claim_about(statement, key[1])))


def _execute_next(place: Path) -> tuple[Record, float]:
    """Execute a claim that no other process of this machine has taken, near to what this process has computed."""
    work, packages = _work(place)
    return _execute(work[THIS_PROCESS.take(packages, place / TAKEN)])


@lru_cache(maxsize=1)
def _work(place: Path) -> tuple[Sequence[Task], Sequence[str]]:
    """Return the claims of this run, and the package of each; a process reads them once."""
    look_seldom()
    may_grow()
    work, packages, owner = cast(tuple[Sequence[Task], Sequence[str], int], joblib.load(place / WORK))
    end_with(owner)
    return work, packages


def _execute(task: Task) -> tuple[Record, float]:
    claim = task.claim
    with _ONE_AT_A_TIME:
        start = time.perf_counter()
        record = execute(claim, task.statement, task.seed, task.profile, task.code)
        return record, time.perf_counter() - start


def _engine(name: str) -> AbstractContextManager[object]:
    """Return the joblib back-end: `processes`, `serial`, or `dask:ADDRESS` for an existing cluster.

    There is no engine of threads, because claims of one process run one at a time.
    """
    kind, _, address = name.partition(":")
    backends = {"processes": "loky", "serial": "sequential"}
    if kind in backends and not address:
        if kind == "processes":
            start_trackers()
        return parallel_config(backend=backends[kind])
    if kind == "dask" and address:
        return _dask(address)
    raise EngineError(f"engine must be processes, serial or dask:ADDRESS, got {name!r}")


def _dask(address: str) -> AbstractContextManager[object]:
    try:
        from theory_checks.engine.cluster import cluster
    except ImportError as error:
        raise EngineError("engine dask needs the extra theory-checks[cluster], got no package distributed") from error
    return cluster(address)
