r"""Plain sums over the transitions of a trajectory, without a weight: right for lengths of every kind.

    E[sum_{t <= tau} rho_t phi_t (phi_t - gamma phi_{t+1})'] = Phi' D (I - gamma P_pi) Phi,   D = E[visits]

for trajectories that end by a rule which looks at the past only; phi = 0 in the states that end them. One feature for
each state with D > 0 gives V there if V = 0 in the states that are entered but never left in the data: with D_s = 0
nothing is known of V(s), and phi = 0 takes it for 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np

from tabular.evaluation import Moments
from tabular.mdp import FiniteMDP
from tabular.numbers.arrays import Array
from theory_checks.core.claim import Trial, claim
from theory_checks.core.evidence import Evidence, exact_all
from theory_checks.papers.gpope.estimation._off_policy_worlds import (
    HALF,
    World,
    compare,
    compare_vectors,
    early_or_late,
    random_world,
    shortened,
    two_by_two,
    two_or_three,
)
from theory_checks.papers.gpope.estimation._projections import rank

Mean = Callable[[World], Moments]
Worlds = Callable[[Trial], Iterator[World]]


def summed(world: World) -> Moments:
    """Return the means of plain sums."""
    return world.moments("sum")


def averaged(world: World) -> Moments:
    """Return the means of the printed estimates where they are rational, otherwise of plain sums."""
    return world.moments("sum" if world.horizon is None else "1/length")


def ends_like_other_states(world: World) -> Moments:
    """Return the means of plain sums with all features 1 in absorbing states."""
    right, phi = summed(world), world.features
    ending = (phi * world.visits()[:, None]).T @ world.moves(world.pi)[:, list(world.ends)].sum(axis=1)
    return Moments(right.A - world.mdp.discount * np.multiply.outer(ending, 0 * right.b + 1), right.b, right.C)


def without_the_last(world: World) -> Moments:
    """Return the means of plain sums over trajectories that are cut one transition earlier."""
    return summed(shortened(world))


def entered_only(value: Fraction | int) -> World:
    """Return 0 -> 1 -> 1 with r(0) = 0, cut after one transition: state 1 is entered, never left; V(1) is the value."""
    mdp = FiniteMDP([[[0, 1], [0, 1]]], [[0, HALF * value]], HALF)
    name = f"one transition into a state of value {value} that is not left"
    return World(name, mdp, [[1], [1]], [[1], [1]], [[1], [0]], [1, 0], horizon=1)


def entered_with_a_value(trial: Trial) -> Iterator[World]:
    """Yield the world in which what is only entered has the value 1/50."""
    yield entered_only(Fraction(1, 50))


def visited_worlds(trial: Trial) -> Iterator[World]:
    """Yield worlds that end by absorption, by a cut, or by the first of the two; V = 0 in what is only entered."""
    yield from (early_or_late(), two_or_three(), two_by_two(3), entered_only(0))
    for i in range(10 if trial.full else 4):
        rng = trial.rng("sums", str(i))
        world = random_world(rng, f"random MDP {i}, off-policy, cut after 3", horizon=3, ending=True, size=i % 2)
        yield world
        yield replace(world, name=f"random MDP {i}, off-policy, until absorption", horizon=None)


def features_of_visited(world: World) -> Array | None:
    """Return the visited state of each feature, if every visited state has its own and the others have none."""
    visited = np.flatnonzero(world.visits())
    own = world.features[visited]
    is_tabular = own.shape[0] == world.size and (own == np.eye(world.size, dtype=np.int64)).all()
    return visited if is_tabular and np.count_nonzero(world.features) == world.size else None


def wanted(world: World) -> Moments:
    """Return the matrices of the Bellman equation with the mean visits as weights."""
    return world.bellman(world.visits())


@claim(
    "gpope/saddle-fixed-point/repaired",
    broken={
        "divided by the length": {"mean": averaged},
        "features that are not 0 in absorbing states": {"mean": ends_like_other_states},
        "without the last transition": {"mean": without_the_last},
        "a state that is entered but never left has the value 1/50": {"worlds": entered_with_a_value},
    },
    near=("without the last transition", "a state that is entered but never left has the value 1/50"),
)
def plain_sums(trial: Trial, *, mean: Mean = summed, worlds: Worlds = visited_worlds) -> Iterator[Evidence]:
    """Compare the means with the Bellman equation, entry by entry, and the solution with the value."""
    for world in worlds(trial):
        moments, visited = mean(world), features_of_visited(world)
        pairs = compare(moments, wanted(world))
        if visited is not None:
            pairs |= compare_vectors("A V and b", moments.A @ world.value()[visited], moments.b)
            pairs["rank of A"] = (rank(moments.A), "==", world.size)
        if world.horizon is not None:
            pairs |= {f"enumerated {key}": pair for key, pair in compare(world.enumerated("sum"), moments).items()}
        yield exact_all(world.name, pairs, quantity=r"$A$, $b$, $C$ and $\theta^*$")
