"""Algorithm 1 and its variants written down again, step by step, in plain Python."""

import math

import numpy as np

from tabular.dpdqn.environment import MIDDLE, reward
from tabular.dpdqn.memory import run_key
from tabular.dpdqn.networks import MLP
from tabular.dpdqn.options import BRACKETED, NON_PRIVATE, PRINTED, RELEASED_CODE, Algorithm1
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
