"""Times the samplers of functional noise beside their peers, prints one table and writes results/benchmarks/noise.json.

python -m tests.benchmarks noise [--quick] [--huge] [--rounds N] [--out FILE]
"""

import sys

import numpy as np

from tests.benchmarks import scaling
from tests.benchmarks.noise_contestants import SAMPLERS

FLOOR = "normals and np.sort"
RACE = scaling.Race(
    name="noise",
    title="Functional noise: one Ornstein-Uhlenbeck path, point by point",
    says="Nanoseconds a query on one thread against the number N of points of the path, which come in random order.",
    words={"symbol": "N", "size": "points", "unit": "query", "contestant": "sampler"},
    groups=(
        {
            "key": "online",
            "title": "Queries one after the other",
            "says": "Nothing is known of later queries.",
            "beside": [FLOOR],
        },
        {"key": "call", "title": "One Python call a query", "says": "The interpreter's call is part of the time."},
        {"key": "batch", "title": "All points at once", "says": "", "beside": [FLOOR]},
        {
            "key": "limit",
            "title": "Yardsticks for noise",
            "says": "What numpy takes for the parts: a normal, the order, a read from memory.",
        },
    ),
    contestants=SAMPLERS,
    packages=("numpy", "numba", "celerite2", "tinygp", "jax", "sortedcontainers", "diffrax"),
    given=lambda size: np.random.default_rng(0).random(size),
    rivals={"call": ("online",), "limit": ()},  # the Python peers are asked by one call a query
)


def main(arguments: list[str] | None = None) -> int:
    parser = scaling.parser(RACE.name, __doc__, "up to 1e4 points only")
    parser.add_argument("--huge", action="store_true", help="up to 1e7 points")
    options = parser.parse_args(arguments)
    sizes = [10**k for k in range(3, 5 if options.quick else 8 if options.huge else 7)]
    return scaling.run(RACE, sizes, options)


if __name__ == "__main__":
    sys.exit(main())
