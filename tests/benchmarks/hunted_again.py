"""How many refuted readings that speak of numbers alone a hunt refutes again, from the statement alone.

    python -m tests.benchmarks.hunted_again [SECONDS]

No atlas is read. One line for each: how it ended, the seconds until the first violation and in all, and where it fails.
"""

import sys

import theory_checks as tc
from theory_checks.engine.papers import load
from theory_checks.hunt.hunting import huntable

SECONDS = 10.0


def refuted() -> list[str]:
    """Return the readings, as ID#READING."""
    readings = [(said.id, x) for said in load().statements.values() for x in said.readings]
    return [f"{id_}#{x.name}" for id_, x in readings if x.verdict is tc.Verdict.REFUTED and huntable(x.claims)]


def main(seconds: float) -> None:
    """Hunt them all."""
    results = [tc.hunt(name, seconds) for name in refuted()]
    for x in results:
        first = f"{x.first:6.2f}" if x.first is not None else "     -"
        sys.stdout.write(f"{x.fate:9} {first} {x.seconds:6.2f}  {x.claim}  {x.prey.says if x.prey else x.tightest}\n")
    found = sum(x.fate is tc.Fate.REFUTED for x in results)
    sys.stdout.write(
        f"{found} of {len(results)} in at most {seconds:g} s each, {sum(x.seconds for x in results):.1f} s\n"
    )


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS)
