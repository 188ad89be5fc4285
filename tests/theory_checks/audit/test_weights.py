"""Bets on weights: fair under a claim, far better than events without it, small as certificates."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest

from theory_checks.audit import Budget, Concentrated, Gaussian, Mechanism, Renyi, audit
from theory_checks.audit.bets import log_wealth
from theory_checks.audit.claims import divergence
from theory_checks.audit.document import certificate, document
from theory_checks.audit.known import gaussian, laplace, randomised_response
from theory_checks.audit.page import page_of
from theory_checks.audit.runs import Sample
from theory_checks.audit.scores import Score
from theory_checks.audit.weights import Weighed, Weights, _sharpened, weighed
from theory_checks.core.judge import Verdict

VALUE = Score("value", lambda outputs: np.asarray(outputs, dtype=float))
P, Q = np.array([0.5, 0.3, 0.2]), np.array([0.2, 0.3, 0.5])


def run(draw, claim, runs=100_000, seed=0):
    return audit(Mechanism("m", draw), claim, plan=Budget(seconds=None, runs=runs, bits=False, seed=seed))


def order_of(p, q, order):
    return math.log(float((p**order * q ** (1 - order)).sum())) / (order - 1)


def weights_for(order, cut=8.0):
    weights = np.minimum(P / Q, math.exp(cut))
    weights = weights / (Q @ weights**order) ** (1 / order)
    return Weights(VALUE, np.array([0.5, 1.5]), weights, 0, order, order_of(P, Q, order))


@pytest.mark.parametrize("order", [1.05, 1.5, 3.0])
@pytest.mark.parametrize("cut", [8.0, 0.3])
def test_nobody_gets_rich_against_a_true_bound(order, cut):
    """The mean of the capital after three pairs of runs, over all outcomes; without a cut it is nearly a fair game."""
    weights = weights_for(order, cut)
    chances = {(i, j): P[i] * Q[j] for i in range(3) for j in range(3)}
    mean = 0.0
    for rounds in itertools.product(chances, repeat=3):
        play = weights.begun(1.0)
        for i, j in rounds:
            play = weights.after(play, Sample([float(i)], [float(j)]))
        mean += math.prod(chances[kind] for kind in rounds) * math.exp(log_wealth(play))

    assert mean <= 1
    assert mean > 0.9


def test_nobody_gets_rich_where_a_coin_says_the_world():
    weights = weights_for(2.0)
    mean = 0.0
    for coins in itertools.product((0, 1), repeat=2):
        for outputs in itertools.product(range(3), repeat=2):
            worlds = [[float(x) for x, coin in zip(outputs, coins, strict=True) if coin == world] for world in (0, 1)]
            play = weights.after(weights.begun(0.5), Sample(*worlds, np.array(coins, np.int8)))
            chance = math.prod(0.5 * (Q if coin else P)[x] for x, coin in zip(outputs, coins, strict=True))
            mean += chance * math.exp(log_wealth(play))
            assert play.rounds == 2

    assert mean <= 1


def test_a_capital_is_never_said_to_be_more_than_it_is():
    """The sum of four powers is below the logarithms that it stands for."""
    play = weights_for(1.5).begun(1.0)
    play = play._replace(counts=tuple(range(16)))
    payoffs = np.subtract.outer((*play.gains, 0.0), (*play.losses, 0.0)).ravel()
    won = (payoffs - play.null) / (play.null + max(play.losses))
    stakes = 2.0 ** -np.arange(1, 20)
    exact = np.log1p(np.outer(stakes, won)) @ np.array(play.counts)

    assert np.all(play.log_capitals() <= exact + 1e-9)
    assert play.log_capitals()[5:] == pytest.approx(exact[5:], rel=1e-3)


@pytest.mark.parametrize("mu", [0.7, 1.0, 2.0])
def test_a_normal_mechanism_a_tenth_beyond_its_scale_is_refuted(mu):
    """No event shows it: at rho / 1.21 the largest excess of delta is below 1 in 3000."""
    found = run(gaussian(mu), Concentrated(mu**2 / 2 / 1.21))

    assert found.verdict is Verdict.REFUTED
    assert any(isinstance(play, Weighed) for play in found.plays)
    assert mu**2 / 2 / 1.21 < found.bound <= mu**2 / 2


@pytest.mark.parametrize("mu", [0.5, 1.0])
def test_a_divergence_of_order_3_that_is_a_fifth_too_small_is_refuted(mu):
    found = run(gaussian(mu), Renyi(3, 0.79 * 1.5 * mu**2), runs=Budget().runs)

    assert found.verdict is Verdict.REFUTED
    assert found.bound <= 1.5 * mu**2


@pytest.mark.parametrize("order", [1.5, 2.0, 3.0])
def test_no_small_change_of_the_weights_makes_a_capital_grow_faster(order):
    bound = 0.8 * order_of(P, Q, order)
    weights, ratio = _sharpened(P, Q, order, bound), math.exp(bound * (order - 1) / order)

    def gain(h):
        x, y = h ** (order - 1), ratio * (1 - 1 / order) * h**order
        return (P @ x - Q @ y - ratio / order) / math.sqrt(P @ x**2 - (P @ x) ** 2 + Q @ y**2 - (Q @ y) ** 2)

    changed = [gain(weights * np.exp(step)) for step in np.vstack([np.eye(3), -np.eye(3)]) * 0.01]
    assert 0 < max(changed) < gain(weights)
    assert gain(P / Q) < gain(weights)


def test_a_certificate_of_weights_holds_and_a_changed_one_does_not():
    found = run(gaussian(1.0), Concentrated(0.35))
    proof = certificate(found)
    assert proof is not None
    name = max(name for name in proof.constants if name.endswith("_1"))
    less = replace(proof, constants={**proof.constants, name: 0 * proof.constants[name]})

    assert proof.check()["accepted"]
    assert not less.check()["accepted"]
    assert len(str(proof.to_json())) < 1_000_000
    assert any("the divergence of order" in text for text in proof.assumed)
    assert any("k-th powers" in text for text in proof.assumed)


def test_a_document_and_a_page_say_what_was_weighed():
    found = run(gaussian(1.5), Renyi(2, 1.2))
    weights = next(play for play in found.plays if isinstance(play, Weighed))
    told = next(play for play in document(found)["plays"] if "gains" in play)

    assert found.verdict is Verdict.REFUTED
    assert told["counts"] == weights.counts
    assert told["order"] == 2
    assert "divergence 1.2 of order 2" in page_of(found)
    assert "events and weights" in str(found)


def test_what_keeps_state_is_weighed_by_a_coin():
    numbers = itertools.count()

    def remembers(world, rng):
        return 2 * world + rng.normal() + 1e-12 * next(numbers)

    found = audit(remembers, Concentrated(0.25), plan=Budget(seconds=None, runs=20_000, bits=False))
    weights = [play for play in found.plays if isinstance(play, Weighed)]
    none = len(weights[0].gains)

    assert found.coins
    assert found.verdict is Verdict.REFUTED
    counts = np.array(weights[-1].counts).reshape(none + 1, none + 1)
    assert counts[:none, :none].sum() == counts[none, none] == 0


TRUE = {
    "normal": (gaussian(1.0), Concentrated(0.5)),
    "normal, order 3": (gaussian(0.5), Renyi(3, 0.375)),
    "normal, of 1, order 3": (gaussian(1.0), Renyi(3, 1.5)),
    "laplace, order 2": (laplace(1.0), Renyi(2, math.log(2 / 3 * math.e + 1 / 3 * math.exp(-2)))),
    "response, order 2": (
        randomised_response(0.75),
        Renyi(2, 1e-9 + float(divergence(np.array(0.75), np.array(0.25), 2))),
    ),
}


@pytest.mark.parametrize(("draw", "claim"), TRUE.values(), ids=TRUE.keys())
@pytest.mark.parametrize("seed", range(3))
def test_true_claims_stand_and_bounds_are_below_them(draw, claim, seed):
    found = run(draw, claim, runs=8000, seed=seed)

    assert found.verdict is Verdict.CONSISTENT
    assert found.bound <= claim.value


def test_only_bounds_of_divergences_are_weighed():
    sample = Sample([0.0, 1.0, 2.0], [1.0, 2.0, 2.0])

    assert weighed([VALUE], sample, Gaussian(1).orders()) is None
    assert weighed([VALUE], sample, Concentrated(0.1).orders()) is not None
