"""The lemmas of the checker about laws and functions: values against mpmath, scipy and dense grids, and hypotheses."""

import json
import math
from fractions import Fraction
from pathlib import Path

import mpmath
import numpy as np
import pytest
from certificate_corpus import certificate
from raw import lemma, op, ref, relation
from scipy import stats

from theory_checks.checker import checker

F = Fraction
ROOMS = Path(checker.__file__).parents[1] / "papers"
PAPERS = [file.read_text(encoding="utf-8") for file in ROOMS.rglob("*") if file.suffix in (".py", ".toml")]


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


def test_chord_product_is_the_limit_of_products_on_grids():
    x, f, g, beta = [F(0), F(1, 4), F(3, 4), F(1)], [F(1), F(-2), F(1, 2), F(1, 2)], [F(1), F(0), F(2), F(1)], F(3, 2)
    objects, chords = {"x": x, "f": f, "g": g}, {"points": "x", "values": "f", "others": "g"}
    low, high = enclosed("chord-product", objects, beta=beta, **chords)
    assert low == high
    gaps = []
    for n in (300, 600, 1200):
        grid = np.linspace(0, 1, n + 1)
        left, right = (np.interp(grid, [float(t) for t in x], [float(t) for t in values]) for values in (f, g))
        kernel = np.exp(-float(beta) * np.abs(grid[:, None] - grid))
        gaps.append(abs(left @ np.linalg.solve(kernel, right) - float(low)))
    assert gaps[0] > gaps[1] > gaps[2]
    assert gaps[2] < 1e-4 * float(low)  # the product on a grid is off by about a twelfth of step^2


def test_chord_product_of_the_kernel_itself():
    objects, chords = {"x": [F(0), F(1)], "f": [F(1), F(1)]}, {"points": "x", "values": "f", "others": "f"}
    assert enclosed("chord-product", objects, beta=F(2), **chords) == (2, 2)  # 1 + beta/2 for the constant 1


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


def test_path_level():
    for sigma, level in ((F(2), F(3)), (F(1), F(-1)), (F(1, 2), F(9))):
        low, high = enclosed("path-level", sigma=sigma, level=level)
        assert float(low) == pytest.approx(stats.norm.sf(float(level), scale=float(sigma)), rel=1e-12)
        assert high >= low


UNIT = {"beta": 1, "left": 0, "point": F(1, 2), "right": 1}
PAIR = {"beta": 1, "one": 0, "point": F(1, 2), "other": 1}
CHORDS = {"points": "p", "values": "f"}
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
        ("chord-product", CHORDS | {"others": "f", "beta": 0}),
    ],
    "sigma must be positive": [("path-level", {"sigma": x, "level": 1}) for x in (0, -1)],
    "place must be in [0, 1]": [("chord-rise", CHORDS | {"place": x}) for x in (F(-1, 10), 2)],
}


@pytest.mark.parametrize(("rule", "theorem", "parameters"), [(k, *case) for k, cases in BAD.items() for case in cases])
def test_a_hypothesis_that_fails_is_named(rule, theorem, parameters):
    objects = {"p": [F(0), F(1)], "f": [F(1), F(2)]} if theorem.startswith("chord") else None
    assert answer(theorem, objects=objects, **parameters)["sentence"] == f"refused: {rule}"


@pytest.mark.parametrize(
    ("points", "values", "rule"),
    [
        ([0, 0, 1], [1, 2, 3], "points must increase strictly"),
        ([0, 2, 1], [1, 2, 3], "points must increase strictly"),
        ([1, 2], [1, 2], "points must begin at 0"),
        ([0, 2], [1, 2], "points must end at 1"),
        ([0, 1], [1, 2, 3], "values must be of shape k"),
        ([[0], [1]], [1, 2], "points must be of shape k"),
    ],
)
def test_points_and_values_of_chords(points, values, rule):
    told = answer("chord-integral", objects={"p": points, "f": values}, **CHORDS)
    assert told["sentence"] == f"refused: {rule}"


def test_a_tiny_value_is_shown_with_its_power_of_ten():
    shown = answer("gaussian-delta", (">", 0), mu=20, epsilon=430)["sentence"]
    assert shown == "accepted: 4.17228...e-31 > 0"


def test_a_bound_stands_on_the_larger_side_only():
    assert answer("path-level", (">=", F(15, 100)), sigma=1, level=1)["accepted"]
    assert not answer("path-level", ("<", 1), sigma=1, level=1)["accepted"]


def test_parameters_may_be_names_and_irrational():
    constants = {"s": op("sqrt", 2), "c": op("exp", -1)}
    told = answer("path-level", (">=", F(39, 100)), constants=constants, sigma="s", level="c")
    assert told["accepted"]
    assert "of deviation s" in told["details"][1]
    objects = {"p": [F(0), F(1)], "f": [F(1), F(2)]}
    told = answer("chord-rise", (">", F(9, 10)), objects=objects, **CHORDS | {"place": ref("p", 1)})
    assert "from 0 to p[1]" in told["details"][1]
    told = answer("path-level", (">", 0), sigma=op("sqrt", 2), level=1)
    assert "of deviation (...)" in told["details"][1]
    one = op("-", op("*", op("sqrt", 2), op("sqrt", 2)), 1)
    assert "could not decide" in answer("chord-rise", objects=objects, **CHORDS, place=one)["sentence"]


def test_a_list_of_a_lemma_may_be_named_in_the_conclusion():
    objects = {"p": [F(0), F(1)], "f": [F(1), F(2)]}
    assert answer("chord-integral", ("<", ref("f", 1)), objects=objects, **CHORDS)["accepted"]


def test_no_sentence_names_a_parameter_twice():
    for entry in checker.LEMMAS.values():
        names = checker.parameter_names(entry["says"])
        assert len(names) == len(set(names)) > 0


@pytest.mark.parametrize("key", [*checker.FACTS, *checker.LEMMAS])
def test_a_statement_or_a_check_names_every_entry_of_the_table(key):
    """What no certificate of the suite rests on is one thing more to believe, and nothing is gained by it."""
    assert any(f'"{key}"' in text for text in PAPERS)


def test_wrong_parameters():
    entry = lemma("x", "path-level", sigma=1, level=2)
    for parameters in ({}, {"sigma": "1"}, {"sigma": "1", "level": "2", "mdp": "M"}, {"sigma": "1", "mdp": "M"}, []):
        data = certificate(relation("x", ">", 0), given=[entry | {"parameters": parameters}])
        sentence = checker.check_bytes(json.dumps(data).encode())["sentence"]
        assert sentence == "refused: an object must have exactly the fields level sigma"


@pytest.mark.parametrize("key", [*checker.FACTS, *checker.LEMMAS])
def test_an_entry_of_the_table_speaks_of_its_parameters_alone(key):
    entry = checker.FACTS.get(key) or checker.LEMMAS[key]
    ranges = {index for condition in entry.get("require", []) for index, *_ in condition.get("for", [])}
    lets = {name for first, *rest in entry.get("let", []) for name in [first, *(rest[0] if len(rest) > 1 else [])]}
    parts = [entry.get(part) for part in ("value", "cases", "require", "let")]
    spoken = {name.partition(".")[0] for name in checker.Checker().symbols(parts)}
    assert spoken <= {*checker.parameter_names(entry["says"])} | ranges | lets
    assert ("value" in entry or "cases" in entry) == (key in checker.LEMMAS)
