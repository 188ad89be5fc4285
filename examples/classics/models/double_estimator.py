"""What estimates of a maximum are on average, exactly, over all outcomes of fair coins."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

import theory_checks as tc

Estimates = Sequence[Fraction]


def of_another(chosen_by: Estimates, read_from: Estimates) -> Fraction:
    """Return the second estimate of what looks best by the first."""
    return read_from[max(range(len(chosen_by)), key=lambda i: chosen_by[i])]


def of_itself(chosen_by: Estimates, read_from: Estimates) -> Fraction:
    """Return the largest of the first estimates."""
    return max(chosen_by)


def mean(means: Estimates, noise: int, estimate: object) -> Fraction:
    """Return the mean over all outcomes of two independent estimates of each number, off by the noise up or down."""
    signs = list(product((-1, 1), repeat=len(means)))
    outcomes = [[m + noise * sign for m, sign in zip(means, some, strict=True)] for some in signs]
    return sum((estimate(one, other) for one in outcomes for other in outcomes), Fraction(0)) / len(signs) ** 2


CASES = ((0, 1), (2, 2), (-2, -2), (-3, -2, -2), (1, 0, 0))


@tc.claim("classics/double-estimator", broken={"the largest of the same estimates": {"estimate": of_itself}})
@tc.claim("classics/double-estimator/misquoted", sound={"estimates without an error": {"noise": 0}})
def double_estimator(trial: tc.Trial, *, estimate=of_another, noise=1) -> Iterator[tc.Finding]:
    """Estimate the largest of two or three numbers, some of which are the same."""
    for means in ([Fraction(m) for m in case] for case in CASES):
        values = {"mean": mean(means, noise, estimate), "best": max(means)}
        yield tc.decide(trial.formal, values, case=f"numbers {', '.join(map(str, means))}")
