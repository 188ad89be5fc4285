"""What rewards for progress do to the policies that are optimal."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

import theory_checks as tc
from tabular import FiniteMDP, solve
from tabular.mdp.bellman import q_values
from tabular.numbers.arrays import Array

from ..common.values import GAMMAS
from ._values import door, seen


def potential_of(mdp: FiniteMDP) -> list[Fraction]:
    """Return a potential that rises with the number of the state, far more than rewards do."""
    return [Fraction(100 * s) for s in range(mdp.n_states)]


def discounted(mdp: FiniteMDP, potential: Sequence[Fraction]) -> Array:
    """Return the mean of the discounted next potential, less the present one, for each action and state."""
    return q_values(mdp.with_rewards(0 * mdp.rewards), potential) - potential


def undiscounted(mdp: FiniteMDP, potential: Sequence[Fraction]) -> Array:
    """Return the mean of the next potential less the present one."""
    return (discounted(mdp, potential) + potential) / mdp.discount - potential


def nothing(mdp: FiniteMDP, potential: Sequence[Fraction]) -> Array:
    """Return no reward for progress."""
    return 0 * mdp.rewards


def cases(trial: tc.Trial) -> list[FiniteMDP]:
    """Return MDPs in which staying pays and going away does not, and random ones with a discount above 0."""
    random = [mdp for _, mdp in tc.seeded_cases(trial) if mdp.discount]
    return [door(gamma, pay=3) for gamma in GAMMAS] + random


def shaped(mdp: FiniteMDP, term: Callable[[FiniteMDP, Sequence[Fraction]], Array]) -> FiniteMDP:
    """Return the MDP with more rewards, which are made of the potential."""
    return mdp.with_rewards(mdp.rewards + term(mdp, potential_of(mdp)))


@tc.claim("classics/shaping", broken={"without the discount": {"term": undiscounted}})
def shaping(trial: tc.Trial, *, term=discounted) -> Iterator[tc.Finding]:
    """Compare the optimal values state by state, and what an optimal policy of the shaped MDP loses in the other."""
    for mdp in cases(trial):
        other = shaped(mdp, term)
        policy, best = solve(other).policy, solve(mdp).policy
        about = seen(own=(mdp, policy), best=(mdp, best), other=(other, policy))
        for s, potential in enumerate(potential_of(mdp)):
            values = {"shaped": tc.ref("other", s), "plain": tc.ref("best", s), "potential": potential}
            values["loss"] = tc.ref("best", s) - tc.ref("own", s)
            yield from (tc.decide(trial.formal, values, part=part, **about) for part in (0, 1))


@tc.claim(
    "classics/shaping/misquoted",
    sound={"with the discount": {"term": discounted}, "no potential": {"term": nothing}},
)
def undiscounted_shaping(trial: tc.Trial, *, term=undiscounted) -> Iterator[tc.Finding]:
    """Say what an optimal policy of the shaped MDP loses in the other."""
    for mdp in cases(trial):
        about = seen(own=(mdp, solve(shaped(mdp, term)).policy), best=(mdp, solve(mdp).policy))
        for s in range(mdp.n_states):
            yield tc.decide(trial.formal, {"loss": tc.ref("best", s) - tc.ref("own", s)}, **about)
