r"""Algorithm 2: reward counters that are fed only when they are visited, seen in the releases.

r~(s, a, h) is exactly 0 as long as nobody has visited (s, a, h), and has a density afterwards: two users of episode 1
in different states are told apart with certainty.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import inf

from tabular.noise.counters.designs import BinaryDesign
from tabular.privacy.joint import CounterFeeds, largest_transcript_loss
from tabular.privacy.joint.transcript import RewardFeed
from theory_checks.core.certificate import Certificate, instance
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import ball, exact
from theory_checks.core.formula import Formula
from theory_checks.core.interpret import enclose
from theory_checks.papers.pucb.privacy._three_counters import PRINTED_BUDGET, noise_scale

SIZES = ((2, 1, 1, 1), (2, 2, 1, 2), (2, 1, 2, 7))


@claim("pucb/reward-feed", reading="visited-only", sound={"zeros fed to all other reward counters": {"feed": "all"}})
@claim(
    "pucb/reward-feed",
    reading="zero-fed",
    setting={"feed": "all"},
    broken={
        "reward counters fed on visits only": {"feed": "visited"},
        "9/10 of the noise": {"budget": PRINTED_BUDGET * 10 / 9},
    },
    near=("reward counters fed on visits only", "9/10 of the noise"),
)
def reward_feed(trial: Trial, *, feed: RewardFeed = "visited", budget: Formula = PRINTED_BUDGET) -> Iterator[Finding]:
    """Look at the atom of an unvisited reward counter; if there is none, compute the exact loss."""
    for S, A, H, T in SIZES:
        loss = largest_transcript_loss(CounterFeeds(S, A, H, feed), BinaryDesign(T), noise_scale(budget, H, T)).loss
        case = f"$S = {S}$, $A = {A}$, $H = {H}$, $T = {T}$"
        atom = Fraction(loss == inf)
        yield ball(
            f"{case}: a reward counter that user 1 visits and its neighbour does not",
            enclose(atom),
            "<=",
            enclose(trial.formal.right, {"epsilon": 1000, "visited": 0}),
            quantity=r"$\Pr[\tilde r = 0]$ after episode 1 without a visit, and $e^\varepsilon$ times the same with "
            r"one, for every $\varepsilon$",
            certificate=_atom(trial),
        )
        if not atom:
            yield exact(case, Fraction(loss), "<=", 2, quantity=r"the largest log density ratio over $\varepsilon$")


def _atom(trial: Trial) -> Certificate:
    return instance(
        trial.formal,
        r"The event $\tilde r(s, a, 1) = 0$ has probability 1 if nobody visits $(s, a, 1)$ in episode 1, and 0 if "
        r"user 1 does: no $\varepsilon$ is large enough.",
        {"epsilon": 1000},
    )
