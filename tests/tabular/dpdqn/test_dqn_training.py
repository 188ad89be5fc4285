"""Training against Algorithm 1 written down again, step by step, in plain Python; and what a run depends on."""

import math

import autograd.numpy as anp
import numpy as np
import pytest
from autograd import grad
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_networks import plain_values
from refusals import refusals

from tabular.dpdqn import _kernels_training as kernels
from tabular.dpdqn.environment import MIDDLE, reward
from tabular.dpdqn.memory import run_key
from tabular.dpdqn.networks import MLP
from tabular.dpdqn.options import BRACKETED, NON_PRIVATE, PRINTED, RELEASED_CODE, Algorithm1
from tabular.dpdqn.saving import load, save
from tabular.dpdqn.training import Training, train
from tabular.errors import InputError
from tabular.noise._kernels_normals import normals_of
from tabular.noise._kernels_words import fast_word
from tabular.noise.conditional import bridge, step
from tabular.noise.keys import seed_bytes, source

NETWORK = MLP((1, 5, 2))
SHORT = {"horizon": 96, "batch_size": 8, "step_size": 0.05, "discount": 0.9}
NOISY = {**SHORT, "noise_level": 0.7, "kernel_rate": 6.0}


def normal(word):
    out = np.empty(1)
    normals_of(np.array([word]), 1, out, np.empty(1, np.int64), np.empty(1))
    return out[0]


class Path:
    """A path drawn point by point from the conditional laws, with a plain sorted list."""

    def __init__(self, options, words):
        self.rate, self.level, self.words, self.used, self.known = (
            options.kernel_rate,
            options.noise_level,
            words,
            0,
            {},
        )

    def __call__(self, x):
        if self.level == 0:
            return 0.0
        if x not in self.known:
            self.known[x] = self.draw(x)
        return self.level * self.known[x]

    def draw(self, x):
        z = normal(fast_word(*self.words, np.uint64(self.used)))
        self.used += 1
        left = max((y for y in self.known if y < x), default=None)
        right = min((y for y in self.known if y > x), default=None)
        if left is None and right is None:
            return z
        if left is None or right is None:
            other = left if right is None else right
            weight, deviation = step(self.rate * abs(x - other))
            return weight * self.known[other] + deviation * z
        first, second, deviation = bridge(self.rate, x - left, right - x)
        return first * self.known[left] + second * self.known[right] + deviation * z


class Plain:
    """Algorithm 1 and its variants for one run, from the text of the options."""

    def __init__(self, options: Algorithm1, seed: int, run: int, theta, knots=MIDDLE):
        self.o, self.theta, self.knots = options, theta.copy(), knots
        self.older, self.squares = theta.copy(), np.zeros_like(theta)
        self.key = run_key(seed, run)
        self.paths = [
            [Path(options, source(seed_bytes(seed), run, 64 + p * 2 + a, "fast").key) for a in range(2)]
            for p in range(1 + options.separate_paths)
        ]
        self.updates = 0

    def uniform(self, t, purpose):
        return int(fast_word(self.key[0], self.key[1], np.uint64(8 * t + purpose)) >> np.uint64(11)) * 2.0**-53

    def reset(self):
        for row in self.paths:
            for path in row:
                path.known = {}

    def act(self, t, s):
        noise = [self.paths[0][a](s) if self.o.acts_on_noise else 0.0 for a in range(2)]
        first, last, decay = self.o.exploration
        rate = last + (first - last) * math.exp(-t / decay)
        if rate > 0 and self.uniform(t, 0) < rate:
            return int(self.uniform(t, 1) * 2)
        return int(np.argmax(NETWORK.values(self.theta, [s]) + noise))

    def target(self, r, s):
        q = NETWORK.values(self.older if self.o.target_network else self.theta, [s])
        paths = self.paths[int(self.o.separate_paths)]
        gamma = self.o.discount
        if self.o.target == "none":
            return r + gamma * q.max(), int(np.argmax(q))
        if self.o.target == "literal":
            return r + gamma * q.max() + paths[int(np.argmax(q))](s), int(np.argmax(q))
        g = np.array([paths[a](s) for a in range(2)])
        total = gamma * q + g if self.o.target == "outside" else q + g
        return r + (1 if self.o.target == "outside" else gamma) * total.max(), int(np.argmax(total))

    def slope(self, s, a, r, after):
        y, best = self.target(r, after)
        prediction = NETWORK.values(self.theta, [s])[a]
        error = prediction + (self.paths[0][a](s) if self.o.prediction_noise else 0.0) - y
        if self.o.huber:
            error = np.clip(error, -1, 1)
        slope = error * NETWORK.gradient(self.theta, [s], a)
        if self.o.gradient == "full":
            slope = slope - error * self.o.discount * NETWORK.gradient(self.theta, [after], best)
        return slope * min(1, self.o.clip / np.linalg.norm(slope)) if self.o.clip < math.inf else slope

    def update(self, total):
        n = total.size
        if self.o.gradient_noise:
            first = (1 << 63) + self.updates * n
            noise = [normal(fast_word(self.key[0], self.key[1], np.uint64(first + i))) for i in range(n)]
            total = total + self.o.clip * self.o.gradient_noise * np.array(noise)
        mean = total / self.o.batch_size
        if self.o.rmsprop:
            self.squares = self.o.rmsprop * self.squares + (1 - self.o.rmsprop) * mean**2
            mean = mean / (np.sqrt(self.squares) + 1e-8)
        self.theta = self.theta + (1 if self.o.ascends else -1) * self.o.step_size * mean
        self.updates += 1
        if self.o.target_network and self.updates % self.o.target_network == 0:
            self.older = self.theta.copy()

    def replayed(self, seen):
        total, known = 0, min(len(seen), self.o.replay)
        slots = {i % self.o.replay: sample for i, sample in enumerate(seen)}
        for b in range(self.o.batch_size):
            number = (1 << 62) + self.updates * self.o.batch_size + b
            u = int(fast_word(self.key[0], self.key[1], np.uint64(number)) >> np.uint64(11)) * 2.0**-53
            total = total + self.slope(*slots[int(u * known)])
        self.update(total)

    def run(self, episode=50):
        s, returns, over, seen, total = self.uniform(0, 3), [], 0.0, [], 0
        for t in range(self.o.steps):
            if self.o.batches_per_path and t % (self.o.batch_size * self.o.batches_per_path) == 0:
                self.reset()
            a = self.act(t, s)
            u = 0.25 * self.uniform(t, 2)
            after = min(s + u, 1.0) if a else max(s - u, 0.0)
            for row in self.paths:
                for path in row:
                    path(after)
            r = float(reward(after if self.o.reward_at == "next" else s))
            noise = normal(fast_word(self.key[0], self.key[1], np.uint64(8 * t + 4))) if self.o.reward_noise else 0
            seen.append((s, a, r + self.o.reward_noise * noise, after))
            if not self.o.replay:
                total = total + self.slope(*seen[-1])
                if (t + 1) % self.o.batch_size == 0:
                    self.update(total)
                    total = 0
            elif t + 1 >= self.o.batch_size and (t + 1) % (self.o.update_every or self.o.batch_size) == 0:
                self.replayed(seen)
            s, over = after, over + r
            if (t + 1) % episode == 0:
                returns.append(over)
                s, over = self.uniform(t + 1, 3), 0.0
                if not self.o.batches_per_path:
                    self.reset()
        return self.theta, returns


READINGS = {
    "bracketed": BRACKETED.but(**NOISY),
    "printed": PRINTED.but(**NOISY),
    "outside": BRACKETED.but(**NOISY, target="outside", gradient="full"),
    "one path": BRACKETED.but(**NOISY, resets=1),
    "three paths": BRACKETED.but(**NOISY, resets=3, reward_at="state"),
    "path per episode": BRACKETED.but(**NOISY, resets="episode"),
    "own paths": BRACKETED.but(**NOISY, separate_paths=True, acts_on_noise=False),
    "no target noise": BRACKETED.but(**NOISY, target="none"),
    "non-private": NON_PRIVATE.but(**SHORT),
    "exploring": NON_PRIVATE.but(**SHORT, exploration=(0.9, 0.1, 20.0)),
    "input perturbation": NON_PRIVATE.but(**SHORT, reward_noise=2.0),
    "dp-sgd": NON_PRIVATE.but(**SHORT, clip=0.2, gradient_noise=1.5),
    "replay": BRACKETED.but(**NOISY, replay=10, update_every=3, huber=True, rmsprop=0.9, target_network=2),
    "released code": RELEASED_CODE.but(**{**NOISY, "batch_size": 6}),
}


@pytest.mark.parametrize("name", READINGS)
def test_a_run_is_algorithm_1_written_down_again(name):
    options, initial = READINGS[name], NETWORK.initial(11, 2)
    training = train(options, 2, 11, network=NETWORK, jobs=1)

    for run in (0, 1):
        theta, returns = Plain(options, 11, run, initial[run]).run()
        # The gradients are summed in another order: 96 steps of sums of at most 100 numbers of size 1 or so.
        np.testing.assert_allclose(training.parameters[run], theta, rtol=1e-9, atol=1e-10)
        np.testing.assert_allclose(training.returns[run], returns, rtol=1e-12)


class Watched(Plain):
    """Remembers the samples of its updates."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.samples = []

    def slope(self, *sample):
        self.samples.append(sample)
        return super().slope(*sample)

    def loss(self, theta, fixed):
        """The loss of Algorithm 1 on all samples: the target is differentiated too if the gradient is full."""
        through = theta if self.o.gradient == "full" else fixed
        errors = [
            plain_values(NETWORK.widths, theta, [s])[a]
            + (self.paths[0][a](s) if self.o.prediction_noise else 0.0)
            - self.bootstrapped(plain_values(NETWORK.widths, through, [after]), r, after)
            for s, a, r, after in self.samples
        ]
        return sum(self.penalty(error) for error in errors) / len(errors)

    def bootstrapped(self, q, r, after):
        gamma, noise = self.o.discount, np.array([path(after) for path in self.paths[int(self.o.separate_paths)]])
        if self.o.target == "outside":
            return r + anp.max(gamma * q + noise)
        if self.o.target == "bracketed":
            return r + gamma * anp.max(q + noise)
        return r + gamma * anp.max(q) + (noise[anp.argmax(q)] if self.o.target == "literal" else 0.0)

    def penalty(self, error):
        size = anp.abs(error)
        return size - 0.5 if self.o.huber and size > 1 else 0.5 * size * size


BATCH = {**NOISY, "horizon": 8}
LOSSES = {
    f"{target}, {gradient}, {'Huber' if huber else 'squares'}": BRACKETED.but(
        **BATCH, target=target, gradient=gradient, huber=huber
    )
    for target in ("bracketed", "outside", "literal", "none")
    for gradient in ("semi", "full")
    for huber in (False, True)
}
LOSSES |= {
    "own paths": BRACKETED.but(**BATCH, separate_paths=True, gradient="full"),
    "exact predictions": BRACKETED.but(**BATCH, prediction_noise=False, gradient="full"),
    "input perturbation": NON_PRIVATE.but(**{**SHORT, "horizon": 8}, reward_noise=2.0),
}


@pytest.mark.parametrize("name", LOSSES)
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_an_update_is_a_step_down_the_gradient_of_the_loss(name, seed):
    options, start = LOSSES[name], NETWORK.initial(seed)[0]
    plain = Watched(options, seed, 0, start)
    plain.run()
    slope = grad(plain.loss)(start, start)

    assert len(plain.samples) == options.batch_size
    assert np.abs(slope).max() > 0
    trained = train(options, 1, seed, network=NETWORK, jobs=1).parameters[0]
    # Sums of eight slopes of size 10 or so, in another order.
    np.testing.assert_allclose(trained, start - options.step_size * slope, rtol=1e-12, atol=1e-13)


def test_the_two_gradients_of_the_same_loss_differ():
    steps = []
    for gradient in ("semi", "full"):
        options, start = LOSSES[f"bracketed, {gradient}, squares"], NETWORK.initial(3)[0]
        plain = Watched(options, 3, 0, start)
        plain.run()
        steps.append(grad(plain.loss)(start, start))

    assert np.abs(steps[0] - steps[1]).max() > 1e-2


def test_the_readings_are_different_algorithms():
    ends = {name: train(o, 1, 11, network=NETWORK, jobs=1).parameters.tobytes() for name, o in READINGS.items()}

    assert len(set(ends.values())) == len(READINGS)


@pytest.mark.parametrize("name", ["bracketed", "one path", "replay", "released code", "dp-sgd"])
def test_a_run_depends_neither_on_the_others_nor_on_threads_nor_on_stops(name, tmp_path):
    options = READINGS[name]
    together = train(options, 5, 7, network=NETWORK, jobs=2)
    alone = train(options, 2, 7, network=NETWORK, jobs=1)
    stopped = Training(options, 5, 7, network=NETWORK).advance(41, jobs=2)
    save(stopped, tmp_path / "training.npz")
    continued = load(tmp_path / "training.npz").advance()

    np.testing.assert_array_equal(together.parameters[:2], alone.parameters)
    np.testing.assert_array_equal(together.parameters, continued.parameters)
    np.testing.assert_array_equal(together.returns, continued.returns)
    assert continued.finished
    assert not stopped.finished


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
