"""How much better one policy is than another, by the advantages of its actions."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

import theory_checks as tc
from tabular import FiniteMDP
from tabular.mdp.bellman import q_values
from tabular.mdp.instances import chain
from tabular.mdp.policies import occupancy, policy_value

from ..common.values import GAMMAS
from ._values import random_policy, seen

Policy = Sequence[int]


def of_the_new(mdp: FiniteMDP, new: Policy, old: Policy) -> Policy:
    """Return the policy whose visits count, by the lemma."""
    return new


def of_the_old(mdp: FiniteMDP, new: Policy, old: Policy) -> Policy:
    """Return the policy whose visits are at hand."""
    return old


def advantage(mdp: FiniteMDP, new: Policy, old: Policy, visits_of: Callable[..., Policy]) -> Fraction:
    """Return the advantages of the new policy's actions over the old policy, summed over the visits from state 0."""
    start = [1] + [0] * (mdp.n_states - 1)
    visits = occupancy(mdp, visits_of(mdp, new, old), start).sum(axis=0)
    value = policy_value(mdp, old)
    q = q_values(mdp, value)
    return sum((visits[s] * (q[a, s] - value[s]) for s, a in enumerate(new)), Fraction(0))


@tc.claim("classics/performance-difference", broken={"visits of the old policy": {"visits_of": of_the_old}})
@tc.claim(
    "classics/performance-difference/misquoted",
    setting={"visits_of": of_the_old},
    sound={"visits of the new policy": {"visits_of": of_the_new}},
)
def performance_difference(trial: tc.Trial, *, visits_of=of_the_new) -> Iterator[tc.Finding]:
    """Compare both sides from one state, on chains where the policies go different ways and on random MDPs."""
    cases = [(f"chain {gamma}", chain(4, gamma, Fraction(1, 4))) for gamma in GAMMAS]
    for name, mdp in cases + list(tc.seeded_cases(trial)):
        new, old = random_policy(trial, name, mdp), [0] * mdp.n_states
        values = {"gain": tc.ref("new", 0) - tc.ref("old", 0), "advantage": advantage(mdp, new, old, visits_of)}
        yield tc.decide(trial.formal, values, **seen(new=(mdp, new), old=(mdp, old)))
