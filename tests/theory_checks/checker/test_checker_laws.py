"""The lemmas of the checker about laws and functions: values against mpmath, scipy and dense grids, and hypotheses."""

import json
import math
from fractions import Fraction
from itertools import pairwise

import mpmath
import numpy as np
import pytest
from certificate_corpus import certificate
from raw import lemma, op, ref, relation
from scipy import integrate, stats

from theory_checks.checker import checker

F = Fraction


def answer(theorem, end=(">=", -(10**9)), objects=None, constants=None, **parameters):
    """Return the checker's answer to a certificate whose conclusion rests on one lemma."""
    parts = {"objects": objects or {}, "constants": constants or {}}
    given = [lemma("size", theorem, **parameters)]
    return checker.check_bytes(json.dumps(certificate(relation("size", *end), given=given, **parts)).encode())


def enclosed(theorem, objects=None, **parameters):
    """Return the last enclosure of a lemma's value, at the precision that separates it from 0 or the highest."""
    data = certificate(
        relation("size", ">=", -(10**9)), objects=objects or {}, given=[lemma("size", theorem, **parameters)]
    )
    run = checker.Checker()
    run.run(json.loads(json.dumps(data)))
    for run.p in checker.PRECISIONS:
        low, high = run.value(run.bounds.get("size") or run.names["size"])
        if low > 0 and (high - low) * 10**20 < high:
            break
    return low, high


def mp(x):
    return mpmath.mpf(x.numerator) / x.denominator


DELTAS = [
    *((F(1), F(e)) for e in (0, 1, 5, 12, -3)),
    *((F(50), F(e)) for e in (0, 100)),
    (F(20), F(200)),
    (F(1, 1000), F(1, 100)),
    (F(1, 10**6), F(0)),
    (F(7, 3), F(-1)),
    (F(3), F(-1000)),
]


@pytest.mark.parametrize(("mu", "epsilon"), DELTAS)
def test_gaussian_delta(mu, epsilon):
    with mpmath.workdps(120):  # erfc of mpmath has this relative precision also far out
        a, b = mp(mu) / 2 - mp(epsilon) / mp(mu), mp(mu) / 2 + mp(epsilon) / mp(mu)
        true = mpmath.ncdf(a) - mpmath.exp(mp(epsilon)) * mpmath.ncdf(-b)
        low, high = enclosed("gaussian-delta", mu=mu, epsilon=epsilon)
        assert mp(low) <= true + mpmath.mpf(10) ** -70
        assert true - mpmath.mpf(10) ** -70 <= mp(high)
    assert low > 0
    assert (high - low) * 10**20 < high


def test_gaussian_delta_is_the_largest_difference_over_half_lines():
    for mu, epsilon in ((1.0, 0.5), (0.25, 0.25), (3.0, 2.0)):
        threshold = np.linspace(-9, 9, 20_001)
        best = (stats.norm.sf(threshold - mu) - math.exp(epsilon) * stats.norm.sf(threshold)).max()
        low, high = enclosed("gaussian-delta", mu=F(mu), epsilon=F(epsilon))
        assert best <= float(high) + 1e-15
        assert best >= float(low) - 1e-6  # the grid misses the threshold by half a step at most


def test_kernel_norm_is_the_limit_of_norms_on_grids():
    x, f, beta = [F(-1), F(0), F(3, 2), F(2)], [F(1), F(-2), F(1, 2), F(1, 2)], F(3, 2)
    low, high = enclosed("kernel-norm", {"x": x, "f": f}, points="x", values="f", beta=beta)
    assert low == high
    norms = []
    for n in (300, 600, 1200):
        grid = np.linspace(-1, 2, n + 1)
        values = np.interp(grid, [float(t) for t in x], [float(t) for t in f])
        kernel = np.exp(-float(beta) * np.abs(grid[:, None] - grid))
        norms.append(values @ np.linalg.solve(kernel, values))
    assert norms[0] < norms[1] < norms[2] < float(low)
    assert float(low) - norms[2] < 1e-4 * float(low)  # the kernel's grid norm is short by about a twelfth of step^2
    with_slope = integrate.quad(lambda t: np.interp(t, [-1, 0, 1.5, 2], [1, -2, 0.5, 0.5]) ** 2, -1, 2, points=[0, 1.5])
    assert float(low) == pytest.approx((1 + 0.25) / 2 + (9 + 6.25 / 1.5) / 3 + 0.75 * with_slope[0], rel=1e-12)


def test_grid_norm_solves_with_the_kernel():
    x, f, beta = [F(-1), F(0), F(1, 10**9), F(3, 2)], [F(1), F(-2), F(1, 2), F(7, 5)], F(3, 2)
    low, high = enclosed("grid-norm", {"x": x, "f": f}, points="x", values="f", beta=beta)
    with mpmath.workdps(60):
        kernel = mpmath.matrix([[mpmath.exp(-mp(beta * abs(s - t))) for t in x] for s in x])
        g = mpmath.matrix([mp(v) for v in f])
        true = (g.T * mpmath.lu_solve(kernel, g))[0]
        assert mp(low) * (1 - mpmath.mpf(10) ** -40) <= true <= mp(high) * (1 + mpmath.mpf(10) ** -40)
    assert enclosed("grid-norm", {"x": [F(5)], "f": [F(3)]}, points="x", values="f", beta=F(7)) == (9, 9)


def test_grid_norm_is_below_the_norm_of_the_chords():
    objects = {"x": [F(0), F(1, 2), F(1)], "f": [F(1), F(0), F(3)]}
    actual = [enclosed(name, objects, points="x", values="f", beta=F(2)) for name in ("grid-norm", "kernel-norm")]
    assert actual[0][1] < actual[1][0]


def test_kernel_norm_of_one_point_and_of_the_kernel_itself():
    assert enclosed("kernel-norm", {"x": [F(5)], "f": [F(3)]}, points="x", values="f", beta=F(7)) == (9, 9)
    constant = enclosed("kernel-norm", {"x": [F(0), F(1)], "f": [F(1), F(1)]}, points="x", values="f", beta=F(2))
    assert constant == (2, 2)  # 1 + beta/2 on an interval of length 1


@pytest.mark.parametrize(
    ("beta", "left", "point", "right"),
    [
        (F(1), F(0), F(1, 2), F(1)),
        (F(30), F(-1), F(0), F(5)),
        (F(1, 1000), F(1, 3), F(1, 2), F(4, 7)),
        (F(1, 10**6), F(0), F(1, 10**6), F(1)),
        (F(500), F(0), F(9), F(10)),
    ],
)
def test_conditional_laws(beta, left, point, right):
    with mpmath.workdps(60):
        grid = mpmath.matrix([[mpmath.exp(-mp(beta * abs(x - y))) for y in (left, right)] for x in (left, right)])
        row = mpmath.matrix([mpmath.exp(-mp(beta * abs(point - y))) for y in (left, right)])
        weights = mpmath.lu_solve(grid, row)
        variance = 1 - (weights.T * row)[0]
        found = (
            (enclosed("conditional-weight", beta=beta, one=left, point=point, other=right), weights[0]),
            (enclosed("conditional-weight", beta=beta, one=right, point=point, other=left), weights[1]),
            (enclosed("conditional-variance", beta=beta, left=left, point=point, right=right), variance),
        )
        for (low, high), true in found:
            assert mp(low) - mpmath.mpf(10) ** -50 <= true <= mp(high) + mpmath.mpf(10) ** -50


@pytest.mark.parametrize("point", [0, 1])
def test_a_neighbour_itself_has_no_variance_left(point):
    low, high = enclosed("conditional-variance", beta=2, left=0, point=point, right=1)
    assert low <= 0 <= high < F(1, 10**9)


@pytest.mark.parametrize("correlation", [F(-1), F(-1, 3), F(0), F(9, 10), F(1)])
def test_the_largest_of_a_pair(correlation):
    rho, sigma = float(correlation), 3.0
    pair = {"sigma": F(3), "correlation": correlation}
    mean, variance = (float(enclosed(f"pair-max-{x}", **pair)[0]) for x in ("mean", "variance"))

    def moment(k):
        """Integrate over X = sigma u, Y = sigma (rho u + sqrt(1 - rho^2) v), split where X = Y, in polar form."""
        ends = [math.atan2(1 - rho, math.sqrt(max(1 - rho**2, 0.0))) + t for t in (-math.pi, 0.0, math.pi)]
        radius = math.gamma(1 + k / 2) * 2 ** (k / 2)

        def at(t):
            u, v = math.cos(t), math.sin(t)
            return max(sigma * u, sigma * (rho * u + math.sqrt(1 - rho**2) * v)) ** k

        return radius * sum(integrate.quad(at, *piece)[0] for piece in pairwise(ends)) / (2 * math.pi)

    assert mean == pytest.approx(moment(1), abs=1e-9)
    assert variance == pytest.approx(moment(2) - moment(1) ** 2, abs=1e-9)


def test_path_level():
    for sigma, level in ((F(2), F(3)), (F(1), F(-1)), (F(1, 2), F(9))):
        low, high = enclosed("path-level", sigma=sigma, level=level)
        assert float(low) == pytest.approx(stats.norm.sf(float(level), scale=float(sigma)), rel=1e-12)
        assert high >= low


UNIT = {"beta": 1, "left": 0, "point": F(1, 2), "right": 1}
PAIR = {"beta": 1, "one": 0, "point": F(1, 2), "other": 1}
CHORDS = {"points": "p", "values": "f", "beta": 1}
BAD = {
    "mu must be positive": [("gaussian-delta", {"mu": x, "epsilon": 1}) for x in (0, -1)],
    "left must be less than right": [("conditional-variance", UNIT | {"left": x}) for x in (1, 2)],
    "point must lie between left and right": [("conditional-variance", UNIT | {"point": x}) for x in (-1, 2)],
    "point must lie between the two others": [
        ("conditional-weight", PAIR | change) for change in ({"point": 0}, {"point": 1}, {"one": 2}, {"other": F(1, 3)})
    ],
    "beta must be positive": [
        ("conditional-variance", UNIT | {"beta": 0}),
        ("conditional-weight", PAIR | {"beta": -1}),
        ("kernel-norm", CHORDS | {"beta": 0}),
        ("grid-norm", CHORDS | {"beta": -1}),
    ],
    "sigma must be positive": [
        ("path-level", {"sigma": 0, "level": 1}),
        ("pair-max-mean", {"sigma": -1, "correlation": 0}),
    ],
    "correlation must be between -1 and 1": [
        (f"pair-max-{x}", {"sigma": 1, "correlation": c}) for x in ("mean", "variance") for c in (F(-11, 10), 2)
    ],
}


@pytest.mark.parametrize(("rule", "theorem", "parameters"), [(k, *case) for k, cases in BAD.items() for case in cases])
def test_a_hypothesis_that_fails_is_named(rule, theorem, parameters):
    objects = {"p": [F(0), F(1)], "f": [F(1), F(2)]} if theorem.endswith("-norm") else None
    assert answer(theorem, objects=objects, **parameters)["sentence"] == f"refused: {rule}"


@pytest.mark.parametrize(
    ("points", "values", "rule"),
    [
        ([0, 0], [1, 2], "points must increase strictly"),
        ([0, 2, 1], [1, 2, 3], "points must increase strictly"),
        ([0, 1], [1, 2, 3], "values must be of shape k"),
        ([[0], [1]], [1, 2], "points must be of shape k"),
    ],
)
def test_points_and_values_of_chords(points, values, rule):
    for theorem in ("kernel-norm", "grid-norm"):
        told = answer(theorem, objects={"p": points, "f": values}, **CHORDS)
        assert told["sentence"] == f"refused: {rule}"


def test_a_tiny_value_is_shown_with_its_power_of_ten():
    shown = answer("gaussian-delta", (">", 0), mu=20, epsilon=430)["sentence"]
    assert shown == "accepted: 4.17228...e-31 > 0"


def test_a_bound_stands_on_the_larger_side_only():
    assert answer("path-level", (">=", F(15, 100)), sigma=1, level=1)["accepted"]
    assert not answer("path-level", ("<", 1), sigma=1, level=1)["accepted"]


def test_parameters_may_be_names_and_irrational():
    constants = {"s": op("sqrt", 2), "rho": op("exp", -1)}
    told = answer("pair-max-mean", (">", F(6, 10)), constants=constants, sigma="s", correlation="rho")
    assert told["accepted"]
    assert "of deviation s and correlation rho" in told["details"][1]
    objects = {"p": [F(0), F(1)], "f": [F(1), F(2)]}
    told = answer("kernel-norm", (">", 2), objects=objects, **CHORDS | {"beta": ref("p", 1)})
    assert "exp(-p[1] |x - y|)" in told["details"][1]
    told = answer("path-level", (">", 0), sigma=op("sqrt", 2), level=1)
    assert "of deviation (...)" in told["details"][1]
    assert (
        "could not decide"
        in answer("pair-max-mean", sigma=1, correlation=op("-", op("*", op("sqrt", 2), op("sqrt", 2)), 1))["sentence"]
    )


def test_a_list_of_a_lemma_may_be_named_in_the_conclusion():
    objects = {"p": [F(0), F(1)], "f": [F(1), F(2)]}
    assert answer("kernel-norm", (">", ref("f", 1)), objects=objects, **CHORDS)["accepted"]


def test_no_sentence_names_a_parameter_twice():
    for entry in checker.LEMMAS.values():
        names = checker.parameter_names(entry["says"])
        assert len(names) == len(set(names)) > 0


def test_wrong_parameters():
    entry = lemma("x", "path-level", sigma=1, level=2)
    for parameters in ({}, {"sigma": "1"}, {"sigma": "1", "level": "2", "mdp": "M"}, {"sigma": "1", "mdp": "M"}, []):
        data = certificate(relation("x", ">", 0), given=[entry | {"parameters": parameters}])
        sentence = checker.check_bytes(json.dumps(data).encode())["sentence"]
        assert sentence == "refused: an object must have exactly the fields level sigma"


@pytest.mark.parametrize("key", [*checker.FACTS, *checker.LEMMAS])
def test_an_entry_of_the_table_speaks_of_its_parameters_alone(key):
    entry = checker.FACTS.get(key) or checker.LEMMAS[key]
    conditions = [x for part in (entry.get("require", []), *entry.get("operator", {}).values()) for x in part]
    ranges = {index for condition in conditions for index, *_ in condition.get("for", [])}
    lets = {name for first, *rest in entry.get("let", []) for name in [first, *(rest[0] if len(rest) > 1 else [])]}
    parts = [entry.get(part) for part in ("value", "cases", "require", "operator", "let")]
    spoken = {name.partition(".")[0] for name in checker.symbols(parts)}
    assert spoken <= {*checker.parameter_names(entry["says"])} | ranges | lets
    assert ("value" in entry or "cases" in entry) == (key in checker.LEMMAS)
