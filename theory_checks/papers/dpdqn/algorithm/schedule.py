r"""The counters of Algorithm 1: the step number of line 11, and how often lines 7-9 draw a new noise path.

The horizon of T steps is cut into N = T/B batches j = 0 .. N-1 of B steps b = 0 .. B-1.

    line 11   the T steps have the numbers 0 .. T-1 only if N = 1 or N = B
    right     division with remainder, a bijection
    line 7    a new path at the batches j = 0 mod N/J, so J paths in all, one every N/J batches (if J divides N)
    text      "for every J iterations": one every J batches, which is the same only if J^2 = N
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

from theory_checks.core.certificate import Certificate, instance
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, exact, exact_all
from theory_checks.core.exhibits import Table
from theory_checks.core.formal import Formal, formal_of
from theory_checks.core.formula import Formula
from theory_checks.core.interpret import exact as exactly

Period = Callable[[int, int], Fraction]


PRINTED = formal_of(__file__, "dpdqn/line11-index").right
DIVISION = formal_of(__file__, "dpdqn/line11-index/repaired").right


def numbers(index: Formula, T: int, B: int) -> list[Fraction]:
    """Return the numbers of all positions b in all batches j; if B does not divide T, the last batch is cut short."""
    places = product(range(-(-T // B)), range(B))
    return [exactly(index, {"j": j, "b": b, "T": T, "B": B}) for j, b in places]


def steps_named(index: Formula, T: int, B: int) -> int:
    """Return how many of the steps 0 .. T-1 are the number of some position b in some batch j."""
    return len({Fraction(t) for t in range(T)}.intersection(numbers(index, T, B)))


@claim("dpdqn/line11-index", sound={r"$t = jB + b$": {"index": DIVISION}})
def line11_index(trial: Trial, *, index: Formula = PRINTED) -> Iterator[Finding]:
    """Count the steps of the horizon that get a number."""
    for T, B, what in _HORIZONS:
        yield exact(
            f"$T = {T}$, $B = {B}${what}",
            steps_named(index, T, B),
            "==",
            T,
            quantity=r"how many of the steps $0, \dots, T-1$ line 11 names",
            certificate=None if _line11_is_right(T, B) else _missed_step(trial.formal, T, B),
        )
    yield _index_table(index)


_HORIZONS = (
    (1, 1, ", a single step"),
    (4, 4, ", a single batch"),
    (9, 3, ", as many batches as steps in each"),
    (2, 1, ", the smallest horizon that fails"),
    (6, 2, ", the smallest one with batches of several steps"),
    (5000, 64, ", the values of Appendix E.3"),
)


def _line11_is_right(T: int, B: int) -> bool:
    """Tell whether the printed numbers are 0 .. T-1: the largest is N (N - 1) + B - 1, and T - 1 = N B - 1."""
    return T % B == 0 and T // B in (1, B)


def _missed_step(formal: Formal, T: int, B: int) -> Certificate:
    """Certify that the first step of batch 1 (steps are missed from there) gets a number other than B."""
    says = (
        f"With $T = {T}$ and $B = {B}$ the step that follows the $B$ steps of batch 0 gets the number $T/B$, not $B$."
    )
    return instance(formal, says, {"T": T, "B": B, "j": 1, "b": 0, "t": B})


def _index_table(index: Formula) -> Table:
    pairs = [(T, B) for T in (2, 4, 6, 8, 9) for B in range(1, T + 1) if T % B == 0]
    rows = [[T, B, T // B, ", ".join(map(str, numbers(index, T, B)))] for T, B in pairs]
    return Table(
        title="The step numbers of line 11, batch by batch",
        columns=["$T$", "$B$", "batches $T/B$", "$t$"],
        rows=rows,
        caption=r"Right are $0, \dots, T - 1$: so it is if $T = B$ (one batch) or $T = B^2$, and in no other case.",
    )


@claim("dpdqn/line11-index/repaired", broken={r"$t = jT/B + b$": {"index": PRINTED}})
def line11_index_repaired(trial: Trial, *, index: Formula = DIVISION) -> Iterator[Evidence]:
    """Count the steps of every horizon up to a bound that are named."""
    longest = 200 if trial.full else 40
    pairs = [(T, B) for T in range(1, longest + 1) for B in range(1, T + 1) if T % B == 0]
    counts = {f"T = {T}, B = {B}": (steps_named(index, T, B), "==", T) for T, B in pairs}
    yield exact_all(f"all $T \\leq {longest}$ and all $B$ that divide $T$", counts, quantity="each step is named once")


def period_of_text(batches: int, J: int) -> Fraction:
    """Return J: a new path for every J iterations."""
    return Fraction(J)


def period_of_line7(batches: int, J: int) -> Fraction:
    """Return T/(JB), the modulus of line 7."""
    return Fraction(batches, J)


def resets(batches: int, period: Fraction) -> list[int]:
    """Return the batches j with j = 0 mod period."""
    return [j for j in range(batches) if (j / period).denominator == 1]


@claim("dpdqn/reset-frequency", sound={r"one path every $T/(JB)$ iterations": {"period": period_of_line7}})
def reset_frequency(trial: Trial, *, period: Period = period_of_text) -> Iterator[Finding]:
    """Compare the batches at which line 7 starts a path with those that the text announces."""
    for N, J in ((1, 1), (4, 2), (9, 3), (2, 1), (2, 2), (100, 5)):
        announced, printed = resets(N, period(N, J)), resets(N, period_of_line7(N, J))
        yield exact_all(
            f"$T/B = {N}$, $J = {J}$",
            {
                "number of paths in line 7 (left) and in the text": (len(printed), "==", len(announced)),
                **{f"path {i}": (x, "==", y) for i, (x, y) in enumerate(zip(printed, announced, strict=False))},
            },
            quantity="the batches at which a new path starts",
            certificate=None if J * J == N else _other_period(trial.formal, N, J),
        )
    yield _reset_table()


def _other_period(formal: Formal, batches: int, J: int) -> Certificate:
    says = f"With $T/B = {batches}$, $J = {J}$ line 7 starts a path every $T/(JB)$ iterations, the text says every $J$."
    return instance(formal, says, {"T": batches, "B": 1, "J": J})


def _reset_table() -> Table:
    rows = [
        [N, J, str(Fraction(N, J)), len(resets(N, period_of_line7(N, J))), len(resets(N, period_of_text(N, J)))]
        for N, J in ((2, 1), (2, 2), (4, 2), (100, 1), (100, 10), (100, 100))
    ]
    paper = resets(79, Fraction(5000, 64 * 78))
    rows.append(["5000/64", 78, "625/624", len(paper), len(resets(79, Fraction(78)))])
    return Table(
        title="How many noise paths a run uses",
        columns=["$T/B$", "$J$", "modulus $T/(JB)$", "paths by line 7", "paths by the text"],
        rows=rows,
        caption="The two agree only if $J^2 = T/B$. The last row has the values of Appendix E.3, which "
        "wants a path for each of 78 iterations: the first multiple of 625/624 that is an integer is 625.",
    )


def one_longer(batches: int, J: int) -> Fraction:
    """Return T/(JB) + 1."""
    return Fraction(batches, J) + 1


def one_path_more(batches: int, J: int) -> Fraction:
    """Return T/((J + 1)B)."""
    return Fraction(batches, J + 1)


NEAR_PERIODS: dict[str, dict[str, Period]] = {
    "the modulus $T/(JB) + 1$": {"period": one_longer},
    "the modulus $T/((J + 1)B)$": {"period": one_path_more},
}


@claim(
    "dpdqn/reset-frequency/repaired",
    broken={r"the modulus $J$ in place of $T/(JB)$": {"period": period_of_text}, **NEAR_PERIODS},
    near=list(NEAR_PERIODS),
)
def reset_frequency_repaired(trial: Trial, *, period: Period = period_of_line7) -> Iterator[Evidence]:
    """Count the paths, and the batches from each to the next, for every run up to a bound."""
    longest = 200 if trial.full else 40
    checks: dict[str, tuple[int, str, int]] = {}
    for N, J in [(n, k) for n in range(1, longest + 1) for k in range(1, n + 1) if n % k == 0]:
        starts = resets(N, period(N, J))
        lengths = {b - a for a, b in zip(starts, [*starts[1:], N], strict=True)}
        checks[f"T/B = {N}, J = {J}: number of paths"] = (len(starts), "==", J)
        checks[f"T/B = {N}, J = {J}: longest path"] = (max(lengths), "==", N // J)
        checks[f"T/B = {N}, J = {J}: shortest path"] = (min(lengths), "==", N // J)
    case = f"all $T/B \\leq {longest}$ and all $J$ that divide it"
    yield exact_all(case, checks, quantity="$J$ paths of $T/(JB)$ iterations each")
