"""Honest statistics: tests that may be watched, intervals that fail as rarely as they say, and what they could see.

Sequential tests (`BernoulliTest`, `BoundedMeanTest`) bet against their null hypothesis; their
`run(samples)` may be stopped at any time. Fixed tests may look once. Every test states its `power`; `detectable_effect`
turns that into the sentence which a verdict CONSISTENT must carry. `ErrorBudget` adds up the errors of the suite.

    test = BoundedMeanTest(null=bound)   # H0: mean <= bound, of samples in [0, 1]
    result = test.run(samples)           # log-wealth after each sample
    result.decision, result.p_value      # "REJECT" or "CONTINUE"
    detectable_effect(test, n).sentence  # what would have been seen
"""

from theory_checks.core.judge import REFUTATION_ERROR
from theory_checks.statistics.arguments import Alternative, Bounds, Side
from theory_checks.statistics.bernoulli import BernoulliTest
from theory_checks.statistics.betting import BoundedMeanTest
from theory_checks.statistics.binomial import binomial_interval
from theory_checks.statistics.budget import SUITE_ERROR, ErrorBudget, Expense
from theory_checks.statistics.fixed import FixedBinomialTest, FixedHoeffdingTest, FixedSubGaussianTest
from theory_checks.statistics.intervals import hoeffding_interval
from theory_checks.statistics.outcomes import Interval, SequentialResult
from theory_checks.statistics.power import DetectableEffect, detectable_effect, power_of
from theory_checks.statistics.subgaussian import subgaussian_interval

__all__ = [
    "REFUTATION_ERROR",
    "SUITE_ERROR",
    "Alternative",
    "BernoulliTest",
    "BoundedMeanTest",
    "Bounds",
    "DetectableEffect",
    "ErrorBudget",
    "Expense",
    "FixedBinomialTest",
    "FixedHoeffdingTest",
    "FixedSubGaussianTest",
    "Interval",
    "SequentialResult",
    "Side",
    "binomial_interval",
    "detectable_effect",
    "hoeffding_interval",
    "power_of",
    "subgaussian_interval",
]
