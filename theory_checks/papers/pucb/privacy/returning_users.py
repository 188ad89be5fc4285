r"""The two remarks of Appendix A.2: a user who returns, and the other users when somebody returns.

One who comes k times is protected by the chain U_0, U_1, ..., U_k in which the visits are replaced one after the other:
what those who are none of the k visits see is a function of every view that leaves out one visit, so each step costs
at most the factor e^epsilon, and the k steps e^(k epsilon). The others, to whom one who returns is a pair of
colluders, are protected as before: Definition 3 quantifies over all trees of all others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from tabular.episodic.protocol import TreeUser
from tabular.noise.counters.designs import BinaryDesign
from tabular.noise.counters.loss import laplace_loss
from tabular.privacy.joint import AgentLaw, JointPrivacy, joint_privacy
from tabular.privacy.joint.reference_agents import RandomisedResponse
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Outcome, exact, exact_all
from theory_checks.core.exhibits import Table

Bound = Callable[[Fraction, int], Fraction]
Actions = tuple[tuple[int, ...], ...]
KEEP = Fraction(3, 4)
LOUDER = RandomisedResponse(Fraction(77, 100))
RATIO = KEEP / (1 - KEEP)  # e^epsilon of randomised response


def group(ratio: Fraction, visits: int) -> Fraction:
    """Return e^(k epsilon)."""
    return ratio**visits


def single(ratio: Fraction, visits: int) -> Fraction:
    """Return e^epsilon, the promise for one visit."""
    return ratio


def one_visit_less(ratio: Fraction, visits: int) -> Fraction:
    """Return e^((k - 1) epsilon) for two visits or more."""
    return ratio ** max(visits - 1, 1)


def nine_tenths(ratio: Fraction, visits: int) -> Fraction:
    """Return 9/10 of e^(k epsilon)."""
    return 9 * ratio**visits / 10


def bit(value: int) -> TreeUser:
    """Return the user in this state."""
    return TreeUser.constant([value], [0], 2)


@claim(
    "pucb/remark-returning-user",
    reading="private-agents",
    broken={
        r"the promise $e^\varepsilon$ for every number of visits": {"bound": single},
        r"$e^{(k-1)\varepsilon}$ for two visits or more": {"bound": one_visit_less},
        r"9/10 of $e^{k\varepsilon}$": {"bound": nine_tenths},
    },
    near=(r"$e^{(k-1)\varepsilon}$ for two visits or more", r"9/10 of $e^{k\varepsilon}$"),
)
def returning_user(trial: Trial, *, bound: Bound = group) -> Iterator[Finding]:
    """Compute the exact loss of k visits of one user, all others being given, with an agent whose epsilon is known."""
    rows: list[list[str | int]] = []
    for visits in (1, 2, 3, 4) if trial.full else (1, 2, 3):
        audit = _visits(visits)
        yield exact(
            f"randomised response that keeps a bit with probability {KEEP}, $k = {visits}$ visits in turn with others",
            _ratio(audit),
            "<=",
            bound(RATIO, visits),
            quantity=r"largest ratio of the probabilities of a view of all others, and $e^{k\varepsilon}$",
        )
        rows.append([visits, str(_ratio(audit)), str(RATIO)])
    yield exact(
        "the same, two visits against one",
        _ratio(_visits(1)),
        "<",
        _ratio(_visits(2)),
        quantity="largest ratio: one who returns leaks more",
    )
    yield exact_all(
        "the counters of PUCB, every $T$ up to 16: one who comes in episodes 1 and 2 against one visit",
        {f"T = {T}": (_counters(T, 1), "<", _counters(T, 1, 2)) for T in range(2, 17)},
        quantity=r"largest change of all partial sums, to which the loss of the releases is proportional",
    )
    yield Table(
        title="What the visits of one user tell the others",
        columns=["visits $k$", r"largest ratio", r"$e^\varepsilon$"],
        rows=rows,
        caption=r"The ratio is $e^{k\varepsilon}$: group privacy is attained.",
    )


def _visits(k: int) -> JointPrivacy:
    """Audit one who comes in every other episode, with the same bit each time."""
    users = [bit(0)] * (2 * k)
    places = list(range(0, 2 * k, 2))
    return joint_privacy(RandomisedResponse(KEEP), users, [bit(1)] * k, places)


def _counters(T: int, *visits: int) -> Fraction:
    """Return how much one counter loses about these items together, for noise of scale 1."""
    return laplace_loss(BinaryDesign(T), {(visit, 0): 1 for visit in visits}, Fraction(1))


def _ratio(audit: JointPrivacy) -> Fraction:
    return Fraction(audit.ratio)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Returning:
    """A later visit of a colluder: a bit that depends on what the visit before was told."""

    answers: tuple[int, ...]

    def __call__(self, seen: Actions) -> TreeUser:
        """Choose the tree after the actions that the colluders have seen."""
        return bit(self.answers[seen[-1][0]])


@claim("pucb/adaptivity", broken={"an agent that keeps a bit with probability 77/100": {"agent": LOUDER}})
@claim(
    "pucb/remark-other-users",
    broken={
        r"an agent with a larger $\varepsilon$ than promised": {"agent": RandomisedResponse(Fraction(9, 10))},
        "an agent that keeps a bit with probability 77/100": {"agent": LOUDER},
    },
    near=("an agent that keeps a bit with probability 77/100",),
)
def other_users(trial: Trial, *, agent: AgentLaw | None = None) -> Iterator[Evidence]:
    """Compute the exact loss of user t against every strategy of one who comes before and after."""
    used = agent or RandomisedResponse(KEEP)
    pairs = {
        f"user {t + 1} of 4, first bit {first}, answers {answers}, last bit {last}": (
            _ratio(joint_privacy(used, _around(t, first, answers, last), bit(1), t)),
            "<=",
            RATIO,
        )
        for t in (0, 1)
        for first, last in product((0, 1), repeat=2)
        for answers in product((0, 1), repeat=2)
    }
    every = exact_all(
        "four episodes, one user in three of them, all strategies",
        pairs,
        quantity=r"largest ratio of the probabilities of a view, and $e^\varepsilon$",
    )
    yield every
    if every.outcome is Outcome.HOLDS:
        yield exact(
            "the worst of them",
            max(left for left, _, _ in pairs.values()),
            "<=",
            RATIO,
            quantity=r"largest ratio of the probabilities of a view, and $e^\varepsilon$",
        )


def _around(t: int, first: int, answers: tuple[int, ...], last: int) -> list[TreeUser | Returning]:
    """Return four users, the target with bit 0 at place t; the next is told about it, and the one after answers."""
    users: list[TreeUser | Returning] = [bit(first), bit(last), bit(last), bit(last)]
    users[t] = bit(0)
    users[t + 2] = Returning(answers)
    return users
