"""Repaired GPOPE against plain loops, exact recursions, enumeration of neighbours, and the printed algorithm."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
from evaluation_worlds import DISCOUNT, STORAGES, features_of, random_data, records_of
from refusals import refusals
from scipy.integrate import quad

from tabular.algorithms.evaluation import Records, lstd
from tabular.algorithms.evaluation._kernels_clipped_sums import choose
from tabular.algorithms.evaluation.level import Level
from tabular.algorithms.evaluation.repaired_gpope import (
    ZETA,
    RepairedGPOPE,
    data_free,
    noise_multiplier,
)
from tabular.errors import InputError
from tabular.evaluation import Tabular, Trajectories, mspbe, trajectory_moments
from tabular.evaluation.second_moments import second_moments
from tabular.noise._kernels_batch import stream_normals
from tabular.noise.keys import seed_bytes, source
from tabular.privacy.calibrate import calibrate_gaussian, is_private
from tabular.privacy.gaussian_curve import mu_of
from tabular.privacy.subsampled import Adjacency, SubsampledGaussian, step_delta
from tabular.privacy.subsampled.calibration import calibrate_sigma
from tabular.privacy.subsampled.pair import Direction


def noiseless(**options):
    return RepairedGPOPE(**({"clip": math.inf, "sigma": 0.0, "step_size": 0.1, "steps": 5, "private": False} | options))


def noise_of(seed, n, steps):
    words = source(seed_bytes(seed), 0, ZETA, "fast")
    zeta = np.empty(2 * n * steps)
    stream_normals(words.key, words.state, words.secure, 0, zeta)
    return zeta.reshape(steps, 2, n)


def plain_loop(learner, data, ratios, features, seed):
    """The same steps in dense matrices, one trajectory after another."""
    A, b, C = trajectory_moments(data, ratios, features, DISCOUNT, "sum")
    m, n = b.shape
    S = np.eye(n) if learner.level is None else learner.level.basis()
    u, v, path, scale = np.zeros(n), np.zeros(n), [], learner.dual_scale
    for zeta_u, zeta_v in noise_of(seed, n, learner.steps):
        total = np.zeros(2 * n)
        for i in range(m):
            w = scale * v
            g = np.concatenate([-S.T @ A[i].T @ w, scale * (A[i] @ S @ u + C[i] @ w - b[i])])
            total += g / max(1, np.linalg.norm(g) / learner.clip)
        if learner.sigma > 0:
            total += learner.clip * learner.sigma * np.concatenate([zeta_u, zeta_v])
        u = u - learner.step_size * (total[:n] / m + learner.ridge * u)
        v = v - learner.step_size * learner.ratio * total[n:] / m
        length = math.hypot(np.linalg.norm(u), np.linalg.norm(v))
        if learner.projection is not None and length > learner.projection:
            u, v = u * learner.projection / length, v * learner.projection / length
        path.append((S @ u, scale * v))
    return path


OPTIONS = [
    {},
    {"ratio": 3.0, "ridge": 0.2},
    {"clip": 0.8, "sigma": 2.0, "private": True},
    {"clip": 0.8, "sigma": 2.0, "private": True, "projection": 0.1},
    {"clip": 0.5, "sigma": 1.0, "private": True, "dual_scale": 0.3},
    {"clip": 0.3},
]


@pytest.mark.parametrize("storage", STORAGES)
@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("level", [False, True])
def test_steps_are_those_of_plain_loops(storage, options, level):
    data, ratios = random_data(12)
    n = 3 if storage == "pairs" else 2
    metric = Level(np.arange(1.0, n + 1), 5.0) if level else None
    learner = noiseless(level=metric, average_after=2, **options)
    run = learner.run(records_of(data, ratios, storage), seed=4, trace_every=1)
    path = plain_loop(learner, data, ratios, features_of(storage), 4)
    assert run.trace_theta[1:] == pytest.approx(np.array([theta for theta, _ in path]), rel=1e-9, abs=1e-12)
    assert run.trace_w[1:] == pytest.approx(np.array([w for _, w in path]), rel=1e-9, abs=1e-12)
    assert (run.trace_theta[-1] == run.theta).all()
    assert run.average_theta == pytest.approx(np.mean([theta for theta, _ in path[2:]], axis=0), rel=1e-9)
    assert run.average_w == pytest.approx(np.mean([w for _, w in path[2:]], axis=0), rel=1e-9)
    assert run.trace_steps.tolist() == [0, 1, 2, 3, 4, 5]
    assert (run.steps, run.planned, run.interrupted, run.diverged) == (5, 5, False, False)


@pytest.mark.parametrize("strength", [None, 20.0])
def test_error_contracts_in_the_lyapunov_norm_towards_lstd(strength):
    """||x - x*||_P^2 shrinks by 1 - beta mu + beta^2 L in every step without noise."""
    data, ratios = random_data(60)
    records = records_of(data, ratios, "pairs")
    level = None if strength is None else Level(np.ones(3), strength)
    moments = records.moments()
    norm = noiseless(level=level, ratio=2.0, dual_scale=0.7).contraction(moments)
    beta = float(norm.largest_step)
    learner = noiseless(level=level, ratio=2.0, dual_scale=0.7, step_size=beta, steps=400)
    run = learner.run(records, trace_every=1)
    star = lstd(data, ratios, Tabular(3), DISCOUNT).theta
    coordinates = (lambda x: x) if level is None else level.to_coordinates
    errors = [
        np.concatenate([coordinates(theta - star), w / 0.7])
        for theta, w in zip(run.trace_theta, run.trace_w, strict=True)
    ]
    squares = np.array([float(norm.squared(x)) for x in errors])
    factor = float(norm.factor(beta))
    assert factor < 1
    assert (squares[1:] <= factor * squares[:-1] * (1 + 1e-9)).all()


def test_ridge_contracts_even_where_a_feature_is_never_seen():
    """Without ridge theta of the unseen state would stay; ||.||_D^2 shrinks by the factor of the docstring."""
    data, ratios = random_data(30)
    records = Records.of(data, ratios, Tabular(4), DISCOUNT, "sum")
    moments = records.moments()
    ridge, k = 0.3, 2.0
    A, C = moments.A, moments.C
    D = np.diag([1.0] * 4 + [1 / k] * 4)
    Q = np.block([[ridge * np.eye(4), -A.T], [k * A, k * C]])
    least = min(ridge, k * np.linalg.eigvalsh(C[:3, :3])[0])
    root = np.sqrt(D)
    L = np.linalg.norm(root @ Q @ np.linalg.inv(root), 2) ** 2
    beta = least / L
    rng = np.random.Generator(np.random.Philox(2))
    for _ in range(200):
        x = rng.normal(size=8)
        x[7] = 0.0  # w of the unseen state: C >= c I holds on the others
        y = x - beta * Q @ x
        assert y @ D @ y <= (1 - 2 * beta * least + beta**2 * L) * (x @ D @ x) * (1 + 1e-12)
    run = noiseless(ridge=ridge, ratio=k, step_size=beta, steps=3000).run(records)
    fixed = np.linalg.lstsq(Q, np.concatenate([np.zeros(4), k * moments.b]), rcond=None)[0]
    assert run.theta == pytest.approx(fixed[:4], abs=1e-8)
    with pytest.raises(InputError, match="ridge must be 0"):
        noiseless(ridge=0.1).contraction(moments)


def test_second_moments_of_many_runs_are_those_of_the_exact_recursion():
    """No gradient reaches the clip, so the noise is additive: Sigma <- M Sigma M' + beta^2 N."""
    data, ratios = random_data(30, n=1)
    records = Records.of(data, ratios, Tabular(1), DISCOUNT, "sum")
    moments = records.moments()
    clip, sigma, beta, k, steps, trials = 1000.0, 0.01, 0.05, 2.0, 6, 4000
    learner = RepairedGPOPE(clip, sigma, beta, steps, ratio=k)
    runs = [learner.run(records, seed) for seed in range(trials)]
    assert sum(run.clipped for run in runs) == 0
    star = float(moments.b[0] / moments.A[0, 0])
    errors = np.array([[run.theta[0] - star, run.w[0]] for run in runs])
    Q = np.array([[0, -moments.A[0, 0]], [k * moments.A[0, 0], k * moments.C[0, 0]]])
    noise = (clip * sigma / 30) ** 2 * np.diag([1.0, k**2])
    start = np.diag([star**2, 0.0])
    exact = list(second_moments(Q, [beta] * steps, start, noise))[-1]
    actual = errors.T @ errors / trials
    # entries of a sample covariance: five standard deviations of products of normals with these second moments
    slack = 5 * np.sqrt((np.outer(np.diag(exact), np.diag(exact)) * 3) / trials)
    assert (np.abs(actual - exact) <= slack).all()


def test_one_replaced_trajectory_moves_a_sum_by_at_most_twice_the_clip_and_attains_it():
    data, _ = random_data(7, seed=8)
    clip, n = 0.7, 3
    level = Level(np.ones(n), 4.0)
    S = level.basis()

    def released(key):
        """Sum of clipped gradients after one noiseless step: the second step's, read off from the iterates."""
        records = Records.of(data.subset(list(key)), None, Tabular(n), DISCOUNT, "sum")
        run = noiseless(clip=clip, level=level, steps=1, step_size=1.0).run(records)
        return -len(key) * np.concatenate([np.linalg.solve(S, run.theta), run.w])

    sums = {key: released(key) for key in itertools.combinations_with_replacement(range(7), 2)}
    for here, there in itertools.combinations(sums, 2):
        if set(here) & set(there):
            assert np.linalg.norm(sums[here] - sums[there]) <= 2 * clip * (1 + 1e-12)
    opposite = [Trajectories.from_episodes([[(0, 0, r, 0)]], terminal=True) for r in (5.0, -5.0)]
    first, second = (
        noiseless(clip=clip, steps=1, step_size=1.0).run(Records.of(part, None, Tabular(1), DISCOUNT, "sum")).w
        for part in opposite
    )
    assert first - second == pytest.approx([2 * clip])


@pytest.mark.parametrize(("epsilon", "delta", "steps"), [(0.1, 1e-5, 100), (1.0, 1e-8, 1), (3.0, 1e-3, 5000)])
def test_full_batches_get_the_smallest_noise_of_the_exact_curve(epsilon, delta, steps):
    sigma = noise_multiplier(epsilon, delta, 1000, steps)
    assert is_private(sigma, epsilon, delta, 2, steps)
    assert not is_private(math.nextafter(sigma, 0), epsilon, delta, 2, steps)
    assert sigma == pytest.approx(2 * math.sqrt(steps) / mu_of(epsilon, delta), rel=1e-9)
    assert noise_multiplier(epsilon, delta, 1000, steps, 1000) == sigma
    assert noise_multiplier(epsilon, delta, 1000, steps, 501) == sigma  # q = 1/2 would be too small


def test_batches_are_accounted_with_one_group_of_floor_m_over_b():
    sigma = noise_multiplier(0.5, 1e-5, 1050, 20, 100)
    assert sigma == calibrate_sigma(0.5, 1e-5, 10, 20, Adjacency.REPLACE).upper
    assert sigma < noise_multiplier(0.5, 1e-5, 1050, 20)
    # the noise of the mean, sigma h / B, is larger than that of full batches
    assert sigma / 100 > noise_multiplier(0.5, 1e-5, 1050, 20) / 1050


@pytest.mark.parametrize(("m", "batch"), [(3, 1), (4, 2), (5, 3)])
@pytest.mark.parametrize("sigma", [0.7, 2.0])
def test_a_batch_without_replacement_never_exceeds_the_pair_and_attains_it(m, batch, sigma):
    """All data sets of gradients -1 and 1, all neighbours, the divergence by quadrature."""

    def law(values):
        sums = [sum(values[i] for i in chosen) for chosen in itertools.combinations(range(m), batch)]
        return lambda y: (
            np.mean([math.exp(-(((y - s) / sigma) ** 2) / 2) for s in sums], dtype=float)
            / (sigma * math.sqrt(2 * math.pi))
        )

    epsilon, worst = 0.3, 0.0
    bound = step_delta(SubsampledGaussian(batch / m, sigma, 2), epsilon, Direction.DOMINATING)
    for others in range(m):  # how many of the other m - 1 gradients are +1
        rest = [1.0] * others + [-1.0] * (m - 1 - others)
        p, q = law([*rest, 1.0]), law([*rest, -1.0])
        for one, two in ((p, q), (q, p)):
            edges = np.linspace(-batch - 8 * sigma, batch + 8 * sigma, 33)
            spent = sum(
                quad(lambda y, a=one, b=two: max(0.0, a(y) - math.exp(epsilon) * b(y)), low, high)[0]
                for low, high in itertools.pairwise(edges)
            )
            assert spent <= bound * (1 + 1e-6)
            worst = max(worst, spent)
    assert worst == pytest.approx(bound, rel=1e-5)


def test_batches_are_uniform_choices_without_replacement():
    order, counts, runs = np.arange(5), np.zeros((5, 5)), 20_000
    rng = np.random.Generator(np.random.Philox(1))
    for _ in range(runs):
        choose(rng.integers(0, 2**64, 2, dtype=np.uint64), order, 2)
        assert sorted(order.tolist()) == [0, 1, 2, 3, 4]
        counts[min(order[:2]), max(order[:2])] += 1
    pairs = counts[np.triu_indices(5, 1)]
    # each of the ten pairs is binomial(runs, 1/10): six standard deviations
    assert np.abs(pairs - runs / 10).max() < 6 * math.sqrt(runs * 0.09)


def test_batches_use_as_many_trajectories_as_they_say():
    """Rewards that mark a trajectory: one noiseless step on b_i = e_1 2^i shows which ones were drawn."""
    episodes = [[(0, 0, float(2**i), 0)] for i in range(6)]
    records = Records.of(Trajectories.from_episodes(episodes, terminal=True), None, Tabular(1), DISCOUNT, "sum")
    seen = set()
    for seed in range(200):
        w = noiseless(steps=1, step_size=1.0, batch=2).run(records, seed).w[0]
        bits = round(2 * w)
        assert bits.bit_count() == 2
        seen.add(bits)
    assert len(seen) == 15


def test_same_seed_same_bytes_and_an_interrupted_run_is_a_beginning():
    data, ratios = random_data(20)
    records = records_of(data, ratios, "pairs")
    learner = RepairedGPOPE(1.0, 3.0, 0.01, 300, batch=5)
    full, again = learner.run(records, 3, trace_every=1), learner.run(records, 3, trace_every=1)
    assert full.trace_theta.tobytes() == again.trace_theta.tobytes()
    assert learner.run(records, 4).theta.tobytes() != full.theta.tobytes()

    def stop(done, total):
        if done >= 50:
            raise KeyboardInterrupt

    part = learner.run(records, 3, trace_every=1, progress=stop)
    assert part.interrupted
    assert 50 <= part.steps < 300
    assert (part.theta == full.trace_theta[part.steps]).all()
    assert part.trace_theta.tobytes() == full.trace_theta[: part.steps + 1].tobytes()


def test_divergence_is_told_and_keeps_finite_numbers():
    data, ratios = random_data(20)
    run = noiseless(step_size=1e6, steps=200).run(records_of(data, ratios, "pairs"))
    assert run.diverged
    assert not run.interrupted
    assert run.steps < 200
    assert np.isfinite(run.theta).all()


def test_mspbe_of_the_trace():
    data, ratios = random_data(20)
    records = records_of(data, ratios, "pairs")
    run = noiseless().run(records, trace_every=5)
    assert run.mspbe(records.moments()) == pytest.approx([mspbe(records.moments(), x) for x in run.trace_theta])


def test_data_free_rule_by_hand():
    learner = data_free(1000, 0.1, 1e-5, [1.0, 0.0], 0.9, visits=4.0, reward=2.0)
    mu = mu_of(0.1, 1e-5)
    assert learner.steps == math.ceil(6 * (1000 * mu) ** (2 / 3))
    assert learner.clip == 0.25
    assert learner.step_size == pytest.approx(0.1)
    assert learner.step_size * learner.ratio == pytest.approx(1 / 2)
    assert learner.dual_scale == 0.5
    assert learner.average_after == learner.steps // 2
    assert learner.sigma == calibrate_gaussian(0.1, 1e-5, 2, learner.steps).sigma
    assert learner.level.basis() == pytest.approx(np.diag([math.sqrt(11), 1]))
    assert data_free(1000, 0.1, 1e-5, [1.0], 0.9, batch=10).batch == 10


GOOD = {"clip": 1.0, "sigma": 2.0, "step_size": 0.1, "steps": 10}
test_bad_arguments_are_refused = refusals(
    ({"sigma": 0.0}, r"sigma must be positive and finite \(or 0 with private=False\)"),
    ({"sigma": math.inf}, "sigma must be positive and finite"),
    ({"clip": 0.0}, "clip must be positive"),
    ({"clip": math.inf}, r"clip must be finite \(or inf with private=False\)"),
    ({"clip": math.inf, "private": False}, "clip must be finite where sigma > 0"),
    ({"clip": math.nan}, "clip must be positive"),
    ({"step_size": 0.0}, "step_size must be positive"),
    ({"steps": 0}, "steps must be an integer of at least 1"),
    ({"steps": 1 << 40}, "steps must be at most"),
    ({"ratio": 0.0}, "ratio must be positive"),
    ({"dual_scale": 0.0}, "dual_scale must be positive"),
    ({"batch": 0}, "batch must be an integer of at least 1"),
    ({"ridge": -1.0}, "ridge must be finite and at least 0"),
    ({"projection": 0.0}, "projection must be positive"),
    ({"average_after": 10}, "average_after must be less than the 10 steps"),
    ({"level": np.eye(2)}, "level must be a Level or None"),
    calling=lambda change: RepairedGPOPE(**(GOOD | change)),
)


def test_bad_records_are_refused():
    data, ratios = random_data(5)
    records = records_of(data, ratios, "pairs")
    good = RepairedGPOPE(**GOOD)
    with pytest.raises(InputError, match="records must be Records"):
        good.run(data)
    with pytest.raises(InputError, match="batch must be at most the 5 trajectories, got 6"):
        replace(good, batch=6).run(records)
    with pytest.raises(InputError, match="level must have 3 entries, one for each feature, got 2"):
        replace(good, level=Level([1.0, 1.0], 1.0)).run(records)
    with pytest.raises(InputError, match="visits must be positive"):
        data_free(10, 0.1, 1e-5, [1.0], 0.9, visits=0.0)
    for epsilon, delta in ((math.inf, 1e-5), (0.1, 1.0)):
        with pytest.raises(InputError, match="epsilon and delta must ask for privacy"):
            data_free(10, epsilon, delta, [1.0], 0.9)
    with pytest.raises(InputError, match="delta must be positive"):
        data_free(10, 0.1, 0.0, [1.0], 0.9)
    with pytest.raises(InputError, match="m must be an integer"):
        data_free(0, 0.1, 1e-5, [1.0], 0.9)
    with pytest.raises(InputError, match="discount must lie in"):
        data_free(10, 0.1, 1e-5, [1.0], 1.0)
