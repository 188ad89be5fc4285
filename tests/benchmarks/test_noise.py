"""Every sampler of functional noise and every installed peer at moderate sizes, for pytest-benchmark.

Run with ``python -m pytest tests/benchmarks --benchmark-only``; the full comparison is ``make bench``. A round includes
what a sampler builds beforehand; the nanoseconds of a query alone, as in the full comparison, are in the extra column.
"""

import numpy as np
import pytest

from tests.benchmarks.noise_contestants import SAMPLERS

SIZES = (10**3, 10**5)
CASES = [(s, n) for s in SAMPLERS for n in SIZES if s.is_installed and n <= s.largest]


@pytest.mark.filterwarnings("default")  # what a peer warns of is not ours to refuse
@pytest.mark.parametrize(("sampler", "size"), CASES, ids=lambda value: getattr(value, "name", value))
def test_sampler(benchmark, sampler, size):
    benchmark.group = f"{sampler.group}, N = {size}"
    points = np.random.default_rng(0).random(size)
    seconds, queries = benchmark.pedantic(sampler.measure, (points,), rounds=2, warmup_rounds=1)
    benchmark.extra_info["ns a query"] = round(seconds / queries * 1e9, 1)
    assert queries > 0
