r"""The factor of Equation (2.2) when S_tau is terminal: the term t = tau is 0, and the sum over tau others is averaged.

A trajectory S_0, ..., S_tau that ends in an absorbing state has tau transitions. With phi(S_tau) = 0

    (1/tau) sum_{t=0}^{tau} rho_t phi_t (phi_t - gamma phi_{t+1})' = (1/tau) sum_{t=0}^{tau-1} (the same)

whatever is put for the action, the reward and the state after S_tau; the same for b and C.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

from tabular.evaluation import Moments
from tabular.numbers.arrays import Array
from theory_checks.core.claim import Trial, claim
from theory_checks.core.evidence import Evidence, exact_all
from theory_checks.papers.gpope.estimation._off_policy_worlds import (
    ONE,
    Path,
    World,
    compare,
    early_or_late,
    random_world,
    two_or_three,
)

Features = Callable[[World], Array]


def zero_at_the_end(world: World) -> Array:
    """Return the features, 0 in terminal states."""
    return world.features


def one_at_the_end(world: World, size: Fraction = ONE) -> Array:
    """Return the features, all of this size in terminal states."""
    phi = world.features
    phi[list(world.ends)] = size
    return phi


def a_hundredth_at_the_end(world: World) -> Array:
    """Return the features, all 1/100 in terminal states."""
    return one_at_the_end(world, Fraction(1, 100))


def estimates(world: World, path: Path, phi: Array, length: int) -> Moments:
    """Return the sums of (2.2) over the rows of the path, divided by the length."""
    states, actions, after = (list(column) for column in zip(*path.rows, strict=True))
    ratios = world.pi[states, actions] / world.pi_b[states, actions] / length
    weighted = (phi[states] * ratios[:, None]).T
    rewards = world.mdp.rewards[actions, states] + ONE
    A = weighted @ (phi[states] - world.mdp.discount * phi[after])
    return Moments(A, weighted @ rewards, phi[states].T @ phi[states] / length)


def with_terminal_row(path: Path) -> Path:
    """Return the path with the row t = tau: any action in the terminal state."""
    end = path.rows[-1][2]
    return Path((*path.rows, (end, 0, end)))


def _worlds(trial: Trial) -> Iterator[World]:
    yield from (early_or_late(), two_or_three())
    for i in range(6 if trial.full else 2):
        name = f"random MDP {i}, off-policy, until absorption within 3"
        yield random_world(trial.rng("terminal", str(i)), name, horizon=3, ending=True, size=i % 2)


@claim(
    "gpope/tau-normalisation",
    reading="terminal-term",
    broken={
        r"$\phi(S_\tau) = 1$": {"features": one_at_the_end},
        r"$\phi(S_\tau) = 1/100$": {"features": a_hundredth_at_the_end},
    },
    near=(r"$\phi(S_\tau) = 1/100$",),
)
def terminal_term(trial: Trial, *, features: Features = zero_at_the_end) -> Iterator[Evidence]:
    """Compare the printed estimates with the average over the transitions, trajectory by trajectory."""
    for world in _worlds(trial):
        phi, finite = features(world), replace(world, horizon=world.horizon or 3)
        paths = [path for path in finite.paths() if path.rows[-1][2] in world.ends]
        pairs = {}
        for i, path in enumerate(paths):
            tau = len(path.rows)
            printed, average = (estimates(world, rows, phi, tau) for rows in (with_terminal_row(path), path))
            pairs |= {f"trajectory {i}, {key}": pair for key, pair in compare(printed, average).items()}
        yield exact_all(f"{world.name}, {len(paths)} trajectories", pairs, quantity=r"$\hat A$, $\hat b$, $\hat C$")
