"""What a greedy policy gains over the policy whose value it is greedy for."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

import theory_checks as tc
from tabular import FiniteMDP, solve
from tabular.mdp.bellman import backup, greedy
from tabular.mdp.instances import chain
from tabular.mdp.policies import policy_value

from ..common.values import GAMMAS
from ._values import door, random_policy, seen


def everywhere(mdp: FiniteMDP, old: Sequence[int]) -> Iterable[int]:
    """Return all states."""
    return range(mdp.n_states)


def where_something_looks_better(mdp: FiniteMDP, old: Sequence[int]) -> Iterable[int]:
    """Return the states in which a backup raises the value of the old policy."""
    value = policy_value(mdp, old)
    return [int(s) for s in (backup(mdp, value) > value).nonzero()[0]]


def improved(mdp: FiniteMDP, old: Sequence[int]) -> list[int]:
    """Return the policy that is greedy for the value of the old one."""
    return [int(a) for a in greedy(mdp, policy_value(mdp, old))]


def worsened(mdp: FiniteMDP, old: Sequence[int]) -> list[int]:
    """Return the policy that takes the actions that look worst."""
    value = policy_value(mdp, old)
    costs = mdp.with_rewards(-mdp.rewards)
    return [int(a) for a in greedy(costs, -value)]


CONTROLS = {
    "broken": {"actions that look worst": {"step": worsened}},
    "sound": {"states in which a backup raises the value": {"states": where_something_looks_better}},
}


@tc.claim("classics/policy-improvement", broken=CONTROLS["broken"])
@tc.claim("classics/policy-improvement/misquoted", **CONTROLS)
def policy_improvement(trial: tc.Trial, *, step=improved, states=everywhere) -> Iterator[tc.Finding]:
    """Improve policies of chains, with rewards and with costs, and of random MDPs, until they are optimal."""
    chains = [chain(4, gamma, Fraction(1, 4)) for gamma in GAMMAS]
    chains += [mdp.with_rewards(mdp.rewards - 2) for mdp in chains]
    cases = [(f"chain {i}", mdp) for i, mdp in enumerate(chains)] + list(tc.seeded_cases(trial, quick=4))
    tried = [(name, mdp, random_policy(trial, name, mdp)) for name, mdp in cases]
    tried += [(name, mdp, [int(a) for a in solve(mdp).policy]) for name, mdp in cases]
    tried += [(f"door, $\\gamma = {gamma}$", door(gamma, pay=1), [1, 0]) for gamma in GAMMAS]
    for name, mdp, old in tried:
        loss = (solve(mdp).value - policy_value(mdp, old)).max()
        if trial.formal.domain.contains({"loss": loss}):
            about = seen(later=(mdp, step(mdp, old)), earlier=(mdp, old))
            for s in states(mdp, old):
                values = {"new": tc.ref("later", s), "old": tc.ref("earlier", s), "loss": loss}
                yield tc.decide(trial.formal, values, case=f"{name}, policy {old}, state {s}", **about)
