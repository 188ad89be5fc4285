"""Honest statistics: tests that may be watched, intervals that fail as rarely as they say, and what they could see.

Sequential tests (`BernoulliTest`, `BoundedMeanTest`, `SubGaussianTest`) bet against their null hypothesis; their
`run(samples)` may be stopped at any time. Fixed tests may look once. Every test states its `power`; `detectable_effect`
turns that into the sentence which a verdict CONSISTENT must carry. `ErrorBudget` adds up the errors of the suite.

    test = SubGaussianTest(null=bound, scale=lipschitz * sigma, planned_samples=n)   # H0: mean <= bound
    result = test.run(samples)                                                       # log-wealth after each sample
    result.decision, result.p_value                                                  # "REJECT" or "CONTINUE"
    detectable_effect(test, n).sentence                                              # what would have been seen
"""

from theory_checks.core.judge import REFUTATION_ERROR
from theory_checks.statistics.arguments import Alternative, Bounds, Side
from theory_checks.statistics.bernoulli import BernoulliTest
from theory_checks.statistics.betting import BoundedMeanTest
from theory_checks.statistics.binomial import binomial_interval
from theory_checks.statistics.budget import SUITE_ERROR, ErrorBudget, Expense
from theory_checks.statistics.fixed import (
    FixedBernsteinTest,
    FixedBinomialTest,
    FixedHoeffdingTest,
    FixedSubGaussianTest,
)
from theory_checks.statistics.intervals import empirical_bernstein_interval, hoeffding_interval
from theory_checks.statistics.outcomes import ConfidenceSequence, Interval, SequentialResult
from theory_checks.statistics.power import DetectableEffect, detectable_effect, power_of
from theory_checks.statistics.sequences import betting_sequence, empirical_bernstein_sequence
from theory_checks.statistics.subgaussian import SubGaussianTest, subgaussian_interval, subgaussian_sequence

__all__ = [
    "REFUTATION_ERROR",
    "SUITE_ERROR",
    "Alternative",
    "BernoulliTest",
    "BoundedMeanTest",
    "Bounds",
    "ConfidenceSequence",
    "DetectableEffect",
    "ErrorBudget",
    "Expense",
    "FixedBernsteinTest",
    "FixedBinomialTest",
    "FixedHoeffdingTest",
    "FixedSubGaussianTest",
    "Interval",
    "SequentialResult",
    "Side",
    "SubGaussianTest",
    "betting_sequence",
    "binomial_interval",
    "detectable_effect",
    "empirical_bernstein_interval",
    "empirical_bernstein_sequence",
    "hoeffding_interval",
    "power_of",
    "subgaussian_interval",
    "subgaussian_sequence",
]
