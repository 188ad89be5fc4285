r"""Algorithm 2: reward counters that are fed only when they are visited, seen in the releases.

r~(s, a, h) is exactly 0 as long as nobody has visited (s, a, h), and has a density afterwards: two users of episode 1
in different states are told apart with certainty.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import inf

from theory_checks.papers.pucb.privacy.budget_split import noise_scale, three_counters

from tabular.noise.counters.designs import BinaryDesign
from tabular.privacy.joint import CounterFeeds, largest_transcript_loss
from tabular.privacy.joint.transcript import RewardFeed
from theory_checks.core.certificate import Certificate, op, ref, relation
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import exact

ONE = Fraction(1)
SIZES = ((2, 1, 1, 1), (2, 2, 1, 2), (2, 1, 2, 7))


@claim(
    "pucb/reward-feed",
    reading="visited-only",
    domain=r"all $S \geq 2$, $A$, $H$, $T$ and any noise with a density, of any scale; all counters are released, and "
    "one that was never fed releases 0",
    refuted_by=r"an event of the releases that is possible under one user and impossible under another: then no "
    r"$\varepsilon$ and no $\delta < 1$ will do",
    sound={"zeros fed to all other reward counters": {"feed": "all"}},
)
@claim(
    "pucb/reward-feed",
    reading="zero-fed",
    domain=r"all $S, A, H, T$ and $\varepsilon > 0$, Laplace noise of the printed scale $3HK/\varepsilon$, all "
    "counters released; the question is whether there is any finite bound (that it is the promised one: "
    "`pucb/budget-split`)",
    refuted_by=r"two users with an infinite loss, or with one above $2\varepsilon$",
    covers=r"""
Every counter has a release in every episode, with the same noise whether it is visited or not: the density of all
partial sums is positive everywhere. One user changes the increments by at most $6H$ in absolute sum (one number in
$[0, 1]$ for each of three counters at each step, at an old and at a new place), and is in at most $K$ partial sums: the
log density ratio is at most $K \cdot 6H/s = 2\varepsilon$ for $s = 3HK/\varepsilon$, whatever the others do. The cases
compute the largest ratio over all pairs of users.""",
    not_covered=r"that the releases are $\varepsilon$-private, which they are not: `pucb/budget-split`",
    broken={"reward counters fed on visits only": {"feed": "visited"}},
)
def reward_feed(trial: Trial, *, feed: RewardFeed | None = None) -> Iterator[Finding]:
    """Look at the atom of an unvisited reward counter; if there is none, compute the exact loss."""
    used: RewardFeed = feed or ("visited" if trial.reading == "visited-only" else "all")
    for S, A, H, T in SIZES:
        found = largest_transcript_loss(
            CounterFeeds(S, A, H, used), BinaryDesign(T), noise_scale(three_counters, H, T, ONE)
        )
        case = f"$S = {S}$, $A = {A}$, $H = {H}$, $T = {T}$"
        atom = Fraction(found.loss == inf)
        yield exact(
            f"{case}: a reward counter that user 1 visits and its neighbour does not",
            atom,
            "<=",
            0,
            quantity=r"$\Pr[\tilde r = 0]$ after episode 1 without a visit, and $e^\varepsilon$ times the same with "
            r"one, for every $\varepsilon$",
            certificate=_atom(trial) if atom else None,
        )
        if not atom:
            yield exact(
                case, Fraction(found.loss), "<=", 2, quantity=r"the largest log density ratio over $\varepsilon$"
            )


def _atom(trial: Trial) -> Certificate:
    return Certificate(
        claim=trial.claim_id,
        reading=trial.reading,
        says=r"The event $\tilde r(s, a, 1) = 0$ has probability 1 if nobody visits $(s, a, 1)$ in episode 1, and 0 if "
        r"user 1 does: no $\varepsilon$ is large enough.",
        constants={"unvisited": 1, "visited": 0, "factor": op("exp", 1000)},
        notes=[
            "Without an input the counter releases 0; with one it releases the input plus noise that has a density.",
            "The factor exp(1000) may be replaced by any other: it is multiplied by 0.",
        ],
        conclusion=relation(ref("unvisited"), ">", op("*", "factor", "visited")),
    )
