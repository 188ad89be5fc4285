"""How the benchmarks run: the contests of a module become tests, and their tables speak of one unit of work.

pytest tests/benchmarks/test_noise.py [--quick]
"""

import os
from importlib.metadata import distributions

from pytest_benchmark.utils import time_unit

# Before any library is imported: everybody has one thread.
os.environ |= dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
PACKAGES = ("celerite2", "diffrax", "jax", "jax-privacy", "mdpsolver", "numba", "numpy", "opendp", "python-flint")
PACKAGES += ("quantecon", "scipy", "sortedcontainers", "stormpy", "tinygp", "torch")


def pytest_addoption(parser):
    parser.addoption("--quick", action="store_true", help="the first task of every contest only, timed once")


def pytest_configure(config):
    config.addinivalue_line("filterwarnings", "default")  # what a peer warns of is not ours to refuse
    config.option.benchmark_timer = "time.process_time"  # other programs on the machine must not count
    config.option.benchmark_columns = config.option.benchmark_columns or ["min", "median", "rounds"]


def pytest_generate_tests(metafunc):
    if "entry" in metafunc.fixturenames:
        quick = metafunc.config.getoption("quick")
        entries = [entry for contest in metafunc.module.CONTESTS for entry in contest.entries(quick)]
        metafunc.parametrize("entry", entries, ids=str)


def pytest_benchmark_group_stats(benchmarks):
    """Return the groups in the order in which they ran."""
    groups = dict.fromkeys(bench["group"] for bench in benchmarks)
    return [(group, [bench for bench in benchmarks if bench["group"] == group]) for group in groups]


def pytest_benchmark_scale_unit(unit, benchmarks, best):
    """Return the unit of a table: the time of one unit of work."""
    if unit != "seconds":
        return None
    units = benchmarks[0]["extra_info"]["units"]
    prefix, factor = time_unit(best["min"] / units)
    return prefix, factor / units


def pytest_benchmark_update_json(config, output_json):
    """Add what the page says of each module, and versions; leave out what is only long."""
    for bench in output_json["benchmarks"]:
        del bench["stats"]["data"], bench["params"]
    output_json["quick"] = config.getoption("quick")
    items = config.pluginmanager.get_plugin("session").items
    output_json["modules"] = {item.module.__name__: item.module.__doc__ for item in items}
    installed = {actual.name.lower(): actual.version for actual in distributions()}
    output_json["versions"] = {name: installed[name] for name in PACKAGES if name in installed}
