"""The hunt for MDPs at which claims fail: a panel of false and true claims, and how each ending is told."""

import itertools
from dataclasses import replace
from fractions import Fraction

import mdp_claims as panel
import numpy as np
import pytest

import theory_checks as tc
from tabular import FiniteMDP
from tabular.errors import InputError
from theory_checks.core.statement import LedgerError
from theory_checks.hunt.shrinking import measure, smaller
from theory_checks.hunt.worlds import World

WORK = 3000


def hunted(claim, **more):
    return tc.hunt(claim, **{"work": WORK, "seconds": 60} | more)


def named(claim):
    return claim.__name__


def test_a_damaged_certificate_is_refused():
    certificate = hunted(panel.greedy_never_loses_more_than_the_error).certificate
    mdp = certificate.objects["M0"]
    other = replace(certificate, objects={**certificate.objects, "M0": mdp.with_rewards(mdp.rewards + 5)})

    assert certificate.check()["accepted"]
    assert not other.check()["accepted"]


def test_what_leaves_no_trace_is_violated_and_not_called_refuted():
    result = hunted(panel.without_quantities)

    assert result.fate is tc.Fate.VIOLATED
    assert result.verdict is tc.Verdict.INCONCLUSIVE
    assert "Violated, decided exactly here, without a certificate" in str(result)


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        (panel.raises, "RuntimeError: no such quantity, at n = 1, m = 1"),
        (panel.is_no_number, "one side is no number at n = 1, m = 1"),
        (panel.never_applies, "no instance that satisfies its hypotheses was found"),
        (panel.is_no_comparison, "is_no_comparison must return (left, sign, right) with a sign among"),
    ],
)
def test_a_broken_claim_is_told(claim, told):
    result = hunted(claim)

    assert result.fate is tc.Fate.BROKEN
    assert told in result.fault


def test_what_only_floats_see_failing_is_open():
    def root(mdp):
        return float(max(tc.optimal_value(mdp))) ** 2, "<=", 0.5

    result = hunted(root)

    assert result.fate is tc.Fate.OPEN
    assert "it seems to fail at n = 1, m = 1" in str(result)


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        (
            panel.needs_what_is_unknown,
            "a parameter must be called after one of mdp, policy, mixed, value, rewards",
        ),
        (lambda value: (0, "<=", 1), "a claim must be a formula, an id, or a function"),
    ],
)
def test_what_cannot_be_asked_is_refused(claim, message):
    with pytest.raises((InputError, LedgerError), match=message):
        hunted(claim)


def test_the_same_seed_finds_the_same():
    first, again = (hunted(panel.greedy_never_loses_more_than_the_error, seed=3) for _ in range(2))
    survivors = [hunted(panel.greedy_loses_twice, seed=3, work=2500) for _ in range(2)]

    assert first.certificate.to_bytes() == again.certificate.to_bytes()
    assert survivors[0].tightest == survivors[1].tightest


def test_what_is_found_is_tried_first_next_time(tmp_path):
    claim = panel.greedy_never_loses_more_than_the_error
    first = hunted(claim, atlas=tmp_path)
    again = hunted(claim, atlas=tmp_path)

    assert "named MDPs" in first.tried
    assert [stage for stage in again.tried if again.tried[stage]] == ["atlas"]
    assert again.fate is tc.Fate.REFUTED


def test_ctrl_c_keeps_the_tightest():
    def interrupting(stage, _spent, _tightest):
        if stage == "random MDPs":
            raise KeyboardInterrupt

    result = hunted(panel.contraction, progress=interrupting)

    assert result.interrupted
    assert result.tightest.ratio == pytest.approx(1)


def test_moves_find_what_no_family_has():
    """The gap closes only where the discount is near one number, which no family has."""

    def narrow(mdp):
        return abs(mdp.discount - Fraction(617, 1000)), ">", Fraction(1, 300)

    result = hunted(narrow, work=100_000)

    assert result.prey is not None
    assert abs(Fraction(result.prey.data["parts"]["discount"][0]) - Fraction(617, 1000)) <= Fraction(1, 300)


def test_the_exhaustive_family_has_one_of_each_up_to_names():
    from theory_checks.hunt.families import COMMON, exhaustive

    worlds = [w for w in exhaustive(("mdp",), np.random.default_rng(0)) if (w.n, w.m) == (2, 1)]
    forms = {
        min(
            str([q.index(targets[q[s]]) for s in range(2)]) + str([rewards[q[s]] for s in range(2)])
            for q in itertools.permutations(range(2))
        )
        for targets in itertools.product(range(2), repeat=2)
        for rewards in itertools.product(range(2), repeat=2)
    }

    assert len(worlds) == len(forms) * len(COMMON)


def test_every_smaller_world_is_one():
    P = [[["1/2", "1/2", 0], [0, 1, 0], [0, "1/3", "2/3"]], [[0, 0, 1], [1, 0, 0], [0, 0, 1]]]
    parts = {
        "mdp.transitions": np.array([[[Fraction(x) for x in row] for row in a] for a in P], dtype=object),
        "mdp.rewards": np.array([[Fraction(7, 3)] * 3] * 2, dtype=object),
        "discount": np.array(Fraction(5, 7), dtype=object),
        "policy": np.array([0, 1, 1]),
        "mixed": np.array([[Fraction(1, 2)] * 2] * 3, dtype=object),
        "start": np.array([Fraction(1, 3)] * 3, dtype=object),
        "value": np.array([Fraction(5)] * 3, dtype=object),
    }
    world = World(3, 2, parts)
    others = list(smaller(world))

    assert len(others) > 40
    assert {(other.n, other.m) for other in others} == {(2, 2), (3, 1), (3, 2)}
    for other in others:
        mdp, policy, mixed, start, value = other.arguments(("mdp", "policy", "mixed", "start", "value")).values()
        assert isinstance(mdp, FiniteMDP)
        assert all(0 <= a < other.m for a in policy)
        assert (mixed.sum(axis=0) == 1).all()
        assert start.sum() == 1
        assert value.shape == (other.n,)
    assert sum(measure(other) < measure(world) for other in others) > 30


def test_quantities_are_those_of_tabular():
    from tabular.mdp import policies

    mdp = FiniteMDP([[[0, 1], [1, 0]], [[1, 0], [0, 1]]], [[1, 0], [0, 2]], Fraction(1, 2))

    assert tc.optimal_value(mdp).tolist() == [3, 4]
    assert tc.greedy(mdp, [3, 4]).tolist() == [0, 1]
    assert tc.policy_value(mdp, [0, 0]).tolist() == policies.policy_value(mdp, [0, 0]).tolist()
    assert tc.occupancy(mdp, [0, 0]).tolist() == policies.occupancy(mdp, [0, 0]).tolist()
    assert tc.q_values(mdp, [0, 0]).tolist() == mdp.rewards.tolist()


def test_a_comparison_of_traced_numbers_is_a_fact():
    from theory_checks.hunt.traced import Trace, traced

    trace = Trace()
    one, zero = traced(np.array([Fraction(1), Fraction(0)], dtype=object), trace, "v")

    assert (one > zero, one == zero, bool(zero)) == (True, False, False)
    assert [*trace.facts] == ["v[0] > v[1]", "v[0] != v[1]", "v[1] == 0"]
    assert one < float("inf")
    assert one > 0.5  # a float is compared as the rational that it is, as Python does with a Fraction
    with pytest.raises(TypeError, match="a number of a certificate must be an int or a Fraction, got float"):
        one < np.nan  # noqa: B015, PLW0177 - the comparison is the test
    with pytest.raises(TypeError):
        one + 0.5
    with pytest.raises(TypeError):
        float(one)


def test_traced_quantities_have_the_values_of_exact_ones():
    from theory_checks.hunt.followed_mdps import TracedMDP
    from theory_checks.hunt.traced import Trace, plain

    mdp = FiniteMDP([[[0, 1], [1, 0]], [[1, 0], [0, 1]]], [[1, 0], [0, 2]], Fraction(1, 2))
    followed = TracedMDP(mdp, Trace())
    mixed = np.array([[Fraction(1, 3), 1], [Fraction(2, 3), 0]], dtype=object)

    for policy in ([0, 1], mixed):
        assert plain(tc.policy_value(followed, policy)).tolist() == tc.policy_value(mdp, policy).tolist()
        for start in (None, [Fraction(1, 4), Fraction(3, 4)]):
            assert plain(tc.occupancy(followed, policy, start)).tolist() == tc.occupancy(mdp, policy, start).tolist()
    assert plain(tc.optimal_value(followed.with_discount(Fraction(1, 3)))).tolist() == [
        *tc.optimal_value(mdp.with_discount(Fraction(1, 3)))
    ]
