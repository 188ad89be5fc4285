"""The worst pair of neighbouring users, by trying all sequences of users from a finite set."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import cast

from tabular.episodic.protocol import Path, TreeUser, User, paths
from tabular.errors import must, show
from tabular.numbers.arguments import count, nonnegative
from tabular.numbers.arrays import Scalar
from tabular.numbers.exact import Exact
from tabular.privacy.joint.agent_law import AgentLaw
from tabular.privacy.joint.audit import Audience, JointPrivacy, audience_of
from tabular.privacy.joint.views import BITS, ViewLaw, view_law

_MOST_USERS = 1 << 16
_MOST_LAWS = 1 << 16
_MOST_PAIRS = 1 << 20


@dataclass(frozen=True)
class WorstPair:
    """The neighbours that an audit tells apart best: ``users``, and ``neighbour`` in the place of user ``t``."""

    privacy: JointPrivacy
    users: tuple[User, ...]
    neighbour: User
    t: int


def all_users(horizon: int, n_actions: int, n_states: int, rewards: Sequence[Scalar] = (0, 1)) -> list[TreeUser]:
    """Return all deterministic users: every tree of depth H of states and of these rewards."""
    H, m, n = count("horizon", horizon), count("n_actions", n_actions), count("n_states", n_states)
    if not rewards:
        raise must("rewards", "have at least one entry", "none")
    inner, outer = list(paths(m, 0, H - 1)), list(paths(m, 1, H))
    size = n ** len(inner) * len(rewards) ** len(outer)
    if size > _MOST_USERS:
        raise must("the users", f"be at most {_MOST_USERS} trees", show(size))
    return [
        TreeUser(H, m, dict(zip(inner, states, strict=True)), dict(zip(outer, answers, strict=True)))
        for states in product(range(n), repeat=len(inner))
        for answers in product(rewards, repeat=len(outer))
    ]


def worst_pair(
    agent: AgentLaw,
    episodes: int,
    users: Sequence[User],
    *,
    t: int | None = None,
    epsilon: Exact | None = None,
    audience: Audience = "others",
    bits: int = BITS,
) -> WorstPair:
    """Return the pair of t-neighbouring sequences from ``users`` with the largest pure epsilon, for all t or for one.

    With ``epsilon`` it is the pair with the largest delta(epsilon) instead. Of equal pairs it is the first.
    """
    T, kinds = count("episodes", episodes), list(users)
    targets = range(T) if t is None else [_target(t, T)]
    if epsilon is not None:
        nonnegative("epsilon", epsilon)
    _check_size(T, len(kinds), len(targets))
    best: tuple[float, WorstPair] | None = None
    for candidate in _candidates(agent, T, kinds, targets, audience, bits):
        value = candidate.privacy.epsilon if epsilon is None else candidate.privacy.delta_of(epsilon)
        if best is None or value > best[0]:
            best = value, candidate
    return cast("tuple[float, WorstPair]", best)[1]


def _candidates(
    agent: AgentLaw, T: int, kinds: Sequence[User], targets: Sequence[int], audience: Audience, bits: int
) -> Iterator[WorstPair]:
    """Yield every unordered pair of neighbours with different laws once, the laws computed once for each sequence."""
    seen: set[Hashable] = set()

    @cache
    def law(sequence: Path, target: int) -> ViewLaw:
        return view_law(agent, [kinds[k] for k in sequence], audience_of(T, [target], audience), bits)

    for target in targets:
        for sequence in product(range(len(kinds)), repeat=T):
            for other in range(sequence[target] + 1, len(kinds)):
                changed = (*sequence[:target], other, *sequence[target + 1 :])
                laws = law(sequence, target), law(changed, target)
                contents = (_content(laws[0]), _content(laws[1]))
                if contents not in seen:
                    seen.add(contents)
                    users = tuple(kinds[k] for k in sequence)
                    yield WorstPair(JointPrivacy(*laws, bits), users, kinds[other], target)


def _content(law: ViewLaw) -> Hashable:
    """Return the law as something that equal laws share."""
    return frozenset((view, str(mass)) for view, mass in law.masses.items()), str(law.missing)


def _target(t: object, T: int) -> int:
    if isinstance(t, bool) or not isinstance(t, int) or not 0 <= t < T:
        raise must("t", f"be a number of a user from 0 to {T - 1}", show(t))
    return t


def _check_size(T: int, kinds: int, targets: int) -> None:
    if kinds < 2:
        raise must("users", "hold at least two users", show(kinds))
    laws, pairs = targets * kinds**T, targets * kinds**T * (kinds - 1) // 2
    if laws > _MOST_LAWS or pairs > _MOST_PAIRS:
        rule = f"need at most {_MOST_LAWS} laws and {_MOST_PAIRS} pairs"
        raise must("episodes and users", rule, f"{laws} laws and {pairs} pairs")
