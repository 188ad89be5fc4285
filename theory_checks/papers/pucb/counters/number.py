r"""Algorithm 2 keeps counters r~(s, a, h), n~(s, a, h) and m~(s, a, s', h): 2 S A H + S^2 A H of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import exact_all
from theory_checks.core.exhibits import Table

Count = Callable[[int, int, int], int]


def printed_number(S: int, A: int, H: int) -> int:
    """Return 2 S A H + S^2 A H."""
    return 2 * S * A * H + S**2 * A * H


def without_rewards(S: int, A: int, H: int) -> int:
    """Return S A H + S^2 A H: the reward counters are forgotten."""
    return S * A * H + S**2 * A * H


def named_counters(S: int, A: int, H: int) -> set[tuple[str, int, int, int, int]]:
    """Run the initialisation of Algorithm 2 and return the names it assigns; it names r~ and n~ once for every s'."""
    names: set[tuple[str, int, int, int, int]] = set()
    for s, a, after, h in product(range(S), range(A), range(S), range(H)):
        names |= {("r", s, a, 0, h), ("n", s, a, 0, h), ("m", s, a, after, h)}
    return names


@claim("pucb/counter-number", broken={"the reward counters are forgotten": {"number": without_rewards}})
def counter_number(trial: Trial, *, number: Count = printed_number) -> Iterator[Finding]:
    """Count the counters that Algorithm 2 initialises."""
    del trial
    sizes = list(product(range(1, 6), range(1, 5), range(1, 5)))
    found = {size: len(named_counters(*size)) for size in sizes}
    yield exact_all(
        r"all $S \leq 5$, $A \leq 4$, $H \leq 4$",
        {f"S, A, H = {size}": (found[size], "==", number(*size)) for size in sizes},
        quantity="counters named in Algorithm 2, and the formula",
    )
    yield exact_all(
        r"all $S \leq 5$, $A \leq 4$, $H \leq 4$: more than $S^2AH$",
        {f"S, A, H = {(S, A, H)}": (found[S, A, H], ">", S * S * A * H) for S, A, H in sizes},
        quantity="counters named in Algorithm 2, and S^2 A H",
    )
    rows = [[S, A, H, S * S * A * H, number(S, A, H)] for S, A, H in ((1, 1, 1), (2, 2, 2), (5, 3, 5), (10, 4, 10))]
    yield Table(title="Numbers of counters", columns=["$S$", "$A$", "$H$", "$S^2AH$", "$2SAH+S^2AH$"], rows=rows)
