r"""Section 3.3, actor-critic: what an actor keeps of the privacy of its critic.

Printed: A(s, a) = sum_t (lambda gamma)^t (r_t + v(s_{t+1}) - v(s_t)), without the gamma that usually stands before
v(s_{t+1}); both forms are tried, and say the same about privacy. Three actors beside a critic that is private by
randomised response: one that is updated from the critic's values, one from advantages of observed rewards, and one from
advantages with noise on every clipped update. First a problem with one state, by enumeration: the reward functions
(1, 0) and (0, 1) of its two actions, the critic (1, 0) or (0, 1), public coins. Then the interval walk: the critic is
Q-learning without noise, released by randomised response, under r = 1/2 - 2|s - 1/2| or -r; what the audits see are
the parameters of critic and actor.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Literal

import numpy as np
from flint import arb, ctx

from tabular.dpdqn.actor_critic import Actor, Population, Reward, advantages, clipped, score_sums, softmax
from tabular.dpdqn.environment import MIDDLE, knots, reward
from tabular.dpdqn.networks import MLP
from tabular.dpdqn.repaired import private_answers
from tabular.dpdqn.training import Training, train
from tabular.gaussian.normal import normal_tail
from tabular.numbers.arrays import Array
from tabular.numbers.balls import ball as number
from theory_checks.audit import Audit, Mechanism, audit
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball, exact, exact_all
from theory_checks.core.exhibits import Table
from theory_checks.core.formula import sqrt
from theory_checks.core.interpret import exact as exact_value
from theory_checks.core.texts import fill, texts_of
from theory_checks.papers.dpdqn.common.claims import held
from theory_checks.papers.dpdqn.experiments._release_audits import evidence, plan
from theory_checks.papers.dpdqn.experiments._training_runs import QUIET, TUNED, best, spread

TEXTS = texts_of(__file__)

Source = Literal["values", "advantages"]
Clip = Callable[[Array, float], Array]
Difference = Literal["printed", "usual"]
Law = Mapping[object, Fraction]

EPSILON, DELTA = Fraction(9, 10), Fraction(1, 10**4)
HALF = (EPSILON / 2, Fraction(0))  # the critic's part; the noise on the actor's updates keeps (epsilon/2, delta)
NETWORK = MLP((1, 2))
START = np.zeros((1, NETWORK.n_parameters))  # equal odds
ACTOR = Actor(network=NETWORK, step_size=3.0)
CLIP, UPDATES = 2.0**-6, 20
SMALL = 0.05  # steps with which a noisy policy stays near equal odds, where its updates tell most
_TRUTH = Fraction(3, 4)  # of the critic in the problem with one state: e^epsilon = 3
_RUNS = {"quick": 200, "full": 1000}


def law(source: Source, world: int, updates: int, difference: Difference = "usual", *, critic: bool = True) -> Law:
    """Return the exact law of the actor's parameters after some updates, and of the critic's answer if it is shown.

    Every update takes action 1 if its coin, 1/4 or 3/4, is below the probability of action 1. The numbers of the first
    update are dyadic, so that doubles hold them exactly; after it doubles only tell the outcomes apart.
    """
    outcomes: dict[object, Fraction] = {}
    for answer, coins in itertools.product((0, 1), itertools.product((0.25, 0.75), repeat=updates)):
        chance = _TRUTH if answer == world else 1 - _TRUTH
        parameters = _learned(source, np.eye(2)[answer], np.eye(2)[world], coins, difference).tobytes()
        seen = (answer, parameters) if critic else parameters
        outcomes[seen] = outcomes.get(seen, Fraction(0)) + chance / 2**updates
    return outcomes


def _learned(source: Source, q: Array, r: Array, coins: tuple[float, ...], difference: Difference) -> Array:
    theta = np.zeros((1, NETWORK.n_parameters))
    for coin in coins:
        p = softmax(theta[:, -2:])
        action = int(coin < p[0, 1])
        v = float(p[0] @ q)
        weight = q[action] if source == "values" else advantages([r[action]], [v, v], 0.5, 0.5, difference)[0]
        theta = theta + score_sums(NETWORK, theta, np.zeros((1, 1)), np.eye(2)[None, None, action] * weight)
    return theta


def least_delta(first: Law, second: Law, factor: Fraction) -> Fraction:
    """Return sup_S P(S) - factor Q(S)."""
    return sum((max(p - factor * second.get(x, Fraction(0)), Fraction(0)) for x, p in first.items()), Fraction(0))


def only_in_the_first(first: Law, second: Law) -> Fraction:
    """Return the probability of what the second law never gives: no epsilon allows a delta below it."""
    return sum((p for x, p in first.items() if not second.get(x)), Fraction(0))


def _critic(world: int) -> Law:
    return {answer: _TRUTH if answer == world else 1 - _TRUTH for answer in (0, 1)}


def _one_state(source: Source) -> Iterator[Evidence]:
    """Compare the curves of actor and critic, and see what advantages give away."""
    for updates, shown in itertools.product((1, 3), (True, False)):
        curves: dict[str, tuple[Fraction, str, Fraction]] = {}
        for factor, world in itertools.product((Fraction(1), Fraction(2), Fraction(3), Fraction(10**6)), (0, 1)):
            spent, allowed = (
                least_delta(first, second, factor)
                for first, second in (
                    (law(source, world, updates, critic=shown), law(source, 1 - world, updates, critic=shown)),
                    (_critic(world), _critic(1 - world)),
                )
            )
            curves[rf"least $\delta$ at $e^\epsilon = {factor}$, world {world}"] = (spent, "<=", allowed)
        used = max(spent / allowed for spent, _, allowed in curves.values() if allowed)
        yield exact_all(
            f"one state, {updates} updates from {source}, {'critic and actor' if shown else 'the actor alone'}",
            curves,
            quantity=r"least $\delta$ against that of the critic",
            detail=f"at most {used} of what the critic spends",
        )
    for difference in ("printed", "usual"):
        laws = [law("advantages", world, 1, difference, critic=False) for world in (0, 1)]
        lost = only_in_the_first(laws[0], laws[1])
        yield exact_all(
            f"one state, one update from {difference} advantages: outcomes that the other reward function never gives",
            {
                r"least $\delta$ of the actor, at every $\epsilon$": (lost, ">", 0),
                r"least $\delta$ of its critic at $e^\epsilon = 3$": (
                    least_delta(_critic(0), _critic(1), Fraction(3)),
                    "==",
                    0,
                ),
            },
            detail=rf"at every $\epsilon$ the actor needs $\delta \geq {lost}$, its critic none at $\epsilon = \ln 3$",
        )


def noisy_actor(share: Fraction = Fraction(1)) -> Actor:
    """Return an actor whose updates from advantages get this share of the noise that they need."""
    actor = Actor(network=NETWORK, updates=UPDATES, step_size=SMALL, clip=CLIP)
    return replace(actor, noise=actor.private(HALF[0], DELTA).noise * float(share))


def without_clip(sums: Array, clip: float) -> Array:
    """Return the updates as they are: a broken clip."""
    return sums


def _noise(trial: Trial, share: Fraction, shorten: Clip = clipped) -> Iterator[Evidence]:
    """Compare distances of clipped updates with 2 C, and what the pair that is farthest apart spends with delta."""
    rng, rows = trial.rng("updates"), 200
    first = rng.normal(size=(rows, 4)) * 10.0 ** rng.integers(-4, 3, (rows, 1))
    second = np.where(np.arange(rows)[:, None] % 2, -first, rng.normal(size=(rows, 4)))
    kept = shorten(first, CLIP), shorten(second, CLIP)
    squares = [
        sum(((Fraction(a) - Fraction(b)) ** 2 for a, b in zip(x, y, strict=True)), Fraction(0))
        for x, y in zip(*kept, strict=True)
    ]
    yield exact(
        f"{rows} pairs of clipped updates, opposite ones among them",
        max(squares),
        "<=",
        exact_value(trial.formal.right, {"C": Fraction(CLIP), "T": 1, "sigma": 1}) ** 2,
        quantity=r"$\|c(x) - c(x')\|^2$ against $4 C^2$, on the doubles that are computed",
    )
    sigma = Fraction(noisy_actor(share).noise)
    if sigma:
        yield ball(
            rf"{UPDATES} updates with noise, the farthest of these pairs every time, at $\epsilon = {HALF[0]}$",
            spent(max(squares), sigma),
            "<=",
            number(DELTA),
            quantity=r"$P(S > t) - e^\epsilon P'(S > t)$ for the sum $S$ of the updates, against $\delta$",
        )


def _farthest(trial: Trial) -> Iterator[Evidence]:
    """Compare the formula with what T updates of the norm C in opposite directions are worth, which attain it."""
    distance = 2 * Fraction(CLIP)
    for updates, sigma in ((1, Fraction(1)), (UPDATES, Fraction(3)), (5, Fraction(1, 7))):
        values = {"C": Fraction(CLIP), "T": updates, "sigma": sigma, "mu": sqrt(updates * (distance / sigma) ** 2)}
        case = rf"opposite updates of the norm $C$, $T = {updates}$, $\sigma = {sigma}$"
        yield held(case, trial.formal.claims[0], values, quantity=r"$\mu$ of all updates, and the formula")


def spent(squared_distance: Fraction, sigma: Fraction) -> arb:
    """Return the delta that an event about T noisy updates needs whose means are d apart, worked out from its law.

    Along the difference the sum S of the updates is normal, with means T d/2 and -T d/2 and the variance T sigma^2. The
    likelihood ratio is e^(d S/sigma^2), above e^epsilon where S > t = epsilon sigma^2/d: no event needs more.
    """
    with ctx.workprec(128):
        d, deviation = number(squared_distance).sqrt(), number(UPDATES * sigma**2).sqrt()
        threshold = number(HALF[0] * sigma**2) / d
        above = [normal_tail((threshold - sign * UPDATES * d / 2) / deviation) for sign in (1, -1)]
        return above[0] - number(HALF[0]).exp() * above[1]


def rewards_of(world: int) -> Reward:
    """Return r = 1/2 - 2|s - 1/2|, or its neighbour -r."""
    sign = 1 - 2 * world
    return lambda s, a: sign * (2 * reward(s) - 0.5)


@lru_cache(maxsize=16)
def _trained(world: int, seed: int, count: int) -> Training:
    """Return runs of Q-learning without noise, 20 batches; the rewards are linear on either side of 1/2."""
    options = TUNED.but(horizon=20 * TUNED.batch_size, **QUIET)
    return train(options, count, seed, rewards=knots(rewards_of(world), 2))


def actor_and_critic(source: Source, actor: Actor, epsilon: Fraction, delta: Fraction) -> Mechanism:
    """Return the release of both: a critic that keeps (epsilon, delta), and an actor that begins with equal odds."""

    def draw(world: int, rng: np.random.Generator, count: int) -> Array:
        seeds = rng.integers(1 << 62, size=3).tolist()
        critic = _released(_trained(world, seeds[0], count), seeds[1], epsilon, delta)
        if source == "values":
            learned = actor.from_values(critic, count, seeds[2], initial=START)
        else:
            learned = actor.from_advantages(critic, rewards_of(world), count, seeds[2], initial=START)
        return np.column_stack([critic.parameters, learned.parameters])

    return Mechanism(f"actor from {source}", draw)


def _released(training: Training, seed: int, epsilon: Fraction, delta: Fraction) -> Population:
    answers = private_answers(training, seed, epsilon=epsilon, delta=delta)
    return Population(answers.network, answers.parameters)


@lru_cache(maxsize=16)
def audited(source: Source, share: Fraction | None, profile: str, seed: int) -> Audit:
    """Audit the claim (0.9, 1e-4) for an actor without noise, or with a share of the noise that it needs."""
    if share is None:
        actor = Actor(network=NETWORK, updates=UPDATES, step_size=3.0, sampled=True)
        mechanism = actor_and_critic(source, actor, EPSILON, DELTA)
    else:
        mechanism = actor_and_critic(source, noisy_actor(share), *HALF)
    return audit(mechanism, epsilon=float(EPSILON), delta=float(DELTA), plan=plan(profile, seed))


def _audits(results: Mapping[str, Audit]) -> Table:
    return Table(
        title=r"Audits of critic and actor together, claimed: $(0.9, 10^{-4})$",
        columns=["updates", "lower bound", "event in the worlds", "verdict"],
        rows=[
            [name, f"{a.epsilon_bound:.3f}", f"{a.hits}/{a.runs}, {a.false_hits}/{a.runs}", str(a.verdict)]
            for name, a in results.items()
        ],
        caption=r"Lower bounds of $\epsilon$ with confidence 95 %, Clopper and Pearson, independent runs. Without "
        "noise the critic has the whole target; with noise critic and updates have half of it each.",
    )


def returns(count: int, seed: int) -> dict[str, Array]:
    """Return what policies (linear, random) are worth that learn from critics or rewards under r = 1/2 - |s - 1/2|."""
    seeds = np.random.default_rng(seed).integers(1 << 62, size=4).tolist()
    training = train(TUNED.but(**QUIET), count, seeds[0], rewards=MIDDLE)
    whole, half = _released(training, seeds[1], EPSILON, DELTA), _released(training, seeds[2], *HALF)
    by_values = replace(ACTOR, step_size=10.0)
    noisy = replace(ACTOR, clip=CLIP).private(HALF[0], DELTA)

    def from_values(critic: Population) -> Population:
        return by_values.from_values(critic, count, seeds[3], initial=START)

    def from_advantages(actor: Actor, critic: Population) -> Population:
        return actor.from_advantages(critic, lambda s, a: reward(s), count, seeds[3], initial=START)

    learners = {
        "none: equal odds": Population(NETWORK, np.repeat(START, count, axis=0)),
        "from the values of a critic without privacy": from_values(Population(training.network, training.parameters)),
        r"from values, together $(0.9, 10^{-4})$-private": from_values(whole),
        "from printed advantages, not private": from_advantages(replace(ACTOR, difference="printed"), whole),
        "from usual advantages, not private": from_advantages(ACTOR, whole),
        r"from advantages with noise, together $(0.9, 10^{-4})$-private, steps of 0.001": from_advantages(
            replace(noisy, step_size=1e-3), half
        ),
        "the same, steps of 0.1": from_advantages(replace(noisy, step_size=0.1), half),
    }
    return {name: policies.expected_returns() for name, policies in learners.items()}


def _returns(trial: Trial) -> Table:
    worths = returns(_RUNS[trial.profile], trial.seed)
    return Table(
        title="What the policies are worth",
        columns=["updates", "expected return", "smallest", "largest"],
        rows=[[name, spread(worth), f"{worth.min():.2f}", f"{worth.max():.2f}"] for name, worth in worths.items()],
        caption=fill(TEXTS["returns_caption"], runs_trial_profile=_RUNS[trial.profile], best=f"{best():.4g}"),
    )


@claim(
    "dpdqn/thm5/actor-critic",
    broken={
        "an actor that reads rewards in the place of values": {"source": "advantages"},
        "advantages, clipped but without noise": {"share": Fraction(0)},
        "nine tenths of the noise": {"share": Fraction(9, 10)},
        "noise, but no clip": {"shorten": without_clip},
    },
    near=["nine tenths of the noise"],
)
def actor_critic(
    trial: Trial, *, source: Source = "values", share: Fraction = Fraction(1), shorten: Clip = clipped
) -> Iterator[Finding]:
    """Enumerate one state, enclose what the noise spends, and audit critic and actor in the interval walk."""
    yield from _one_state(source)
    yield from _farthest(trial)
    yield from _noise(trial, share, shorten)
    results = {
        f"from {source}, critic private": audited(source, None, trial.profile, trial.seed),
        "from advantages, critic and updates private": audited("advantages", share, trial.profile, trial.seed),
    }
    for name, result in results.items():
        yield evidence(f"interval walk, {name}", result)
    if source == "values" and share == 1 and shorten is clipped:
        control = {"from advantages, critic private": audited("advantages", None, trial.profile, trial.seed)}
        yield _audits(results | control)
        yield _returns(trial)
