"""An audit with a budget: round after round, each on an event that was chosen from the runs before it.

Each round learns from what was drawn, stakes what the capital has become on a new event, and draws as many runs as
there are. So a refutation gathers all evidence, and is wrong with the stated probability whenever the audit stops. A
bound for epsilon comes from the fresh runs of one round; that of round k may be wrong with 1/(k (k + 1)) of what the
confidence leaves, so that the largest of all is right with this confidence.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field

import numpy as np

from tabular.errors import must
from theory_checks.audit.bets import Pairs, Play, counted, log_wealth, moves
from theory_checks.audit.bounds import ceiling, clopper_pearson, gaussian_fit, promise
from theory_checks.audit.contents import text_of
from theory_checks.audit.events import Event, best, grows
from theory_checks.audit.further import all_scores
from theory_checks.audit.mechanism import Outputs
from theory_checks.audit.outcome import Audit
from theory_checks.audit.plans import Budget
from theory_checks.audit.runs import Progress, Runs, Sample, joined
from theory_checks.core.judge import Verdict

_FIRST = 500  # runs of each world from which the first event is chosen
_FEWEST = 20  # of these, where the clock is against more
_BLOCK = 1 << 14  # runs of each world that are held at a time
_ENOUGH = 100_000  # runs of each world before an audit that shows nothing may stop
_NUMBERS, _OTHERS = 1 << 16, 1 << 13  # outputs of each world from which a statistic is learned, and compared
_KEPT = 1 << 22  # numbers of each world that are kept for that
_PATIENCE = 2.0  # how much better than it looks an event may be


@dataclass(frozen=True)
class _Bound:
    """A bound for epsilon, and the counts that it rests on."""

    event: Event
    epsilon: float = 0.0
    hits: int = 0
    runs: int = 0
    false_hits: int = 0
    false_runs: int = 0
    largest: float = 0.0


@dataclass
class _Rounds:
    """An audit on its way."""

    runs: Runs
    claim: tuple[float, float]
    budget: Budget
    until: float
    past: Sample
    drawn: int
    log_wealth: float = 0.0
    plays: list[Play] = field(default_factory=list[Play])
    bounds: list[_Bound] = field(default_factory=list[_Bound])

    @property
    def null(self) -> float:
        """The largest mean of a round's payoff under the claim."""
        return self.claim[1] if self.runs.repeats else self.claim[1] / 2

    @property
    def needed(self) -> float:
        """The logarithm of the capital that refutes."""
        return -math.log(self.budget.failure_probability)

    @property
    def over(self) -> bool:
        """Whether there is nothing more to draw, or no use in it."""
        left = self.budget.runs - self.drawn
        if self.log_wealth >= self.needed or left <= 0 or time.monotonic() > self.until:
            return True
        if self.drawn < _ENOUGH:
            return False
        last = self.plays[-1]
        rate = max(log_wealth(last) / self._runs(last), self.log_wealth / self.drawn)
        return self.log_wealth + _PATIENCE * rate * left < self.needed

    def play(self, staked: Event, shown: Event) -> None:
        """Draw as many fresh runs as there are old ones, stake on one event, and count the other."""
        number, size = len(self.plays) + 1, min(self.drawn, self.budget.runs - self.drawn)
        pairs, counts, kept, done = Pairs(0, 0, 0, 0), np.zeros(4, int), [self.past], 0
        play = Play(str(staked), self.claim[0], self.null, pairs)
        while done < size and time.monotonic() <= self.until:
            block = self.runs.sample(f"round {number} from {done}", min(_BLOCK, size - done), self.until)
            play = play._replace(pairs=Pairs(*np.add(play.pairs, _pairs(staked, block)).tolist()))
            counts += _counts(shown, block)
            done += min(_BLOCK, size - done)
            kept.append(block)
            if self.log_wealth + log_wealth(play) >= self.needed:
                break
        whole = done == size or time.monotonic() > self.until  # else the event itself has ended the round
        self.bounds.append(self._bound(shown, number, *counts.tolist()) if whole else _Bound(shown))
        self.plays.append(play)
        self.log_wealth += log_wealth(play)
        self.drawn += self._runs(play)
        self.past = _latest(kept)

    def _runs(self, play: Play) -> int:
        rounds = sum(play.pairs)
        return rounds if self.runs.repeats else (rounds + 1) // 2

    def _bound(self, event: Event, number: int, hits: int, runs: int, false_hits: int, false_runs: int) -> _Bound:
        error, delta = (1 - self.budget.confidence) / (number * (number + 1)), self.claim[1]
        if not runs or not false_runs:
            return _Bound(event)
        epsilon = clopper_pearson(hits, runs, false_hits, false_runs, delta, error)
        return _Bound(event, epsilon, hits, runs, false_hits, false_runs, ceiling(runs, delta, error))


def by_rounds(
    runs: Runs, claim: tuple[float, float], budget: Budget, tell: Progress
) -> tuple[Audit, Event, list[Sample]]:
    """Return what was found, blind or not, the last event, and runs that may tell of memory."""
    until = math.inf if budget.seconds is None else time.monotonic() + budget.seconds
    first = runs.sample("round 0", min(_FIRST, budget.runs // 2), until)
    fewest = min(len(first.zero), len(first.one))
    if fewest < _FEWEST:
        raise must("seconds", f"suffice for {_FEWEST} runs of each world", f"{budget.seconds:g} for {fewest}")
    state = _Rounds(runs, claim, budget, until, first, fewest)
    while True:
        tell(f"round {len(state.plays) + 1}", state.drawn, budget.runs)
        (staked, shown), blind = _choice(state.past, claim, budget)
        state.play(staked, shown)
        if state.over:
            return _audit(state, blind=blind), staked, [state.past]


def _choice(past: Sample, claim: tuple[float, float], budget: Budget) -> tuple[list[Event], bool]:
    """Return the events to stake on and to bound epsilon by; and whether no statistic varies although outputs do.

    Statistics learn from one half of what there is, and are compared on the other.
    """
    half = min(len(past.zero), len(past.one)) // 2
    found = list(all_scores(past.zero[:half], past.one[:half], claim[0] if budget.bits else None))
    zero, one = past.zero[half:], past.one[half:]
    events = best(found, zero, one, [grows(*claim), promise(claim[1], 1 - budget.confidence)])
    if any(len(np.unique(np.concatenate([score(zero), score(one)]))) > 1 for score in found):
        return events, False
    return events, len({text_of(output) for output in [*zero, *one]}) > 1


def _audit(state: _Rounds, *, blind: bool) -> Audit:
    refuted = state.log_wealth >= state.needed
    shown = max(state.bounds, key=lambda bound: bound.epsilon)
    event, (epsilon, delta) = shown.event, state.claim
    mu, fitted = gaussian_fit(event.score(state.past.zero), event.score(state.past.one), delta)
    return Audit(
        mechanism=state.runs.mechanism.name,
        epsilon=epsilon,
        delta=delta,
        plan=state.budget,
        statistic=event.score.name,
        above=event.above,
        hit_world=event.world,
        threshold=event.threshold,
        hits=shown.hits,
        runs=shown.runs,
        false_hits=shown.false_hits,
        false_runs=shown.false_runs,
        epsilon_bound=max(shown.epsilon, epsilon if refuted else 0.0),
        largest_bound=max([bound.largest for bound in state.bounds], default=0.0),
        gaussian_mu=mu,
        gaussian_epsilon=fitted,
        log_p_value=-max(0.0, state.log_wealth),
        verdict=_verdict(state, refuted=refuted),
        plays=tuple(state.plays),
        coins=not state.runs.repeats,
        blind=blind,
    )


def _verdict(state: _Rounds, *, refuted: bool) -> Verdict:
    """Say INCONCLUSIVE where not even a perfect distinction in every run would have refuted the claim."""
    if refuted:
        return Verdict.REFUTED
    rounds = sum(sum(play.pairs) for play in state.plays)
    hits = rounds if state.runs.repeats else rounds // 2
    perfect = Play("perfect", state.claim[0], state.null, Pairs(hits, 0, 0, rounds - hits))
    return Verdict.CONSISTENT if log_wealth(perfect) >= state.needed else Verdict.INCONCLUSIVE


def _pairs(event: Event, block: Sample) -> Pairs:
    flags = [event.happens(block[world]) for world in (event.world, 1 - event.world)]
    return counted(*moves(flags[0], flags[1], [] if block.coins is None else [block.coins], event.world))


def _counts(event: Event, block: Sample) -> list[int]:
    flags = [event.happens(block[world]) for world in (event.world, 1 - event.world)]
    return [int(flags[0].sum()), len(flags[0]), int(flags[1].sum()), len(flags[1])]


def _latest(samples: list[Sample]) -> Sample:
    """Return the latest runs, as many as statistics are learned from."""
    zero, one = (joined([sample[world] for sample in samples]) for world in (0, 1))
    most = min(_most(zero), _most(one))
    coins = [sample.coins for sample in samples if sample.coins is not None]
    if not coins:
        return Sample(zero[-most:], one[-most:])
    latest = np.concatenate(coins)[-2 * most :]
    ones = int(latest.sum())
    return Sample(zero[len(zero) - (len(latest) - ones) :], one[len(one) - ones :], latest)


def _most(outputs: Outputs) -> int:
    if isinstance(outputs, np.ndarray):
        return min(2 * _NUMBERS, max(_FIRST, _KEPT // max(1, outputs[:1].size)))
    return 2 * (_NUMBERS if all(isinstance(x, (int, float)) for x in outputs) else _OTHERS)
