"""Ways to refute a claim of privacy from runs: ours, and what others do, derived again from their papers.

Each takes (mechanism, claim, runs of each world, seed) and says whether it refutes, with an error of at most 1e-9. All
draw the same numbers of runs, half of them (a quarter for guesses) to choose, the rest to decide.
"""

import math

import numpy as np
from scipy import special, stats

from theory_checks.audit import Budget, Mechanism, audit
from theory_checks.audit.known import Known
from theory_checks.core.judge import REFUTATION_ERROR, Verdict

_RIDGE, _STEPS = 1e-3, 12
_QUANTILES = np.linspace(0, 1, 21)
_SHARES = (0.01, 0.03, 0.1, 0.3, 1.0)  # of the runs that are guessed


def ours(example: Known, runs: int, seed: int) -> bool:
    plan = Budget(seconds=None, runs=runs, seed=seed, bits=False)
    found = audit(Mechanism(example.name, example.draw), epsilon=example.epsilon, delta=example.delta, plan=plan)
    return found.verdict is Verdict.REFUTED


def trained_function(example: Known, runs: int, seed: int) -> bool:
    """dp_auditorium [kong-2023]: a set is trained for P(S) - e^epsilon Q(S), then bounded by Hoeffding's inequality.

    Its network is a weighted logistic regression on x, x^2 and |x| here.
    """
    zero, one = drawn(example, runs, seed)
    half, ratio = runs // 2, math.exp(example.epsilon)
    for often, seldom in ((zero, one), (one, zero)):
        features = _features(np.concatenate([often[:half], seldom[:half]]))
        weights = _logistic(features(often[:half]), features(seldom[:half]), ratio)
        p, q = ((features(x[half:]) @ weights > 0).mean() for x in (often, seldom))
        slack = (1 + ratio) * math.sqrt(math.log(2 / REFUTATION_ERROR) / (2 * (runs - half)))
        if p - ratio * q - slack > example.delta:
            return True
    return False


def selected_event(example: Known, runs: int, seed: int) -> bool:
    """StatDP [ding-2018]: the event with the least p-value is selected, and tested on new runs; pure claims only."""
    zero, one = drawn(example, runs, seed)
    half = runs // 2
    rng = np.random.default_rng(seed)
    values = [(f(zero), f(one)) for f in _statistics(zero.shape[1])]
    best = min(
        (
            (_thinned(often[:half], seldom[:half], event, example.epsilon, rng), i, world, event)
            for i, pair in enumerate(values)
            for world, (often, seldom) in enumerate((pair, pair[::-1]))
            for event in _intervals(np.concatenate([often[:half], seldom[:half]]))
        ),
        key=lambda found: found[0],
    )
    often, seldom = values[best[1]][:: 1 - 2 * best[2]]
    return _thinned(often[half:], seldom[half:], best[3], example.epsilon, rng) <= REFUTATION_ERROR


def guesses(example: Known, runs: int, seed: int) -> bool:
    """One run with many canaries [steinke-2023]: worlds are coins, the surest are guessed, and the right are counted.

    Here every run is a canary of its own, which is more than one run of a learner would give.
    """
    zero, one = drawn(example, runs, seed)
    quarter = runs // 4
    features = _features(np.concatenate([zero[:quarter], one[:quarter]]))
    weights = _logistic(features(one[:quarter]), features(zero[:quarter]), 1.0)
    rest = np.random.default_rng(seed).random(runs - quarter) < 0.5
    outputs = np.where(rest[:, None], one[quarter:], zero[quarter:])
    scores = features(outputs) @ weights
    order = np.argsort(-np.abs(scores))
    right = (scores > 0) == rest
    chances = [
        _p_of_guesses(int(right[order[:r]].sum()), r, len(rest), example.epsilon, example.delta)
        for r in {max(1, int(share * len(rest))) for share in _SHARES}
    ]
    return min(chances) <= REFUTATION_ERROR / len(_SHARES)


def _p_of_guesses(right: int, guessed: int, canaries: int, epsilon: float, delta: float) -> float:
    """Theorem 5.2 of the paper: a binomial tail, and what delta adds to it."""
    likely = special.expit(epsilon)
    tail = float(stats.binom.sf(right - 1, guessed, likely))
    if not delta:
        return tail
    masses = np.cumsum(stats.binom.pmf(right - np.arange(1, right + 1), guessed, likely))
    added = float((masses / np.arange(1, right + 1)).max()) if right else 0.0
    return min(1.0, tail + 2 * canaries * delta * added)


def drawn(example: Known, runs: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return runs of both worlds as arrays (runs, d)."""
    rngs = np.random.default_rng(seed).spawn(2)
    zero, one = (np.asarray(example.draw(world, rngs[world], runs), dtype=float) for world in (0, 1))
    return zero.reshape(runs, -1), one.reshape(runs, -1)


def _features(sample):
    centre, scale = sample.mean(axis=0), sample.std(axis=0) + 1e-12

    def features(x):
        z = (x - centre) / scale
        return np.column_stack([np.ones(len(z)), z, z**2, np.abs(z)])

    return features


def _logistic(positive, negative, weight: float) -> np.ndarray:
    """Return the coefficients of a regression in which negatives weigh more."""
    x = np.concatenate([positive, negative])
    y = np.concatenate([np.ones(len(positive)), np.zeros(len(negative))])
    counts = np.where(y == 1, 1.0, weight)
    b = np.zeros(x.shape[1])
    for _ in range(_STEPS):
        p = special.expit(x @ b)
        slope = x.T @ (counts * (y - p)) - _RIDGE * b
        curve = (x * (counts * p * (1 - p))[:, None]).T @ x + _RIDGE * np.eye(len(b))
        b = b + np.linalg.solve(curve, slope)
    return b


def _statistics(d: int):
    columns = [lambda x, i=i: x[:, i] for i in range(d)]
    return columns if d == 1 else [*columns, lambda x: x.mean(axis=1)]


def _intervals(values):
    """Yield all intervals between twentieths, open at the ends of the sample."""
    edges = np.quantile(values, _QUANTILES)
    edges[0], edges[-1] = -np.inf, np.inf
    for i in range(len(edges) - 1):
        for j in range(i + 1, len(edges)):
            if edges[i] < edges[j] and j - i < len(edges) - 1:
                yield edges[i], edges[j]


def _thinned(often, seldom, event, epsilon: float, rng) -> float:
    """Return the p-value: hits kept with probability e^-epsilon must not outnumber those of the other world."""
    low, high = event
    hits, other = (int(((x > low) & (x <= high)).sum()) for x in (often, seldom))
    kept = int(rng.binomial(hits, math.exp(-epsilon)))
    return float(stats.hypergeom.sf(kept - 1, 2 * len(often), kept + other, len(often)))
