"""Noise by smooth sensitivity: the inequality of its proof, the law of the noise, and what is refused."""

import itertools
import math

import numpy as np
import pytest
from refusals import refusals
from scipy.integrate import quad

from tabular.algorithms.evaluation.dp_lsl import DPLSL
from tabular.algorithms.evaluation.dp_lsw import DPLSW
from tabular.algorithms.evaluation.output_perturbation import (
    LARGEST_EPSILON,
    Setting,
    largest_discounted,
    matrix_norm,
    noisy_copies,
)
from tabular.errors import InputError
from tabular.evaluation import Table, Tabular


def setting(n=2, epsilon=0.5, delta=1e-3, discount=0.5, rewards=(0.0, 1.0)):
    return Setting.read(Tabular(n), discount, epsilon, delta, rewards, None)


@pytest.mark.parametrize("d", [1, 2, 5, 39, 1000])
@pytest.mark.parametrize("delta", [0.999, 0.5, 1e-2, 1e-5, 1e-12])
@pytest.mark.parametrize("epsilon", [1e-3, 0.1, 1.0, LARGEST_EPSILON])
def test_the_loss_of_the_proof_stays_below_epsilon(d, delta, epsilon):
    L = math.log(2 / delta)
    rate = epsilon / (8 * (d + L))
    grown = math.exp(2 * rate)
    dilation = rate * ((grown - 1) * d + grown * (2 * math.sqrt(d * L) + 2 * L))
    assert dilation + grown * (epsilon / 5 + epsilon**2 / (100 * L)) < epsilon


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 3.0])
@pytest.mark.parametrize("delta", [1e-2, 1e-5])
@pytest.mark.parametrize("sign", [-1, 1])
def test_neighbours_one_sensitivity_apart_are_private_by_quadrature(epsilon, delta, sign):
    """In one dimension: the hockey-stick divergence of N(0, s^2) and N(S, s'^2), s' = s e^(+-beta/2)."""
    public = setting(1, epsilon, delta)
    s = public.alpha
    other = s * math.exp(sign * public.beta / 2)

    def excess(y):
        here = math.exp(-((y / s) ** 2) / 2) / s
        there = math.exp(-(((y - 1) / other) ** 2) / 2) / other
        return max(0.0, here - math.exp(epsilon) * there) / math.sqrt(2 * math.pi)

    spent = sum(quad(excess, k * s, (k + 1) * s, limit=200)[0] for k in range(-12, 12))
    assert spent <= delta


def test_constants_are_those_of_the_paper():
    public = Setting.read(Table(np.eye(4)[:, :3]), 0.9, 0.1, 1e-5, (0.0, 2.0), None)
    assert public.alpha == pytest.approx(50 * math.sqrt(2 * math.log(2e5)))
    assert public.beta == pytest.approx(0.025 / (3 + math.log(2e5)))
    assert public.return_range == pytest.approx(20.0)
    assert setting(rewards=(-1.0, 0.0)).return_range == 2.0
    assert setting(rewards=(-1.0, 3.0)).return_range == 8.0
    assert setting(rewards=(0.5, 1.0)).return_range == 2.0  # an ended trajectory pays 0 from there on


def test_noise_has_its_scale_and_rows_depend_on_their_number_alone():
    center = np.array([1.0, -2.0, 3.0])
    rows = noisy_copies(center, 2.0, 20_000, 7)
    z = (rows - center) / 2.0
    # sums of 20 000 standard normals and of their products: five standard deviations
    assert np.abs(z.mean(axis=0)).max() < 5 / math.sqrt(20_000)
    assert np.abs(z.T @ z / 20_000 - np.eye(3)).max() < 5 * math.sqrt(2 / 20_000)
    assert (noisy_copies(center, 2.0, 10, 7) == rows[:10]).all()
    assert (noisy_copies(center, 2.0, 10, 8) != rows[:10]).all()
    assert (noisy_copies(center, 0.0, 2, 7) == center).all()


def test_largest_discounted_value_over_the_edges_of_blocks():
    last = (1 << 16) + 5
    assert largest_discounted(lambda k: k == last, last, 0.0) == 1.0
    assert largest_discounted(np.ones_like, last, 0.1) == 1.0
    k = np.arange(last + 1)
    expected = (np.exp(-k * 1e-4) * (1 + k) ** 2).max()
    assert largest_discounted(lambda k: (1 + k) ** 2, last, 1e-4) == pytest.approx(expected, rel=1e-12)


def test_largest_discounted_value_stops_no_earlier_than_it_may():
    """Values that jump late: the largest one is the last, which a search that stops at a first fall would miss."""
    last, beta = 50_000, 1e-3
    jump = np.exp(2 * beta * last)
    assert largest_discounted(lambda k: np.where(k < last, 1.0, jump), last, beta) == pytest.approx(
        np.exp(beta * last), rel=1e-12
    )


def test_largest_discounted_value_stops_where_no_other_can_be_larger():
    asked = list[float]()

    def values(k):
        asked.append(float(k.max()))
        return np.minimum(1.0 + k, 3.0)

    assert largest_discounted(values, 1 << 24, 1e-2) == pytest.approx(3 * np.exp(-0.02), rel=1e-12)
    assert len(asked) <= 3


def test_norms():
    matrix = np.array([[3.0, 0.0], [0.0, 4.0]])
    assert matrix_norm(matrix, "operator") == pytest.approx(4.0)
    assert matrix_norm(matrix, "frobenius") == pytest.approx(5.0)
    with pytest.raises(InputError, match="norm must be"):
        matrix_norm(matrix, "nuclear")


ARGUMENTS = {
    "features": Tabular(2),
    "discount": 0.5,
    "epsilon": 0.5,
    "delta": 1e-3,
    "rewards": (0.0, 1.0),
    "weights": None,
}
test_bad_settings_are_refused = refusals(
    ({"discount": 1.0}, "discount must be below 1"),
    ({"epsilon": 0.0}, "epsilon must be positive"),
    ({"epsilon": 3.5}, "epsilon must be at most 3"),
    ({"epsilon": float("nan")}, "epsilon must be positive"),
    ({"delta": 0.0}, r"delta must lie in \(0, 1\)"),
    ({"delta": 1.0}, r"delta must lie in \(0, 1\)"),
    ({"rewards": 1.0}, "rewards must be a public range"),
    ({"rewards": (1.0, 0.0)}, "rewards must be a finite public range"),
    ({"rewards": (0.0, 0.0)}, "rewards must be a finite public range"),
    ({"rewards": (0.0, math.inf)}, "rewards must be a finite public range"),
    ({"rewards": (math.nan, 1.0)}, "rewards must be a finite public range"),
    ({"weights": [1.0]}, "weights must have one entry for each of 2 states"),
    ({"weights": [1.0, 0.0]}, r"weights must be positive and finite, got 0.0 at \[1\]"),
    ({"features": [[1.0, 1.0], [1.0, 1.0]]}, "features must have rank 2, got rank 1"),
    ({"features": [[math.nan], [1.0]]}, "phi must be finite"),
    calling=lambda change: Setting.read(**(ARGUMENTS | change)),
)


def test_every_pair_of_small_counts_is_smooth():
    """Counts of neighbours differ by at most 1 in every state: S moves by at most e^(beta/2)."""
    square = DPLSW(Tabular(2), 0.5, 0.5, 1e-3)
    ridge = DPLSL(Tabular(2), 0.5, 0.5, 1e-3, 3.0)
    most = 4
    edge = math.exp(square.setting.beta / 2) * (1 + 1e-12)
    for here in itertools.product(range(most + 1), repeat=2):
        for move in itertools.product((-1, 0, 1), repeat=2):
            there = np.array(here) + move
            if there.min() < 0 or there.max() > most:
                continue
            now = np.array(here)
            assert square.smooth_sensitivity(there) <= edge * square.smooth_sensitivity(now)
            assert ridge.smooth_sensitivity(there, most) <= edge * ridge.smooth_sensitivity(now, most)
