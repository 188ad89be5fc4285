"""Claims: what follows from them, what an event shows of them, and audits of all kinds."""

import math

import numpy as np
import pytest
from refusals import refusals
from scipy import stats

from tabular.privacy import delta_of
from theory_checks.audit import Approximate, Budget, Concentrated, Gaussian, Mechanism, Plan, Renyi, audit
from theory_checks.audit.claims import divergence
from theory_checks.audit.document import certificate, document
from theory_checks.audit.known import gaussian, laplace, randomised_response
from theory_checks.core.judge import Verdict

CLAIMS = [Approximate(0.7, 0.01), Gaussian(1.2), Renyi(3, 0.9), Concentrated(0.4)]


def run(draw, claim, runs=30_000, **more):
    return audit(Mechanism("m", draw), claim, plan=Budget(seconds=None, runs=runs, bits=False, **more))


@pytest.mark.parametrize("mu", [0.3, 1.0, 3.0])
def test_a_gaussian_mechanism_keeps_all_that_follows_from_what_is_true_of_it(mu):
    """Its own curve is exact; the others are upper bounds of it."""
    for claim in (Gaussian(mu), Concentrated(mu**2 / 2), Renyi(4, 2 * mu**2)):
        pairs = claim.pairs()

        assert len(pairs) > 5
        assert all(delta_of(epsilon, mu) <= delta for epsilon, delta in pairs)


def test_an_event_shows_exactly_as_much_as_its_probabilities_do():
    p, q = np.array([0.5, 0.9]), np.array([0.1, 0.9])

    assert Approximate(1, 0.1).least(p, q)[0] == pytest.approx(math.log(4))
    assert Gaussian(1).least(p, q)[0] == pytest.approx(stats.norm.ppf(0.5) - stats.norm.ppf(0.1))
    expected = math.log(0.5**3 / 0.1**2 + 0.5**3 / 0.9**2) / 2
    assert Renyi(3, 1).least(p, q).tolist() == pytest.approx([expected, 0.0])
    assert Concentrated(1).least(p, q)[0] >= max(divergence(p, q, a)[0] / a for a in (1.1, 2.0, 5.0)) * 0.99


def test_minus_zero_is_zero():
    assert str(Approximate(-0.0, -0.0)) == "(0, 0)-private"


@pytest.mark.parametrize("mu", [0.5, 1.0, 2.0])
@pytest.mark.parametrize("place", [-1.0, 0.0, 1.0, 2.5])
def test_no_event_of_a_gaussian_mechanism_shows_more_than_the_truth(mu, place):
    p, q = stats.norm.sf(place - mu), stats.norm.sf(place)

    assert Gaussian(1).least(p, q) == pytest.approx(mu)
    assert Concentrated(1).least(p, q) <= mu**2 / 2
    assert Renyi(4, 1).least(p, q) <= 2 * mu**2


@pytest.mark.parametrize(
    ("draw", "wrong", "right"),
    [
        (gaussian(1.3), Gaussian(1.0), Gaussian(1.3)),
        (gaussian(2.0), Concentrated(0.5), Concentrated(2.0)),
        (gaussian(1.5), Renyi(4, 1.0), Renyi(4, 4.5)),
        (laplace(0.5), Approximate(1.0), Approximate(2.0)),
        (randomised_response(0.9), Renyi(2, 1.0), Renyi(2, math.log(0.81 / 0.1 + 0.01 / 0.9))),
    ],
)
def test_wrong_claims_fall_with_certificates_and_right_ones_stand(draw, wrong, right):
    fallen, stands = run(draw, wrong), run(draw, right, runs=8000)
    proof = certificate(fallen)

    assert (fallen.verdict, stands.verdict) == (Verdict.REFUTED, Verdict.CONSISTENT)
    assert wrong.value <= fallen.bound <= right.value
    assert proof is not None
    assert proof.check()["accepted"]
    if not isinstance(wrong, Approximate):
        assert any(f"what is {wrong} " in assumption for assumption in proof.assumed)


def test_the_curve_that_is_shown_is_below_the_true_one_everywhere():
    actual = run(gaussian(1.0), Gaussian(1.0))
    told = document(actual)

    assert all(actual.delta_at(x) <= delta_of(x, 1.0) for x in np.linspace(0, 5, 50).tolist())
    assert actual.delta_at(0.0) > 0.9 * delta_of(0.0, 1.0)
    assert actual.delta_at(1.0) > 0.5 * delta_of(1.0, 1.0)
    assert told["claim"] == {"says": "1-Gaussian private", "mu": 1.0}
    assert "mu" in told["bounds"][0]
    assert told["curve"][0] == {"epsilon": 0.0, "delta": actual.delta_at(0.0)}
    assert math.isnan(actual.epsilon)


def test_claims_say_what_they_are():
    assert [str(claim) for claim in CLAIMS] == [
        "(0.7, 0.01)-private",
        "1.2-Gaussian private",
        "(3, 0.9)-Renyi private",
        "0.4-zCDP",
    ]
    assert [claim.symbol for claim in CLAIMS] == ["epsilon", "mu", "divergence", "rho"]


test_bad_claims_get_one_sentence = refusals(
    (lambda: Gaussian(0), "mu must be positive and finite, got 0"),
    (lambda: Concentrated(math.inf), "rho must be positive and finite, got inf"),
    (lambda: Renyi(1, 1), "order must be above 1 and finite, got 1"),
    (lambda: Renyi(2, "x"), "value must be positive and finite, got 'x'"),
    (lambda: Approximate(-1), "epsilon must be in [0, 500)"),
    (lambda: audit(lambda w, r: 0), "audit must get either epsilon or a claim, got neither"),
    (lambda: audit(lambda w, r: 0, Gaussian(1), epsilon=1), "audit must get either epsilon or a claim, got both"),
    (
        lambda: audit(lambda w, r: 0, Gaussian(1e9)),
        "claim must imply something about an epsilon below 500, got 1e+09-G",
    ),
    (lambda: audit(lambda w, r: 0, 1.0), "claim must be Approximate, Gaussian, Renyi or Concentrated, got 1.0"),
    (lambda: audit(lambda w, r: 0, Gaussian(1), plan=Plan()), "plan must be a Budget, unless epsilon is claimed"),
    says="part",
)
