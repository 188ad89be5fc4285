r"""Proposition 10 with v' read off the function that Algorithm 1 returns.

With one noise table g for the whole run and the target r + gamma max_a (Q + g), tabular Algorithm 1 converges to
Q = Q* - g (put X = Q + g: X = r + gamma P max X). So v'(s) = max_a (Q*(s, a) - g_a(s)), and the error of one state is
that of a bandit with gaps max_b Q*(s, b) - Q*(s, a), without a horizon factor. In units of sigma/(1 - gamma) the
largest error is (1 - gamma) a_m, a_m = E |max(Z_1, ..., Z_m)|, attained by r = 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from tabular.gaussian import mean_abs_max_normal
from tabular.mdp import FiniteMDP
from tabular.mdp.instances import identity_mdp
from tabular.numbers.arrays import Array
from tabular.numbers.balls import ball
from theory_checks.core.certificate import Certificate, fact
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.exhibits import Table
from theory_checks.core.formula import Formula, mean_max, ref
from theory_checks.papers.dpdqn.utility._bounds import ERROR_BOUND, MEAN_SIZE, PRINTED, at
from theory_checks.papers.dpdqn.utility._cases import ERROR, Case, Maker, judged, of_mdp
from theory_checks.papers.dpdqn.utility._sizes import Size, counted, size

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
def returned_function(trial: Trial, *, bound: Formula = PRINTED) -> Iterator[Finding]:
    """Compare the error of max_a (Q* - g) with the bound for r = 0, the worst rewards."""
    for n, m, discount in NEAR_THE_BORDER:
        detail = r"$r = 0$ attains the largest error of any MDP with these $n$, $m$, $\gamma$"
        name, make = f"n = {n}, m = {m}, discount {discount}", _exceeding(n, m, discount)
        yield judged(trial, Case(name, n, m, discount, largest_error(m, discount), detail, make), bound, ERROR)
    yield _border()


def _exceeding(n: int, m: int, discount: Fraction) -> Maker:
    return lambda trial, bound: _certificate(trial, identity_mdp(min(n, 5), m, discount), n, bound)


def _certificate(trial: Trial, mdp: FiniteMDP, n: int, bound: Formula) -> Certificate:
    """Conclude from an MDP with at most five of the n states, which do not interact, and one table of noise."""
    g = _table_of_noise(mdp)
    return Certificate(
        says=(
            f"With {counted(n, 'state')}, {counted(mdp.n_actions, 'action')}, rewards 0 and discount {mdp.discount} "
            f"the error exceeds the bound."
        ),
        constants={"n": n},
        objects={"M": mdp, "v": [0] * mdp.n_states, "g": g, "q": -g},
        facts=[
            fact("optimal-value", value="v", mdp="M", policy=[0] * mdp.n_states),
            fact("fixed-point", q="q", operator="noisy-bracketed", mdp="M", noise="g"),
        ],
        assumed=[
            "sigma = 1; as checked for one table g, the algorithm converges to q = Q* - g = -g, so that each v'(s) = "
            "max_a q_a(s) is the largest of m standard normals when g is random.",
            "M shows at most five of the n states; all states are alike.",
        ],
        conclusion=mean_max(["1"], [mdp.n_actions], absolute=True) > of_mdp(bound, n=ref("n")),
    )


def _table_of_noise(mdp: FiniteMDP) -> Array:
    """Return rationals without a pattern that could hide a mistake: g_a(s) = ((3 a + 5 s) mod 7 - 3)/2."""
    g = mdp.rewards.copy()
    for a, s in np.ndindex(g.shape):
        g[a, s] = Fraction((3 * a + 5 * s) % 7 - 3, 2)
    return g


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
