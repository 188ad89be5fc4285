"""Sequential test of a success probability: the truncated Beta mixture of likelihood ratios.

For binary X_1, X_2, ... with k successes among the first n, and a prior Beta(a, b) cut off to the alternative,

    E_n = integral over p > p0 of (p/p0)^k ((1-p)/(1-p0))^(n-k) dBeta(a, b)(p)  /  Beta(a, b)(p > p0)

is a test martingale at P(X = 1) = p0 and a supermartingale at every smaller probability, because the factor
q p/p0 + (1-q) (1-p)/(1-p0) grows with q and equals 1 at q = p0. It is enough that the conditional probabilities given
the past are at most p0. The prior integrates out to Beta functions of (k, n), so E_n needs the counts alone.
Jeffreys' prior a = b = 1/2 costs (log n)/2 + O(1) against the best p in hindsight, uniformly in p.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from tabular.errors import must, show
from theory_checks.core.judge import REFUTATION_ERROR
from theory_checks.statistics.arguments import (
    Alternative,
    FloatArray,
    IntArray,
    check_choice,
    check_count,
    check_positive,
    check_probability,
    number,
    read_samples,
    read_successes,
)
from theory_checks.statistics.binomial import at_least, at_most
from theory_checks.statistics.outcomes import SequentialResult, log_threshold, rounded_down
from theory_checks.statistics.sides import Direction, average, direction_of, error_per_side

# Log-gamma and the two products are each right to a few units of 2**-53 of their size; 2**-48 is 32 such units.
_RELATIVE_ERROR = 2.0**-48
_SMALLEST_TAIL = 2.0**-960  # tails near the end of the float range have lost their digits; the wealth there is below 1


@dataclass(frozen=True)
class BernoulliTest:
    """H0: p <= null (alternative "greater"), p >= null ("less") or p = null ("two-sided"), stopped at any time."""

    null: float
    alternative: Alternative = "greater"
    failure_probability: float = REFUTATION_ERROR
    prior: tuple[float, float] = (0.5, 0.5)

    def __post_init__(self) -> None:
        check_choice("alternative", self.alternative, Alternative)
        check_probability("failure_probability", self.failure_probability)
        for parameter in self.prior:
            check_positive("prior", parameter)
        null = number("null", self.null)
        ends = {"greater": 0 <= null < 1, "less": 0 < null <= 1, "two-sided": 0 < null < 1}
        if not ends[self.alternative]:
            domain = {"greater": "[0, 1)", "less": "(0, 1]", "two-sided": "(0, 1)"}[self.alternative]
            raise must("null", f"lie in {domain} for the alternative {self.alternative}", show(self.null))

    @property
    def limits(self) -> tuple[float, float]:
        """Return all values that the parameter may take."""
        return 0.0, 1.0

    @property
    def condition(self) -> str:
        """Return which laws `power` is about: all that the test allows."""
        return ""

    def run(self, samples: ArrayLike) -> SequentialResult:
        """Test binary samples (last axis: time), watching after every one of them."""
        values = read_samples(samples, (0.0, 1.0))
        between = (values > 0) & (values < 1)
        if between.any():
            raise must("samples", "be 0 or 1", show(values[between][0]))
        successes = np.cumsum(values, axis=-1).astype(np.int64)
        trials = np.broadcast_to(np.arange(1, values.shape[-1] + 1), values.shape)
        # many paths share few pairs of counts: k + n (n + 1) / 2 numbers the pairs, each is evaluated once
        _, first, where = np.unique(successes + trials * (trials + 1) // 2, return_index=True, return_inverse=True)
        log_wealth = self._log_wealth(successes.ravel()[first], trials.ravel()[first])[where].reshape(values.shape)
        return SequentialResult(log_wealth, self.failure_probability)

    def log_wealth_of_counts(self, successes: ArrayLike, trials: ArrayLike) -> FloatArray:
        """Log E_n from the counts alone."""
        return self._log_wealth(*read_successes(successes, trials))

    def power(self, n: int, value: float) -> float:
        """Bound from below the probability of rejecting within n samples if p = `value` (exact binomial tail)."""
        check_count("n", n)
        direction = direction_of(number("value", value), self.null, self.alternative)
        if direction is None or not 0 <= value <= 1:
            return 0.0
        threshold = log_threshold(error_per_side(self.alternative, self.failure_probability))
        return self._tail(direction, self._critical_count(n, direction, threshold), n, value)

    def _log_wealth(self, successes: IntArray, trials: IntArray) -> FloatArray:
        if self.alternative == "two-sided":
            return average(*(self._one_sided(successes, trials, side) for side in ("greater", "less")))
        return self._one_sided(successes, trials, self.alternative)

    def _one_sided(self, successes: IntArray, trials: IntArray, direction: Direction) -> FloatArray:
        """Evaluate log E_n rounded downwards."""
        a, b = self.prior
        k, failures = successes.astype(np.float64), (trials - successes).astype(np.float64)
        mixture = special.betaln(k + a, failures + b) - special.betaln(a, b)
        null = special.xlogy(k, self.null) + special.xlog1py(failures, -self.null)
        tail = special.betaincc if direction == "greater" else special.betainc
        posterior = tail(k + a, failures + b, self.null)
        with np.errstate(divide="ignore", invalid="ignore"):
            cut = np.log(np.where(posterior < _SMALLEST_TAIL, 0.0, posterior)) - np.log(tail(a, b, self.null))
            rounding = _RELATIVE_ERROR * (1 + special.gammaln(trials + a + b + 2) + np.abs(null))
        log_wealth = rounded_down(mixture - null + cut, rounding)
        return np.where(np.isneginf(null), np.inf, log_wealth)  # what the null hypothesis calls impossible has happened

    def _critical_count(self, n: int, direction: Direction, threshold: float) -> int:
        """Return the count closest to the null hypothesis that is rejected after n samples; -1 or n + 1 if none is.

        E_n is monotone in k, because every likelihood ratio in the mixture is.
        """
        kept, rejected = (-1, n + 1) if direction == "greater" else (n + 1, -1)
        while abs(rejected - kept) > 1:
            middle = (kept + rejected) // 2
            wealth = self._one_sided(np.array(middle), np.array(n), direction)
            kept, rejected = (kept, middle) if wealth >= threshold else (middle, rejected)
        return rejected

    @staticmethod
    def _tail(direction: Direction, count: int, n: int, p: float) -> float:
        tail = at_least(count, n, p) if direction == "greater" else at_most(count, n, p)
        return float(np.nan_to_num(tail, nan=0.0))
