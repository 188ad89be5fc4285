"""Elementary noise: closed forms, the law of the draws, privacy of the discrete laws, and the leak of the others."""

import math
from fractions import Fraction

import numpy as np
import pytest
from flint import arb, ctx
from hypothesis import given
from hypothesis import strategies as st
from mpmath import mp, mpf, nsum
from scipy import integrate, stats

from tabular.errors import InputError
from tabular.noise import DiscreteGaussian, DiscreteLaplace, Gaussian, Laplace

F = Fraction
DISCRETE = [
    DiscreteLaplace(F(7, 2)),
    DiscreteLaplace(F(1, 5)),
    *(DiscreteGaussian(v) for v in (F(1, 3), 1, F(37, 4), 400)),
]
CONTINUOUS = [Laplace(3.0), Laplace(0.25), Gaussian(2.0), Gaussian(1e-3)]


def weight(noise, k):
    """Return what the probability of k is proportional to."""
    if isinstance(noise, DiscreteLaplace):
        return mp.exp(-mpf(abs(k)) * noise.scale.denominator / noise.scale.numerator)
    return mp.exp(-mpf(k * k) * noise.variance.denominator / (2 * noise.variance.numerator))


@pytest.mark.parametrize("noise", DISCRETE, ids=repr)
def test_probabilities_are_the_normalised_weights(noise):
    with mp.workdps(40), ctx.workprec(150):
        mass = nsum(lambda k: weight(noise, int(k)), [-mp.inf, mp.inf])
        for k in (0, 1, -1, 2, 7, 40):
            true = weight(noise, k) / mass
            assert abs(noise.pmf_ball(k) / arb(mp.nstr(true, 35)) - 1) < 1e-25
            assert noise.pmf(k) == pytest.approx(float(true), rel=1e-15)


@pytest.mark.parametrize("noise", DISCRETE, ids=repr)
def test_the_distribution_function_sums_the_probabilities(noise):
    points = range(-60, 61)
    total = math.fsum(noise.pmf(k) for k in range(-2000, -60))
    for k in points:
        total += noise.pmf(k)
        assert noise.cdf(k) == pytest.approx(total, rel=1e-12, abs=1e-300)
        assert noise.cdf(k) + noise.cdf(-k - 1) == pytest.approx(1, abs=1e-15)


def test_probabilities_against_scipy():
    for scale in (0.5, 2.0, 100.0):
        law = stats.dlaplace(1 / scale)
        for k in (-3, 0, 5, 500):
            assert DiscreteLaplace(scale).pmf(k) == pytest.approx(law.pmf(k), rel=1e-12)
            assert DiscreteLaplace(scale).cdf(k) == pytest.approx(law.cdf(k), rel=1e-12)
    wide = DiscreteGaussian(10**8)  # Euler and Maclaurin: the sum is the integral from k + 1/2, up to 1e-10
    assert wide.cdf(12_345) == pytest.approx(stats.norm.cdf(12_345.5, scale=1e4), abs=1e-9)


@pytest.mark.parametrize("noise", CONTINUOUS, ids=repr)
def test_densities_integrate_to_the_distribution_function(noise):
    law = stats.laplace(scale=noise.scale) if isinstance(noise, Laplace) else stats.norm(scale=noise.sigma)
    for x in (-5.0, -1e-3, 0.0, 1e-4, 0.7, 30.0):
        assert noise.cdf(x) == pytest.approx(law.cdf(x), rel=1e-13, abs=1e-300)
        assert noise.density(x) == pytest.approx(law.pdf(x), rel=1e-12, abs=1e-300)
    area, _ = integrate.quad(noise.density, 0.0, 1e-3)
    assert area == pytest.approx(noise.cdf(1e-3) - noise.cdf(0.0), rel=1e-9)
    assert noise.density(1e200) == 0.0


@pytest.mark.parametrize("noise", DISCRETE, ids=repr)
def test_the_draws_have_the_law(noise):
    """Pearson's statistic over bins of mean at least 30; the chance of an error is 1e-9 a law."""
    draws, bins = noise.sample(6000, seed=7), []
    reach = next(k for k in range(10**4) if noise.cdf(-k) * len(draws) < 30)
    edges = [*range(-reach, reach + 1, max(1, reach // 10)), None]
    previous = 0.0
    for edge in edges:
        below = 1.0 if edge is None else noise.cdf(edge)
        bins.append((edge, below - previous))
        previous = below
    counts = np.zeros(len(bins))
    for k in draws:
        counts[next(i for i, (edge, _) in enumerate(bins) if edge is None or k <= edge)] += 1
    expected = np.array([mass for _, mass in bins]) * len(draws)
    kept = expected >= 5  # the outermost bins of a narrow law may be empty; Pearson's limit needs a few in each
    rest = expected[~kept].sum()
    statistic = np.sum((counts[kept] - expected[kept]) ** 2 / expected[kept])
    assert statistic <= stats.chi2.isf(1e-9, max(1, kept.sum() - 1))
    assert counts[~kept].sum() <= stats.poisson.isf(1e-9, max(rest, 1e-9)) + 1


@pytest.mark.parametrize("noise", CONTINUOUS, ids=repr)
def test_the_float_draws_have_the_law(noise):
    """Kolmogorov's statistic; the chance of an error is 1e-9 a law."""
    cdf = np.vectorize(noise.cdf)
    assert stats.kstest(noise.sample(4000, seed=5), cdf).pvalue > 1e-9


def test_seeds_decide():
    """Fifty draws of these laws agree by chance with probability below 1e-30."""
    for noise in (DISCRETE[0], DISCRETE[-1], *CONTINUOUS):
        draws = [tuple(noise.sample(50, seed=seed)) for seed in (1, 1, 2, bytes(32), None, None)]
        assert draws[0] == draws[1]
        assert len(set(draws)) == 5


def test_draws_have_any_size():
    assert abs(DiscreteGaussian(10**60).sample(1, seed=1)[0]) > 2**64
    assert DISCRETE[0].sample(0) == []


@given(st.fractions(F(1, 10), 50), st.integers(1, 5), st.integers(-60, 60))
def test_the_discrete_laplace_loss_is_at_most_epsilon_and_attains_it(scale, sensitivity, k):
    noise = DiscreteLaplace(scale)
    loss = float((noise.pmf_ball(k) / noise.pmf_ball(k - sensitivity)).log())
    epsilon = float(noise.epsilon(sensitivity))
    assert abs(loss) <= epsilon * (1 + 1e-12)
    if k <= 0:
        assert loss == pytest.approx(epsilon, rel=1e-12)


@pytest.mark.parametrize("variance", [F(1, 4), F(1), F(9, 2), F(50)])
@pytest.mark.parametrize("order", [1.5, 2.0, 10.0])
def test_the_discrete_gaussian_is_concentrated(variance, order):
    """The Renyi divergence of a shift s is order s^2/(2v), attained for integers s (order - 1)."""
    noise, s = DiscreteGaussian(variance), 2
    with mp.workdps(60):
        v = mpf(variance.numerator) / variance.denominator

        def term(k):
            return mp.exp(-(order * mpf(k) ** 2 + (1 - order) * (mpf(k) - s) ** 2) / (2 * v))

        reach = int(60 * math.sqrt(variance) + 60)
        ratio = mp.fsum(term(k) for k in range(-reach, reach)) / mp.fsum(weight(noise, k) for k in range(-reach, reach))
        divergence = float(mp.log(ratio) / (order - 1))
    assert divergence <= order * float(noise.zcdp(s)) * (1 + 1e-12)
    assert divergence == pytest.approx(order * float(noise.zcdp(s)), rel=1e-12)


@pytest.mark.parametrize("variance", [F(1, 10), F(1, 2), F(1), F(3)])
def test_the_variance_of_the_discrete_gaussian_is_below_its_parameter(variance):
    noise = DiscreteGaussian(variance)
    true = math.fsum(k * k * noise.pmf(k) for k in range(-60, 61))
    assert true <= float(variance) * (1 + 1e-15)
    assert float(variance) - true <= 200 * float(variance) ** 2 * math.exp(-2 * math.pi**2 * float(variance))


@pytest.mark.parametrize("noise", [Laplace(1.0), Gaussian(1.0)], ids=repr)
def test_doubles_tell_neighbours_apart(noise):
    """Between 1/4 and 1/2, f = 1 reaches only multiples of 2^-53 and f = 0 many doubles that are none."""

    def fine(f):
        outputs = f + noise.sample(200_000, seed=3)
        near = outputs[(outputs > 0.25) & (outputs < 0.5)]
        return near, np.mean(near * 2.0**53 != np.floor(near * 2.0**53))

    (from_zero, share), (from_one, none) = fine(0.0), fine(1.0)
    assert min(from_zero.size, from_one.size) > 10_000
    assert share > 0.2
    assert none == 0.0


@pytest.mark.parametrize("noise", DISCRETE, ids=repr)
def test_integers_do_not(noise):
    """Every integer has a positive chance under every shift; the enclosure excludes 0."""
    assert all(noise.pmf_ball(k - shift) > 0 for k in (-9, 0, 30) for shift in (0, 1))


@pytest.mark.parametrize("value", [0, -1.0, math.nan, math.inf, "1", None, True, 1j])
def test_scales_are_positive(value):
    for make, name in (
        (Laplace, "scale"),
        (Gaussian, "sigma"),
        (DiscreteLaplace, "scale"),
        (DiscreteGaussian, "variance"),
    ):
        with pytest.raises(InputError, match=rf"^{name} must be "):
            make(value)


@pytest.mark.parametrize("size", [-1, 1.5, "2", None, True])
def test_sizes_are_integers(size):
    for noise in (*DISCRETE[:1], *DISCRETE[-1:], *CONTINUOUS):
        with pytest.raises(InputError, match=r"^size must be an integer of at least 0, got "):
            noise.sample(size)


@pytest.mark.parametrize("k", [0.5, "0", None, True])
def test_discrete_laws_live_on_the_integers(k):
    for noise in DISCRETE:
        for ask in (noise.pmf, noise.cdf, noise.pmf_ball):
            with pytest.raises(InputError, match=r"^k must be an integer, got "):
                ask(k)


def test_sensitivities_are_positive():
    for ask in (DISCRETE[0].epsilon, DISCRETE[-1].zcdp):
        with pytest.raises(InputError, match=r"^sensitivity must be a finite number above 0, got 0"):
            ask(0)
