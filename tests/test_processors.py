"""Same seed, same versions, same bytes, whatever the processor and the number of workers.

A processor shows in which loops BLAS and numpy choose and in what the compiler may use; each can be told to take
another one for its own. `make reproducible` does this for all statements, one thing at a time; the sample holds those
that take no time, and the cheaper ones that train, solve or choose by doubles, and changes all things at once. Python
itself puts the members of a set into another order in each process. What stays as it is here: the C library, whose e^x
and ln x have the same bits on all processors with fused products.
"""

import json
import os
import subprocess
import sys

import pytest

from theory_checks.commands.run import keys_of
from theory_checks.engine.costs import SMALL, expected_seconds
from theory_checks.engine.papers import load

SAMPLE = [
    "dpdqn/fig1-reset/repaired",  # trains
    "dpdqn/thm5/actor-critic",  # trains, and audits what was learned
    "dpdqn/lp-duality",  # solves
    "dpdqn/prop10*",  # solves many
    "gpope/fig4-hiv/repaired",  # trains, estimates, and chooses steps
    "gpope/table1",  # chooses noise
    "pucb/bonus-sufficient",  # plans, and learns
    "pucb/optimism",
]
OLD = {
    "OPENBLAS_CORETYPE": "Prescott",
    "NUMBA_CPU_NAME": "generic",
    "NPY_DISABLE_CPU_FEATURES": "X86_V3 X86_V4 AVX512_ICL",
}
ONE_THING = [
    *({"OPENBLAS_CORETYPE": name} for name in ("Haswell", "SkylakeX", "Zen", "Prescott")),
    *({name: OLD[name]} for name in ("NUMBA_CPU_NAME", "NPY_DISABLE_CPU_FEATURES")),
    {},
]


def quick_ones():
    """Return the statements of which no reading takes a time worth recording."""
    seconds = {x.id: expected_seconds(keys_of([x]), {}).values() for x in load().statements.values()}
    return [id_ for id_, each in seconds.items() if each and max(each) == SMALL]


def statements_of_a_run(folder, ids, jobs, environment):
    """Return the bytes of each statement that was computed, by a run with another environment."""
    out = folder / f"{jobs}{'-'.join(environment.values())}.json".replace(" ", "-")
    command = [sys.executable, "-m", "theory_checks", "run", *ids, "--jobs", str(jobs), "--out", str(out)]
    subprocess.run(command, check=True, capture_output=True, cwd=folder, env=dict(os.environ) | environment)
    return {x["id"]: json.dumps(x) for x in json.loads(out.read_bytes())["statements"] if x["verdict"]}


def that_differ(first, second):
    assert first, "there must be statements"
    assert first.keys() == second.keys()
    return [name for name in first if first[name] != second[name]]


def test_another_processor_and_two_workers_change_no_byte_of_a_sample(tmp_path):
    ids = [*SAMPLE, *quick_ones()]
    first, second = (statements_of_a_run(tmp_path, ids, jobs, changed) for jobs, changed in ((1, {}), (2, OLD)))

    assert that_differ(first, second) == []


@pytest.fixture(scope="module")
def here(tmp_path_factory):
    return statements_of_a_run(tmp_path_factory.mktemp("here"), [], 1, {})


@pytest.mark.reproducible
@pytest.mark.parametrize("changed", ONE_THING, ids=lambda changed: "=".join(*changed.items() or [["workers", "2"]]))
def test_nothing_that_a_processor_chooses_changes_a_byte(here, changed, tmp_path):
    assert that_differ(here, statements_of_a_run(tmp_path, [], 1 if changed else 2, changed)) == []
