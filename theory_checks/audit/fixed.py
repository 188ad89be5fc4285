"""An audit of fixed size: search, threshold, confirmation; each with random numbers of its own."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tabular.errors import must
from theory_checks.audit.bets import Play, counted, moves
from theory_checks.audit.bounds import ceiling, clopper_pearson, gaussian_fit, interval, interval_of
from theory_checks.audit.claims import Approximate
from theory_checks.audit.contents import text_of
from theory_checks.audit.events import Event, Odds, counts
from theory_checks.audit.outcome import Audit
from theory_checks.audit.plans import Plan
from theory_checks.audit.runs import Progress, Runs, Sample
from theory_checks.audit.scores import Score, scores
from theory_checks.core.judge import Verdict
from theory_checks.statistics import BoundedMeanTest
from theory_checks.statistics.outcomes import SequentialResult

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]
_MOST_THRESHOLDS = 400


def by_plan(runs: Runs, claim: Approximate, plan: Plan, tell: Progress) -> tuple[Audit, Score, list[Sample]]:
    """Return what was found, blind or not, the statistic, and the runs that decided."""
    score, above, world, blind = _search(runs, claim.delta, plan, tell)
    sample = _sample(runs, "threshold", plan.threshold, tell)
    threshold = _best_threshold(score(sample.zero), score(sample.one), above, world, claim.delta, 1 - plan.confidence)[
        1
    ]
    event = Event(score, above, world, threshold)
    audit, samples = _confirm(runs, event, claim, plan, tell, blind=blind)
    return audit, score, samples


def _search(runs: Runs, delta: float, plan: Plan, tell: Progress) -> tuple[Score, bool, int, bool]:
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
                bound = _best_threshold(*values, above, world, delta, 1 - plan.confidence)[0]
                if (bound, mu) > best:
                    best, choice = (bound, mu), (score, above, world)
    if choice is None:
        raise must(runs.mechanism.name, "return outputs that can be compared", "none")
    return *choice, not varies and len({text_of(output) for output in [*zero[half:], *one[half:]]}) > 1


def _confirm(
    runs: Runs, event: Event, claim: Approximate, plan: Plan, tell: Progress, *, blind: bool
) -> tuple[Audit, list[Sample]]:
    """Count the event in fresh runs, look by look, and bet against the claim."""
    epsilon, delta = claim.pairs()[0]
    null = delta if runs.repeats else delta / 2
    test = BoundedMeanTest(null=null, failure_probability=plan.failure_probability, bounds=(-math.exp(epsilon), 1.0))
    samples, played, result = _looked(runs, event, epsilon, test, plan, tell)
    counts, error = _counted(event, samples), (1 - plan.confidence) / plan.looks
    end = int(result.rejection_time) or len(played[0])
    mu, fitted = gaussian_fit(*_scored(event, samples), delta)
    found = Audit(
        mechanism=runs.mechanism.name,
        claim=claim,
        plan=plan,
        statistic=event.score.name,
        above=event.above,
        hit_world=event.world,
        threshold=event.threshold,
        **counts._asdict(),
        bound=clopper_pearson(*counts, delta, error),
        largest_bound=ceiling(counts.runs, delta, error),
        gaussian_mu=mu,
        gaussian_epsilon=fitted,
        log_p_value=float(result.log_p_value),
        verdict=_verdict(bool(result.rejected), test, counts.runs),
        lines=(interval(*counts, error),),
        plays=(Play(str(event), epsilon, null, counted(*(flags[:end] for flags in played))),),
        coins=not runs.repeats,
        blind=blind,
    )
    return found, samples


def _looked(
    runs: Runs, event: Event, epsilon: float, test: BoundedMeanTest, plan: Plan, tell: Progress
) -> tuple[list[Sample], tuple[Flags, Flags], SequentialResult]:
    """Draw look by look until the claim falls, or to the end; return the rounds of play, too."""
    ends = [plan.confirm * look // plan.looks for look in range(plan.looks + 1)]
    samples: list[Sample] = []
    while True:
        look = len(samples)
        samples.append(_sample(runs, f"confirm {look}", ends[look + 1] - ends[look], tell))
        coins = [sample.coins for sample in samples if sample.coins is not None]
        played = moves(*_flags(event, samples), coins, event.world)
        result = test.run(played[0].astype(float) - math.exp(epsilon) * played[1])
        if result.rejected or look + 1 == plan.looks:
            return samples, played, result


class _Counts(NamedTuple):
    """How often the event happened, in the world where it is frequent and in the other."""

    hits: int
    runs: int
    false_hits: int
    false_runs: int


def _counted(event: Event, samples: list[Sample]) -> _Counts:
    hit, false = _flags(event, samples)
    return _Counts(int(hit.sum()), len(hit), int(false.sum()), len(false))


def _scored(event: Event, samples: list[Sample]) -> tuple[Array, Array]:
    """Return the statistic of all runs of either world."""
    zero, one = (np.concatenate([event.score(sample[world]) for sample in samples]) for world in (0, 1))
    return zero, one


def _flags(event: Event, samples: list[Sample]) -> tuple[Flags, Flags]:
    """Return where the event is in the world where it is frequent, and in the other."""
    first, second = (
        np.concatenate([event.happens(sample[world]) for sample in samples]) for world in (event.world, 1 - event.world)
    )
    return first, second


def _verdict(rejected: bool, test: BoundedMeanTest, runs: int) -> Verdict:
    """Say INCONCLUSIVE where not even a perfect distinction in every run would have refuted the claim."""
    if rejected:
        return Verdict.REFUTED
    could = bool(test.run(np.ones(runs)).rejected)
    return Verdict.CONSISTENT if could else Verdict.INCONCLUSIVE


def _sample(runs: Runs, purpose: str, count: int, tell: Progress) -> Sample:
    tell(purpose, 0, 1)
    sample = runs.sample(purpose, count)
    tell(purpose, 1, 1)
    return sample


def _best_threshold(
    zero: Array, one: Array, above: bool, world: int, delta: float, error: float
) -> tuple[float, float]:
    """Return the largest bound that a threshold gives on this sample, and the threshold."""
    often, seldom = (one, zero) if world else (zero, one)
    candidates = np.unique(np.concatenate([zero, one]))
    if len(candidates) > _MOST_THRESHOLDS:
        candidates = candidates[np.linspace(0, len(candidates) - 1, _MOST_THRESHOLDS).astype(int)]
    hits, false_hits = (counts(values, candidates, above) for values in (often, seldom))
    bounds = Approximate(0, delta).least(*interval_of(Odds(hits, len(often), false_hits, len(seldom)), error))
    best = int(np.argmax(bounds))
    return max(0.0, float(bounds[best])), float(candidates[best])
