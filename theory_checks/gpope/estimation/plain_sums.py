r"""Plain sums over the transitions of a trajectory, without a weight: right for lengths of every kind.

    E[sum_{t <= tau} rho_t phi_t (phi_t - gamma phi_{t+1})'] = Phi' D (I - gamma P_pi) Phi,   D = E[visits]

for trajectories that end by a rule which looks at the past only; phi = 0 in the states that end them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from tabular.evaluation import Moments
from theory_checks.claim import Trial, claim
from theory_checks.evidence import Evidence, exact_all
from theory_checks.gpope.estimation.inverses import rank
from theory_checks.off_policy_worlds import (
    World,
    compare,
    compare_vectors,
    early_or_late,
    random_world,
    two_by_two,
    two_or_three,
)

Mean = Callable[[World], Moments]


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


def _worlds(trial: Trial) -> Iterator[World]:
    """Yield worlds that end by absorption, by a cut, or by the first of the two."""
    yield from (early_or_late(), two_or_three(), two_by_two(3))
    for i in range(10 if trial.full else 4):
        rng = trial.rng("sums", str(i))
        world = random_world(rng, f"random MDP {i}, off-policy, cut after 3", horizon=3, ending=True, size=i % 2)
        yield world
        yield replace(world, name=f"random MDP {i}, off-policy, until absorption", horizon=None)


def wanted(world: World) -> Moments:
    """Return the matrices of the Bellman equation with the mean visits as weights."""
    return world.bellman(world.visits())


@claim(
    "gpope/saddle-fixed-point/repaired",
    domain=r"all finite MDPs, policies and features, and all rules that end a trajectory by what has happened up to "
    r"$S_t$, with a finite mean length; $\pi_b(s,a) > 0$ wherever $\pi(s,a) > 0$ and $s$ is visited; $\phi = 0$ in "
    "absorbing states of value 0, and the true features where a trajectory is cut",
    refuted_by=r"an MDP for which the mean of a sum is not the matrix of the Bellman equation, or $\theta^*$ is not "
    r"$V^\pi$ for tabular features",
    covers=r"""
Whether a transition out of $S_t$ is recorded, $t \leq \tau$, is decided by the past up to $S_t$. So
$E[1\{t\leq\tau\}\rho_tf(S_t,A_t,S_{t+1})] = \sum_s\Pr(S_t = s, t\leq\tau)\sum_a\pi(s,a)E[f\mid s,a]$, and adding up
over $t$ gives $D = \mathrm{diag}(E[\sum_{t\leq\tau}1\{S_t = s\}])$, which is finite with $E\tau$. With
$f = \phi_t(\phi_t-\gamma\phi_{t+1})^\top$, $\phi_tR_t$ and, without $\rho_t$, $\phi_t\phi_t^\top$ these are $A$, $b$,
$C$. So $\Phi\theta = V^\pi$ implies $A\theta = \Phi^\top D(I-\gamma P_\pi)V^\pi = b$, where $V^\pi = 0 = \phi$ in
absorbing states. One feature for each visited state makes $A = D(I-\gamma P_\pi)$ invertible. A common factor, such as
1 over the longest length, changes nothing. The cases compare all entries with enumerated or solved visits.""",
    broken={
        "divided by the length": {"mean": averaged},
        "features that are not 0 in absorbing states": {"mean": ends_like_other_states},
    },
)
def plain_sums(trial: Trial, *, mean: Mean = summed) -> Iterator[Evidence]:
    """Compare the means with the Bellman equation, entry by entry, and the solution with the value."""
    for world in _worlds(trial):
        found = mean(world)
        pairs = compare(found, wanted(world))
        if world.size == world.mdp.n_states - len(world.ends):
            pairs |= compare_vectors("A V and b", found.A @ world.value()[: world.size], found.b)
            pairs["rank of A"] = (rank(found.A), "==", world.size)
        if world.horizon is not None:
            pairs |= {f"enumerated {key}": pair for key, pair in compare(world.enumerated("sum"), found).items()}
        yield exact_all(world.name, pairs, quantity=r"$A$, $b$, $C$ and $\theta^*$")
