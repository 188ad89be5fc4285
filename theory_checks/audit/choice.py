"""What a round is played on: the events that look best in the runs so far, and the pair that is denied."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from theory_checks.audit.bets import Pairs, Play, counted, moves
from theory_checks.audit.claims import Approximate, Claim
from theory_checks.audit.contents import text_of
from theory_checks.audit.events import Array, Event, Merit, Odds, best, grows
from theory_checks.audit.further import all_scores
from theory_checks.audit.plans import Budget
from theory_checks.audit.runs import Sample
from theory_checks.audit.scores import Score
from theory_checks.audit.weights import Weights, weighed


@dataclass(frozen=True)
class Staked:
    """An event to stake on, against one of the pairs (epsilon, delta) that the claim implies."""

    event: Event
    epsilon: float
    delta: float

    @property
    def score(self) -> Score:
        """Return the statistic."""
        return self.event.score

    def begun(self, share: float) -> Play:
        """Return play without a round; ``share`` is 1 for pairs of runs, and 1/2 for runs of a coin."""
        return Play(str(self.event), self.epsilon, share * self.delta, Pairs(0, 0, 0, 0))

    def after(self, play: Play, block: Sample) -> Play:
        """Return play with the rounds of more runs."""
        flags = [self.event.happens(block[world]) for world in (self.event.world, 1 - self.event.world)]
        coins = [] if block.coins is None else [block.coins]
        more = counted(*moves(flags[0], flags[1], coins, self.event.world))
        return play._replace(pairs=Pairs(*np.add(play.pairs, more).tolist()))


@dataclass(frozen=True)
class Choice:
    """What to stake on, and events to count."""

    staked: Staked | Weights
    gain: float  # the expected growth of the logarithm of a capital in a pair of runs, by what has been seen
    shown: list[Event]
    blind: bool  # no statistic varies, although the outputs do


def chosen(past: Sample, claim: Claim, budget: Budget) -> Choice:
    """Choose; statistics learn from one half of what there is, and are compared on the other."""
    half = min(len(past.zero), len(past.one)) // 2
    pairs = claim.pairs()
    scale = claim.value if isinstance(claim, Approximate) else 1.0
    found = list(all_scores(past.zero[:half], past.one[:half], scale if budget.bits else None))
    zero, one = past.zero[half:], past.one[half:]
    heavy = weighed(found, Sample(zero, one), claim.orders())
    merits = [grows(*pair) for pair in pairs] + _to_show(claim)
    ranked = best(found, zero, one, merits)
    place = max(range(len(pairs)), key=lambda i: ranked[i][0])
    shown = list({str(event): event for _, event in ranked[len(pairs) :]}.values())
    varies = any(len(np.unique(np.concatenate([score(zero), score(one)]))) > 1 for score in found)
    blind = not varies and len({text_of(output) for output in [*zero, *one]}) > 1
    gain, event = ranked[place]
    options: list[tuple[float, Staked | Weights]] = [(gain, Staked(event, *pairs[place])), *([heavy] if heavy else [])]
    gain, staked = max(options, key=lambda option: option[0])
    return Choice(staked, gain, shown, blind)


def _to_show(claim: Claim) -> list[Merit]:
    """Return the merits of events that are counted: the largest bound, and the largest delta at some epsilons."""

    def parameter(odds: Odds) -> Array:
        return claim.least(*odds.likely)

    def excess(epsilon: float) -> Merit:
        def merit(odds: Odds) -> Array:
            p, q = odds.likely
            return p - np.exp(epsilon) * q

        return merit

    return [parameter, *map(excess, _levels(claim))]


def _levels(claim: Claim) -> list[float]:
    """Return epsilons at which the lower bound of the curve is to be high: around the claim, or along its curve."""
    if isinstance(claim, Approximate):
        return [0.0, claim.value or 1.0, 2 * claim.value or 2.0]
    return [epsilon for epsilon, _ in claim.pairs()[:9:2]]
