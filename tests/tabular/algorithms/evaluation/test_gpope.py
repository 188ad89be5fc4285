"""GPOPE against a plain loop with the same random numbers, closed forms, and its promises to the caller."""

import math
import pickle

import numpy as np
import pytest
from refusals import refusals

from tabular.algorithms.evaluation import GPOPE, GTD2, Records
from tabular.algorithms.evaluation.gpope import CHOICE, ZETA
from tabular.evaluation import Table, Tabular, Trajectories, mspbe, saddle_point, sample, trajectory_moments
from tabular.mdp.instances import dyadic_random
from tabular.noise._kernels_batch import stream_normals
from tabular.noise._kernels_words import stream_words
from tabular.noise.keys import seed_bytes, source

N = 4
FORMS = ((Tabular(N), "pairs"), (Table(np.eye(N)), "rows"), (Table(np.eye(N)), "matrices"))


def data_and_ratios(m=30):
    mdp = dyadic_random(N + 1, 2, 0.9, 5, seed=3, exact=False)
    data = sample(mdp, np.full((N + 1, 2), 0.5), m, seed=1, max_length=15, absorbing=[N])
    return data, np.random.default_rng(0).uniform(0, 2, data.n_transitions)


def records(features=Tabular(N), storage="auto"):  # noqa: B008  features are values
    data, rho = data_and_ratios()
    return Records.of(data, rho, features, 0.9, storage=storage)


def random_numbers(seed, steps, bits):
    """The trajectory and the noise of every step."""
    choice, zeta = source(seed_bytes(seed), 0, CHOICE, bits), source(seed_bytes(seed), 0, ZETA, bits)
    words, normals = np.empty(steps, np.uint64), np.empty(2 * N * steps)
    stream_words(choice.key, choice.state, choice.secure, 0, steps, words)
    stream_normals(zeta.key, zeta.state, zeta.secure, 0, normals)
    return (words >> np.uint64(11)).astype(float) * 2.0**-53, normals.reshape(steps, 2 * N)


def algorithm_1(learner, seed, bits="fast", ratio=1.0, radius=math.inf):
    """The printed loop, line by line; one iterate after each step."""
    data, rho = data_and_ratios()
    A, b, C = trajectory_moments(data, rho, Tabular(N), 0.9)
    theta, w = (np.zeros(N), np.zeros(N)) if learner.initial is None else (np.array(x) for x in learner.initial)
    uniforms, normals = random_numbers(seed, learner.steps, bits)
    path = []
    for k, beta in enumerate(learner.step_sizes):
        i = int(uniforms[k] * data.n_trajectories)
        B = np.concatenate([-A[i].T @ w, A[i] @ theta + C[i] @ w - b[i]])
        clipped = B / max(1, np.linalg.norm(B) / learner.clip)
        noised = clipped + (learner.clip * learner.sigma * normals[k] if learner.sigma else 0)
        theta, w = theta - beta * noised[:N], w - ratio * beta * noised[N:]
        size = math.hypot(np.linalg.norm(theta), np.linalg.norm(w))
        if size > radius:
            theta, w = theta * radius / size, w * radius / size
        path.append((theta, w))
    return np.array(path)


@pytest.mark.parametrize(("features", "storage"), FORMS)
@pytest.mark.parametrize("bits", ["fast", "chacha20"])
def test_steps_are_those_of_the_printed_loop(features, storage, bits):
    learner = GPOPE(0.3, 0.7, lambda i: 1 / (1 + i / 10), 100, initial=(np.arange(4.0), [0.5] * 4), bits=bits)
    run, wanted = learner.run(records(features, storage), seed=5, trace_every=1), algorithm_1(learner, 5, bits)

    # Sums in another order: a few roundings a step, damped by the steps.
    np.testing.assert_allclose(run.trace_theta[1:], wanted[:, 0], rtol=0, atol=1e-12)
    np.testing.assert_allclose(run.trace_w[1:], wanted[:, 1], rtol=0, atol=1e-12)
    np.testing.assert_allclose(run.average_theta, wanted[:, 0].mean(axis=0), rtol=0, atol=1e-12)
    np.testing.assert_allclose(run.average_w, wanted[:, 1].mean(axis=0), rtol=0, atol=1e-12)
    assert run.theta.tolist() == run.trace_theta[-1].tolist()
    assert 0 < run.clipped < 100


def test_rescaled_and_projected_steps():
    learner = GPOPE(0.3, 0.7, 0.5, 100, ratio=3.0, projection=0.8)
    run, wanted = learner.run(records(), seed=2, trace_every=1), algorithm_1(learner, 2, ratio=3.0, radius=0.8)

    np.testing.assert_allclose(run.trace_theta[1:], wanted[:, 0], rtol=0, atol=1e-12)
    assert np.hypot(*(np.linalg.norm(x, axis=1) for x in (run.trace_theta, run.trace_w))).max() <= 0.8 * (1 + 2**-50)


def test_the_same_seed_gives_the_same_bytes():
    learner, rows = GPOPE(0.3, 1.0, 0.1, 1000), records()
    one, two, other = learner.run(rows, 7), learner.run(rows, 7), learner.run(rows, 8)

    assert one.theta.tobytes() + one.w.tobytes() == two.theta.tobytes() + two.w.tobytes()
    assert one.theta.tobytes() != other.theta.tobytes()


def test_how_long_the_stretches_are_does_not_matter(monkeypatch):
    """A run that is told to report after every step makes the same steps."""
    learner, rows = GPOPE(0.3, 1.0, 0.1, 50), records()
    whole = learner.run(rows, 7)
    monkeypatch.setattr("tabular.algorithms.stretches._STRETCH", 0.0)
    told = []
    pieces = learner.run(rows, 7, progress=lambda done, total: told.append((done, total)))

    assert told == [(k, 50) for k in range(1, 51)]
    assert pieces.theta.tobytes() == whole.theta.tobytes()


def test_an_interrupted_run_keeps_its_steps():
    learner, rows = GPOPE(0.3, 1.0, 0.1, 10**6), records()

    def stop(done, _total):
        if done >= 5:
            raise KeyboardInterrupt

    run = learner.run(rows, 7, trace_every=1, progress=stop)
    again = GPOPE(0.3, 1.0, 0.1, run.steps).run(rows, 7)

    assert run.interrupted
    assert 5 <= run.steps < run.planned == 10**6
    assert len(run.trace_steps) == len(run.trace_theta) == run.steps + 1
    assert run.theta.tobytes() == again.theta.tobytes()
    assert run.average_theta.tobytes() == again.average_theta.tobytes()


def test_without_noise_and_clip_the_steps_lead_to_the_saddle_point_of_the_data():
    """One trajectory: the gradient is exact and the steps contract to (A^{-1} b, 0)."""
    data = Trajectories([0, 1, 0, 1], [0] * 4, [1.0, 0, 2.0, 1.0], [1, 0, 1, 2], [False] * 3 + [True], [0, 4])
    rows = Records.of(data, None, Tabular(2), 0.5)
    run = GPOPE(math.inf, 0, 0.5, 2000, private=False).run(rows)
    theta, w = saddle_point(rows.moments())

    np.testing.assert_allclose(run.theta, theta, rtol=0, atol=1e-12)
    np.testing.assert_allclose(run.w, w, rtol=0, atol=1e-12)
    assert run.clipped == 0


def test_no_step_is_longer_than_the_clip():
    run = GPOPE(0.05, 0, 0.5, 200, private=False).run(records(), trace_every=1)
    moves = np.hypot(*(np.linalg.norm(np.diff(x, axis=0), axis=1) for x in (run.trace_theta, run.trace_w)))

    assert moves.max() <= 0.5 * 0.05 * (1 + 2**-48)


def test_the_noise_has_the_deviation_clip_times_sigma():
    """Zero gradients: every step is -beta h sigma times a standard normal; 4000 squares have mean 1 within 0.15."""
    data = Trajectories([0], [0], [0.0], [1], [True], [0, 1])
    rows = Records.of(data, [0.0], Tabular(1), 0.5)
    run = GPOPE(0.2, 3.0, 0.1, 4000).run(rows, trace_every=1)
    z = np.diff(run.trace_theta[:, 0]) / (0.1 * 0.2 * 3.0)

    # The deviation of the mean of the squares is sqrt(2 / 4000) = 0.022.
    assert abs(np.mean(z**2) - 1) < 0.15
    assert abs(np.mean(z)) < 6 / np.sqrt(4000)


def test_trajectories_are_drawn_uniformly():
    """Two trajectories that pull to different sides: the trace tells which was drawn."""
    data = Trajectories([0, 0], [0, 0], [1.0, -1.0], [1, 1], [True, True], [0, 1, 2])
    rows = Records.of(data, None, Tabular(1), 0.0)
    run = GPOPE(math.inf, 0, 1e-9, 10_000, private=False).run(rows, trace_every=1)
    up = (np.diff(run.trace_w[:, 0]) > 0).mean()

    assert abs(up - 0.5) < 6 / 2 / np.sqrt(10_000)


def test_averages_may_begin_late():
    run = GPOPE(0.3, 1.0, 0.1, 20, average_after=15).run(records(), trace_every=1)

    np.testing.assert_allclose(run.average_theta, run.trace_theta[16:].mean(axis=0), rtol=0, atol=1e-15)


def test_the_trace_and_its_errors():
    rows = records()
    run = GPOPE(0.3, 1.0, 0.1, 25).run(rows, trace_every=10)

    assert run.trace_steps.tolist() == [0, 10, 20]
    assert run.trace_theta[0].tolist() == [0] * N
    moments = rows.moments()
    assert run.mspbe(moments).tolist() == pytest.approx([mspbe(moments, theta) for theta in run.trace_theta])
    assert GPOPE(0.3, 1.0, 0.1, 25).run(rows).trace_theta.shape == (0, N)


def test_steps_that_blow_up_are_reported():
    run = GPOPE(math.inf, 0, 1e200, 100, private=False).run(records())

    assert run.diverged
    assert not run.interrupted
    assert run.steps < 100


def test_step_sizes_in_three_ways():
    rows = records()
    runs = [GPOPE(0.3, 1.0, size, 5).run(rows).theta.tobytes() for size in (0.5, [0.5] * 5, lambda i: 0.5)]

    assert runs[0] == runs[1] == runs[2]
    assert GPOPE(0.3, 1.0, lambda i: 1 / i, 3).step_sizes.tolist() == [1.0, 0.5, 1 / 3]


def test_learners_and_results_can_be_sent_to_another_process():
    learner, rows = GPOPE(0.3, 1.0, 0.1, 50), records()
    copy = pickle.loads(pickle.dumps((learner, rows)))

    assert copy[0].run(copy[1]).theta.tobytes() == learner.run(rows).theta.tobytes()
    assert pickle.loads(pickle.dumps(learner.run(rows))).steps == 50


def test_gtd2_is_gpope_without_clip_and_noise():
    rows = records()
    run = GTD2(0.2, 300, ratio=2.0, projection=5.0, average_after=3).run(rows, seed=4, trace_every=100)
    same = GPOPE(math.inf, 0, 0.2, 300, None, 2.0, 5.0, 3, private=False).run(rows, seed=4)

    assert run.theta.tobytes() == same.theta.tobytes()
    assert run.trace_steps.tolist() == [0, 100, 200, 300]


def test_gtd2_on_transitions_leads_to_the_moments_of_sums():
    """On single transitions the mean gradient has the theta of plain sums, not that of one over the length."""
    data, rho = data_and_ratios()
    single = Records.of(data.transitions(), rho, Tabular(N), 0.9).moments()
    sums = Records.of(data, rho, Tabular(N), 0.9, weighting="sum").moments()
    printed = Records.of(data, rho, Tabular(N), 0.9).moments()

    np.testing.assert_allclose(saddle_point(single)[0], saddle_point(sums)[0], rtol=1e-10)
    assert np.abs(saddle_point(printed)[0] - saddle_point(sums)[0]).max() > 1e-3


test_broken_calls_get_one_sentence = refusals(
    (lambda: GPOPE(0, 1, 0.1, 10), "clip must be positive, got 0"),
    (lambda: GPOPE(math.nan, 1, 0.1, 10), "clip must be positive, got nan"),
    (lambda: GPOPE(math.inf, 1, 0.1, 10), r"clip must be finite \(or inf with private=False\), got inf"),
    (lambda: GPOPE(math.inf, 1, 0.1, 10, private=False), "clip must be finite where sigma > 0"),
    (lambda: GPOPE(1, 0, 0.1, 10), r"sigma must be positive and finite \(or 0 with private=False\), got 0"),
    (lambda: GPOPE(1, -1, 0.1, 10, private=False), "sigma must be finite and at least 0, got -1"),
    (lambda: GPOPE(1, math.nan, 0.1, 10, private=False), "sigma must be finite and at least 0, got nan"),
    (lambda: GPOPE("h", 1, 0.1, 10), "clip must be a real number, got 'h'"),
    (lambda: GPOPE(1, 1, 0.1, 0), "steps must be an integer of at least 1, got 0"),
    (lambda: GPOPE(1, 1, 0.1, 1 << 41), "steps must be at most"),
    (lambda: GPOPE(1, 1, 0.1, 10, ratio=0), "ratio must be positive and finite, got 0"),
    (lambda: GPOPE(1, 1, 0.1, 10, projection=-1), "projection must be positive and finite, got -1"),
    (lambda: GPOPE(1, 1, 0.1, 10, average_after=10), "average_after must be less than the 10 steps, got 10"),
    (lambda: GPOPE(1, 1, 0, 10).run(records()), "step_size must be positive and finite, got 0.0 at step 1"),
    (lambda: GPOPE(1, 1, [0.1], 2).run(records()), "step_size must have one entry for each of 2 steps, got 1"),
    (
        lambda: GPOPE(1, 1, lambda i: 2.0 - i, 3).run(records()),
        "step_size must be positive and finite, got 0.0 at step 2",
    ),
    (lambda: GPOPE(1, 1, 0.1, 1, initial=[0]).run(records()), r"initial must be a pair \(theta, w\), got \[0\]"),
    (lambda: GPOPE(1, 1, 0.1, 1, initial=([0.0], [0.0])).run(records()), "initial theta must be 4 finite numbers"),
    (
        lambda: GPOPE(1, 1, 0.1, 1, initial=([0.0] * 4, [math.nan] * 4)).run(records()),
        "initial w must be 4 finite numbers",
    ),
    (lambda: GPOPE(1, 1, 0.1, 1).run("data"), "records must be Records, got 'data'"),
    (lambda: GPOPE(1, 1, 0.1, 1).run(records(), trace_every=-1), "trace_every must be an integer of at least 0"),
    (lambda: GPOPE(1, 1, 0.1, 10**9).run(records(), trace_every=1), "a trace must have at most"),
    (lambda: GPOPE(1, 1, 0.1, 1).run(records(), seed=-1), "seed must be 32 bytes or an integer"),
    (lambda: GPOPE(1, 1, 0.1, 1, bits="none").run(records()), 'bits must be "fast" or "chacha20"'),
    (lambda: GTD2(0.1, 0), "steps must be an integer of at least 1, got 0"),
)


@pytest.mark.parametrize("bits", ["fast", "chacha20"])
def test_a_run_looks_only_at_what_it_has_chosen(bits):
    """Nothing changes if the others are replaced by trajectories without any row."""
    learner, every = GPOPE(1.0, 0.5, 0.1, 6, bits=bits), records(storage="pairs")
    chosen, lengths = learner.chosen(30, 5), np.diff(every.packed.offsets)
    kept = np.isin(np.arange(30), chosen)
    columns = ("state", "following", "ratio", "weight", "reward")
    parts = {name: getattr(every.packed, name)[np.repeat(kept, lengths)] for name in columns}
    offsets = np.concatenate([[0], np.cumsum(np.where(kept, lengths, 0))])
    emptied = Records(every.packed._replace(offsets=offsets, **parts), every.longest)

    assert chosen.tolist() == [int(30 * u) for u in random_numbers(5, 6, bits)[0]]
    assert learner.run(emptied, 5).theta.tolist() == learner.run(every, 5).theta.tolist()


def test_a_choice_needs_trajectories():
    with pytest.raises(ValueError, match="n_trajectories must be"):
        GPOPE(1.0, 0.5, 0.1, 6).chosen(0, 5)
