"""How far a function is from the optimal value, given how far one backup moves it."""

from collections.abc import Iterator
from fractions import Fraction

import theory_checks as tc
from tabular import FiniteMDP
from tabular.mdp.bellman import backup, residual
from tabular.mdp.instances import one_state_loop

from ._losses import GAMMAS, error


def itself(_: FiniteMDP, v: list[Fraction]) -> list[Fraction]:
    """Return the function whose residual was taken."""
    return v


CONTROLS = {
    "broken": {"a function twice as far away": {"judged": lambda _, v: [2 * x for x in v]}},
    "sound": {"the function after the backup": {"judged": backup}},
}


@tc.claim("classics/bellman-error", "classics/bellman-error/misquoted", **CONTROLS)
def bellman_error(trial: tc.Trial, *, judged=itself) -> Iterator[tc.Finding]:
    """Compare on loops, where the error is the whole residual for ever, and on random MDPs."""
    loops = [(one_state_loop(gamma), [Fraction(start)]) for gamma in GAMMAS for start in (0, 5)]
    others = [(mdp, list(tc.random_table(trial.rng(name), mdp.n_states))) for name, mdp in tc.seeded_cases(trial)]
    for mdp, v in loops + others:
        distance, objects, facts = error(mdp, judged(mdp, v))
        values = {"error": distance, "residual": residual(mdp, v), "gamma": mdp.discount}
        yield tc.decide(trial.formal, values, objects=objects, facts=facts)
