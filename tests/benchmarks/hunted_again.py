"""How many refuted readings of the papers a hunt refutes again, from the statement alone.

    python -m tests.benchmarks.hunted_again [SECONDS]

No atlas is read. First the readings that speak of numbers alone, then those that are functions of an MDP (beside the
states of the best known counterexample), each with how it ended, the seconds until the first violation and in all, and
where it fails. The rest is listed with the reason.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import theory_checks as tc
from theory_checks.core.modules import imported
from theory_checks.core.statement import Reading, Statement
from theory_checks.engine.papers import load
from theory_checks.hunt.hunting import huntable

SECONDS = 10.0
OF_MDPS = Path(__file__).parents[1] / "theory_checks/hunt/paper_claims.py"


def refuted() -> Iterator[tuple[Statement, Reading]]:
    """Yield the readings that are refuted, amendments among them."""
    readings = ((said, x) for said in load().statements.values() for x in said.readings)
    return ((said, x) for said, x in readings if x.verdict is tc.Verdict.REFUTED)


def why_not(said: Statement, reading: Reading) -> str:
    """Return why a reading is not hunted."""
    if not reading.claims.claims:
        return f"claims no formula: {said.kind}"
    if reading.claims.quantities:
        named = sorted({str(parts["is"]) for parts in reading.claims.quantities.values()})
        return f"speaks of {', '.join(named)}, which the checker knows by lemmas for objects of given shapes"
    return "speaks of lists, or of symbols that its domain does not limit"


def told(x: tc.Hunt, name: str, more: str = "") -> str:
    """Return a result in one line."""
    first = f"{x.first:6.2f}" if x.first is not None else "     -"
    return f"{x.fate:9} {first} {x.seconds:6.2f}  {name}{more}  {x.prey.says if x.prey else x.tightest}\n"


def main(seconds: float) -> None:
    """Hunt them all."""
    of_mdps = imported(OF_MDPS, "hunted_again").REFUTED
    covered, results = {name for name, *_ in of_mdps}, list[tc.Hunt]()
    for said, reading in refuted():
        if huntable(reading.claims):
            results.append(tc.hunt(name := f"{said.id}#{reading.name}", seconds))
            sys.stdout.write(told(results[-1], name))
    for name, claim, best in of_mdps:
        results.append(tc.hunt(claim, seconds))
        prey = results[-1].prey
        states = f", {prey.data['states'] if prey else '-'} states, {best} known"
        sys.stdout.write(told(results[-1], name, states))
    for said, reading in refuted():
        if not huntable(reading.claims) and (name := f"{said.id}#{reading.name}") not in covered:
            sys.stdout.write(f"not hunted  {name}  {why_not(said, reading)}\n")
    found = sum(x.fate is tc.Fate.REFUTED for x in results)
    sys.stdout.write(
        f"{found} of {len(results)} in at most {seconds:g} s each, {sum(x.seconds for x in results):.1f} s\n"
    )


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS)
