r"""When C and A' C^-1 A have inverses, for all features.

    x' C x = sum_s D_s (phi(s)' x)^2,      x' A' C^-1 A x = ||A x||^2 in the norm of C^-1

so C is invertible iff Phi has full column rank on the states in which transitions start, and A' C^-1 A then
is invertible iff A is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from tabular.mdp import FiniteMDP
from theory_checks.core.claim import Trial, claim
from theory_checks.core.evidence import Evidence, Rational, exact, exact_all
from theory_checks.papers.gpope.estimation._off_policy_worlds import HALF, ONE, World, identity, random_world
from theory_checks.papers.gpope.estimation._projections import hessian, rank


def _general(trial: Trial) -> Iterator[World]:
    for i in range(20 if trial.full else 6):
        world = random_world(trial.rng("features", str(i)), f"random MDP {i}, $T = 2$", horizon=2, ending=False)
        n = world.mdp.n_states
        first = identity(n)[0]
        yield world
        yield replace(world, name=f"{world.name}, start in state 0, $T = 1$", start=first, horizon=1)
        same = [[ONE, Fraction(2)] for _ in range(n)]
        yield replace(world, name=f"{world.name}, two features, one twice the other", phi=same)


def visited_rank(world: World) -> int:
    """Return the rank of the features of the states in which transitions start."""
    return rank(world.features[world.visits() != 0])


def all_states_rank(world: World) -> int:
    """Return the rank of the features of all states, visited or not."""
    return rank(world.features)


def entered_rank(world: World) -> int:
    """Return the rank of the features of the states that are visited or entered."""
    return visited_rank(replace(world, horizon=(world.horizon or 0) + 1))


def zero_a() -> World:
    """Return 0 -> 1 -> 1 with the feature (1, 2), gamma = 1/2, one transition from 0: A = 1 - 2 gamma = 0, C = 1."""
    mdp = FiniteMDP([[[0, 1], [0, 1]]], [[0, 0]], HALF)
    return World(r"$\phi = (1, 2)$, one transition $0 \to 1$", mdp, [[1]] * 2, [[1]] * 2, [[1], [2]], [1, 0], 1)


@claim(
    "gpope/c-invertible/repaired",
    broken={
        "the features of all states count": {"expected": all_states_rank},
        "the state in which a trajectory is cut counts as well": {"expected": entered_rank},
    },
    near=("the state in which a trajectory is cut counts as well",),
)
def general_features(trial: Trial, *, expected: Callable[[World], int] = visited_rank) -> Iterator[Evidence]:
    """Compare the ranks of C, and of A and A' C^-1 A."""
    for world in (*_general(trial), zero_a()):
        moments = world.moments()
        pairs: Mapping[str, tuple[Rational, str, Rational]] = {"rank of C": (rank(moments.C), "==", expected(world))}
        if rank(moments.C) == moments.size:
            pairs = {**pairs, "rank of A": (rank(hessian(moments)), "==", rank(moments.A))}
        yield exact_all(world.name, pairs, quantity="ranks")
    singular = zero_a().moments()
    yield exact(zero_a().name, Fraction(singular.A[0, 0]), "==", 0, quantity="$A$, while $C = 1$")
