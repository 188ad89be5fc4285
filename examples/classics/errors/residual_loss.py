"""What a greedy policy loses, given how far a backup moves the function that it is greedy for."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

import theory_checks as tc
from tabular import FiniteMDP, solve
from tabular.mdp.bellman import greedy, residual

from ._losses import GAMMAS, loss, misleading, prizes


def far_but_right(mdp: FiniteMDP) -> list[Fraction]:
    """Return the optimal value plus a constant, with residual 2."""
    return [v + 2 / (1 - mdp.discount) for v in solve(mdp).value]


def lost(mdp: FiniteMDP, v: Sequence[Fraction]) -> Fraction:
    """Return the loss of the policy that is greedy for v."""
    formula, values, _ = loss(mdp, greedy(mdp, v, ties="last"))
    return tc.value_of(formula, values)


@tc.claim(
    "classics/residual-loss",
    broken={"a residual half as large": {"measure": lambda mdp, v: residual(mdp, v) / 2}},
)
def residual_loss(trial: tc.Trial, *, measure=residual) -> Iterator[tc.Finding]:
    """Balance the residuals of two states, with both actions alike: then the bound is attained."""
    tight = [(prizes(gamma, 2 * gamma), misleading(gamma)) for gamma in GAMMAS]
    tight += [(mdp.with_rewards(3 * mdp.rewards), [3 * x for x in v]) for mdp, v in tight]
    others = [(mdp, list(tc.random_table(trial.rng(name), mdp.n_states))) for name, mdp in tc.seeded_cases(trial)]
    for mdp, v in tight + others:
        loss_of_greedy, objects, facts = loss(mdp, greedy(mdp, v, ties="last"))
        values = {"loss": loss_of_greedy, "residual": measure(mdp, v), "gamma": mdp.discount}
        yield tc.decide(trial.formal, values, objects=objects, facts=facts)


@tc.claim("classics/residual-loss/misquoted", sound={"ranked by what they lose": {"measure": lost}})
def ranking(trial: tc.Trial, *, measure=residual) -> Iterator[tc.Finding]:
    """Compare a function with a small residual that misleads with one that is far off by a constant."""
    for gamma in GAMMAS:
        mdp = prizes(gamma, 2 * gamma)
        near, far = sorted([misleading(gamma), far_but_right(mdp)], key=lambda v: measure(mdp, v))
        first, objects, facts = loss(mdp, greedy(mdp, near, ties="last"))
        values = {"loss": first, "other": lost(mdp, far), "residual": measure(mdp, near), "rest": measure(mdp, far)}
        yield tc.decide(trial.formal, values, objects=objects, facts=facts)
