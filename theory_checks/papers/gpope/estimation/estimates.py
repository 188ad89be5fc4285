r"""The estimates (2.2) from one trajectory, and of what they are unbiased.

    A-hat = (1/length) sum_t rho_t phi_t (phi_t - gamma phi_{t+1})',     rho_t = pi(S_t, A_t)/pi_b(S_t, A_t)

By definition E A-hat = A of (2.1). With a fixed length E A-hat = Phi' D (I - gamma K) Phi, where
K(s, s') = sum_{a: pi_b(s,a) > 0} pi(s, a) P_a(s, s'): actions that the behaviour policy never takes are missing. The
solution of A-hat theta = b-hat is no linear function of the estimates, and not unbiased: for one state and one
transition rho_0 cancels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

from tabular.evaluation import Moments
from tabular.evaluation.moments import Divisor
from tabular.mdp.instances import bandit, identity_mdp
from tabular.numbers.arrays import Array
from theory_checks.core.certificate import Certificate, instance
from theory_checks.core.claim import Trial, claim
from theory_checks.core.evidence import Evidence, exact, exact_all
from theory_checks.papers.gpope.estimation._off_policy_worlds import (
    HALF,
    LISTS,
    ZERO,
    World,
    compare,
    early_or_late,
    random_world,
    shortened,
    solution,
    two_by_two,
    two_or_three,
    world_objects,
)

Estimate = Callable[[World], Moments]
Divided = Callable[[World, Divisor], Moments]
QUARTER = Fraction(1, 4)


def by_enumeration(world: World, divisor: Divisor) -> Moments:
    """Return the mean of the estimates over all trajectories."""
    return world.enumerated("1/length", divisor)


def without_ratios(world: World, divisor: Divisor) -> Moments:
    """Return the mean of the estimates with rho = 1."""
    return by_enumeration(replace(world, target=world.behaviour), divisor)


def by_the_wrong_number(world: World, divisor: Divisor) -> Moments:
    """Return the mean of the estimates divided by the longest length."""
    return world.enumerated("1/horizon")


def always_averaged(world: World, divisor: Divisor) -> Moments:
    """Return the mean of the estimates divided by the number of terms."""
    del divisor
    return by_enumeration(world, "terms")


def without_the_last(world: World, divisor: Divisor) -> Moments:
    """Return the mean of the estimates from trajectories that are cut one transition earlier."""
    return by_enumeration(shortened(world) if divisor == "terms" else world, divisor)


def _worlds(trial: Trial) -> Iterator[World]:
    yield from (two_by_two(1), two_by_two(4), two_by_two(3, [[1], [3]]), early_or_late(), two_or_three())
    for i in range(12 if trial.full else 2):
        rng, ending = trial.rng("estimates", str(i)), i % 2 == 0
        name = f"random MDP {i}, " + ("random length of at most 3" if ending else "$T = 3$")
        yield random_world(rng, name, horizon=3, ending=ending, size=i // 2 % 2)


def _divided(trial: Trial) -> Iterator[tuple[Divisor, World]]:
    """Yield the printed divisor with worlds in which no trajectory is a single transition, and that of an average."""
    for world in (two_by_two(2), two_by_two(4), two_by_two(3, [[1], [3]]), two_or_three()):
        yield "tau", world
    for world in _worlds(trial):
        yield "terms", world


@claim(
    "gpope/estimators-unbiased",
    reading="of-equation-2-1",
    broken={
        r"$\rho_t = 1$": {"estimate": without_ratios},
        "divided by the longest length": {"estimate": by_the_wrong_number},
        r"divided by $\tau + 1$, where $\tau$ is printed": {"estimate": always_averaged},
        "without the last transition": {"estimate": without_the_last},
    },
    near=(r"divided by $\tau + 1$, where $\tau$ is printed", "without the last transition"),
)
def of_the_definition(trial: Trial, *, estimate: Divided = by_enumeration) -> Iterator[Evidence]:
    """Compare the enumerated means with those from the occupancies, divided as printed where that can be."""
    for divisor, world in _divided(trial):
        case = f"{world.name}, divided by " + (r"$\tau$, as printed" if divisor == "tau" else r"$\tau + 1$")
        pairs = compare(estimate(world, divisor), world.moments("1/length", divisor))
        yield exact_all(case, pairs, quantity=r"means of $\hat A$, $\hat b$, $\hat C$")


def never_paid() -> World:
    """Return one state, rewards 0 and 1; the target plays both arms, the behaviour only the first; one transition."""
    mdp = bandit([0, 1], HALF)
    return World("one state, two arms", mdp, [[HALF, HALF]], [[1, 0]], [[1]], [1], 1)


def seldom_paid() -> World:
    """Return the same with a behaviour policy that plays the second arm with probability 1/4."""
    return replace(never_paid(), behaviour=[[3 * QUARTER, QUARTER]])


def supported(world: World) -> Array:
    """Return the target policy without the actions that the behaviour never takes."""
    return world.pi * (world.pi_b != 0)


def mean_of_estimates(world: World) -> Moments:
    """Return Phi' D (I - gamma K) Phi etc. for the actions that the data can hold."""
    return world.bellman(world.visits() / world.length, supported(world))


def with_some_of_each(world: World) -> Moments:
    """Return the same for a behaviour policy that also takes the other actions."""
    return mean_of_estimates(replace(world, behaviour=(world.pi_b + world.pi) / 2))


def wanted_moments(world: World) -> Moments:
    """Return the matrices of the Bellman equation of the target policy, with the state weights of the data."""
    return world.bellman(world.visits() / world.length)


@claim(
    "gpope/estimators-unbiased",
    reading="of-the-bellman-equation",
    sound={r"$(\pi_b+\pi)/2$ in place of $\pi_b$": {"mean": with_some_of_each}},
)
def of_the_bellman_equation(trial: Trial, *, mean: Estimate = mean_of_estimates) -> Iterator[Evidence]:
    """Compare the means of the estimates with the matrices of the target policy."""
    inside = [seldom_paid(), two_by_two(4), *(w for w in _worlds(trial) if not w.ends)]
    for world in inside:
        pairs = compare(mean_of_estimates(world), wanted_moments(world))
        pairs |= {f"enumerated {k}": pair for k, pair in compare(world.enumerated(), wanted_moments(world)).items()}
        yield exact_all(world.name, pairs, quantity=r"means and Bellman equation")
    world = never_paid()
    left, right = mean(world).b[0], wanted_moments(world).b[0]
    yield exact(
        rf"{world.name}, $\pi_b$ never plays the second",
        left,
        "==",
        right,
        quantity=r"mean of $\hat b$ and $\Phi^\top Dr_\pi$",
        certificate=_support_certificate(trial, world, left),
    )


def _support_certificate(trial: Trial, world: World, b: Fraction) -> Certificate:
    says = (
        r"One state, arms with rewards 0 and 1, one transition: $\pi$ plays both, $\pi_b$ only the first. The mean of "
        rf"$\hat b$ is {b}, the mean reward under $\pi$ is 1/2."
    )
    return replace(
        instance(trial.formal, says, {"T": 1}, own={"mean": LISTS, "wanted": LISTS}), objects=world_objects(world)
    )


Solve = Callable[[World], Fraction]


def of_one_trajectory(world: World) -> Fraction:
    """Return the mean of b-hat/A-hat of one transition in one state: rho cancels."""
    arms = range(world.mdp.n_actions)
    means = (world.pi_b[0, a] * world.mdp.rewards[a, 0] / (1 - world.mdp.discount) for a in arms)
    return sum(means, ZERO)


def of_the_means(world: World) -> Fraction:
    """Return E b-hat/E A-hat, the limit for many trajectories."""
    return Fraction(solution(world.enumerated())[0])


@claim("gpope/estimators-unbiased", reading="solution", sound={r"$E\hat b/E\hat A$": {"solve": of_the_means}})
def of_the_solution(trial: Trial, *, solve: Solve = of_one_trajectory) -> Iterator[Evidence]:
    """Compare the mean of the solution with theta*."""
    base = World("one state", identity_mdp(1, 2, HALF).with_rewards([[0], [1]]), [], [], [[1]], [1], 1)
    for second in (HALF, 3 * QUARTER):
        world = replace(base, target=[[1 - second, second]], behaviour=[[HALF, HALF]])
        left, right = solve(world), Fraction(world.value()[0])
        yield exact(
            rf"$\pi = ({1 - second}, {second})$, $\pi_b = (1/2, 1/2)$",
            left,
            "==",
            right,
            quantity=r"$E[\hat A^{-1}\hat b]$ and $\theta^*$",
            certificate=_solution_certificate(trial, world, left),
        )


def _solution_certificate(trial: Trial, world: World, mean: Fraction) -> Certificate:
    says = (
        r"One state, arms with rewards 0 and 1, one transition: $\hat A^{-1}\hat b$ has the mean "
        rf"${mean} = V^{{\pi_b}}$, the value of $\pi$ is ${world.value()[0]}$."
    )
    own = {"mean": {"behaviour": "behaviour"}, "theta": {"policy": "target", "value": "value"}}
    objects = {"M": world.mdp, "target": world.pi.T, "behaviour": world.pi_b.T, "value": world.value()}
    return replace(instance(trial.formal, says, {}, own=own), objects=objects)
