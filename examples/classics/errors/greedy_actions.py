"""What a policy loses that is greedy for a table near the optimal action values."""

from collections.abc import Iterator
from fractions import Fraction

import theory_checks as tc
from tabular import FiniteMDP, solve
from tabular.mdp.bellman import greedy_actions, q_values
from tabular.mdp.instances import bandit
from tabular.numbers.arrays import Array

from ._losses import GAMMAS, loss


def against_the_best(mdp: FiniteMDP, size: int) -> Array:
    """Return the optimal action values with errors that make the best actions look worse and the others better."""
    q = q_values(mdp, solve(mdp).value)
    return q + size * (1 - 2 * (q == q.max(axis=0)).astype(int))


def of_twice_the_size(mdp: FiniteMDP, size: int) -> Array:
    """Return errors twice as large as stated."""
    return against_the_best(mdp, 2 * size)


def of_a_function(mdp: FiniteMDP, size: int) -> Array:
    """Return the action values of a function of states with these errors, which are discounted once."""
    return q_values(mdp, [v + (size if state else -size) for state, v in enumerate(solve(mdp).value)])


CONTROLS = {
    "broken": {"errors twice as large as stated": {"table": of_twice_the_size}},
    "sound": {"a table made of a function of states": {"table": of_a_function}},
}


@tc.claim("classics/greedy-actions", "classics/greedy-actions/misquoted", **CONTROLS)
def greedy_table(trial: tc.Trial, *, table=against_the_best) -> Iterator[tc.Finding]:
    """Make two arms look alike whose rewards differ by twice the error, or by more, and try random MDPs."""
    arms = [(bandit([Fraction(gap), 0], gamma), size) for gamma in GAMMAS for gap, size in ((2, 1), (4, 1), (4, 2))]
    for mdp, size in arms + [(mdp, 1) for _, mdp in tc.seeded_cases(trial)]:
        lost, objects, facts = loss(mdp, greedy_actions(table(mdp, size), ties="last"))
        values = {"loss": lost, "epsilon": size, "gamma": mdp.discount}
        yield tc.decide(trial.formal, values, objects=objects, facts=facts)
