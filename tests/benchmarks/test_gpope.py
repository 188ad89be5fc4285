"""Private off-policy evaluation: what a step of GPOPE costs

A step draws a trajectory, computes its primal-dual gradient, clips it, draws the noise and moves.
"""

from functools import partial
from typing import NamedTuple

import numpy as np

from tabular.algorithms.evaluation import GPOPE, Records
from tabular.evaluation import Table, Tabular, Trajectories, sample
from tabular.mdp.instances.graphs import recovery_chain
from tests.benchmarks.contest import Contest, Contestant, Task

TRANSIENT, STEPS = 39, 1_000
FEATURES, LENGTHS = (10, 39, 100, 300), (5, 20, 80, 320)
CLIP, SIGMA, STEP, DISCOUNT = 0.01, 1.4, 0.1, 0.99
FORMS = {"pairs": "one feature a state", "rows": "dense features, rows", "matrices": "dense features, matrices"}


class Given(NamedTuple):
    """Trajectories on n states; the noise."""

    data: Trajectories
    n: int
    sigma: float = SIGMA
    bits: str = "fast"


def dense(n):
    return Table(np.random.default_rng(0).normal(size=(n, n)))


def compiled(form, given):
    features = Tabular(given.n) if form == "pairs" else dense(given.n)
    records = Records.of(given.data, None, features, DISCOUNT, storage=form)
    learner = GPOPE(CLIP, given.sigma, STEP, STEPS, private=given.sigma > 0, bits=given.bits)
    return lambda: learner.run(records).theta


def numpy_loop(given):
    """Algorithm 1 line by line, the matrices of the drawn trajectory computed as in (2.2)."""
    data, features = given.data, dense(given.n)

    def work():
        rng, n = np.random.default_rng(0), features.size
        theta, w = np.zeros(n), np.zeros(n)
        for _ in range(STEPS):
            i = rng.integers(data.n_trajectories)
            rows = slice(data.offsets[i], data.offsets[i + 1])
            phi, after = features.phi[data.states[rows]], np.zeros((rows.stop - rows.start, n))
            goes_on = ~data.terminal[rows]
            after[goes_on] = features.phi[data.next_states[rows][goes_on]]
            tau = rows.stop - rows.start
            A, b, C = phi.T @ (phi - DISCOUNT * after) / tau, phi.T @ data.rewards[rows] / tau, phi.T @ phi / tau
            B = np.concatenate([-A.T @ w, A @ theta + C @ w - b])
            B = B / max(1.0, np.linalg.norm(B) / CLIP) + CLIP * rng.normal(0.0, given.sigma, 2 * n)
            theta, w = theta - STEP * B[:n], w - STEP * B[n:]
        return theta

    return work


def moved(given, theta):
    """The noise alone is a random walk of known length, and the clipped gradients cannot be longer."""
    noise, drift = STEP * CLIP * given.sigma * np.sqrt(STEPS * given.n), STEP * CLIP * STEPS
    length = float(np.linalg.norm(theta))
    return "" if 0 < length <= 2 * noise + drift else f"parameters of length {length:.3g}", {}


def chain():
    return sample(recovery_chain(TRANSIENT + 1, exact=False), np.ones((TRANSIENT + 1, 1)), 5_000)


def paths(n, length, count):
    """Return random walks on n states that are cut off."""
    states = np.random.default_rng(1).integers(0, n, size=(count, length + 1))
    flat = (states[:, :-1].reshape(-1), np.zeros(count * length, np.int64), np.ones(count * length))
    ends = np.zeros(count * length, dtype=bool)
    return Trajectories(*flat, states[:, 1:].reshape(-1), ends, np.arange(count + 1) * length)


def forms(**bars):
    return tuple(Contestant(name, partial(compiled, form), True, bars=bars) for form, name in FORMS.items())


NOISE = {"with noise": (SIGMA, "fast"), "noise from ChaCha20": (SIGMA, "chacha20"), "without noise": (0.0, "fast")}
LOOP = Contestant("numpy, the printed loop", numpy_loop, skips=("noise from",), limit="draws from numpy")
CONTESTS = (
    Contest(
        "39 features, beside the textbook",
        "step",
        tuple(Task(name, lambda kind=kind: Given(chain(), TRANSIENT, *kind), STEPS) for name, kind in NOISE.items()),
        (*forms(**{"with noise": 4e-6}), LOOP),
        moved,
        "5,000 trajectories of the chain of recovery.",
    ),
    Contest(
        "Against the number of features",
        "step",
        tuple(Task(f"n = {n}", lambda n=n: Given(paths(n, 40, 100), n), STEPS, n) for n in FEATURES),
        forms(),
        moved,
        "Paths of 40 transitions; the noise alone is 2n normals.",
    ),
    Contest(
        "Against the length of trajectories",
        "step",
        tuple(Task(f"T = {T}", lambda T=T: Given(paths(TRANSIENT, T, 500), TRANSIENT), STEPS, T) for T in LENGTHS),
        forms(),
        moved,
        "39 features. Pairs that occur again cost nothing more, and matrices cost the same for every length.",
    ),
)


def test_gpope(entry, benchmark):
    entry.run(benchmark)
