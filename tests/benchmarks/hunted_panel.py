"""How the hunt fares on the panels that the project keeps: 30 seconds a claim, no atlas.

    python -m tests.benchmarks.hunted_panel [SECONDS] [PANEL...]

One line for each claim: how it ended, the seconds until the first violation and in all, and where it fails or is tight.
"""

import sys
from pathlib import Path

import theory_checks as tc
from tests.benchmarks.hunted_again import told
from theory_checks.core.modules import imported

SECONDS = 30.0
PANELS = Path(__file__).parents[1] / "theory_checks/hunt"


def main(seconds: float, names: list[str]) -> None:
    """Hunt all claims of the panels."""
    for name in names or ["mdp", "law", "mixed"]:
        panel = imported(PANELS / f"{name}_claims.py", f"hunted_{name}")
        missed, accused = 0, 0
        for claim in (*panel.FALSE, *panel.TRUE):
            result = tc.hunt(claim, seconds)
            missed += claim in panel.FALSE and result.fate is not tc.Fate.REFUTED
            accused += claim in panel.TRUE and result.fate is not tc.Fate.SURVIVED
            sys.stdout.write(told(result, claim.__name__))
            sys.stdout.flush()
        found = len(panel.FALSE) - missed
        sys.stdout.write(f"{name}: {found} of {len(panel.FALSE)} false claims refuted, {accused} true ones accused\n")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS, sys.argv[2:])
