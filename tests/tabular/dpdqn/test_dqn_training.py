"""Training against Algorithm 1 in plain Python (plain_training.py); and what a run depends on."""

import math
import threading

import numpy as np
import pytest
from plain_training import NETWORK, NOISY, READINGS, Plain
from refusals import refusals

from tabular.dpdqn import _kernels_training as kernels
from tabular.dpdqn.environment import MIDDLE, reward
from tabular.dpdqn.networks import MLP
from tabular.dpdqn.options import BRACKETED
from tabular.dpdqn.saving import load, save
from tabular.dpdqn.training import Training, train
from tabular.errors import InputError


@pytest.mark.parametrize("name", READINGS)
def test_a_run_is_algorithm_1_written_down_again(name):
    options, initial = READINGS[name], NETWORK.initial(11, 2)
    training = train(options, 2, 11, network=NETWORK, jobs=1)

    for run in (0, 1):
        theta, returns = Plain(options, 11, run, initial[run]).run()
        # The gradients are summed in another order: 96 steps of sums of at most 100 numbers of size 1 or so.
        np.testing.assert_allclose(training.parameters[run], theta, rtol=1e-9, atol=1e-10)
        np.testing.assert_allclose(training.returns[run], returns, rtol=1e-12)


def test_the_readings_are_different_algorithms():
    ends = {name: train(o, 1, 11, network=NETWORK, jobs=1).parameters.tobytes() for name, o in READINGS.items()}

    assert len(set(ends.values())) == len(READINGS)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_training_that_stops_all_the_time_gets_on_to_the_same_bits(jobs, monkeypatch):
    monkeypatch.setattr("tabular.dpdqn.training._STRETCH", 500)
    options, told, stops = READINGS["bracketed"].but(horizon=2000), [], 0
    training = Training(options, 11, 7, network=NETWORK)
    while not training.finished:
        before, stops = training.steps, stops + 1
        training.advance(jobs=jobs, seconds=0, progress=lambda done, of: told.append((done, of)))
        assert (training.steps > before).any()

    assert stops > 2
    assert told[-1] == (11, 11)
    assert len(told) == 11
    np.testing.assert_array_equal(training.parameters, train(options, 11, 7, network=NETWORK, jobs=1).parameters)


@pytest.mark.parametrize("name", ["bracketed", "one path", "replay", "released code", "dp-sgd"])
def test_a_run_depends_neither_on_the_others_nor_on_threads_nor_on_stops(name, tmp_path):
    options = READINGS[name]
    together = train(options, 11, 7, network=NETWORK, jobs=2)  # more than stand side by side
    alone = train(options, 2, 7, network=NETWORK, jobs=1)
    stopped = Training(options, 11, 7, network=NETWORK).advance(41, jobs=2)
    save(stopped, tmp_path / "training.npz")
    continued = load(tmp_path / "training.npz").advance()

    np.testing.assert_array_equal(together.parameters[:2], alone.parameters)
    np.testing.assert_array_equal(together.parameters, continued.parameters)
    np.testing.assert_array_equal(together.returns, continued.returns)
    assert continued.finished
    assert not stopped.finished


def test_runs_that_were_stopped_at_different_steps_go_on_to_the_same_bits():
    options = READINGS["bracketed"]
    together, apart = train(options, 5, 7, network=NETWORK, jobs=1), Training(options, 5, 7, network=NETWORK)
    for some, steps in (([0, 3], 41), ([1], 17), ([3], 60)):
        apart._run(some, steps, False, threading.Event(), [])
    assert apart.steps.tolist() == [41, 17, 0, 60, 0]

    np.testing.assert_array_equal(apart.advance(jobs=1).parameters, together.parameters)


def test_each_run_may_have_its_own_reward():
    tables = np.stack([MIDDLE, MIDDLE + 1.0, -MIDDLE])
    mixed = train(BRACKETED.but(**NOISY), 3, 2, network=NETWORK, rewards=tables, jobs=1)
    same = train(BRACKETED.but(**NOISY), 3, 2, network=NETWORK, rewards=MIDDLE + 1.0, jobs=1)

    np.testing.assert_array_equal(mixed.parameters[1], same.parameters[1])
    assert not np.array_equal(mixed.parameters[0], same.parameters[0])


def test_one_update_under_a_reward_that_is_larger_by_one_moves_by_the_mean_gradient():
    """The noise cancels between neighbours: theta' - theta = alpha times the mean gradient, exactly, with T = B."""
    options = BRACKETED.but(horizon=8, batch_size=8, step_size=0.1, noise_level=0.5, kernel_rate=3.0)
    one, other = (train(options, 1, 4, network=NETWORK, rewards=MIDDLE + c, jobs=1) for c in (0.0, 1.0))
    plain = Plain(options, 4, 0, NETWORK.initial(4)[0])
    slopes, s = [], plain.uniform(0, 3)
    for t in range(8):
        a = plain.act(t, s)
        slopes.append(NETWORK.gradient(plain.theta, [s], a))
        u = 0.25 * plain.uniform(t, 2)
        s = min(s + u, 1.0) if a else max(s - u, 0.0)
        for path in plain.paths[0]:
            path(s)

    difference = other.parameters[0] - one.parameters[0]
    np.testing.assert_allclose(difference, 0.1 * np.mean(slopes, axis=0), rtol=1e-12, atol=1e-15)


def test_the_noise_of_a_path_has_its_law():
    """Many runs of one batch: variance sigma**2 and correlation exp(-beta |x - y|) at the states that were met."""
    options = BRACKETED.but(horizon=4, batch_size=4, noise_level=1.5, kernel_rate=2.0)
    runs = 4000
    training = train(options, runs, 1, network=NETWORK, jobs=2, keep_paths=True)
    pairs = np.array([training.path(i, 1)[:, :2].ravel() for i in range(runs)])
    x, y, g, h = pairs.T

    assert abs(np.mean(g * g) / 2.25 - 1) < 6 * math.sqrt(2 / runs)
    assert abs(np.mean(g * h - 2.25 * np.exp(-2 * np.abs(x - y)))) < 6 * 2.25 * math.sqrt(2 / runs)


def test_progress_is_told_and_paths_are_forgotten():
    heard = []
    training = train(
        BRACKETED.but(**NOISY), 3, 0, network=NETWORK, jobs=1, progress=lambda done, total: heard.append((done, total))
    )

    assert heard == [(1, 3), (2, 3), (3, 3)]
    assert training.paths == {}
    assert training.path(0, 0).shape == (2, 0)


def test_knots_are_the_function():
    xs = np.linspace(0, 1, 17)

    np.testing.assert_allclose([kernels.reward_of(MIDDLE[0], x) for x in xs], reward(xs), atol=1e-15)


test_bad_input_is_refused_in_one_sentence = refusals(
    (lambda: BRACKETED.but(horizon=0), "horizon must be an integer of at least 1"),
    (lambda: BRACKETED.but(horizon=10), "horizon must be at least batch_size, 64, got 10"),
    (lambda: BRACKETED.but(step_size=0.0), "step_size must be finite and positive"),
    (lambda: BRACKETED.but(step_size=math.inf), "step_size must be finite and positive"),
    (lambda: BRACKETED.but(discount=1.0), "discount must be in [0, 1)"),
    (lambda: BRACKETED.but(noise_level=-1), "noise_level must be finite and at least 0"),
    (lambda: BRACKETED.but(noise_level=math.nan), "noise_level must be finite and at least 0"),
    (lambda: BRACKETED.but(kernel_rate=0), "kernel_rate must be finite and positive"),
    (lambda: BRACKETED.but(resets=0), "resets must be an integer of at least 1"),
    (lambda: BRACKETED.but(resets=79), "resets must be from 1 to the number of batches, 78, got 79"),
    (lambda: BRACKETED.but(target="inside"), "target must be one of none, bracketed, literal, outside"),
    (lambda: BRACKETED.but(gradient="half"), "gradient must be one of semi, full"),
    (lambda: BRACKETED.but(reward_at="end"), "reward_at must be one of state, next"),
    (lambda: BRACKETED.but(exploration=(2.0, 0.0, 1.0)), "exploration must be two probabilities"),
    (lambda: BRACKETED.but(exploration=(0.5, 0.1)), "exploration must be two probabilities"),
    (lambda: BRACKETED.but(exploration=3), "exploration must be two probabilities"),
    (lambda: BRACKETED.but(exploration=("a", 0.0, 1.0)), "exploration must be two probabilities"),
    (lambda: BRACKETED.but(huber="maybe"), "huber must be true or false"),
    (lambda: BRACKETED.but(update_every=4), "update_every must be None without replay"),
    (lambda: BRACKETED.but(gradient_noise=1.0), "clip must be finite where gradients get noise"),
    (lambda: BRACKETED.but(clip=0), "clip must be positive"),
    (lambda: BRACKETED.but(target_network=3, gradient="full"), "gradient must be semi with a target network"),
    (lambda: BRACKETED.but(sigma=1), "option must be one of"),
    (lambda: Training(BRACKETED.but(**NOISY), runs=0).advance(), "runs must be an integer"),
    (lambda: Training(BRACKETED.but(**NOISY), network=MLP((2, 3, 2))).advance(), "widths must begin with 1"),
    (lambda: Training(BRACKETED.but(**NOISY), network=MLP((1, 3, 3))).advance(), "widths must end with 2"),
    (
        lambda: Training(BRACKETED.but(**NOISY), rewards=np.zeros((3, 2, 2)), runs=2).advance(),
        "rewards must have 2 tables",
    ),
    (
        lambda: Training(BRACKETED.but(**NOISY), rewards=np.full((2, 3), np.nan)).advance(),
        "rewards must be finite",
    ),
    (
        lambda: Training(BRACKETED.but(**NOISY), rewards=np.zeros((2, 1))).advance(),
        "rewards must have shape (2, k)",
    ),
    (
        lambda: Training(
            BRACKETED.but(**NOISY), initial=np.zeros((3, NETWORK.n_parameters)), runs=2, network=NETWORK
        ).advance(),
        "initial must have 1 or 2",
    ),
    (lambda: Training(BRACKETED.but(**NOISY), bits="md5").advance(), "bits must be"),
    says="part",
)


def test_damaged_files_are_refused(tmp_path):
    good = tmp_path / "good.npz"
    save(Training(BRACKETED.but(**NOISY), 1, 0, network=NETWORK).advance(10), good)
    whole = good.read_bytes()
    with np.load(good) as arrays:
        parts = {name: arrays[name] for name in arrays.files}
    np.savez(tmp_path / "short.npz", **{**parts, "memory/theta": np.zeros((1, 3))})
    np.savez(tmp_path / "other.npz", **{**parts, "header": np.array('{"format": "other"}')})
    np.savez(tmp_path / "late.npz", **{**parts, "memory/clock": np.array([[10, 1, 10, 99]])})
    np.savez(tmp_path / "far.npz", **{**parts, "paths/0/head": parts["paths/0/head"] + 10**6})
    (tmp_path / "cut.npz").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "text.npz").write_text("no")

    for name in ("short", "other", "late", "far", "cut", "text", "missing"):
        with pytest.raises(InputError):
            load(tmp_path / f"{name}.npz")
    assert load(good).steps.tolist() == [10]


@pytest.mark.parametrize("name", ["noise_level", "kernel_rate"])
def test_whole_numbers_that_are_no_machine_integers_are_numbers(name):
    options = BRACKETED.but(horizon=8, batch_size=4, noise_level=1.0)
    whole, broken = (train(options.but(**{name: kind(2**70)}), 1, 0, jobs=1) for kind in (int, float))

    np.testing.assert_array_equal(whole.parameters, broken.parameters)
