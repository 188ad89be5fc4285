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
from typing import Any

import numpy as np

from tabular.errors import must
from theory_checks.audit.bets import Pairs, Play, log_wealth
from theory_checks.audit.bounds import gaussian_fit, interval
from theory_checks.audit.choice import Choice, chosen
from theory_checks.audit.claims import Approximate, Claim
from theory_checks.audit.events import Event
from theory_checks.audit.mechanism import Outputs
from theory_checks.audit.outcome import Audit
from theory_checks.audit.plans import Budget
from theory_checks.audit.runs import Progress, Runs, Sample, joined
from theory_checks.audit.scores import Score
from theory_checks.audit.weights import Weighed, Weights
from theory_checks.core.judge import Verdict

_FIRST = 500  # runs of each world from which the first event is chosen
_FEWEST = 20  # of these, where the clock is against more
_BLOCK = 1 << 14  # runs of each world that are held at a time
_ENOUGH = 100_000  # runs of each world before an audit that shows nothing may stop
_NUMBERS, _OTHERS = 1 << 17, 1 << 14  # outputs of each world from which events are chosen
_KEPT = 1 << 22  # numbers of each world that are kept for that
_REFERENCE = 1e-5  # delta at which a normal fit is told, where the claim names none
_PATIENCE = 2.0  # how much better than it looks an event may be


@dataclass(frozen=True)
class _Shown:
    """What the fresh runs of a round have shown of an event: it has probability p or more, and q or less."""

    event: Event
    hits: int = 0
    runs: int = 0
    false_hits: int = 0
    false_runs: int = 0
    p: float = 0.0
    q: float = 1.0
    error: float = 1.0


@dataclass
class _Rounds:
    """An audit on its way."""

    runs: Runs
    claim: Claim
    budget: Budget
    until: float
    past: Sample
    drawn: int
    log_wealth: float = 0.0
    plays: list[Play | Weighed] = field(default_factory=list[Play | Weighed])
    weighed: float = 0.0  # a bound of the claim's parameter, from weights
    shown: list[_Shown] = field(default_factory=list[_Shown])

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

    def play(self, choice: Choice) -> None:
        """Draw as many fresh runs as there are old ones, stake on one event, and count others."""
        number, size = len(self.plays) + 1, min(self.drawn, self.budget.runs - self.drawn)
        counts, kept, done = np.zeros((len(choice.shown), 4), int), [self.past], 0
        bet: Any = choice.staked
        play = bet.begun(self.share)
        while done < size and time.monotonic() <= self.until:
            block = self.runs.sample(f"round {number} from {done}", min(_BLOCK, size - done), self.until)
            play = bet.after(play, block)
            counts += [_counts(event, block) for event in choice.shown]
            done += min(_BLOCK, size - done)
            kept.append(block)
            if self.log_wealth + log_wealth(play) >= self.needed:
                break
        whole = done == size or time.monotonic() > self.until  # else the event itself has ended the round
        told = len(choice.shown) + bool(self.claim.orders())
        error = (1 - self.budget.confidence) / (number * (number + 1) * told)
        rows = counts.tolist() if whole else [[0, 0, 0, 0] for _ in choice.shown]
        self.shown += [_shown(event, error, *row) for event, row in zip(choice.shown, rows, strict=True)]
        if isinstance(bet, Weights):  # a capital may be looked at whenever its round ends
            shown = bet.shown(play, self.share, error) / bet.divergence * self.claim.value
            self.weighed = max(self.weighed, shown)
        self.plays.append(play)
        self.log_wealth += log_wealth(play)
        self.drawn += self._runs(play)
        self.past = _latest(kept)

    def _runs(self, play: Play | Weighed) -> int:
        return play.rounds if self.runs.repeats else (play.rounds + 1) // 2

    @property
    def share(self) -> float:
        """How much of what a claim allows in a pair of runs it allows in a round."""
        return 1.0 if self.runs.repeats else 0.5


def by_rounds(runs: Runs, claim: Claim, budget: Budget, tell: Progress) -> tuple[Audit, Score, list[Sample]]:
    """Return what was found, blind or not, the last statistic, and runs that may tell of memory."""
    until = math.inf if budget.seconds is None else time.monotonic() + budget.seconds
    first = runs.sample("round 0", min(_FIRST, budget.runs // 2), until)
    fewest = min(len(first.zero), len(first.one))
    if fewest < _FEWEST:
        raise must("seconds", f"suffice for {_FEWEST} runs of each world", f"{budget.seconds:g} for {fewest}")
    state = _Rounds(runs, claim, budget, until, first, fewest)
    while True:
        tell(f"round {len(state.plays) + 1}", state.drawn, budget.runs)
        choice = chosen(state.past, claim, budget)
        state.play(choice)
        if state.over:
            return _audit(state, blind=choice.blind), choice.staked.score, [state.past]


def _audit(state: _Rounds, *, blind: bool) -> Audit:
    refuted, claim = state.log_wealth >= state.needed, state.claim
    best = max(state.shown, key=lambda shown: _least(claim, shown.p, shown.q))
    delta = claim.delta if isinstance(claim, Approximate) else _REFERENCE
    mu, fitted = gaussian_fit(best.event.score(state.past.zero), best.event.score(state.past.one), delta)
    return Audit(
        mechanism=state.runs.mechanism.name,
        claim=claim,
        plan=state.budget,
        statistic=best.event.score.name,
        above=best.event.above,
        hit_world=best.event.world,
        threshold=best.event.threshold,
        hits=best.hits,
        runs=best.runs,
        false_hits=best.false_hits,
        false_runs=best.false_runs,
        bound=max(_least(claim, best.p, best.q), state.weighed, claim.value if refuted else 0.0),
        largest_bound=max(_largest(claim, shown) for shown in state.shown),
        gaussian_mu=mu,
        gaussian_epsilon=fitted,
        log_p_value=-max(0.0, state.log_wealth),
        verdict=_verdict(state, refuted=refuted),
        plays=tuple(state.plays),
        coins=not state.runs.repeats,
        lines=tuple((shown.p, shown.q) for shown in state.shown),
        blind=blind,
    )


def _least(claim: Claim, p: float, q: float) -> float:
    return max(0.0, float(claim.least(np.array(p), np.array(q))))


def _largest(claim: Claim, shown: _Shown) -> float:
    """Return what a perfect event would have shown in as many runs."""
    return _least(claim, *interval(shown.runs, shown.runs, 0, shown.runs, shown.error)) if shown.runs else 0.0


def _shown(event: Event, error: float, hits: int, runs: int, false_hits: int, false_runs: int) -> _Shown:
    if not runs or not false_runs:
        return _Shown(event)
    p, q = interval(hits, runs, false_hits, false_runs, error)
    return _Shown(event, hits, runs, false_hits, false_runs, p, q, error)


def _verdict(state: _Rounds, *, refuted: bool) -> Verdict:
    """Say INCONCLUSIVE where not even a perfect distinction in every run would have refuted the claim."""
    if refuted:
        return Verdict.REFUTED
    rounds = sum(play.rounds for play in state.plays)
    hits = rounds if state.runs.repeats else rounds // 2
    perfect = Pairs(hits, 0, 0, rounds - hits)
    wealths = (
        log_wealth(Play("perfect", epsilon, state.share * delta, perfect)) for epsilon, delta in state.claim.pairs()
    )
    return Verdict.CONSISTENT if max(wealths) >= state.needed else Verdict.INCONCLUSIVE


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
        return min(_NUMBERS, max(_FIRST, _KEPT // max(1, outputs[:1].size)))
    return _NUMBERS if all(isinstance(x, (int, float)) for x in outputs) else _OTHERS
