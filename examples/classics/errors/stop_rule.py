"""When value iteration and modified policy iteration may stop."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

import theory_checks as tc
from tabular import FiniteMDP
from tabular.mdp.bellman import backup, greedy, residual

from ._losses import GAMMAS, loss, misleading, prizes


def span(mdp: FiniteMDP, v: Sequence[Fraction]) -> Fraction:
    """Return the largest change in a backup, less the smallest."""
    change = backup(mdp, v) - v
    return change.max() - change.min()


CONTROLS = {
    "broken": {"half of the span": {"change": lambda mdp, v: span(mdp, v) / 2}},
    "sound": {"the span": {"change": span}},
}


@tc.claim("classics/stop-rule", setting={"change": span}, broken=CONTROLS["broken"])
@tc.claim("classics/stop-rule/misquoted", setting={"change": residual}, **CONTROLS)
def stop_rule(trial: tc.Trial, *, change=span) -> Iterator[tc.Finding]:
    """Take functions for which the worse of two actions is greedy: the span is all used, at any height of both."""
    raised = [(prizes(gamma, 2 * gamma), height, misleading(gamma)) for gamma in GAMMAS for height in (0, 7)]
    tight = [(mdp, [x + height for x in v]) for mdp, height, v in raised]
    others = [(mdp, list(tc.random_table(trial.rng(name), mdp.n_states))) for name, mdp in tc.seeded_cases(trial)]
    for mdp, v in tight + others:
        lost, objects, facts = loss(mdp, greedy(mdp, v, ties="last"))
        values = {"loss": lost, "change": change(mdp, v), "gamma": mdp.discount}
        yield tc.decide(trial.formal, values, objects=objects, facts=facts)
