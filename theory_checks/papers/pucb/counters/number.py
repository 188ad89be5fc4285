"""How many counters r~(s, a, h), n~(s, a, h) and m~(s, a, s', h) Algorithm 2 keeps."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import exact_all
from theory_checks.core.exhibits import Table
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula
from theory_checks.core.interpret import exact
from theory_checks.core.parsing import parse

NUMBER, LEAST = (claim.right for claim in formal_of(__file__, "pucb/counter-number").claims)
WITHOUT_REWARDS = parse("S*A*H + S**2*A*H")


def named_counters(S: int, A: int, H: int) -> set[tuple[str, int, int, int, int]]:
    """Run the initialisation of Algorithm 2 and return the names it assigns; it names r~ and n~ once for every s'."""
    names: set[tuple[str, int, int, int, int]] = set()
    for s, a, after, h in product(range(S), range(A), range(S), range(H)):
        names |= {("r", s, a, 0, h), ("n", s, a, 0, h), ("m", s, a, after, h)}
    return names


@claim("pucb/counter-number", broken={"the reward counters are forgotten": {"number": WITHOUT_REWARDS}})
def counter_number(trial: Trial, *, number: Formula = NUMBER) -> Iterator[Finding]:
    """Count the counters that Algorithm 2 initialises."""
    del trial
    sizes = [*product(range(1, 6), range(1, 5), range(1, 5)), (30, 1, 1)]
    named = {size: len(named_counters(*size)) for size in sizes}
    yield exact_all(
        r"all $S \leq 5$, $A \leq 4$, $H \leq 4$, and $S = 30$, $A = H = 1$",
        {f"S, A, H = {size}": (named[size], "==", _value(number, *size)) for size in sizes},
        quantity="counters named in Algorithm 2, and the formula",
    )
    yield exact_all(
        r"all $S \leq 5$, $A \leq 4$, $H \leq 4$, and $S = 30$, $A = H = 1$: more than $S^2AH$",
        {f"S, A, H = {size}": (named[size], ">", _value(LEAST, *size)) for size in sizes},
        quantity="counters named in Algorithm 2, and S^2 A H",
    )
    shown = ((1, 1, 1), (2, 2, 2), (5, 3, 5), (10, 4, 10))
    rows = [[*size, _value(LEAST, *size), _value(number, *size)] for size in shown]
    yield Table(title="Numbers of counters", columns=["$S$", "$A$", "$H$", "$S^2AH$", "$2SAH+S^2AH$"], rows=rows)


def _value(number: Formula, S: int, A: int, H: int) -> int:
    return int(exact(number, {"S": S, "A": A, "H": H}))
