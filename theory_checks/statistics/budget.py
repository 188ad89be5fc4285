"""Error control over the whole suite: who may be wrong, how often, and a ledger that adds it up.

Every statistical test that can print REFUTED states the probability a_i with which it refutes a true statement. By the
union bound, P(any true statement is refuted) <= a_1 + ... + a_k, however the tests depend on each other. A budget is a
value: spending returns another budget. Probabilities are added as exact decimals, so a thousand times 1e-9 is 1e-6.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from tabular.errors import must, show
from theory_checks.core.judge import REFUTATION_ERROR
from theory_checks.statistics.arguments import check_probability

SUITE_ERROR = 1e-6  # the probability that any true statement of the suite is printed as refuted


@dataclass(frozen=True)
class Expense:
    """One test and the probability with which it refutes a true statement."""

    name: str
    probability: float


@dataclass(frozen=True)
class ErrorBudget:
    """At most `total` for all refutations together, at most `per_refutation` for each."""

    total: float = SUITE_ERROR
    per_refutation: float = REFUTATION_ERROR
    expenses: tuple[Expense, ...] = ()

    def __post_init__(self) -> None:
        check_probability("total", self.total)
        check_probability("per_refutation", self.per_refutation)
        self._check_expenses()

    @property
    def spent(self) -> float:
        """Return the sum of what the tests were allowed, rounded upwards."""
        return _rounded(self._spent, math.inf)

    @property
    def remaining(self) -> float:
        """What further tests may spend, rounded downwards."""
        return _rounded(_decimal(self.total) - self._spent, 0.0)

    def spend(self, name: str, probability: float = REFUTATION_ERROR) -> ErrorBudget:
        """Return the budget after one more test, whose name must be new."""
        return self.spend_all([(name, probability)])

    def spend_all(self, tests: Iterable[tuple[str, float]]) -> ErrorBudget:
        """Return the budget after many more tests."""
        expenses = (*self.expenses, *(Expense(name, probability) for name, probability in tests))
        return ErrorBudget(self.total, self.per_refutation, expenses)

    @property
    def explanation(self) -> str:
        """Say what the budget guarantees, in one sentence."""
        return (
            f"The {len(self.expenses)} statistical tests of the suite refute a true statement with probability at most"
            f" {self.per_refutation:g} each and {self.spent:g} together (union bound, allowed: {self.total:g})."
        )

    @property
    def _spent(self) -> Fraction:
        return sum((_decimal(expense.probability) for expense in self.expenses), Fraction(0))

    def _check_expenses(self) -> None:
        names: set[str] = set()
        spent = Fraction(0)
        for expense in self.expenses:
            place = f"for test {show(expense.name)}"
            check_probability(f"probability {place}", expense.probability)
            if expense.probability > self.per_refutation:
                raise must("probability", f"be at most {self.per_refutation:g}", show(expense.probability), place)
            if expense.name in names:
                raise must("name", "belong to one test only (fresh randomness, fresh name)", show(expense.name))
            names.add(expense.name)
            spent += _decimal(expense.probability)
            if spent > _decimal(self.total):
                raise must("spent", f"stay within the budget of {self.total:g}", f"{float(spent):g}", place)


def _decimal(value: float) -> Fraction:
    """Return the decimal number that a float is written as: 1e-9 means a billionth, not the float next to it."""
    return Fraction(repr(float(value)))


def _rounded(value: Fraction, direction: float) -> float:
    """Return the float that is written as `value`, or else the next one in the direction."""
    nearest = float(value)
    wrong = _decimal(nearest) < value if direction > 0 else _decimal(nearest) > value
    return math.nextafter(nearest, direction) if wrong else nearest
