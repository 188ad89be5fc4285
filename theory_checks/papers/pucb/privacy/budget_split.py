r"""The budget of Algorithm 2 for every counter, and what one user can change.

A user walks through H steps (s, a, r, s'), and each step feeds 1 to n~(s, a, h), r to r~(s, a, h), 1 to m~(s, a, s', h)
and 0 to all others of step h. Let x, x' be the increments of all counters by two users, K = floor(log2 T) + 1.

    change    ||x - x'||_1 <= 6 H: at each step n~, r~ and m~ each lose at most 1 in one place and gain 1 in another
    loss      the largest log density ratio of all noisy partial sums, (sums that hold the user) ||x - x'||_1/s
    printed   s = K/epsilon' = 3 H K/epsilon, so the loss of user 1 is 6 H K/s = 2 epsilon
    repaired  s = 6 H K/epsilon
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product

from tabular.noise.counters.designs import BinaryDesign
from tabular.privacy.joint import CounterFeeds, Step, largest_transcript_loss, loss_of_paths
from tabular.privacy.joint.transcript import Increments
from theory_checks.core.certificate import Certificate, instance
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, exact, exact_all
from theory_checks.core.exhibits import Figure, Series
from theory_checks.core.formula import Formula, Term
from theory_checks.core.interpret import exact as exact_value
from theory_checks.papers.pucb.privacy._three_counters import (
    PRINTED_BUDGET,
    REPAIRED_BUDGET,
    noise_scale,
)

ONE = Fraction(1)
LOSS = "the largest log density ratio of all noisy partial sums, over all pairs of users of episode 1"


@claim("pucb/budget-split", sound={r"$\varepsilon' = \varepsilon/(6H)$": {"budget": REPAIRED_BUDGET}})
def budget_split(trial: Trial, *, budget: Formula = PRINTED_BUDGET) -> Iterator[Finding]:
    """Compute the exact loss, by dynamic programming over all pairs of users."""
    for feeds, episodes in ONE_STATE + MORE_STATES:
        yield _loss_within_budget(trial, feeds, episodes, budget)
    yield _loss_figure()


ONE_STATE = ((CounterFeeds(1, 1, 1), 1), (CounterFeeds(1, 2, 2), 4), (CounterFeeds(1, 1, 3), 16))
MORE_STATES = (
    (CounterFeeds(2, 1, 1), 1),
    (CounterFeeds(2, 2, 1), 2),
    (CounterFeeds(2, 1, 2), 7),
    (CounterFeeds(3, 1, 1), 64),
    (CounterFeeds(2, 1, 1, last_step="nothing"), 2),
    (CounterFeeds(2, 1, 2, last_step="nothing"), 2),
)


def _loss_within_budget(trial: Trial, feeds: CounterFeeds, T: int, budget: Formula) -> Evidence:
    worst = largest_transcript_loss(feeds, BinaryDesign(T), noise_scale(budget, feeds.horizon, T))
    last = "" if feeds.last_step == "state" else r", $\tilde m$ not fed at the last step"
    return exact(
        f"$S = {feeds.states}$, $A = {feeds.actions}$, $H = {feeds.horizon}$, $T = {T}${last}",
        Fraction(worst.loss),
        "<=",
        1,
        quantity=LOSS + r", in units of $\varepsilon$",
        detail=f"the increments of the worst pair differ by {worst.change} in absolute sum",
        certificate=_certificate(trial, feeds, T),
    )


def _certificate(trial: Trial, feeds: CounterFeeds, T: int) -> Certificate:
    H = feeds.horizon
    values: dict[str, Term] = {
        "epsilon": 1,
        "epsilon_prime": exact_value(PRINTED_BUDGET, {"epsilon": 1, "H": H}),
        "S": feeds.states,
        "H": H,
        "fed": H if feeds.last_step == "state" else H - 1,
        "T": T,
        "K": T.bit_length(),
    }
    return instance(
        trial.formal,
        f"With $S = {feeds.states}$, $H = {H}$, $T = {T}$ there is a release whose density differs by more than "
        r"$e^\varepsilon$ between two users of episode 1.",
        values,
    )


def _loss_figure() -> Figure:
    horizons = list(range(1, 13))
    printed = [float(6 * H / noise_scale(PRINTED_BUDGET, H, 1)) for H in horizons]
    without = [float((6 * H - 2) / noise_scale(PRINTED_BUDGET, H, 1)) for H in horizons]
    repaired = [float(6 * H / noise_scale(REPAIRED_BUDGET, H, 1)) for H in horizons]
    return Figure(
        title="The privacy loss of all releases, as printed and repaired",
        x_label="$H$",
        y_label=r"largest log density ratio over $\varepsilon$",
        series=[
            Series(label=r"$\varepsilon' = \varepsilon/(3H)$, as printed", x=horizons, y=printed),
            Series(label=r"the same, $\tilde m$ not fed at the last step", x=horizons, y=without, kind="dots"),
            Series(label=r"$\varepsilon' = \varepsilon/(6H)$, repaired", x=horizons, y=repaired),
            Series(label="one state, as printed", x=horizons, y=[1 / 3 for _ in horizons]),
        ],
        caption=r"One user who is replaced by another, $S \geq 2$, any $T$. The promise is 1.",
    )


@claim(
    "pucb/budget-split/repaired",
    broken={
        r"$\varepsilon' = \varepsilon/(3H)$": {"budget": PRINTED_BUDGET},
        "9/10 of the noise": {"budget": REPAIRED_BUDGET * 10 / 9},
    },
    near=("9/10 of the noise",),
)
def budget_split_repaired(trial: Trial, *, budget: Formula = REPAIRED_BUDGET) -> Iterator[Evidence]:
    """Compute the exact loss for several sizes and episodes; it is the whole budget."""
    for S, A, H, T in ((1, 2, 2, 4), (2, 1, 1, 1), (2, 2, 1, 2), (2, 1, 2, 7)):
        for t in sorted({1, 2, T}) if T > 1 else (1,):
            scale = noise_scale(budget, H, T)
            yield exact(
                f"$S = {S}$, $A = {A}$, $H = {H}$, $T = {T}$, user {t}",
                Fraction(largest_transcript_loss(CounterFeeds(S, A, H), BinaryDesign(T), scale, t).loss),
                "<=",
                exact_value(trial.formal.right, {"epsilon": 1}),
                quantity=r"the largest log density ratio of all noisy partial sums in units of $\varepsilon$",
            )


class CumulativeFeeds(CounterFeeds):
    """Counters that are fed the rest of the episode at every step: another object, whose change grows like H^2."""

    def increments(self, steps: tuple[Step, ...]) -> Increments:
        """Return the sum of what the episodes cut at 0, 1, ... feed."""
        fed: Increments = defaultdict(Fraction)
        for h in range(len(steps)):
            for counter, value in super().increments(steps[h:]).items():
                fed[counter] += value
        return fed


class AllButTheFirst(CounterFeeds):
    """Counters that are not fed at the first step."""

    def increments(self, steps: tuple[Step, ...]) -> Increments:
        """Return what the other steps feed."""
        return super().increments(steps[1:])


Counters = Callable[[int, int, int], CounterFeeds]
WITHOUT_LAST_STATE = partial(CounterFeeds, last_step="nothing")


@claim(
    "pucb/total-change",
    broken={
        "counters fed the rest of the episode at every step": {"counters": CumulativeFeeds},
        "no counter fed at the first step": {"counters": AllButTheFirst},
        r"$\tilde m$ not fed at the last step": {"counters": WITHOUT_LAST_STATE},
    },
    near=("no counter fed at the first step", r"$\tilde m$ not fed at the last step"),
)
def total_change(trial: Trial, *, counters: Counters = CounterFeeds) -> Iterator[Finding]:
    """Compute the largest change for many sizes, and for the smallest ones by going through all pairs."""
    longest = 5 if trial.full else 2
    sizes = [(S, A, H) for S, A, H in product((1, 2, 3), (1, 2), range(1, longest + 1)) if S < 3 or H * A < 2]
    changes = {size: largest_transcript_loss(counters(*size), BinaryDesign(1), ONE).change for size in sizes}
    yield exact_all(
        f"all $S \\leq 3$, $A \\leq 2$, $H \\leq {longest}$ (for $S = 3$ only $A = H = 1$)",
        {f"S = {S}, A = {A}, H = {H}": (change, "==", 6 * H if S > 1 else H) for (S, A, H), change in changes.items()},
        quantity=r"the largest change $\|x - x'\|_1$ over all pairs of users",
    )
    yield exact(
        "$S = 2$, $A = 1$, $H = 2$, all pairs of paths one after the other",
        _largest_change_of_pairs(counters(2, 1, 2)),
        "==",
        12,
        quantity=r"the largest change $\|x - x'\|_1$",
    )


def _largest_change_of_pairs(feeds: CounterFeeds) -> Fraction:
    """Return the largest change over all pairs of paths of two steps with one action and rewards 0 and 1."""
    walks = [
        (Step(s, 0, Fraction(r), x), Step(x, 0, Fraction(r2), y))
        for s, x, y in product(range(feeds.states), repeat=3)
        for r, r2 in product((0, 1), repeat=2)
    ]
    pairs = product(walks, repeat=2)
    return max(loss_of_paths(feeds, BinaryDesign(1), ONE, 1, walk, other).change for walk, other in pairs)
