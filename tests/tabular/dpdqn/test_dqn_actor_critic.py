"""Actors: their gradients, what they learn, and what one update tells about the reward."""

import inspect
import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabular.dpdqn.actor_critic import (
    PUBLIC_STATES,
    Actor,
    Population,
    action_values,
    advantages,
    clipped,
    score_sums,
    softmax,
    update_noise,
    values_at,
)
from tabular.dpdqn.environment import IntervalWalk, reward
from tabular.dpdqn.evaluation import best_return, expected_return, expected_returns
from tabular.dpdqn.networks import MLP
from tabular.dpdqn.options import NON_PRIVATE
from tabular.dpdqn.release import Release
from tabular.dpdqn.repaired import TO_THE_LEFT, TO_THE_RIGHT, experiment_key, private_answers
from tabular.dpdqn.streams import seed_for
from tabular.dpdqn.training import Training
from tabular.errors import InputError
from tabular.privacy import delta_of

LINEAR = MLP((1, 2))
MIDDLE = Release(LINEAR, np.array([1.0, -1.0, -0.5, 0.5]))
ZERO = Release(LINEAR, np.zeros(4))
SHORT = Actor(network=LINEAR, updates=5, environment=IntervalWalk(episode=8))


def tent(states, action):
    return reward(states)


def minus(states, action):
    return -reward(states)


def log_policy(network, theta, states, weights):
    """Return sum_i sum_a w[i, a] ln pi(a|s_i), from the network's own values."""
    z = np.array([network.values(theta, [s]) for s in states])
    return float((weights * (z - np.log(np.exp(z).sum(axis=1, keepdims=True)))).sum())


def slopes(function, theta, h=1e-6):
    return np.array([(function(theta + h * e) - function(theta - h * e)) / (2 * h) for e in np.eye(theta.size)])


@settings(max_examples=25, deadline=None)
@given(st.sampled_from([(1, 2), (1, 5, 2), (1, 4, 3, 2), (1, 4, 3)]), st.integers(0, 2**32))
def test_score_sums_are_the_limit_of_differences(widths, seed):
    network, rng = MLP(widths), np.random.default_rng(seed)
    thetas, states = network.initial(seed, 3), rng.random((3, 4))
    weights = rng.normal(size=(3, 4, widths[-1]))
    actual = score_sums(network, thetas, states, weights)

    for run in range(3):
        differences = slopes(lambda theta, i=run: log_policy(network, theta, states[i], weights[i]), thetas[run])
        # Rounding 1e-16/h in sums of up to a dozen terms below 10; the policy is smooth but for kinks of measure 0.
        np.testing.assert_allclose(actual[run], differences, atol=1e-7)


@pytest.mark.parametrize("network", [LINEAR, MLP((1, 5, 2))])
def test_one_update_from_values_is_a_step_up_the_mean_value_of_the_policy(network):
    theta = network.initial(4)

    def objective(parameters):
        p = softmax(np.array([network.values(parameters, [s]) for s in PUBLIC_STATES]))
        return float((p * MIDDLE.values(PUBLIC_STATES)).sum(axis=1).mean())

    after = Actor(network=network, updates=1, step_size=0.25).from_values(MIDDLE.values, initial=theta)
    np.testing.assert_allclose((after.parameters - theta)[0] / 0.25, slopes(objective, theta[0]), atol=1e-8)


def test_sampled_actions_give_the_same_step_on_average():
    """The mean of 4,000 sampled steps, each coordinate within six deviations of its own."""
    theta = LINEAR.initial(4)
    one = Actor(network=LINEAR, updates=1, step_size=1.0)
    whole = one.from_values(MIDDLE.values, initial=theta).parameters[0]
    drawn = Actor(network=LINEAR, updates=1, step_size=1.0, sampled=True)
    many = drawn.from_values(MIDDLE.values, 4000, 1, initial=theta).parameters

    assert np.all(np.abs(many.mean(axis=0) - whole) < 6 * many.std(axis=0) / math.sqrt(4000))
    assert many.std(axis=0).min() > 0


@pytest.mark.parametrize("difference", ["usual", "printed"])
def test_advantages_are_the_sums_of_their_definition(difference):
    rng = np.random.default_rng(1)
    r, v, discount, trace = rng.normal(size=(2, 3, 6)), rng.normal(size=(2, 3, 7)), 0.8, 0.7
    factor = discount if difference == "usual" else 1.0
    d = [r[..., t] + factor * v[..., t + 1] - v[..., t] for t in range(6)]
    expected = [sum((trace * discount) ** (k - t) * d[k] for k in range(t, 6)) for t in range(6)]

    actual = advantages(r, v, discount, trace, difference)
    np.testing.assert_allclose(actual, np.stack(expected, axis=-1), rtol=1e-12, atol=1e-14)


def test_with_every_trace_the_usual_advantage_is_the_return_minus_the_value_and_the_printed_one_is_not():
    rng = np.random.default_rng(2)
    r, v = rng.normal(size=5), rng.normal(size=6)
    whole = sum(0.9**t * r[t] for t in range(5)) + 0.9**5 * v[5] - v[0]

    assert advantages(r, v, 0.9, 1.0)[0] == pytest.approx(whole, rel=1e-12)
    more = sum(0.9**t * (1 - 0.9) * v[t + 1] for t in range(5))
    assert advantages(r, v, 0.9, 1.0, "printed")[0] == pytest.approx(whole + more, rel=1e-12)


def test_one_update_from_advantages_is_the_step_that_one_episode_asks_for():
    """The whole step again, with the states, actions and rewards that a reward function saw."""
    seen = []

    def watched(states, action):
        seen.append(states)
        return reward(states)

    network, world = MLP((1, 4, 2)), IntervalWalk(episode=6)
    actor = Actor(network=network, environment=world, updates=1, step_size=1.0, discount=0.8, trace=0.6)
    theta = network.initial(seed_for("first parameters of an actor", 3))
    own = np.random.Generator(np.random.Philox(seed_for("updates of an actor", 3)))
    after = actor.from_advantages(MIDDLE.values, watched, 1, 3).parameters[0]
    states = np.concatenate([own.random((1,)), *seen[::2]])
    taken = (np.diff(states) > 0) | (states[1:] == 1)
    v = (softmax(values_at(network, theta, states[None]))[0] * MIDDLE.values(states)).sum(axis=1)
    weights = np.stack([~taken, taken], axis=1) * advantages(reward(states[1:]), v, 0.8, 0.6)[:, None]
    objective = [log_policy(network, theta[0] + h, states[:-1], weights / 6) for h in (0, 1e-4 * (after - theta[0]))]

    np.testing.assert_allclose(
        after - theta[0], slopes(lambda x: log_policy(network, x, states[:-1], weights / 6), theta[0]), atol=1e-8
    )
    assert objective[1] > objective[0]


def test_a_policy_learns_from_good_values_as_well_as_it_can_be_written():
    best = best_return(cells=400)
    smooth = Actor(network=LINEAR, step_size=30.0).from_values(MIDDLE.values, 3, initial=np.zeros((1, 4)))
    rich = Actor(step_size=2.0).from_values(MIDDLE.values, 5, 0)

    assert np.all(smooth.expected_returns() > 0.95 * best)
    assert np.all(rich.expected_returns() > 0.97 * best)
    assert np.all(rich.expected_returns() <= best + 1e-9)


@pytest.mark.parametrize("state_values", ["mean", "max"])
@pytest.mark.parametrize("difference", ["usual", "printed"])
def test_a_policy_learns_from_rewards(difference, state_values):
    actor = Actor(network=LINEAR, step_size=1.0, difference=difference, state_values=state_values)
    idle = Population(LINEAR, np.zeros((1, 4))).expected_returns()[0]
    worth = actor.from_advantages(MIDDLE.values, tent, 20, 2, initial=np.zeros((1, 4))).expected_returns()

    assert worth.mean() > idle + 3
    # With the opposite rewards it learns to stay away from the middle.
    other = actor.from_advantages(ZERO.values, minus, 20, 2, initial=np.zeros((1, 4))).expected_returns()
    assert other.mean() < idle - 3


def test_an_actor_of_values_has_no_place_for_a_reward():
    assert not [name for name in inspect.signature(Actor.from_values).parameters if "reward" in name]
    assert "reward" in inspect.signature(Actor.from_advantages).parameters


def test_the_same_seed_gives_the_same_bytes_and_another_one_others():
    for run in (
        lambda seed: SHORT.from_values(MIDDLE.values, 3, seed),
        lambda seed: Actor(network=LINEAR, updates=5, sampled=True).from_values(MIDDLE.values, 3, seed),
        lambda seed: SHORT.from_advantages(MIDDLE.values, tent, 3, seed),
        lambda seed: (
            Actor(network=LINEAR, updates=3, clip=0.1).private(1, 1e-5).from_advantages(ZERO.values, tent, 3, seed)
        ),
    ):
        assert run(5).parameters.tobytes() == run(5).parameters.tobytes()
        assert run(5).parameters.tobytes() != run(6).parameters.tobytes()


def test_one_critic_for_all_runs_is_the_same_as_a_copy_for_each():
    each = Population(LINEAR, np.repeat(MIDDLE.theta[None], 4, axis=0))

    for update in ("from_values", "from_advantages"):
        more = (tent,) if update == "from_advantages" else ()
        np.testing.assert_array_equal(
            getattr(SHORT, update)(each, *more, 4, 1).parameters,
            getattr(SHORT, update)(MIDDLE.values, *more, 4, 1).parameters,
        )


@pytest.mark.parametrize("update", ["from_values", "from_advantages"])
def test_one_start_for_all_runs_is_the_same_as_a_copy_for_each(update):
    actor = Actor(network=MLP((1, 8, 2)), updates=5, environment=SHORT.environment)
    more, start = ((tent,) if update == "from_advantages" else ()), actor.network.initial(5)
    learn = getattr(actor, update)

    np.testing.assert_array_equal(
        learn(MIDDLE.values, *more, 3, 1, initial=start).parameters,
        learn(MIDDLE.values, *more, 3, 1, initial=np.repeat(start, 3, axis=0)).parameters,
    )


def test_each_run_learns_from_its_own_critic():
    both = Population(LINEAR, np.stack([MIDDLE.theta, -MIDDLE.theta]))
    actor = Actor(network=LINEAR, step_size=5.0, updates=50)
    together = actor.from_values(both, 2, initial=np.zeros((1, 4)))

    np.testing.assert_array_equal(
        together.parameters[1], actor.from_values(lambda s: -MIDDLE.values(s), initial=np.zeros((1, 4))).parameters[0]
    )
    good, bad = together.expected_returns()
    assert good > 15 > 5 > bad


def test_values_of_a_population_are_those_of_its_networks():
    network = MLP((1, 5, 3, 2))
    population, states = Population(network, network.initial(2, 3)), np.random.default_rng(0).random((3, 7))

    for run in range(3):
        expected = network.population_values(population.parameters[run : run + 1], states[run][:, None])[0]
        np.testing.assert_allclose(population.values(states)[run], expected, rtol=1e-12, atol=1e-14)
    np.testing.assert_allclose(population.probabilities(states).sum(axis=2), 1.0, rtol=1e-15)


def test_an_update_moves_by_at_most_twice_the_clip_and_neighbours_attain_it():
    """One update with step 1 and no noise, from the same parameters and random numbers, under r and r'."""
    rng, clip = np.random.default_rng(0), 0.01
    one = Actor(network=LINEAR, updates=1, step_size=1.0, clip=clip, environment=IntervalWalk(episode=5))
    for seed in range(20):
        table, change = rng.uniform(-5, 5, 9), rng.uniform(-1, 1, 9)
        ends = [
            one.from_advantages(
                MIDDLE.values, lambda s, a, v=v: np.interp(s, np.linspace(0, 1, 9), v), 6, seed
            ).parameters
            for v in (table, table + change)
        ]
        assert np.linalg.norm(ends[0] - ends[1], axis=1).max() <= 2 * clip
    pair = [one.from_advantages(ZERO.values, lambda s, a, x=x: x + 0 * s, 6, 1).parameters for x in (0.5, -0.5)]
    np.testing.assert_allclose(np.linalg.norm(pair[0] - pair[1], axis=1), 2 * clip, rtol=1e-11)


def test_clipped_rows_stay_below_the_clip_whatever_they_are():
    rows = np.array([[3.0, 4.0], [0.3, 0.4], [0.0, 0.0], [1e200, 1e200], [math.nan, 1.0], [1e-200, 0.0]])
    actual = clipped(rows, 1.0)

    np.testing.assert_allclose(actual[0], [0.6, 0.8], rtol=1e-11)
    np.testing.assert_array_equal(actual[[1, 2, 5]], rows[[1, 2, 5]])
    np.testing.assert_array_equal(actual[3:5], 0.0)
    assert np.all([Fraction(a) ** 2 + Fraction(b) ** 2 <= 1 for a, b in actual])


@pytest.mark.parametrize("clip", [1e-100, 1e-60, 1.0, 1e150])
def test_clipped_rows_of_every_size_stay_below_clips_of_every_size(clip):
    rng = np.random.default_rng(5)
    rows = rng.normal(size=(200, 4)) * clip * 10.0 ** rng.integers(-3, 5, (200, 1))
    squares = [sum(Fraction(x) ** 2 for x in row) for row in clipped(rows, clip)]

    assert max(squares) <= Fraction(clip) ** 2
    assert max(squares) > Fraction(clip) ** 2 * Fraction(99, 100)


@pytest.mark.parametrize("seed", [0, 7])
def test_equal_seeds_of_a_critic_and_its_actor_keep_the_target_together(seed):
    """One sampled update at one state, the candidate 0 or 1 best: no event of both may be e^0.9 times as frequent.

    If the actor took the coins of the response, (candidate 0, moved) would have frequency 1/2 in one world and 0 in the
    other. Shares of 5,000 runs are within six deviations, 0.043, of their probabilities.
    """
    actor = Actor(network=LINEAR, updates=1, step_size=1.0, sampled=True)
    pair, shares = (TO_THE_RIGHT, TO_THE_LEFT), list[dict[tuple[int, bool], float]]()
    for best in pair:
        training = Training(NON_PRIVATE, 5000, seed, network=LINEAR, initial=np.array([best]))
        answers = private_answers(training, seed, epsilon=0.9, delta=1e-4, candidates=pair)
        critic = Population(answers.network, answers.parameters)
        policies = actor.from_values(critic, 5000, seed, states=[0.25], initial=np.zeros((1, 4)))
        seen = list(zip(answers.indices.tolist(), (policies.parameters[:, 3] != 0).tolist(), strict=True))
        shares.append({x: seen.count(x) / len(seen) for x in itertools.product((0, 1), (False, True))})
    for first, second in (shares, shares[::-1]):
        for event, share in first.items():
            assert share <= math.exp(0.9) * second[event] + 1e-4 + 0.043 * (1 + math.exp(0.9))
            assert share > 0.1


def test_an_actor_shares_neither_first_parameters_nor_numbers_with_a_training_of_the_same_seed():
    training = Training(NON_PRIVATE, 3, 5, network=LINEAR)
    still = Actor(network=LINEAR, updates=1).from_values(ZERO.values, 3, 5)

    assert not np.isin(still.parameters, training.parameters).any()
    purposes = [seed_for(f"{name} of an actor", seed) for name in ("updates", "first parameters") for seed in (0, 1, 5)]
    assert len({*purposes, experiment_key(0), experiment_key(5), 0, 1, 5}) == 11


def test_the_noise_is_the_least_that_is_proved_for_all_updates_together():
    made = update_noise(Fraction(9, 20), Fraction(1, 10**4), 0.25, 100)

    assert made.mechanism.squared_sensitivity == 100 * 4 * Fraction(1, 16)
    # mu = 2 C sqrt(T)/sigma: the doubles' curve is off by rounding, the calibration by one double.
    assert delta_of(0.45, 2 * 0.25 * 10 / made.sigma) == pytest.approx(1e-4, rel=1e-9)
    assert Actor(updates=100, clip=0.25).private(Fraction(9, 20), Fraction(1, 10**4)).noise == made.sigma


def test_the_noise_of_an_update_is_normal_and_as_large_as_asked():
    """One update with and without noise: 4 x 20,000 differences, each statistic within six deviations."""
    quiet = Actor(network=LINEAR, updates=1, step_size=0.5, clip=0.1, environment=IntervalWalk(episode=2))
    noisy = Actor(network=LINEAR, updates=1, step_size=0.5, clip=0.1, environment=IntervalWalk(episode=2), noise=3.0)
    ends = [actor.from_advantages(ZERO.values, tent, 20_000, 8).parameters for actor in (noisy, quiet)]
    z = ((ends[0] - ends[1]) / (0.5 * 3.0)).ravel()

    assert abs(z.mean()) < 6 / math.sqrt(z.size)
    assert abs((z**2).mean() - 1) < 6 * math.sqrt(2 / z.size)
    assert abs((z**4).mean() - 3) < 6 * math.sqrt(96 / z.size)


def test_expected_returns_are_those_of_the_deterministic_evaluation_and_of_simulation():
    grid = np.linspace(0, 1, 401)
    plain = [(lambda s: (s < 0.5).astype(int)), (lambda s: np.ones(s.size, int)), (lambda s: (s >= 0.3).astype(int))]
    chances = np.array([policy(grid) for policy in plain])
    np.testing.assert_allclose(expected_returns(chances), [expected_return(p, cells=400) for p in plain], rtol=1e-12)

    rng, world, total = np.random.default_rng(5), IntervalWalk(), 0.0
    states = world.starts(rng.random(40_000))
    for _ in range(world.episode):
        states = world.step(states, (rng.random(states.size) < 0.3 + 0.4 * states).astype(int), rng.random(states.size))
        total = total + reward(states)
    # Six deviations of the mean of 40,000 episodes; the grid errs by 1e-3.
    error = 6 * np.std(total) / math.sqrt(40_000) + 2e-3
    assert abs(expected_returns(0.3 + 0.4 * grid[None])[0] - np.mean(total)) < error


def test_the_law_of_the_first_action_is_that_of_the_policy():
    """One episode of one step with the reward a: the mean of the runs is the mean over starts of what they must do."""
    theta = np.array([[0.0, 2.0, 0.0, -1.0]])
    one = Actor(network=LINEAR, updates=1, step_size=1.0, discount=0.0, environment=IntervalWalk(episode=1))
    moved = one.from_advantages(ZERO.values, lambda s, a: a + 0.0 * s, 40_000, 3, initial=theta).parameters - theta
    grid = (np.arange(2000) + 0.5) / 2000
    p = Population(LINEAR, theta).probabilities(grid)[0, :, 1]

    assert abs((moved[:, 3] > 0).mean() - p.mean()) < 6 * 0.5 / math.sqrt(40_000)
    assert abs(moved[:, 3].mean() - (p * (1 - p)).mean()) < 6 * moved[:, 3].std() / math.sqrt(40_000)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Actor(updates=0), "updates must be an integer of at least 1"),
        (lambda: Actor(episodes=0), "episodes must be an integer of at least 1"),
        (lambda: Actor(network=MLP((2, 2))), "widths must begin with 1 and end with 2"),
        (lambda: Actor(network=MLP((1, 3))), "widths must begin with 1 and end with 2"),
        (lambda: Actor(step_size=0.0), "step_size must be finite and positive"),
        (lambda: Actor(step_size="1"), "step_size must be a number"),
        (lambda: Actor(discount=1.5), "discount must be in [0, 1]"),
        (lambda: Actor(trace=math.nan), "trace must be in [0, 1]"),
        (lambda: Actor(clip=0.0), "clip must be at least 1e-100, got 0.0"),
        (lambda: Actor(noise=-1.0), "noise must be finite and at least 0"),
        (lambda: Actor(noise=1.0), "clip must be finite where updates get noise"),
        (lambda: Actor(sampled=1), "sampled must be true or false"),
        (lambda: Actor(difference="other"), "difference must be one of usual, printed"),
        (lambda: Actor(state_values="min"), "state_values must be one of mean, max"),
        (lambda: Actor(clip=1e-170), "clip must be at least 1e-100, got 1e-170"),
        (lambda: Actor(network=3), "network must be an MLP, got 3"),
        (lambda: Actor(environment=3), "environment must be an IntervalWalk, got 3"),
        (lambda: Actor().private(1, 1e-5), "clip must be finite and at least 1e-100"),
        (lambda: update_noise(1, 1e-5, "1", 3), "clip must be a number, got '1'"),
        (lambda: update_noise(1, 1e-5, 1e-300, 3), "clip must be finite and at least 1e-100, got 1e-300"),
        (lambda: clipped(np.ones((1, 2)), 1e-300), "clip must be at least 1e-100, got 1e-300"),
        (lambda: update_noise(1, 0, 1.0, 3), "delta must be positive for Gaussian noise"),
        (lambda: SHORT.from_values(MIDDLE.values, 0), "runs must be an integer of at least 1"),
        (lambda: SHORT.from_values(MIDDLE.values, 1, -1), "seed must be an integer of at least 0"),
        (lambda: SHORT.from_values(MIDDLE.values, 3, initial=np.zeros((2, 4))), "initial must have 1 or 3 rows"),
        (lambda: SHORT.from_values(MIDDLE.values, states=[]), "states must be numbers in [0, 1]"),
        (lambda: SHORT.from_values(MIDDLE.values, states=[0.5, 2.0]), "states must be numbers in [0, 1]"),
        (lambda: SHORT.from_values(lambda s: s), "critic must return action values of shape (40, 2)"),
        (lambda: SHORT.from_values(Population(LINEAR, np.zeros((2, 4))), 3), "states must have shape (k,) or (2, k)"),
        (lambda: SHORT.from_advantages(ZERO.values, lambda s, a: s / 0), "reward must be finite"),
        (lambda: Population(LINEAR, np.zeros((2, 3))), "parameters must have shape (runs, 4)"),
        (lambda: advantages(np.zeros(3), np.zeros(3), 0.9, 0.9), "values must have shape (4,)"),
        (lambda: expected_returns(np.array([[0.0, 2.0]])), "chances must be probabilities"),
        (lambda: expected_returns(np.zeros(5)), "chances must be probabilities"),
    ],
)
def test_broken_input_is_one_sentence(call, message):
    with np.errstate(all="ignore"), pytest.raises(InputError, match="must") as error:
        call()
    assert message in str(error.value)


def test_a_critic_that_is_one_function_is_asked_for_all_states_at_once():
    states = np.random.default_rng(0).random((3, 5))

    np.testing.assert_array_equal(
        action_values(MIDDLE.values, states), np.stack([MIDDLE.values(row) for row in states])
    )
