"""The hunt for laws and mechanisms at which claims fail: a panel of false and true claims, and their quantities."""

import math
from fractions import Fraction

import law_claims as panel
import numpy as np
import pytest

import theory_checks as tc
from tabular.errors import InputError
from theory_checks.checker import checker
from theory_checks.hunt.traced import Trace, Traced, UndecidedError, traced

WORK = 3000


def hunted(claim, **more):
    return tc.hunt(claim, **{"work": WORK, "seconds": 60} | more)


def named(claim):
    return claim.__name__


def test_a_claim_that_survives_says_how_many_outcomes_were_looked_at():
    assert "more than 8 outcomes" in " ".join(hunted(panel.TRUE[0]).unseen)


def test_what_is_found_is_simple():
    assert hunted(panel.entropy_is_at_most_one).prey.data["parts"] == {"law": ["1/3"] * 3}
    found = hunted(panel.composition_takes_the_larger_delta).prey
    assert found.data["parts"]["epsilon"] == ["0"]
    assert found.compared == "3/4 > 1/2"


def test_a_damaged_certificate_is_refused():
    certificate = hunted(panel.entropy_is_at_most_one).certificate
    text = certificate.to_bytes().decode()

    assert checker.check_bytes(text.encode())["accepted"]
    assert not checker.check_bytes(text.replace('"1/3"', '"1/4"').encode())["accepted"]


def test_a_claim_without_a_value_is_broken():
    def odds(probability):
        return tc.log(probability / (1 - probability)), "<=", 100

    result = hunted(odds)

    assert result.fate is tc.Fate.BROKEN
    assert "at probability = " in result.fault


def bounded(law, law_other):
    return tc.kl_divergence(law, law_other), "<=", 10**6


def test_an_infinite_side_violates_a_finite_bound_and_has_no_certificate():
    result = hunted(bounded)

    assert result.fate is tc.Fate.VIOLATED
    assert result.prey.compared == "not inf <= 1000000"
    assert result.prey.data["parts"]["law_other"] in (["0", "1"], ["1", "0"])
    scope = {"bounded": bounded}
    exec(result.prey.test, scope)
    scope["test_bounded_fails"]()


def test_what_is_at_most_infinite_holds():
    def divergences(law, law_other):
        return tc.total_variation(law, law_other), "<=", math.inf

    def ends(mechanism):
        return tc.smallest_epsilon(mechanism), "<=", 2 * tc.smallest_epsilon(mechanism)

    for claim in (divergences, ends):
        result = hunted(claim)

        assert (result.fate, result.doubt, result.fault) == (tc.Fate.SURVIVED, "", "")


def test_a_violation_with_a_certificate_is_preferred_to_an_infinite_one():
    def variation(law, law_other):
        return tc.kl_divergence(law, law_other), "<=", 2 * tc.total_variation(law, law_other)

    assert hunted(variation).fate is tc.Fate.REFUTED


def test_what_overflows_is_named_and_decides_nothing():
    def overflowing(probability):
        return float(probability) * 1e308 * 10 if probability > 1 / 2 else 0, "<=", 3

    result = hunted(overflowing)

    assert result.fate is tc.Fate.OPEN
    assert "it seems to fail at probability = " in result.doubt


def test_floats_of_exact_numbers_are_named_where_a_claim_takes_no_others():
    def simple(probability):
        return float(probability.denominator), "<=", 3

    assert hunted(simple).fate is tc.Fate.OPEN


def test_numbers_beyond_all_floats_are_compared_as_they_are():
    def grows(probability, count):
        return probability * 3 ** (40 * count), "<=", 3 ** (40 * count)

    def falls(probability, count):
        return probability * 3 ** (40 * count), "<=", 3**900

    assert hunted(grows).fate is tc.Fate.SURVIVED
    assert hunted(falls).fate is tc.Fate.REFUTED


def test_a_count_is_an_integer_that_becomes_small():
    def powers(probability, count):
        return (1 - probability) ** count, ">=", 1 - count * probability / 2

    found = hunted(powers).prey

    assert int(found.data["parts"]["count"][0]) <= 3


def test_a_constant_gives_way_to_floats_and_stays_exact():
    def binary(law):
        return tc.entropy(law), "<=", max(tc.log(2), tc.log(len(law)) - Fraction(1, 10))

    found = hunted(binary)

    assert found.fate is tc.Fate.REFUTED
    assert found.prey.data["states"] == 3


def test_quantities_of_laws():
    p, q = np.array([0.5, 0.25, 0.25]), np.array([0.25, 0.25, 0.5])

    assert tc.total_variation(p, q) == 0.25
    assert tc.entropy(p) == pytest.approx(1.5 * math.log(2))
    assert tc.kl_divergence(p, q) == pytest.approx(0.25 * math.log(2))
    assert tc.kl_divergence(p, [1, 0, 0]) == tc.renyi_divergence(p, [1, 0, 0], 2) == math.inf
    assert tc.renyi_divergence(p, q, 2) == pytest.approx(math.log(1 + 0.25 + 0.125))
    assert tc.hockey_stick(p, q, math.log(1.5)) == pytest.approx(0.5 - 1.5 * 0.25)
    with pytest.raises(InputError, match="order must be an integer of at least 2, got 1"):
        tc.renyi_divergence(p, q, 1)


def test_quantities_of_mechanisms():
    table = np.array([[0.75, 0.25], [0.5, 0.5], [0.25, 0.75]])

    assert tc.smallest_epsilon(table) == pytest.approx(math.log(2))
    assert tc.smallest_epsilon(table, distance=2) == pytest.approx(math.log(3))
    assert tc.smallest_epsilon(np.eye(2)) == math.inf
    assert tc.smallest_delta(table, 0) == 0.25
    assert tc.smallest_delta(table[:1], 0) == 0
    both = tc.composed(table, table)
    assert both.shape == (3, 4)
    assert both[0].tolist() == [0.75**2, 0.75 * 0.25, 0.25 * 0.75, 0.25**2]
    assert tc.smallest_epsilon(both) == pytest.approx(2 * math.log(2))


def test_balls_decide_only_what_they_separate():
    trace = Trace()
    half, third = traced(np.array([Fraction(1, 2), Fraction(1, 3)], dtype=object), trace, "p")

    assert tc.log(half) > tc.log(third)
    assert [*trace.facts] == ["log(p[0]) > log(p[1])"]
    assert tc.log(half) == tc.log(third + Fraction(1, 6))  # the same number, made in another way: no fact is needed
    assert len(trace.facts) == 1
    with pytest.raises(UndecidedError, match="balls of 256 bits must decide a comparison"):
        tc.exp(tc.log(half)) < half  # noqa: B015 - the comparison is the test
    with pytest.raises(ValueError, match="log must have an argument in its domain, got 0"):
        tc.log(half - Fraction(1, 2))
    assert isinstance(tc.sqrt(2), Traced)
    assert tc.sqrt(2) * 0.5 == pytest.approx(math.sqrt(0.5))
    assert tc.sqrt(2.0) == math.sqrt(2)


def test_a_file_of_law_claims_is_found(tmp_path):
    from theory_checks.hunt.files import claims_in

    (tmp_path / "claims.py").write_text(
        "import theory_checks as tc\n\n\n"
        'def pinsker(law, law_other):\n    return tc.kl_divergence(law, law_other), ">=", 0\n\n\n'
        "def helper(value):\n    return value\n"
    )

    assert [*claims_in(str(tmp_path / "claims.py"))] == ["pinsker"]
