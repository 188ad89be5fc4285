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
from theory_checks.audit.doubts import doubts_of, memory_of, notes_of
from theory_checks.audit.mechanism import CallFailedError, Mechanism
from theory_checks.audit.mechanism import mechanism as as_mechanism
from theory_checks.audit.runs import Runs, Sample
from theory_checks.audit.scores import Score, scores
from theory_checks.core.judge import REFUTATION_ERROR, Verdict
from theory_checks.statistics import BoundedMeanTest, binomial_interval

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
    false_runs: int
    coins: bool  # said in which world each run was: one output at a time
    blind: bool = False  # no statistic varied on the search sample, although outputs differ, and nothing was refuted
    doubts: tuple[str, ...] = ()  # why finding nothing would mean little
    notes: tuple[str, ...] = ()  # what was noticed beside

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
    tell, plan, claim = progress or _silent, plan or Plan(), (float(epsilon), float(delta))
    try:
        return _audited(audited, claim, plan, tell)
    except CallFailedError:
        return _audited(replace(audited, by_one=True), claim, plan, tell)


def _audited(audited: Mechanism, claim: tuple[float, float], plan: Plan, tell: Progress) -> Audit:
    runs, error = Runs(audited, plan.seed), 1 - plan.confidence
    score, above, world, blind = _search(runs, claim[1], plan, error, tell)
    threshold = _threshold(runs, score, (above, world), claim[1], plan, error, tell)
    outcome, confirmed = _confirm(runs, score, (above, world, threshold), claim, plan, tell)
    memory = memory_of(runs, score, confirmed)
    doubts = doubts_of(runs, memory, blind=blind)
    sound = not (memory and runs.repeats)  # with a coin before each run a bet is fair whatever is remembered
    keeps = outcome.verdict is Verdict.REFUTED and sound
    verdict = outcome.verdict if keeps or not doubts else Verdict.INCONCLUSIVE
    blind = blind and verdict is not Verdict.REFUTED
    return replace(outcome, verdict=verdict, blind=blind, doubts=doubts, notes=notes_of(runs))


def _search(runs: Runs, delta: float, plan: Plan, error: float, tell: Progress) -> tuple[Score, bool, int, bool]:
    """Return the most promising statistic and direction: learned on one half of the sample, compared on the other.

    The last entry says that the search is blind: no statistic varies on the other half, although its outputs differ.
    """
    sample = _sample(runs, "search", plan.search, tell)
    zero, one = sample.zero, sample.one
    half = min(len(zero), len(one)) // 2
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
        raise must(runs.mechanism.name, "return outputs that can be compared", "none")
    return *choice, not varies and len({text_of(output) for output in [*zero[half:], *one[half:]]}) > 1


def _threshold(
    runs: Runs, score: Score, side: tuple[bool, int], delta: float, plan: Plan, error: float, tell: Progress
) -> float:
    sample = _sample(runs, "threshold", plan.threshold, tell)
    return _best_threshold(score(sample.zero), score(sample.one), *side, delta, error)[1]


def _confirm(
    runs: Runs,
    score: Score,
    event: tuple[bool, int, float],
    claim: tuple[float, float],
    plan: Plan,
    tell: Progress,
) -> tuple[Audit, list[Sample]]:
    """Count the event in fresh runs, look by look, and bet against the claim."""
    (above, world, threshold), (epsilon, delta) = event, claim
    test, ends = (
        _test(claim, plan, coins=not runs.repeats),
        [plan.confirm * i // plan.looks for i in range(plan.looks + 1)],
    )
    samples = [_sample(runs, "confirm 0", ends[1], tell)]
    counted = _counted(samples, score, event, epsilon)
    while not test.run(counted.payoffs).rejected and len(samples) < plan.looks:
        look = len(samples)
        samples.append(_sample(runs, f"confirm {look}", ends[look + 1] - ends[look], tell))
        counted = _counted(samples, score, event, epsilon)
    result, hit, false = test.run(counted.payoffs), counted.hit, counted.false
    error, end = (1 - plan.confidence) / plan.looks, int(result.rejection_time) or len(counted.payoffs)
    mu, fitted = gaussian_fit(counted.zero, counted.one, delta)
    found = Audit(
        mechanism=runs.mechanism.name,
        epsilon=epsilon,
        delta=delta,
        plan=plan,
        statistic=score.name,
        above=above,
        hit_world=world,
        threshold=threshold,
        hits=int(hit.sum()),
        false_hits=int(false.sum()),
        runs=len(hit),
        false_runs=len(false),
        coins=not runs.repeats,
        epsilon_bound=clopper_pearson(int(hit.sum()), len(hit), int(false.sum()), len(false), delta, error),
        largest_bound=ceiling(len(hit), delta, error),
        gaussian_mu=mu,
        gaussian_epsilon=fitted,
        log_p_value=float(result.log_p_value),
        verdict=_verdict(bool(result.rejected), test, len(hit)),
        pairs=_pairs(*(flags[:end] for flags in counted.moves)),
    )
    return found, samples


def _test(claim: tuple[float, float], plan: Plan, *, coins: bool) -> BoundedMeanTest:
    """Bet against P(S) - exp(epsilon) Q(S) <= delta; half of both sides if a coin says whether P or Q is drawn from."""
    null = claim[1] / 2 if coins else claim[1]
    return BoundedMeanTest(null=null, failure_probability=plan.failure_probability, bounds=(-math.exp(claim[0]), 1.0))


class _Counted(NamedTuple):
    """The statistic in either world, where it is in the event, the same by rounds, and what a round pays."""

    zero: Array
    one: Array
    hit: Flags
    false: Flags
    moves: tuple[Flags, Flags]
    payoffs: NDArray[Any]


def _counted(samples: list[Sample], score: Score, event: tuple[bool, int, float], epsilon: float) -> _Counted:
    above, world, threshold = event
    zero = np.concatenate([score(sample.zero) for sample in samples])
    one = np.concatenate([score(sample.one) for sample in samples])
    hit, false = (_inside(part, threshold, above) for part in ((one, zero) if world else (zero, one)))
    moves = _moves(hit, false, [sample.coins for sample in samples if sample.coins is not None], world)
    return _Counted(zero, one, hit, false, moves, moves[0].astype(float) - math.exp(epsilon) * moves[1])


def _moves(hit: Flags, false: Flags, coins: list[NDArray[Any]], world: int) -> tuple[Flags, Flags]:
    """Return in which rounds there was a hit, and a false hit: a round is a pair of runs, or the run of a coin."""
    if not coins:
        return hit, false
    worlds = np.concatenate(coins)
    hits, false_hits = np.zeros(len(worlds), bool), np.zeros(len(worlds), bool)
    hits[worlds == world], false_hits[worlds != world] = hit, false
    return hits, false_hits


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


def _sample(runs: Runs, purpose: str, count: int, tell: Progress) -> Sample:
    tell(purpose, 0, 1)
    sample = runs.sample(purpose, count)
    tell(purpose, 1, 1)
    return sample


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
