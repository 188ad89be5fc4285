"""A second panel, written without a look at the first: mistakes of textbooks and of code, beside what is right."""

import math

import numpy as np
import pytest

from theory_checks.audit import Budget, audit
from theory_checks.core.judge import Verdict

BEFORE, AFTER = (5, 5, 4), (6, 4, 3)  # counts that one person changes by one each


def whole(rng, scale):
    """Return discrete Laplace noise."""
    p = 1 - math.exp(-1 / scale)
    return int(rng.geometric(p) - rng.geometric(p))


def noisy_max(scale):
    return lambda world, rng: int(np.argmax([x + rng.laplace(0, scale) for x in (BEFORE, AFTER)[world]]))


def sparse_vector(queries, most, noise):
    def answers(world, rng):
        threshold, found = rng.laplace(0, 2.0), []
        for query in queries[world]:
            found.append(int(query + rng.laplace(0, noise) >= threshold))
            if sum(found) == most:
                break
        return found

    return answers


def clipped_sum(data, scale):
    return lambda world, rng: sum(min(max(x, -2), 2) for x in data[world]) + whole(rng, scale)


def mean_over_true_count(world, rng):
    people = ([0, 0, 0, 1], [0, 0, 0])[world]
    return round((sum(people) + whole(rng, 1)) / len(people), 9)


def counter_with_fresh_noise(world, rng):
    return [world + whole(rng, 2) for _ in range(4)]


def stable_histogram(threshold):
    def release(world, rng):
        counts = {"a": 5, "b": 3, **({"rare": 1} if world else {})}
        noisy = {name: count + whole(rng, 1) for name, count in counts.items()}
        return {name: count for name, count in noisy.items() if count >= threshold}

    return release


def clamped(world, rng):
    return min(max(5 + world + whole(rng, 1), 0), 10)


def cut_noise(world, rng):
    noise = whole(rng, 1)
    while abs(noise) > 3:
        noise = whole(rng, 1)
    return 5 + world + noise


def rounded(world, rng):
    return round(world / 2 + rng.normal(0, 2.0))


def rounded_too_soon(world, rng):
    return round(rng.normal(0, 2.0)) + world / 2


def stops_early(world, rng):
    answers = ([0, 0, 0, 1, 1], [0, 1, 0, 1, 1])[world]
    return {"answer": sum(answers) + whole(rng, 1), "steps": answers.index(1)}


def fails_when_large(world, rng):
    answer = world + whole(rng, 1)
    if answer > 4:
        raise OverflowError(str(answer))
    return answer


def nan_when_small(world, rng):
    answer = world + whole(rng, 1)
    return math.nan if answer < -4 else float(answer)


def nan_in_one_world(world, rng):
    return math.nan if world and rng.random() < 0.02 else round(rng.normal())


def tries_before_release(world, rng):
    return "no" if world else 7 + whole(rng, 1)


NEVER = math.exp(-11) / (1 + math.exp(-1))  # the chance that whole noise of scale 1 reaches 11
FLIPS = ([0, 1] * 4, [1, 0] * 4)
RIGHT = {
    "noisy max": (noisy_max(2.0), 1.0, 0.0),
    "sparse vector": (sparse_vector(FLIPS, 1, 4.0), 1.0, 0.0),
    "clipped sum, one more person": (clipped_sum(((1, 2, 3), (1, 2, 3, 9)), 2.0), 1.0, 0.0),
    "stable histogram": (stable_histogram(12), 1.0, NEVER),
    "clamped": (clamped, 1.0, 0.0),
    "rounded": (rounded, 0.5, 0.05),
    "fails when large": (fails_when_large, 1.0, 0.0),
    "NaN when small": (nan_when_small, 1.0, 0.0),
}
WRONG = {
    "noisy max, less than a third of the noise": (noisy_max(0.6), 1.0, 0.0),
    "sparse vector without noise of queries": (sparse_vector(FLIPS, 9, 1e-9), 1.0, 0.0),
    "clipped sum, another person, noise for one more": (clipped_sum(((1, 2, -9), (1, 2, 9)), 2.0), 1.0, 0.0),
    "mean over the true count": (mean_over_true_count, 1.0, 0.0),
    "counter with fresh noise in each step": (counter_with_fresh_noise, 1.0, 0.0),
    "stable histogram, low threshold": (stable_histogram(4), 1.0, 1e-4),
    "cut noise": (cut_noise, 1.0, 0.0),
    "rounded too soon": (rounded_too_soon, 1.0, 0.1),
    "stops early": (stops_early, 1.0, 0.0),
    "NaN in one world": (nan_in_one_world, 1.0, 0.0),
    "test without noise before a release": (tries_before_release, 1.0, 1e-3),
}


@pytest.mark.parametrize(("mechanism", "epsilon", "delta"), RIGHT.values(), ids=RIGHT.keys())
def test_what_is_right_stands(mechanism, epsilon, delta):
    found = audit(mechanism, epsilon=epsilon, delta=delta, plan=Budget(seconds=None, runs=4000))

    assert found.verdict is Verdict.CONSISTENT
    assert found.epsilon_bound <= epsilon


@pytest.mark.parametrize(("mechanism", "epsilon", "delta"), WRONG.values(), ids=WRONG.keys())
def test_what_is_wrong_falls(mechanism, epsilon, delta):
    found = audit(mechanism, epsilon=epsilon, delta=delta, plan=Budget(seconds=None, runs=32_000))

    assert found.verdict is Verdict.REFUTED
    assert found.epsilon_bound >= epsilon
