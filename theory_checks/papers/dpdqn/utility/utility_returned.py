r"""Proposition 10 with v' read off the function that Algorithm 1 returns.

With one noise table g for the whole run and the target r + gamma max_a (Q + g), tabular Algorithm 1 converges to
Q = Q* - g (put X = Q + g: X = r + gamma P max X). So v'(s) = max_a (Q*(s, a) - g_a(s)), and the error of one state is
that of a bandit with gaps max_b Q*(s, b) - Q*(s, a), without a horizon factor. In units of sigma/(1 - gamma) the
largest error is (1 - gamma) a_m, a_m = E |max(Z_1, ..., Z_m)|, attained by r = 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tabular.gaussian import mean_abs_max_normal
from tabular.mdp.instances import identity_mdp
from tabular.numbers.balls import ball
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.exhibits import Table
from theory_checks.core.formula import Formula, ref
from theory_checks.papers.dpdqn.utility._bounds import ERROR_BOUND, MEAN_SIZE, PRINTED, at
from theory_checks.papers.dpdqn.utility._cases import ERROR, OF_M, Case, judged
from theory_checks.papers.dpdqn.utility._sizes import Size, counted, size

LARGEST = r"$r = 0$ attains the largest error of any MDP with these $n$, $m$, $\gamma$"
# n, m, gamma on both sides of the border n = 4 (2/pi) / ((1 - gamma) a_m)^2
NEAR_THE_BORDER = [
    (n, m, Fraction(discount))
    for n, m, discount in (
        (4, 1, "0"), (5, 1, "0"), (2, 3, "0"), (3, 3, "0"), (1, 5, "0"), (2, 5, "0"), (1, 11, "0"), (1, 12, "0"),
        (400, 2, "9/10"), (401, 2, "9/10"),
    )
]  # fmt: skip


def largest_error(m: int, discount: Fraction) -> Size:
    """Return (1 - gamma) a_m, with a_1 = a_2 = sqrt(2/pi)."""
    return size(MEAN_SIZE * (1 - discount)) if m < 3 else Size(ball(1 - discount) * mean_abs_max_normal(m))


@claim(
    "dpdqn/prop10",
    reading="returned-function",
    sound={"Theorem U1 in place of the printed bound": {"bound": ERROR_BOUND}},
)
def returned_function(_trial: Trial, *, bound: Formula = PRINTED) -> Iterator[Finding]:
    """Compare the error of max_a (Q* - g) with the bound for r = 0, the worst rewards."""
    for n, m, discount in NEAR_THE_BORDER:
        error, certificate = largest_error(m, discount), _exceeding(n, m, discount)
        case = Case(f"n = {n}, m = {m}, discount {discount}", n, m, discount, error, LARGEST, certificate)
        yield judged(case, bound, ERROR)
    yield _border()


def _exceeding(n: int, m: int, discount: Fraction) -> Certificate:
    """Conclude from one state, copies of which do not meet."""
    counts = f"{counted(n, 'state')}, {counted(m, 'action')}"
    return Certificate(
        says=f"With {counts}, rewards 0 and discount {discount} the error exceeds the bound.",
        objects={"M": identity_mdp(1, m, discount)},
        given=[lemma("error", "returned-value-error", mdp="M", sigma=1)],
        values={"error": ref("error"), "n": n, "copies": n, **OF_M, "sigma": 1},
    )


def surviving_states(m: int, discount: Fraction) -> int:
    """Return the largest n at which the printed bound, its value for one state over sqrt(n), is at least the error."""
    worst, bound = largest_error(m, discount), at(PRINTED, 1, m, discount)
    if worst.square is not None and bound.square is not None:
        return int(bound.square / worst.square)
    return round(float(((bound.value / worst.value) ** 2).floor()))


def _border() -> Table:
    """Return for each m the largest error and the states that the printed bound survives."""
    return Table(
        title="How many states the printed bound survives under this reading",
        columns=["actions m", "largest error / sigma", "largest n, discount 0", "largest n, discount 9/10"],
        rows=[
            [
                m,
                f"{float(largest_error(m, Fraction(0)).value):.6f}",
                surviving_states(m, Fraction(0)),
                surviving_states(m, Fraction(9, 10)),
            ]
            for m in (1, 2, 3, 4, 5, 8, 11, 12, 100)
        ],
        caption="The largest error is E |max(Z_1, ..., Z_m)|, whatever the discount and the number of states.",
    )
