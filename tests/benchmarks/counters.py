"""Times continual counters beside their peers, prints one table and writes results/benchmarks/counters.json.

python -m tests.benchmarks counters [--quick] [--rounds N] [--out FILE]
"""

import sys

from tests.benchmarks import scaling
from tests.benchmarks.counter_contestants import CONTESTANTS, SIZES

RACE = scaling.Race(
    name="counters",
    title="Continual counters: all partial sums of many streams, released step by step",
    says="Nanoseconds of processor time a counter-step against the number C of counters, which all tick in every step.",
    words={"symbol": "C", "size": "counters", "unit": "counter-step", "contestant": "mechanism"},
    groups=(
        {"key": "laplace", "title": "Laplace noise", "says": "Pure differential privacy."},
        {"key": "gaussian", "title": "Gaussian noise", "says": "Zero-concentrated differential privacy."},
    ),
    contestants=CONTESTANTS,
    packages=("numpy", "numba", "jax-privacy", "jax", "opendp"),
    fits=False,
)


def main(arguments: list[str] | None = None) -> int:
    options = scaling.parser(RACE.name, __doc__, "1 and 100 counters only").parse_args(arguments)
    return scaling.run(RACE, list(SIZES[:2] if options.quick else SIZES), options)


if __name__ == "__main__":
    sys.exit(main())
