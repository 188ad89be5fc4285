r"""GPOPE repaired: full-batch (or large-batch) noisy primal-dual steps in a public metric, with the right accountant.

    g_i(x) = (-S'A_i'w, a (A_i theta + C_i w - b_i)),   x = (u, v),   theta = S u,   w = a v,     i a trajectory
    G = (1/B) (sum_{i in batch} g_i / max(1, |g_i|/h) + h sigma zeta),               zeta ~ N(0, I_2n)
    u <- u - beta (G_u + lambda u),    v <- v - k beta G_v,    optionally |(u, v)| <= R by projection.

S is the public metric of :mod:`tabular.algorithms.evaluation.level`, a the ``dual_scale``, k the ``ratio``, lambda the
``ridge``. These are the steps of Algorithm 1 for other features: S phi for theta and a phi for w.

*Privacy.* Neighbours differ in one of m trajectories (replacement). The sum of clipped gradients moves by at most 2h,
at any point x. With all m trajectories in every step that is N adaptive Gaussian mechanisms of sensitivity 2h with
noise h sigma: together mu^2 = N (2/sigma)^2 (Dong, Roth and Su 2022, Corollary 3.3), attained by gradients that do not
depend on x, and sigma = 2 sqrt(N)/mu is calibrated exactly. With batches of B < m drawn without replacement: given that
the replaced trajectory is in the batch, the laws of the sum for the two data sets can be coupled at distance 2h; and
each can be coupled so with the law given that it is not, by trading it for another one drawn uniformly from the rest.
So the proof of :mod:`tabular.privacy.subsampled.pair` holds with q = B/m, and q <= 1/floor(m/B) is what is accounted
for. The count of clipped gradients is not protected.

*Contraction* (without clipping). The error moves by I - beta Q, Q = [[lambda I, -a S'A'], [k a A S, k a^2 C]]. For
lambda = 0, A invertible and C > 0 there is P > 0 with Q'P + PQ = I, and ||.||_P^2 shrinks by 1 - beta mu + beta^2 L in
every step (:func:`tabular.evaluation.saddle.lyapunov_norm`, here :meth:`RepairedGPOPE.contraction`). For lambda > 0 no
such condition is needed: with D = diag(I, I/k), x'DQx = lambda |u|^2 + a^2 v'Cv, so that for a^2 C >= c I

    ||x - beta Q x||_D^2 <= (1 - 2 beta min(lambda, k c) + beta^2 ||D^{1/2} Q D^{-1/2}||^2) ||x||_D^2.

*Noise.* In directions in which nothing contracts, N steps of size beta add noise of deviation beta N 2h/(m mu) to u:
it depends on the total time beta N and not on N. Full batches have no sampling noise besides, and their noise on the
mean gradient, h 2 sqrt(N)/(m mu), is below that of N steps with one trajectory each wherever the tests compare them.

*Which one.* The level matters most where data are few; full batches multiply the gain. One release of statistics in the
same basis (:mod:`tabular.algorithms.evaluation.private_statistics`) pays for n^2 numbers instead of 2n, and wins where
the noise of all of them is small: on the recovery chain with 10^5 trajectories, not with 10^3. It has no step sizes,
never diverges and answers in one pass.

*Consistency.* Records made with weighting="sum" lead to A = Phi'D(I - gamma P_pi)Phi, whatever the lengths are; those
of "1/length" do not. Sums also make the gradients of all trajectories alike, which is what clipping wants.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tabular.algorithms.evaluation._kernels_clipped_sums import choose, sum_gradients
from tabular.algorithms.evaluation._kernels_gpope import State
from tabular.algorithms.evaluation.level import Level, level_basis
from tabular.algorithms.evaluation.records import Records
from tabular.algorithms.evaluation.saddle_method import SaddleMethod, SaddleRun
from tabular.errors import must, show
from tabular.evaluation.moments import Moments
from tabular.evaluation.saddle import LyapunovNorm, lyapunov_norm, saddle_matrix
from tabular.noise import checks
from tabular.noise._kernels_batch import stream_normals
from tabular.noise._kernels_words import stream_words
from tabular.noise.keys import Bits, bits_for, seed_bytes, source
from tabular.numbers.arguments import count
from tabular.numbers.arrays import Array, frozen
from tabular.numbers.doubles import norm, product
from tabular.privacy.calibrate import calibrate_gaussian
from tabular.privacy.gaussian_curve import mu_of
from tabular.privacy.subsampled.calibration import sufficient_sigma
from tabular.privacy.subsampled.pair import Adjacency

__all__ = ["RepairedGPOPE", "RepairedRun", "data_free", "level_basis", "noise_multiplier"]

CHOICE, ZETA = 135, 136  # the uses of a key: batches, and the noise
_MOST_STEPS = 1 << 32


@dataclass(frozen=True, eq=False)
class RepairedRun(SaddleRun):
    """What a run of the repaired steps gives back."""

    learner: RepairedGPOPE


@dataclass(frozen=True, eq=False)
class RepairedGPOPE(SaddleMethod[RepairedRun]):
    """N primal-dual steps with clip h and noise multiplier sigma: the noise of the summed gradients is h sigma.

    ``level`` is the public metric of theta (None: Euclidean), ``batch`` the number B of trajectories in a step (None:
    all).
    The averages are over the iterates after the steps ``average_after`` + 1, ..., N. ``private=False`` allows
    sigma = 0, and then clip = inf: no privacy whatever. ``bits`` is that of :class:`GPOPE`.
    """

    clip: float
    sigma: float
    step_size: float
    steps: int
    ratio: float = 1.0
    dual_scale: float = 1.0
    level: Level | None = None
    batch: int | None = None
    ridge: float = 0.0
    projection: float | None = None
    average_after: int = 0
    private: bool = True
    bits: Bits | None = None

    def __post_init__(self) -> None:
        if self.level is not None and not isinstance(self.level, Level):
            raise must("level", "be a Level or None", show(self.level))
        checked = self._checked(_MOST_STEPS) | {
            "step_size": checks.positive("step_size", self.step_size),
            "dual_scale": checks.positive("dual_scale", self.dual_scale),
            "batch": None if self.batch is None else count("batch", self.batch),
            "ridge": _ridge(self.ridge),
        }
        for name, value in checked.items():
            object.__setattr__(self, name, value)

    def contraction(self, moments: Moments) -> LyapunovNorm:
        """Return the norm of x = (u, v) in which steps on these moments contract, with its constants."""
        if self.ridge > 0:
            raise must("ridge", "be 0 for the Lyapunov norm of the saddle matrix", show(self.ridge))
        A = moments.A if self.level is None else product(moments.A, self.level.basis())
        return lyapunov_norm(saddle_matrix(self.dual_scale * A, self.dual_scale**2 * moments.C, self.ratio))

    def _walk(self, records: Records, seed: int | bytes | None, every: int) -> Walk:
        return Walk(self, records, seed, every)


def noise_multiplier(epsilon: float, delta: float, m: int, steps: int, batch: int | None = None) -> float:
    """Return sigma that makes N steps on m trajectories (epsilon, delta)-private under replacement.

    Full batches: the smallest double (exact Gaussian curve). Batches of B: the upper end of the interval for
    q = 1/floor(m/B), valid whatever the adaptive adversary.
    """
    total, size = count("m", m), None if batch is None else count("batch", batch)
    groups = 1 if size is None else max(1, total // size)
    if groups == 1:
        return calibrate_gaussian(epsilon, delta, 2, count("steps", steps)).sigma
    return sufficient_sigma(epsilon, delta, groups, steps, Adjacency.REPLACE)


def data_free(
    m: int,
    epsilon: float,
    delta: float,
    constant: object,
    discount: float,
    visits: float = 1.0,
    reward: float = 1.0,
    batch: int | None = None,
) -> RepairedGPOPE:
    """Return a private learner whose parameters depend on public numbers only, for Records with weighting="sum".

    ``constant`` is c with phi(s)'c = 1 (ones for tabular features), ``visits`` a public guess of the largest eigenvalue
    of C = E sum_t phi_t phi_t' (tabular: of the visits of a state in one trajectory), ``reward`` of the size of
    |sum_t rho_t phi_t R_t|. The rule: K = I + c c'/(1 - gamma) and a^2 = 1/visits, so that the curvature a^2 C of v is
    at most 1 and that of the level is c'A'C^{-1}Ac/(1 - gamma) <= (1 - gamma) E T + 1/(1 - gamma), T the length of a
    trajectory (on-policy and by projection, c'A'C^{-1}Ac <= E sum_t (c'phi_t - gamma c'phi_{t+1})^2);
    k beta = 1/2, beta = 1 - gamma; h = reward a/4; N = ceil(6 (m mu)^(2/3)) with mu = mu*(epsilon, delta): after a
    total time beta N the error of descent without strong convexity falls like 1/(beta N), and the variance grows like
    (beta N/(m mu))^2. The factors 1/2, 1/4 and 6 are mere choices. ``average_theta`` is over the second half.
    """
    total = count("m", m)
    level, seen, size = (
        Level.of(constant, discount),
        checks.positive("visits", visits),
        checks.positive("reward", reward),
    )
    scale = 1.0 / math.sqrt(seen)
    mu = mu_of(epsilon, delta)
    if mu == math.inf:
        raise must("epsilon and delta", "ask for privacy, epsilon < inf and delta < 1", f"{epsilon} and {delta}")
    steps = max(1, math.ceil(6.0 * (total * mu) ** (2.0 / 3.0)))
    step_size, sigma = 1.0 - discount, noise_multiplier(epsilon, delta, total, steps, batch)
    return RepairedGPOPE(
        clip=size * scale / 4.0,
        sigma=sigma,
        step_size=step_size,
        steps=steps,
        ratio=0.5 / step_size,
        dual_scale=scale,
        level=level,
        batch=batch,
        average_after=steps // 2,
    )


@dataclass(frozen=True)
class _Point:
    """Where a walk is; replaced as a whole after each step, so that an interruption never leaves half a step."""

    done: int
    u: Any
    v: Any
    sum_u: Any
    sum_v: Any
    clipped: int
    diverged: bool = False


class Walk:
    """The iterates of one run."""

    def __init__(self, learner: RepairedGPOPE, records: Records, seed: int | bytes | None, every: int) -> None:
        n, width = records.size, records.packed.width
        m = records.n_trajectories
        self.learner, self.records, self.every, self.n = learner, records, every, n
        self.level = Level(np.ones(n), 0.0) if learner.level is None else learner.level
        if self.level.size != n:
            raise must("level", f"have {n} entries, one for each feature", str(self.level.size))
        self.batch = m if learner.batch is None else learner.batch
        if self.batch > m:
            raise must("batch", f"be at most the {m} trajectories", show(self.batch))
        key, bits = seed_bytes(seed), bits_for(seed, learner.bits)
        self.choice, self.zeta = (source(key, 0, use, bits) for use in (CHOICE, ZETA))
        self.order, self.metric = np.arange(m), np.zeros(width + 1)
        self.metric[:n] = math.sqrt(self.level.strength) * self.level.direction
        theta, w, g_theta, g_w, sum_theta, sum_w = (np.zeros(width + 1) for _ in range(6))
        dots_theta, dots_w = (np.empty(records.longest + 1) for _ in range(2))
        unused = (np.empty((0, 2, n)), np.zeros(3, np.int64))
        self.state = State(theta, w, g_theta, g_w, sum_theta, sum_w, dots_theta, dots_w, *unused)
        zero = np.zeros(n)
        self.now = _Point(0, zero, zero, zero, zero, 0)
        self.trace = [(0, zero, zero)] if every else []

    @property
    def done(self) -> int:
        return self.now.done

    @property
    def going(self) -> bool:
        """Whether there are steps left to make."""
        return self.done < self.learner.steps and not self.now.diverged

    def advance(self, steps: int) -> None:
        for _ in range(steps):
            self.move(*self._gradient())
            if self.now.diverged:
                return
            if self.every and self.now.done % self.every == 0:
                self.trace.append((self.now.done, *self.place()))

    def place(self) -> tuple[Array, Array]:
        """Return theta and w."""
        return self.level.to_theta(self.now.u), self.learner.dual_scale * self.now.v

    def move(self, total_theta: Array, total_w: Array, clipped: int) -> None:
        """Make a step from the sums of clipped gradients in theta and w; clipped < 0: they are not finite."""
        self.now = self._moved(self.level.to_theta(total_theta), self.learner.dual_scale * total_w, clipped)

    def lose(self) -> None:
        """End here, because numbers leave the range of float64."""
        self.now = replace(self.now, diverged=True)

    def _moved(self, total_u: Array, total_v: Array, clipped: int) -> _Point:
        learner, n, at = self.learner, self.n, self.now
        noise = self._noise(at.done)
        beta = learner.step_size
        with np.errstate(over="ignore", invalid="ignore"):
            u = at.u - beta * ((total_u + noise[:n]) / self.batch + learner.ridge * at.u)
            v = at.v - beta * learner.ratio * (total_v + noise[n:]) / self.batch
            length = math.hypot(norm(u), norm(v))
        if clipped < 0 or not length < math.inf:
            return replace(at, diverged=True)
        if learner.projection is not None and length > learner.projection:
            u, v = u * (learner.projection / length), v * (learner.projection / length)
        kept = float(at.done >= learner.average_after)
        return _Point(at.done + 1, u, v, at.sum_u + kept * u, at.sum_v + kept * v, at.clipped + clipped)

    def _gradient(self) -> tuple[Array, Array, int]:
        """Return the sum over a batch of the clipped gradients in theta and w, and how many were clipped."""
        state, n, sums, at = self.state, self.n, (self.state.sum_theta, self.state.sum_w), self.now
        state.theta[:n], state.w[:n] = self.place()
        chosen = self.order[: self.batch]
        if self.batch < self.order.size:
            words = np.empty(self.batch, np.uint64)
            choice = self.choice
            stream_words(choice.key, choice.state, choice.secure, at.done * self.batch, self.batch, words)
            choose(words, self.order, self.batch)
        scale, clip = self.learner.dual_scale, self.learner.clip
        clipped = sum_gradients(self.records.packed, chosen, state, self.metric, scale, clip, *sums)
        return sums[0][:n], sums[1][:n], clipped

    def _noise(self, done: int) -> Array:
        noise = np.zeros(2 * self.n)
        if self.learner.sigma > 0:
            stream_normals(self.zeta.key, self.zeta.state, self.zeta.secure, 2 * self.n * done, noise)
            noise *= self.learner.clip * self.learner.sigma
        return noise

    def result(self) -> RepairedRun:
        at, to_theta, scale = self.now, self.level.to_theta, self.learner.dual_scale
        averaged = at.done - self.learner.average_after
        mean_u, mean_v = (at.sum_u / averaged, at.sum_v / averaged) if averaged > 0 else (at.u, at.v)
        steps, thetas, ws = (frozen(np.array([row[k] for row in self.trace])) for k in range(3))
        return RepairedRun(
            learner=self.learner,
            theta=frozen(to_theta(at.u)),
            w=frozen(scale * at.v),
            average_theta=frozen(to_theta(mean_u)),
            average_w=frozen(scale * mean_v),
            steps=at.done,
            clipped=at.clipped,
            diverged=at.diverged,
            trace_steps=steps,
            trace_theta=thetas,
            trace_w=ws,
        )


def _ridge(value: object) -> float:
    ridge = checks.number("ridge", value)
    if not 0.0 <= ridge < math.inf:
        raise must("ridge", "be finite and at least 0", show(value))
    return ridge
