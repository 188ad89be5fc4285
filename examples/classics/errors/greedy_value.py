"""What a policy loses that is greedy for a function near the optimal value."""

from collections.abc import Iterator
from fractions import Fraction

import theory_checks as tc
from tabular import FiniteMDP, solve
from tabular.mdp.bellman import greedy

from ._losses import GAMMAS, loss, prizes


def of_both_signs(mdp: FiniteMDP, size: int) -> tuple[list[Fraction], int]:
    """Return the optimal value with an error that is negative in the first state and positive elsewhere."""
    return [v + (size if state else -size) for state, v in enumerate(solve(mdp).value)], size


def of_one_sign(mdp: FiniteMDP, size: int) -> tuple[list[Fraction], int]:
    """Return the optimal value with an error that is 0 in the first state and twice the size elsewhere."""
    return [v + size for v in of_both_signs(mdp, size)[0]], 2 * size


def of_twice_the_size(mdp: FiniteMDP, size: int) -> tuple[list[Fraction], int]:
    """Return an error twice as large as the one that is stated."""
    return of_both_signs(mdp, 2 * size)[0], size


CONTROLS = {
    "broken": {"errors twice as large as stated": {"near": of_twice_the_size}},
    "sound": {"errors of one sign": {"near": of_one_sign}},
}


@tc.claim("classics/greedy-value", "classics/greedy-value/misquoted", **CONTROLS)
def greedy_value(trial: tc.Trial, *, near=of_both_signs) -> Iterator[tc.Finding]:
    """Make both actions look alike, so that the worse one is greedy too: twice the error is lost in each step."""
    tight = [(prizes(gamma, 2 * gamma * size), size) for gamma in GAMMAS for size in (1, 2)]
    dear = [(prizes(gamma, 4 * gamma), 1) for gamma in GAMMAS]
    for mdp, size in tight + dear + [(mdp, 1) for _, mdp in tc.seeded_cases(trial)]:
        v, epsilon = near(mdp, size)
        lost, objects, facts = loss(mdp, greedy(mdp, v, ties="last"))
        values = {"loss": lost, "epsilon": epsilon, "gamma": mdp.discount}
        yield tc.decide(trial.formal, values, objects=objects, facts=facts)
