import math
from dataclasses import FrozenInstanceError
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals

from theory_checks.statistics import REFUTATION_ERROR, SUITE_ERROR, ErrorBudget, Expense


def test_the_suite_affords_exactly_a_thousand_refutations() -> None:
    budget = ErrorBudget().spend_all((f"test {i}", REFUTATION_ERROR) for i in range(1000))
    assert (budget.spent, budget.remaining) == (SUITE_ERROR, 0.0)
    with pytest.raises(ValueError, match="must") as caught:
        budget.spend("one more")
    assert str(caught.value) == "spent must stay within the budget of 1e-06, got 1.001e-06 for test 'one more'"


def test_spending_returns_another_budget() -> None:
    empty = ErrorBudget()
    budget = empty.spend("a", 5e-10).spend("b")
    assert (empty.spent, empty.expenses) == (0.0, ())
    assert budget.expenses == (Expense("a", 5e-10), Expense("b", 1e-9))
    assert budget.spent == 1.5e-9
    assert budget.remaining == 9.985e-7
    with pytest.raises(FrozenInstanceError):
        budget.total = 1.0  # type: ignore[misc]


@given(st.lists(st.floats(1e-30, 1e-9), max_size=200))
def test_the_ledger_is_never_understated(probabilities: list[float]) -> None:
    budget = ErrorBudget().spend_all((str(i), p) for i, p in enumerate(probabilities))
    exact = sum((Fraction(repr(p)) for p in probabilities), Fraction(0))
    assert Fraction(repr(budget.spent)) >= exact
    assert Fraction(repr(budget.remaining)) <= Fraction(1, 10**6) - exact
    assert budget.spent == pytest.approx(math.fsum(probabilities), rel=1e-15)


@given(st.permutations([(f"t{i}", (i + 1) * 1e-11) for i in range(8)]))
def test_the_order_does_not_matter(tests: list[tuple[str, float]]) -> None:
    assert ErrorBudget().spend_all(tests).spent == 3.6e-10


def test_the_explanation_counts_and_adds() -> None:
    budget = ErrorBudget().spend("a").spend("b", 2.5e-10)
    assert budget.explanation == (
        "The 2 statistical tests of the suite refute a true statement with probability at most 1e-09 each and 1.25e-09"
        " together (union bound, allowed: 1e-06)."
    )


test_bad_expenses_are_refused = refusals(
    ("x", 2e-9, "probability must be at most 1e-09, got 2e-09 for test 'x'"),
    ("x", 0.0, "probability for test 'x' must lie strictly between 0 and 1, got 0.0"),
    ("x", -1e-10, "probability for test 'x' must lie strictly between 0 and 1, got -1e-10"),
    ("x", math.nan, "probability for test 'x' must lie strictly between 0 and 1, got nan"),
    ("x", "1e-9", "probability for test 'x' must be a real number, got '1e-9'"),
    ("taken", 1e-9, "name must belong to one test only (fresh randomness, fresh name), got 'taken'"),
    calling=ErrorBudget().spend("taken").spend,
    error=ValueError,
    says="sentence",
)


def test_a_small_budget_is_kept_by_large_tests_too() -> None:
    budget = ErrorBudget(total=0.1, per_refutation=0.05).spend("a", 0.05).spend("b", 0.05)
    with pytest.raises(ValueError, match=r"^spent must stay within the budget of 0.1, got 0.1 for test 'c'$"):
        budget.spend("c", 1e-12)


@pytest.mark.parametrize("total", [0.0, 1.0, -1.0, math.nan, None])
def test_bad_budgets_are_refused(total: float) -> None:
    with pytest.raises(ValueError, match=r"^total must "):
        ErrorBudget(total=total)
