"""Every value against another implementation: multiple precision, closed forms, fractions."""

from fractions import Fraction
from itertools import pairwise, product

import mpmath as mp
import pytest

from theory_checks.tables.document import TITLES, entries
from theory_checks.tables.other import _mdps  # pyright: ignore[reportPrivateUsage]

ROWS = entries()
mp.mp.dps = 60


def rows(table):
    return [pytest.param(row, id=row.id) for row in ROWS if row.table == table]


def number(text):
    x = Fraction(text)
    return mp.mpf(x.numerator) / x.denominator


def numbers(row):
    return [number(value) for value in row.parameters.values()]


def ends(row):
    value = row.compute()
    return (mp.mpf(x.numerator) / x.denominator for x in (value.low, value.high))


def holds(row, truth):
    low, high = ends(row)
    slack = abs(truth) * mp.mpf(10) ** -40  # of the oracle
    return low - slack <= truth <= high + slack


def tail(x):
    return mp.erfc(x / mp.sqrt(2)) / 2


def delta_of(epsilon, mu):
    with mp.workdps(400):  # both terms are nearly equal
        return tail(epsilon / mu - mu / 2) - mp.exp(epsilon) * tail(epsilon / mu + mu / 2)


def test_there_are_hundreds_of_rows_with_names_of_their_own():
    assert len(ROWS) > 300
    assert len({row.id for row in ROWS}) == len(ROWS)
    assert {row.table for row in ROWS} == set(TITLES)


@pytest.mark.parametrize("row", rows("gaussian-delta"))
def test_delta(row):
    assert holds(row, delta_of(*numbers(row)))


@pytest.mark.parametrize("row", rows("gaussian-delta")[::7])
def test_near_misses_of_delta_are_not_enclosed(row):
    epsilon, mu = numbers(row)

    assert not holds(row, delta_of(epsilon, mu) * (1 - mp.mpf(10) ** -30))
    assert not holds(row, tail(epsilon / mu - mu / 2))


@pytest.mark.parametrize("row", rows("gaussian-log-delta"))
def test_log_delta_by_the_asymptotic_series_of_mills_ratio(row):
    epsilon, mu = numbers(row)
    t, end = epsilon / mu - mu / 2, epsilon / mu + mu / 2

    def mills(x):
        """Return (1 - Phi(x)) / phi(x) between two partial sums; here x >= 9."""
        with mp.workdps(200):
            return (
                mp.sqrt(mp.pi / 2) * mp.exp(x * x / 2) * mp.erfc(x / mp.sqrt(2))
                if x < 100
                else mp.nsum(lambda k: (-1) ** int(k) * mp.fac2(2 * k - 1) / x ** (2 * k + 1), [0, 12])
            )

    truth = -t * t / 2 - mp.log(2 * mp.pi) / 2 + mp.log(mills(t) - mills(end))
    low, high = ends(row)
    assert low - abs(truth) * mp.mpf(10) ** -28 <= truth <= high + abs(truth) * mp.mpf(10) ** -28


@pytest.mark.parametrize("row", rows("gaussian-epsilon"))
def test_epsilon_is_where_the_curve_crosses_delta(row):
    delta, mu = numbers(row)
    low, high = ends(row)

    assert delta_of(high, mu) <= delta
    assert low == high == 0 or delta <= delta_of(low, mu)


@pytest.mark.parametrize("row", rows("gaussian-sigma"))
def test_sigma_is_where_the_curve_crosses_delta(row):
    epsilon, delta = numbers(row)
    low, high = ends(row)

    assert delta_of(epsilon, 1 / high) <= delta <= delta_of(epsilon, 1 / low)


@pytest.mark.parametrize("row", rows("classical-delta"))
def test_delta_of_classical_noise(row):
    epsilon, delta = numbers(row)

    assert holds(row, delta_of(epsilon, epsilon / mp.sqrt(2 * mp.log(mp.mpf(5) / 4 / delta))))


@pytest.mark.parametrize("row", rows("composition-epsilon"))
def test_composition_adds_squares(row):
    steps, sigma, delta = numbers(row)
    low, high = ends(row)
    mu = mp.sqrt(sum((1 / sigma) ** 2 for _ in range(int(steps))))

    assert delta_of(high, mu) <= delta * (1 + mp.mpf(10) ** -30)
    assert low == high == 0 or delta * (1 - mp.mpf(10) ** -30) <= delta_of(low, mu)


@pytest.mark.parametrize("row", [x for x in rows("poisson-sampled-epsilon") if x.values[0].parameters["steps"] == "1"])
def test_one_sampled_step_has_a_closed_form(row):
    q, sigma, _, delta = numbers(row)

    def curves(epsilon):
        """Return both orders of (1 - q) N(0, sigma^2) + q N(1, sigma^2) and N(0, sigma^2), cut where the ratio is."""
        cut = sigma**2 * mp.log((mp.exp(epsilon) - 1 + q) / q) + mp.mpf(1) / 2
        with_one, without = (1 - q) * tail(cut / sigma) + q * tail((cut - 1) / sigma), tail(cut / sigma)
        yield with_one - mp.exp(epsilon) * without
        if mp.exp(-epsilon) > 1 - q:
            cut = sigma**2 * mp.log((mp.exp(-epsilon) - 1 + q) / q) + mp.mpf(1) / 2
            yield tail(-cut / sigma) - mp.exp(epsilon) * ((1 - q) * tail(-cut / sigma) + q * tail((1 - cut) / sigma))

    low, high = ends(row)
    assert max(curves(high)) <= delta <= max(curves(low))


@pytest.mark.parametrize("table", ["poisson-sampled-epsilon", "one-of-m-epsilon"])
def test_sampled_steps_cost_more_the_more_there_are(table):
    chosen = [
        row for row in ROWS if row.table == table and row.parameters["sigma"] == "2" and "0" in row.id.split(",")[0]
    ]
    found = {tuple(row.parameters.values()): row.compute() for row in chosen if row.parameters["steps"] != "1000"}

    for (rate, sigma, steps, delta), value in found.items():
        assert 0 < value.low <= value.high
        if steps == "1":
            assert value.high < found[rate, sigma, "100", delta].low


FUNCTIONS = {
    "1": (lambda x: 1, lambda x: 0),
    "x": (lambda x: x, lambda x: 1),
    "x^2": (lambda x: x**2, lambda x: 2 * x),
    "x - x^2": (lambda x: x - x**2, lambda x: 1 - 2 * x),
    "|x - 1/2|": (lambda x: abs(x - mp.mpf(1) / 2), lambda x: mp.sign(x - mp.mpf(1) / 2)),
    "hat of width 1/8 at 1/2": (
        lambda x: max(0, 1 - 8 * abs(x - mp.mpf(1) / 2)),
        lambda x: -8 * mp.sign(x - mp.mpf(1) / 2) if abs(x - mp.mpf(1) / 2) < mp.mpf(1) / 8 else 0,
    ),
}


@pytest.mark.parametrize("row", rows("kernel-norm-squared"))
def test_norms_are_integrals(row):
    f, slope = FUNCTIONS[row.parameters["f"]]
    beta = number(row.parameters["beta"])
    pieces = [mp.mpf(k) / 8 for k in (0, 3, 4, 5, 8)]
    energy = sum(
        mp.quad(lambda x: slope(x) ** 2 + (beta * f(x)) ** 2, [a + mp.mpf(10) ** -50, b - mp.mpf(10) ** -50])
        for a, b in pairwise(pieces)
    )
    truth = (f(mp.mpf(0)) ** 2 + f(mp.mpf(1)) ** 2) / mp.mpf(2) + energy / (2 * beta)

    value = row.compute()
    assert value.is_exact
    assert abs(truth - mp.mpf(value.low.numerator) / value.low.denominator) < mp.mpf(10) ** -40


@pytest.mark.parametrize("row", rows("mean-of-maximum")[::4] + rows("mean-of-absolute-maximum")[::4])
def test_means_of_maxima_are_integrals(row):
    k, sign = int(row.parameters["normals"]), 1 if "absolute" in row.table else -1
    with mp.workdps(40):
        truth = mp.quad(lambda x: 1 - (1 - tail(x)) ** k + sign * tail(x) ** k, [0, 1, 2, 4, 8, 16])
    low, high = ends(row)

    assert low - mp.mpf(10) ** -30 <= truth <= high + mp.mpf(10) ** -30
    assert row.compute().digits >= 30


def stays(steps, x):
    """Return the law for up to three steps: z_1, then z_12, then z_12 + z_3, all Laplace."""
    one = 1 - mp.exp(-x)
    if steps < 3:
        return one**steps
    both = mp.quad(lambda u: mp.exp(-u) * (1 - mp.exp(-x) * mp.cosh(u)), [0, x])  # |z_12| = u, then z_3
    return one * both


@pytest.mark.parametrize("row", [x for x in rows("counter-stays") if int(x.values[0].parameters["steps"]) <= 3])
def test_laws_of_short_counters(row):
    assert holds(row, stays(int(row.parameters["steps"]), number(row.parameters["level"])))


@pytest.mark.parametrize("row", [x for x in rows("counter-quantile") if int(x.values[0].parameters["steps"]) <= 3])
def test_quantiles_of_short_counters(row):
    steps, failure = numbers(row)
    low, high = ends(row)

    assert stays(int(steps), low) <= 1 - failure <= stays(int(steps), high)
    assert high - low < mp.mpf(10) ** -20


def first_value(mdp):
    """Return the best first value over all deterministic policies, each by elimination in fractions."""
    n, gamma = mdp.n_states, Fraction(mdp.discount)
    best = None
    for policy in product(range(mdp.n_actions), repeat=n):
        P = [[Fraction(mdp.transitions[a][s][t]) for t in range(n)] for s, a in enumerate(policy)]
        A = [[(s == t) - gamma * P[s][t] for t in range(n)] + [Fraction(mdp.rewards[policy[s]][s])] for s in range(n)]
        for k in range(n):
            A[k] = [x / A[k][k] for x in A[k]]  # the matrix is dominant on its diagonal
            for i in range(n):
                if i != k:
                    A[i] = [x - A[i][k] * y for x, y in zip(A[i], A[k], strict=True)]
        best = A[0][-1] if best is None else max(best, A[0][-1])
    return best


@pytest.mark.parametrize("row", [x for x in rows("optimal-value") if x.values[0].parameters["mdp"] in
                                 ("bandit", "chain of 5", "random, 4 states")])  # fmt: skip
def test_values_of_small_mdps_are_the_best_of_all_policies(row):
    mdp = _mdps(row.parameters["discount"])[row.parameters["mdp"]]
    value = row.compute()

    assert value.low == value.high == first_value(mdp)
