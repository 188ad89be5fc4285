"""Lemmas about paths, maxima and updates against simulation: what their sentences describe is carried out.

Seeds are fixed. Five standard errors are allowed, which a right lemma misses once in a million seeds.
"""

from fractions import Fraction

import numpy as np
import pytest
from raw import certificate, lemma, relation

from theory_checks.checker import checker

DRAWS = 200_000


def value(theorem, **parameters):
    """The value of a lemma as a float."""
    run = checker.Checker()
    given = [lemma("x", theorem, **{name: Fraction(x) for name, x in parameters.items()})]
    run.run(certificate(relation("x", ">=", -1000), given=given))
    return float(run.value(run.bounds.get("x") or run.names["x"])[0])


def paths(beta, sigma, steps, draws=DRAWS, seed=1):
    """Paths at the points 0, 1/steps, ..., 1."""
    rng, decay = np.random.default_rng(seed), np.exp(-float(beta) / steps)
    f = sigma * rng.standard_normal((draws, steps + 1))
    for i in range(1, steps + 1):
        f[:, i] = decay * f[:, i - 1] + np.sqrt(1 - decay**2) * f[:, i]
    return f


def standard_errors(sample):
    return 5 * sample.std() / np.sqrt(sample.size)


@pytest.mark.parametrize(("theorem", "level", "points"), [
    ("grid-mean", 0, slice(0, None, 4)), ("grid-mean", 1, slice(0, None, 2)),
    ("finer-grid-mean", 1, slice(0, None, 2)), ("midpoint-mean", 0, [2]), ("midpoint-mean", 1, [1, 3]),
])  # fmt: skip
@pytest.mark.parametrize("beta", [Fraction(1, 2), 5])
def test_means_over_the_first_grids(theorem, level, points, beta):
    largest = paths(beta, 2, 4)[:, points].max(axis=1)

    assert value(theorem, level=level, beta=beta, sigma=2) == pytest.approx(
        largest.mean(), abs=standard_errors(largest)
    )


def test_a_finer_grid_has_a_larger_mean():
    assert value("finer-grid-mean", level=3, beta=1, sigma=1) <= paths(1, 1, 8).max(axis=1).mean()


@pytest.mark.parametrize(("level", "old", "new"), [(0, [0, 4], [2]), (1, [0, 2, 4], [1, 3])])
def test_variances_over_the_first_grids(level, old, new):
    f = paths(Fraction(1, 2), 1, 4)
    variances = f[:, old].max(axis=1).var(), f[:, new].max(axis=1).var()
    claimed = value("level-variances", level=level, beta=Fraction(1, 2), sigma=1)

    assert claimed == pytest.approx(sum(variances) if level == 0 else variances[1], abs=0.015)
    assert claimed <= sum(variances) + 0.015


@pytest.mark.parametrize("count", [1, 2])
def test_variances_of_independent_maxima(count):
    largest = 3 * np.random.default_rng(2).standard_normal((DRAWS, count)).max(axis=1)

    assert value("independent-max-variance", count=count, sigma=3) == pytest.approx(largest.var(), rel=0.02)


def test_the_mean_of_a_sum_of_absolute_values():
    sums = np.abs(3 * np.random.default_rng(3).standard_normal((DRAWS, 4))).sum(axis=1)

    assert value("mean-absolute-sum", count=4, sigma=3) == pytest.approx(sums.mean(), abs=standard_errors(sums))


def test_the_exponential_of_a_normal_number():
    sample = np.exp(0.5 + np.sqrt(0.3) * np.random.default_rng(4).standard_normal(DRAWS))
    claimed = value("normal-exponential", mean=Fraction(1, 2), variance=Fraction(3, 10))

    assert claimed == pytest.approx(sample.mean(), abs=standard_errors(sample))


@pytest.mark.parametrize(("level", "count"), [(2, 1), (3, 5), (4, 20)])
def test_tails_of_several_paths_lie_between_their_bounds(level, count):
    sigma, beta = 1.5, Fraction(1, 10)
    largest = paths(beta, sigma, 32, draws=100_000).max(axis=1).reshape(-1, count).max(axis=1)
    reached = (largest >= level).mean()
    slack = 5 / np.sqrt(largest.size)

    assert value("paths-level", level=level, paths=count, sigma=Fraction(3, 2)) <= reached + slack
    assert value("paths-below-level", level=level, paths=count, beta=beta, sigma=Fraction(3, 2)) <= 1 - reached + slack


def noise(tables, shape, seed=5):
    """Noise for two updates: one table twice, or two."""
    drawn = np.random.default_rng(seed).standard_normal((2, *shape, DRAWS))
    return drawn if tables == "fresh" else [drawn[0], drawn[0]]


def largest_entry(rule, tables, step, gamma):
    """|v'| on one state with two actions, by the definition of the two updates."""
    q = np.zeros((2, DRAWS))
    for g in noise(tables, (2,)):
        at_maximiser = np.take_along_axis(g, q.argmax(axis=0)[None], 0)[0]
        target = gamma * (q + g).max(axis=0) if rule == "bracketed" else gamma * q.max(axis=0) + at_maximiser
        q = q - step * (q + g - target)
    return np.abs(q.max(axis=0))


def entry_of_two_states(tables, step, gamma):
    """|v'| in the first of two states that follow each other."""
    q = np.zeros((2, DRAWS))
    for g in noise(tables, (2,)):
        q = q - step * (q + g - gamma * (q + g)[::-1])
    return np.abs(q[0])


@pytest.mark.parametrize("tables", ["same", "fresh"])
@pytest.mark.parametrize(("step", "gamma"), [("1", "99/100"), ("-1", "99/100"), ("1/10", "9/10"), ("-1/4", "1/2")])
@pytest.mark.parametrize("rule", ["bracketed", "literal", "two-states"])
def test_means_after_two_updates(rule, tables, step, gamma):
    numbers = float(Fraction(step)), float(Fraction(gamma))
    sample = entry_of_two_states(tables, *numbers) if rule == "two-states" else largest_entry(rule, tables, *numbers)
    states = {"bracketed": {"states": 1}, "two-states": {"states": 2}}.get(rule, {})
    claimed = value(f"{tables}-noise-{rule}", step=step, gamma=gamma, sigma=1, **states)

    if (rule, tables) == ("bracketed", "fresh"):  # a lower bound
        assert claimed <= sample.mean() + standard_errors(sample)
    else:
        assert claimed == pytest.approx(sample.mean(), abs=standard_errors(sample))


@pytest.mark.parametrize("carried", [0, 1])
@pytest.mark.parametrize("rule", ["bracketed", "literal"])
def test_the_mean_of_the_implied_noise(rule, carried):
    gamma, g = 0.6, np.random.default_rng(6).standard_normal((2, DRAWS))
    q = -g if rule == "bracketed" else g.min(axis=0) - g
    if rule == "literal":
        at_maximiser = np.take_along_axis(g, q.argmax(axis=0)[None], 0)
        assert np.allclose(q, gamma * q.max(axis=0) + at_maximiser - g)
    x = q + carried * g
    z = x[0] - gamma * x.max(axis=0)
    claimed = value(f"{rule}-implied-bias", carried=carried, gamma=Fraction(3, 5), sigma=1)

    assert claimed == pytest.approx(z.mean(), abs=standard_errors(z) + 1e-12)


def test_the_returned_function_is_the_optimum_less_the_noise():
    """Three actions on one state: the fixed point is found by iteration."""
    g, q = np.random.default_rng(7).standard_normal((3, DRAWS)), np.zeros((3, DRAWS))
    for _ in range(60):
        q = 0.5 * (q + g).max(axis=0) - g
    sample = np.abs(q.max(axis=0))
    M = {"transitions": [[["1"]]] * 3, "rewards": [["0"]] * 3, "discount": "1/2"}
    run = checker.Checker()
    given = [lemma("x", "returned-value-error", mdp="M", sigma=1)]
    run.run(certificate(relation("x", ">=", 0), objects={"M": M}, given=given))

    assert float(run.value(run.names["x"])[0]) == pytest.approx(sample.mean(), abs=standard_errors(sample))


def test_a_contraction_leaves_at_least_its_share():
    assert value("bellman-contraction", gamma=Fraction(9, 10), distance=2) == pytest.approx(0.2)


@pytest.mark.parametrize(("theorem", "parameters", "rule"), [
    ("grid-mean", {"level": 2, "beta": 1, "sigma": 1}, "hypotheses of grid-mean"),
    ("midpoint-mean", {"level": 2, "beta": 1, "sigma": 1}, "hypotheses of midpoint-mean"),
    ("level-variances", {"level": 2, "beta": 1, "sigma": 1}, "hypotheses of level-variances"),
    ("finer-grid-mean", {"level": 0, "beta": 1, "sigma": 1}, "level must be at least 1"),
    ("independent-max-variance", {"count": 3, "sigma": 1}, "hypotheses of independent-max-variance"),
    ("paths-below-level", {"level": 1, "paths": 1, "beta": 1, "sigma": 1}, "level must be at least"),
    ("same-noise-literal", {"step": 3, "gamma": 0, "sigma": 1}, "step must be at most 2"),
    ("fresh-noise-literal", {"step": 3, "gamma": 0, "sigma": 1}, "step must be at most 1/(1 - gamma)"),
    ("bracketed-implied-bias", {"carried": 2, "gamma": 0, "sigma": 1}, "hypotheses of bracketed-implied-bias"),
    ("bellman-contraction", {"gamma": -1, "distance": 1}, "gamma must not be negative"),
])  # fmt: skip
def test_hypotheses(theorem, parameters, rule):
    with pytest.raises(checker.Refused, match=rule.replace("(", r"\(").replace(")", r"\)")):
        value(theorem, **parameters)
