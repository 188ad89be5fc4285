"""The private mathematics of Proposition 10: limits of cycles, the case n = m = 2, and every larger n."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from flint import arb
from hypothesis import given
from hypothesis import strategies as st

from tabular.gaussian import mean_abs_max, mean_abs_max_normal
from tabular.mdp.noised_rewards.sampling import sample_noise
from tabular.mdp.policies import occupancy
from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Evidence, Outcome
from theory_checks.papers.dpdqn.utility._bounds import ERROR_BOUND, PRINTED, at
from theory_checks.papers.dpdqn.utility._noise_gains import slow_cycle
from theory_checks.papers.dpdqn.utility.utility_bound import (
    cases,
    errors_at_one_discount,
    errors_in_the_limit,
    smallest_failures,
    value_error,
)
from theory_checks.papers.dpdqn.utility.utility_returned import largest_error, returned_function, surviving_states

TRIAL = Trial(claim_id="dpdqn/prop10", reading="reward-noise")


def shares(mdp):
    """Return alpha[a][b]: the share of state 0 in the occupancy from state 0 under the policy (a, b)."""
    start = [Fraction(1), Fraction(0)]
    return [
        [(1 - mdp.discount) * occupancy(mdp, [a, b], start)[:, 0].sum() for b in range(mdp.n_actions)]
        for a in range(mdp.n_actions)
    ]


@given(st.lists(st.fractions(0, 1, max_denominator=50), min_size=4, max_size=4), st.fractions(0, Fraction(99, 100)))
def test_shares_of_two_states_are_monotone_after_sorting(leaves, discount):
    """The odds of the shares are a product of a factor of a and one of b, so rows and columns are ordered alike."""
    from tabular.mdp import FiniteMDP

    P = [[[1 - p, p], [q, 1 - q]] for p, q in zip(leaves[:2], leaves[2:], strict=True)]
    alpha = shares(FiniteMDP(P, [[Fraction(0), Fraction(0)]] * 2, discount))

    assert (alpha[0][0] - alpha[1][0]) * (alpha[0][1] - alpha[1][1]) >= 0
    assert (alpha[0][0] - alpha[0][1]) * (alpha[1][0] - alpha[1][1]) >= 0


def test_increasing_tables_of_zeros_and_ones_use_three_noises_at_most():
    increasing = [t for t in product((0, 1), repeat=4) if t[0] <= t[1] <= t[3] and t[0] <= t[2] <= t[3]]
    used = [{(1, a) if t[2 * a + b] else (2, b) for a in range(2) for b in range(2)} for t in increasing]

    assert len(increasing) == 6
    assert max(map(len, used)) == 3


@pytest.mark.parametrize("case", [case for case in cases() if case.certificate], ids=lambda case: case.name)
def test_lower_bounds_lie_below_the_simulated_error(case):
    from tabular.mdp.instances import bandit, cycle_with_stay, identity_mdp

    mdps = {
        (5, 1): identity_mdp(5, 1, 0.5),
        (1, 12): bandit([0.0] * 12, 0.5),
        (3, 2): cycle_with_stay(3, 0.999),
        (4, 2): cycle_with_stay(4, 0.99),
        (2, 3): slow_cycle(Fraction(1, 10), Fraction(9999, 10000)).to_float(),
    }
    errors = sample_noise(mdps[case.n, case.m], 1.0, 20000, np.random.default_rng(3)).errors
    standard_error = errors.std() / np.sqrt(errors.size)

    assert float(case.size.value) <= errors.mean() + 6 * standard_error
    assert float(case.size.value) >= 0.9 * errors.mean()  # how much the rigorous bounds may give away


@pytest.mark.parametrize("case", [case for case in cases() if case.certificate], ids=lambda case: case.name)
def test_certificates_are_accepted_and_say_what_the_balls_say(case, answer):
    report = answer(case.certificate, "dpdqn/prop10", "reward-noise")

    assert report["accepted"], report["sentence"]
    assert case.size.value > at(PRINTED, case.n, case.m, case.discount).value


@pytest.mark.parametrize("n", range(3, 6))
def test_two_actions_fail_for_every_n_from_three_in_the_limit(n):
    cycle = mean_abs_max([1, 1 / arb(n).sqrt()], [n, 1])

    assert cycle > at(PRINTED, n, 2, Fraction(0)).value


def test_slow_cycles_survive_exactly_where_the_bound_does():
    """In the limit of slow cycles the error is a_{n(m-1)+1}; it stays below the bound exactly on the proved pairs."""
    survives = {
        (n, m)
        for n, m in product(range(1, 8), range(1, 15))
        if not mean_abs_max_normal(n * (m - 1) + 1) > at(PRINTED, n, m, Fraction(0)).value
    }

    assert survives == {(n, 1) for n in range(1, 5)} | {(1, m) for m in range(1, 12)} | {(2, 2)}


def test_staying_for_ever_refutes_all_other_pairs_for_every_discount_but_four():
    """With P = I the error is a_m whatever the discount, and with discount 0 no error exceeds a_m."""
    none = Fraction(0)
    survives = {
        (n, m)
        for n, m in product(range(1, 8), range(1, 15))
        if not largest_error(m, none).value > at(PRINTED, n, m, none).value
    }
    always = {(n, 1) for n in range(1, 5)} | {(1, m) for m in range(1, 12)} | {(2, 2)}

    assert survives == always | {(3, 2), (4, 2), (2, 3), (2, 4)}


def test_what_is_shown_as_evidence_is_visibly_true():
    """Simulated means that do not contradict the bound beyond doubt are a table, not rows that hold."""
    findings = [item for item in value_error(TRIAL) if isinstance(item, Evidence)]
    simulated = [item for item in findings if item.error_probability]

    assert simulated
    assert all(item.outcome is Outcome.FAILS and float(item.left) > float(item.right) for item in simulated)


def test_the_bounds_below_the_smallest_failures_lie_below_the_printed_bound():
    rows = smallest_failures().rows[:3]
    stated = [[float(part.split(",")[0].split(" ")[-1]) for part in row[-1].split(";")] for row in rows[:2]]

    assert all(float(row[3]) > float(row[4]) for row in rows)
    assert stated[0][0] == pytest.approx(float(at(PRINTED, 4, 1, Fraction(0)).value), abs=1e-6)  # attained
    assert stated[1][0] < float(at(PRINTED, 2, 2, Fraction(0)).value)


@pytest.mark.parametrize(("discount", "survived"), [("0", 4), ("1/2", 16), ("9/10", 400)])
def test_the_states_that_break_the_bound_depend_on_the_reading_and_there_on_the_discount(discount, survived):
    """Never left, five states have the error a_1 in units of sigma/(1 - gamma), or only 1 - gamma of it if returned."""
    gamma = Fraction(discount)

    assert largest_error(1, Fraction(0)).value > at(PRINTED, 5, 1, gamma).value
    assert surviving_states(1, gamma) == surviving_states(2, gamma) == survived


@pytest.fixture
def returned():
    trial = Trial(claim_id="dpdqn/prop10", reading="returned-function")
    return [item.certificate for item in returned_function(trial) if getattr(item, "certificate", None)]


def test_one_state_stands_for_its_copies_in_what_is_returned(returned, answer):
    assert len(returned) == 5  # every second pair of the table
    for certificate in returned:
        n = certificate.values["n"]
        assert answer(certificate, "dpdqn/prop10", "returned-function")["accepted"]
        fewer = replace(certificate, values={**certificate.values, "n": n - 1, "copies": n - 1})
        assert not answer(fewer, "dpdqn/prop10", "returned-function")["accepted"]


@pytest.mark.parametrize("values", [{"copies": 3}, {"n": 1}, {"sigma": 2}, {"gamma": 0}, {"error": 5}])
def test_values_that_do_not_belong_together_are_refused(returned, answer, values):
    changed = replace(returned[-1], values={**returned[-1].values, **values})

    assert not answer(changed, "dpdqn/prop10", "returned-function")["accepted"]


def test_the_readings_of_the_proposition_do_not_lend_each_other_their_counterexamples(returned, answer):
    case = next(case for case in cases() if case.certificate)

    assert not answer(case.certificate, "dpdqn/prop10", "returned-function")["accepted"]
    assert not answer(returned[0], "dpdqn/prop10", "reward-noise")["accepted"]


@pytest.mark.parametrize(
    ("m", "discount", "n"), [(1, Fraction(0), 4), (2, Fraction(9, 10), 400), (3, Fraction(0), 2), (12, Fraction(0), 0)]
)
def test_surviving_states_of_the_returned_function(m, discount, n):
    assert surviving_states(m, discount) == n


def test_a_plot_has_one_discount() -> None:
    fixed, limit = errors_at_one_discount(TRIAL), errors_in_the_limit()
    for plot, discount in ((fixed, Fraction(9, 10)), (limit, 1 - Fraction(1, 10**12))):
        assert all("discount" not in series.label for series in plot.series)
        lines = {series.label: series for series in plot.series}
        for label, formula in (("printed bound", PRINTED), ("Theorem U1, m = 2", ERROR_BOUND)):
            values = [float(at(formula, int(n), 2, discount).value) for n in lines[label].x]
            assert lines[label].y == pytest.approx(values, rel=1e-9)
    names = [{series.label: series.y[-1] for series in plot.series} for plot in (fixed, limit)]
    assert names[0]["Theorem U1, m = 2"] <= names[1]["Theorem U1, m = 2"]
    assert all(names[1]["Theorem U1, m = 2"] >= y for y in names[1].values())
    assert all(names[0]["Theorem U1, m = 2"] >= y for y in names[0].values())
