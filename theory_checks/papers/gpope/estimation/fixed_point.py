r"""What the saddle point problem of Section 2 solves: A theta = b, and whether that is the value of the policy.

    A = E[c sum_t rho_t phi_t (phi_t - gamma phi_{t+1})'],     b = E[c sum_t rho_t phi_t R_t],     c = 1/length

If c is known before the transitions are drawn, then given S_t it is independent of (A_t, R_t, S_{t+1}), and

    A = Phi' D (I - gamma P_pi) Phi,     b = Phi' D r_pi,     D = diag(E[c sum_t 1{S_t = s}]).

If the length depends on where the trajectory went, trajectories that end early count for more, and so do the
transitions by which they end. One state that is left with probability 1/2: they count like E[1/length] = ln 2 > 1/2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from tabular.evaluation import Moments, mspbe
from tabular.evaluation.moments import Weighting
from tabular.mdp import FiniteMDP
from tabular.numbers.arrays import Array
from theory_checks.core.certificate import Certificate, instance
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, exact, exact_all
from theory_checks.core.exhibits import Table
from theory_checks.papers.gpope.estimation._off_policy_worlds import (
    HALF,
    LISTS,
    ONE,
    ZERO,
    Comparisons,
    World,
    chain_objects,
    compare,
    compare_vectors,
    early_or_late,
    exact_rows,
    identity,
    random_world,
    shortened,
    solution,
    two_by_two,
    two_or_three,
    world_objects,
)
from theory_checks.papers.gpope.estimation._projections import projected_error, rank

Estimate = Callable[[World], Moments]


@dataclass(frozen=True)
class Plan:
    """Worlds of fixed lengths that differ in the law of the first state and in the length, with probabilities."""

    name: str
    parts: Sequence[tuple[Fraction, World]]

    @property
    def world(self) -> World:
        """Return the world of the first part: MDP, policies and features are those of all parts."""
        return self.parts[0][1]

    def mean(self, estimate: Estimate) -> Moments:
        """Return the mean of the moments."""
        estimates = [(p, estimate(world)) for p, world in self.parts]
        A, b, C = (sum((p * getattr(m, name) for p, m in estimates), ZERO) for name in "AbC")
        return Moments(A, b, C)

    def as_printed(self) -> Plan:
        """Return the plan with the divisor of (2.2), tau, and two transitions more: it has no value for tau = 0."""
        parts = [(p, replace(world, horizon=(world.horizon or 1) + 2, divisor="tau")) for p, world in self.parts]
        return Plan(f"{self.name}, and two more, divided by $\\tau$", parts)


def printed(world: World) -> Moments:
    """Return the means of the printed estimates."""
    return world.moments()


def without_ratios(world: World) -> Moments:
    """Return the means of the estimates with rho = 1."""
    return replace(world, target=world.behaviour).moments()


def cut_as_end(world: World) -> Moments:
    """Return the means when the features of the state in which a trajectory is cut are taken for 0."""
    right, last, phi = world.moments(), world.law(world.horizon or 1)[-1], world.features
    kept = world.mdp.discount * (phi * last[:, None]).T @ (world.moves(world.pi) @ phi)
    return Moments(right.A + kept / world.length, right.b, right.C)


def without_the_last(world: World) -> Moments:
    """Return the means when trajectories are cut one transition earlier."""
    return shortened(world).moments()


def shares(world: World) -> Moments:
    """Return the matrices of the Bellman equation, rows of a state weighted as in the estimates."""
    return world.bellman(world.visits() / world.length)


def _fixed(trial: Trial) -> Iterator[Plan]:
    worlds = [two_by_two(1), two_by_two(2), two_by_two(4), two_by_two(3, [[1], [3]])]
    for i in range(12 if trial.full else 3):
        rng, steps = trial.rng("fixed length", str(i)), 2 + i % 3
        name = f"random MDP {i}, $T = {steps}$"
        worlds.append(random_world(rng, name, horizon=steps, ending=False, size=i % 2))
    base = random_world(trial.rng("represented"), "", horizon=2, ending=False)
    value = [[v, ONE + s % 2] for s, v in enumerate(base.value())]
    worlds.append(replace(base, name="random MDP, $V^\\pi$ and another feature, $T = 2$", phi=value))
    for world in worlds:
        yield Plan(world.name, [(ONE, _started(world))])


def _started(world: World) -> World:
    """Return the world with a start that leaves out no state."""
    n = world.mdp.n_states
    return replace(world, start=[Fraction(1, n)] * n)


def _known(trial: Trial) -> Iterator[Plan]:
    for i in range(12 if trial.full else 4):
        world = random_world(trial.rng("known length", str(i)), "", horizon=1, ending=False, size=i % 2)
        n = world.mdp.n_states
        first = [(Fraction(1, n), replace(world, start=exact_rows(identity(n))[s], horizon=1 + s)) for s in range(n)]
        drawn = [(Fraction(1, 3), replace(world, horizon=1)), (Fraction(2, 3), replace(world, horizon=4))]
        yield Plan(f"random MDP {i}, length 1 plus the number of the first state", first)
        yield Plan(f"random MDP {i}, length 1 or 4, drawn in advance", drawn)


WRONG_MEANS = {
    r"$\rho_t = 1$": {"estimate": without_ratios},
    r"$\phi = 0$ where a trajectory is cut": {"estimate": cut_as_end},
    "without the last transition": {"estimate": without_the_last},
}
NEARLY_RIGHT = (r"$\phi = 0$ where a trajectory is cut", "without the last transition")


@claim(
    "gpope/saddle-fixed-point",
    reading="fixed-length",
    setting={"plans": _fixed},
    broken=WRONG_MEANS,
    near=NEARLY_RIGHT,
)
@claim(
    "gpope/saddle-fixed-point",
    reading="known-length",
    setting={"plans": _known},
    broken=WRONG_MEANS,
    near=NEARLY_RIGHT,
)
def known_length(
    trial: Trial, *, plans: Callable[[Trial], Iterator[Plan]], estimate: Estimate = printed
) -> Iterator[Evidence]:
    """Compare the means of the estimates with the Bellman equation, and theta* with the value, for both divisors."""
    for average in plans(trial):
        for plan in (average, average.as_printed()):
            mean, wanted = plan.mean(estimate), plan.mean(shares)
            pairs = compare(mean, wanted) | _solution_pairs(plan, mean)
            yield exact_all(plan.name, pairs, quantity=r"$A$, $b$, $C$ and $\theta^*$")


def _solution_pairs(plan: Plan, moments: Moments) -> Comparisons:
    """Compare theta* with the value where it can be represented, otherwise the MSPBE with its definition."""
    world = plan.world
    if can_represent(world) and rank(moments.A) == world.size:
        return compare_vectors("Phi theta", world.features @ solution(moments), world.value())
    weights = np.sum([p * part.visits() / part.length for p, part in plan.parts], axis=0)
    points = [0 * moments.b, 0 * moments.b + 1]
    return {
        f"MSPBE at point {i}": (mspbe(moments, theta), "==", projected_error(world, weights, theta))
        for i, theta in enumerate(points)
    }


def can_represent(world: World) -> bool:
    """Tell whether the value is a combination of the features."""
    return rank(np.column_stack([world.features, world.value()])) == rank(world.features)


@claim("gpope/saddle-fixed-point", reading="random-length", sound={"plain sums": {"weighting": "sum"}})
def random_length(trial: Trial, *, weighting: Weighting = "1/length") -> Iterator[Finding]:
    """Compare theta* with the value of the policy."""
    for world in (early_or_late(), two_or_three()):
        theta, value = solution(world.moments(weighting)), world.value()[: world.size]
        yield exact_all(
            f"{world.name}, each with probability $1/2$",
            compare_vectors("theta", theta, value),
            quantity=r"$\theta^*$ and $V^\pi$",
            certificate=_length_certificate(trial, world, theta),
        )


def _length_certificate(trial: Trial, world: World, theta: Array) -> Certificate:
    says = (
        f"A trajectory has {world.name}, each with probability 1/2, and $A\\theta = b$ has the solution "
        f"$\\theta_0 = {theta[0]}$, where the value is ${world.value()[0]}$."
    )
    own = {"theta": {"initial": "start", "solution": "solution"}, "v": {"policy": "target", "value": "value"}}
    lists = {"target": world.pi.T, "value": world.value(), "solution": [*theta, ZERO]}
    return replace(instance(trial.formal, says, {"s": 0}, own=own), objects=chain_objects(world) | lists)


def stay_or_go() -> World:
    """Return two states, action a leads to state a; the target plays 0, the behaviour both; T = 2, phi = 1."""
    mdp = FiniteMDP([[[1, 0], [1, 0]], [[0, 1], [0, 1]]], [[0, 1], [0, 1]], HALF)
    return World("two states, one feature, $T = 2$", mdp, [[1, 0]] * 2, [[HALF, HALF]] * 2, [[1], [1]], [1, 0], 2)


def printed_data(world: World) -> Moments:
    """Return the moments of data of the behaviour policy."""
    return world.moments()


def own_data(world: World) -> Moments:
    """Return the moments of data of the target policy."""
    return world.on_policy().moments()


@claim("gpope/saddle-fixed-point", reading="target-weights", sound={r"data of $\pi$ itself": {"data": own_data}})
def target_weights(trial: Trial, *, data: Estimate = printed_data) -> Iterator[Finding]:
    """Compare theta* with that of data of the target policy."""
    rows: list[list[str]] = []
    for world in (stay_or_go(), two_by_two(2, [[1], [3]])):
        theta, wanted = solution(data(world))[0], solution(own_data(world))[0]
        certificate = _weights_certificate(trial, world, theta, wanted)
        case = f"{world.name}, $\\phi = ({', '.join(str(x[0]) for x in world.phi)})$"
        yield exact(case, theta, "==", wanted, quantity=r"$\theta^*$ and that of $\pi$", certificate=certificate)
        rows.append([case, *(f"{float(x):.6g}" for x in (theta, wanted, *world.value()))])
    yield Table(
        title="State weights of the behaviour policy and of the target policy",
        columns=["world", r"$\theta^*$, states of $\pi_b$", r"$\theta^*$, states of $\pi$", "$V(0)$", "$V(1)$"],
        rows=rows,
    )


def _weights_certificate(trial: Trial, world: World, theta: Fraction, wanted: Fraction) -> Certificate:
    """Certify both solutions; the data of the target policy have ratios 1."""
    says = (
        f"{world.name}: the data of $\\pi_b$ give $\\theta^* = {float(theta):.6g}$, those of $\\pi$ would give "
        f"${float(wanted):.6g}$."
    )
    policies = {"A": "behaviour", "b": "behaviour", "A_pi": "target", "b_pi": "target"}
    own = {name: LISTS | {"behaviour": policy} for name, policy in policies.items()}
    certificate = instance(trial.formal, says, {"T": 2, "theta": theta, "wanted": wanted}, own=own)
    return replace(certificate, objects=world_objects(world))
