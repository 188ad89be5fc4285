"""The audit: search, threshold, confirmation; each with random numbers of its own."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tabular.errors import must, show
from tabular.numbers.doubles import log
from theory_checks.audit.bounds import ceiling, clopper_pearson, gaussian_fit
from theory_checks.audit.contents import text_of
from theory_checks.audit.mechanism import Mechanism
from theory_checks.audit.mechanism import mechanism as as_mechanism
from theory_checks.audit.scores import Outputs, Score, scores
from theory_checks.core.judge import REFUTATION_ERROR, Verdict
from theory_checks.statistics import BoundedMeanTest, SequentialResult, binomial_interval

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]
Progress = Callable[[str, int, int], object]
_MOST_THRESHOLDS = 400
_FEWEST = 20


@dataclass(frozen=True, kw_only=True)
class Plan:
    """How many runs of each world for each of the three samples, and what may go wrong how often.

    ``confidence`` is that of the bound for epsilon. With ``looks`` > 1 the confirmation stops as soon as the claim is
    refuted, at one of so many equally spaced looks; the bound then pays for every look.
    """

    search: int = 2000
    threshold: int = 2000
    confirm: int = 4000
    looks: int = 1
    confidence: float = 0.95
    failure_probability: float = REFUTATION_ERROR
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("search", "threshold", "confirm"):
            _whole(name, getattr(self, name), _FEWEST)
        _whole("looks", self.looks, 1)
        _whole("seed", self.seed, 0)
        if self.looks > self.confirm:
            raise must("looks", f"be at most confirm, {self.confirm}", show(self.looks))
        for name in ("confidence", "failure_probability"):
            value = getattr(self, name)
            if not isinstance(value, (int, float)) or not 0 < value < 1:
                raise must(name, "be strictly between 0 and 1", show(value))


class Pairs(NamedTuple):
    """Runs of both worlds in pairs, up to the moment of a refutation: where the event happened."""

    hit: int  # in the world where it is frequent, and not in the other
    both: int
    false_hit: int
    neither: int


@dataclass(frozen=True)
class Audit:
    """What an audit found: the event S = {statistic beyond the threshold}, how often it happened, what follows."""

    mechanism: str
    epsilon: float
    delta: float
    plan: Plan
    statistic: str
    above: bool  # S = {statistic >= threshold}, otherwise {statistic <= threshold}
    hit_world: int  # the world in which S is frequent
    threshold: float
    hits: int
    false_hits: int
    runs: int
    epsilon_bound: float
    largest_bound: float
    gaussian_mu: float
    gaussian_epsilon: float
    log_p_value: float
    verdict: Verdict
    pairs: Pairs
    blind: bool = False  # no statistic varied on the search sample, although outputs differ, and nothing was refuted

    @property
    def event(self) -> str:
        """Return S in words."""
        if self.blind:
            return "none: no statistic varies in the search, although the outputs differ"
        return f"{self.statistic} {'>=' if self.above else '<='} {self.threshold!r}"


def audit(
    mechanism: Mechanism | Callable[..., Any],
    *,
    epsilon: float,
    delta: float = 0.0,
    plan: Plan | None = None,
    progress: Progress | None = None,
) -> Audit:
    """Audit the claim that the mechanism is (epsilon, delta)-private for its two worlds."""
    if not isinstance(epsilon, (int, float)) or not 0 <= epsilon < 500:
        raise must("epsilon", "be in [0, 500)", show(epsilon))
    if not isinstance(delta, (int, float)) or not 0 <= delta < 1:
        raise must("delta", "be in [0, 1)", show(delta))
    audited = mechanism if isinstance(mechanism, Mechanism) else as_mechanism(mechanism)
    tell, plan = progress or _silent, plan or Plan()
    error = 1 - plan.confidence
    score, above, world, blind = _search(audited, delta, plan, error, tell)
    threshold = _threshold(audited, score, (above, world), delta, plan, error, tell)
    outcome = _confirm(audited, score, (above, world, threshold), (float(epsilon), float(delta)), plan, tell)
    if blind and outcome.verdict is not Verdict.REFUTED:
        return replace(outcome, verdict=Verdict.INCONCLUSIVE, blind=True)
    return outcome


def _search(
    audited: Mechanism, delta: float, plan: Plan, error: float, tell: Progress
) -> tuple[Score, bool, int, bool]:
    """Return the most promising statistic and direction: learned on one half of the sample, compared on the other.

    The last entry says that the search is blind: no statistic varies on the other half, although its outputs differ.
    """
    zero, one = _sample(audited, "search", plan.search, plan, tell)
    half = plan.search // 2
    best: tuple[float, float] = (-1.0, -1.0)
    choice: tuple[Score, bool, int] | None = None
    varies = False
    for score in scores(zero[:half], one[:half]):
        values = score(zero[half:]), score(one[half:])
        varies = varies or len(np.unique(np.concatenate(values))) > 1
        mu = gaussian_fit(*values, 0.5)[0]
        for above in (True, False):
            for world in (0, 1):
                bound = _best_threshold(*values, above, world, delta, error)[0]
                if (bound, mu) > best:
                    best, choice = (bound, mu), (score, above, world)
    if choice is None:
        raise must(audited.name, "return outputs that can be compared", "none")
    return *choice, not varies and len({text_of(output) for output in [*zero[half:], *one[half:]]}) > 1


def _threshold(
    audited: Mechanism, score: Score, side: tuple[bool, int], delta: float, plan: Plan, error: float, tell: Progress
) -> float:
    zero, one = _sample(audited, "threshold", plan.threshold, plan, tell)
    return _best_threshold(score(zero), score(one), *side, delta, error)[1]


def _confirm(
    audited: Mechanism,
    score: Score,
    event: tuple[bool, int, float],
    claim: tuple[float, float],
    plan: Plan,
    tell: Progress,
) -> Audit:
    """Count the event in fresh runs, look by look, and bet against the claim."""
    (above, world, threshold), (epsilon, delta) = event, claim
    test = BoundedMeanTest(null=delta, failure_probability=plan.failure_probability, bounds=(-math.exp(epsilon), 1.0))
    zero, one = np.empty(0), np.empty(0)
    hit, false = np.empty(0, bool), np.empty(0, bool)
    for look in range(plan.looks):
        size = plan.confirm * (look + 1) // plan.looks - len(zero)
        parts = _sample(audited, f"confirm {look}", size, plan, tell)
        zero, one = np.append(zero, score(parts[0])), np.append(one, score(parts[1]))
        hit, false = (_inside(part, threshold, above) for part in ((one, zero) if world else (zero, one)))
        if _bet(test, hit, false, epsilon).rejected:
            break
    result, runs, error = _bet(test, hit, false, epsilon), len(zero), (1 - plan.confidence) / plan.looks
    mu, fitted = gaussian_fit(zero, one, delta)
    end = int(result.rejection_time) or runs
    return Audit(
        mechanism=audited.name,
        epsilon=epsilon,
        delta=delta,
        plan=plan,
        statistic=score.name,
        above=above,
        hit_world=world,
        threshold=threshold,
        hits=int(hit.sum()),
        false_hits=int(false.sum()),
        runs=runs,
        epsilon_bound=clopper_pearson(int(hit.sum()), runs, int(false.sum()), runs, delta, error),
        largest_bound=ceiling(runs, delta, error),
        gaussian_mu=mu,
        gaussian_epsilon=fitted,
        log_p_value=float(result.log_p_value),
        verdict=_verdict(bool(result.rejected), test, runs),
        pairs=_pairs(hit[:end], false[:end]),
    )


def _bet(test: BoundedMeanTest, hit: Flags, false: Flags, epsilon: float) -> SequentialResult:
    """Bet against P(S) - exp(epsilon) Q(S) <= delta."""
    return test.run(hit.astype(float) - math.exp(epsilon) * false)


def _pairs(hit: Flags, false: Flags) -> Pairs:
    counts = (hit & ~false, hit & false, ~hit & false, ~hit & ~false)
    return Pairs(*(int(flags.sum()) for flags in counts))


def _verdict(rejected: bool, test: BoundedMeanTest, runs: int) -> Verdict:
    """Say INCONCLUSIVE where not even a perfect distinction in every run would have refuted the claim."""
    if rejected:
        return Verdict.REFUTED
    could = bool(test.run(np.ones(runs)).rejected)
    return Verdict.CONSISTENT if could else Verdict.INCONCLUSIVE


def _silent(_purpose: str, _done: int, _total: int) -> None:
    """Tell nobody."""


def _sample(audited: Mechanism, purpose: str, count: int, plan: Plan, tell: Progress) -> tuple[Outputs, Outputs]:
    parts: list[Outputs] = []
    for world in (0, 1):
        tell(purpose, world, 2)
        parts.append(audited.outputs(world, count, plan.seed, purpose))
    tell(purpose, 2, 2)
    return parts[0], parts[1]


def _inside(values: Array, threshold: float, above: bool) -> Flags:
    return values >= threshold if above else values <= threshold


def _best_threshold(
    zero: Array, one: Array, above: bool, world: int, delta: float, error: float
) -> tuple[float, float]:
    """Return the largest bound that a threshold gives on this sample, and the threshold."""
    often, seldom = (one, zero) if world else (zero, one)
    candidates = np.unique(np.concatenate([zero, one]))
    if len(candidates) > _MOST_THRESHOLDS:
        candidates = candidates[np.linspace(0, len(candidates) - 1, _MOST_THRESHOLDS).astype(int)]
    hits, false_hits = (_counts(values, candidates, above) for values in (often, seldom))
    p = binomial_interval(hits, np.full(hits.shape, len(often)), error / 2, "lower").low
    q = binomial_interval(false_hits, np.full(hits.shape, len(seldom)), error / 2, "upper").high
    with np.errstate(divide="ignore", invalid="ignore"):
        bounds = np.where(p > delta, log((p - delta) / q), -np.inf)
    best = int(np.argmax(bounds))
    return max(0.0, float(bounds[best])), float(candidates[best])


def _counts(values: Array, thresholds: Array, above: bool) -> NDArray[np.int64]:
    ordered = np.sort(values)
    if above:
        return len(ordered) - np.searchsorted(ordered, thresholds, "left")
    return np.searchsorted(ordered, thresholds, "right")


def _whole(name: str, value: Any, least: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise must(name, f"be an integer of at least {least}", show(value))
