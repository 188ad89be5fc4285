r"""The definitions of Appendix A: PAC (Definition 1), regret (Definition 2), joint privacy (Definition 3).

Each is compared with a direct evaluation that shares no code with the implementation: expected rewards by going through
all paths, probabilities of events by going through all events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import chain, combinations, product

import numpy as np

from tabular.algorithms.episodic.result import Run
from tabular.episodic import EpisodicMDP, every_policy, gap
from tabular.episodic.instances import combination_lock, random_episodic, single_state_bandit
from tabular.episodic.protocol import TreeUser
from tabular.privacy.joint import joint_privacy
from tabular.privacy.joint.audit import Audience
from tabular.privacy.joint.reference_agents import RandomisedResponse
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, exact, exact_all

HALF = Fraction(1, 2)
Policy = np.ndarray
Gap = Callable[[EpisodicMDP, Policy], Fraction]
Count = Callable[[list[Fraction], Fraction], int]


def instances() -> Mapping[str, EpisodicMDP]:
    """Return small exact MDPs."""
    return {
        r"two arms with gap $1/4$": single_state_bandit(2, Fraction(1, 4), exact=True),
        "combination lock of two steps": combination_lock(2, exact=True),
        "random, two states, two actions, two steps": random_episodic(2, 2, 2, seed=1, exact=True),
    }


def return_by_paths(mdp: EpisodicMDP, policy: Policy) -> Fraction:
    """Return the expected total reward of one episode as a sum over all paths."""
    total = Fraction(0)
    for path in product(range(mdp.n_states), repeat=mdp.horizon):
        weight, reward = Fraction(mdp.start[path[0]]), Fraction(0)
        for h, s in enumerate(path):
            a = int(policy[h][s])
            reward += mdp.rewards[h, a, s]
            if h + 1 < mdp.horizon:
                weight *= mdp.transitions[h, a, s, path[h + 1]]
        total += weight * reward
    return total


def gap_by_paths(mdp: EpisodicMDP, policy: Policy) -> Fraction:
    """Return rho* - rho^pi, the maximum taken over all deterministic policies."""
    return max(return_by_paths(mdp, other) for other in every_policy(mdp)) - return_by_paths(mdp, policy)


def library_gap(mdp: EpisodicMDP, policy: Policy) -> Fraction:
    """Return rho* - rho^pi by backward induction."""
    return Fraction(gap(mdp, policy))


def first_state_gap(mdp: EpisodicMDP, policy: Policy) -> Fraction:
    """Return half of it: another quantity, to see that the comparison can fail."""
    return library_gap(mdp, policy) / 2


def library_mistakes(gaps: list[Fraction], alpha: Fraction) -> int:
    """Return how many policies are not alpha-optimal, as a run counts them."""
    return _run(gaps).mistakes(float(alpha))


def not_strict(gaps: list[Fraction], alpha: Fraction) -> int:
    """Return how many gaps are at least alpha."""
    return sum(1 for x in gaps if x >= alpha)


def _run(gaps: list[Fraction]) -> Run:
    values = np.array([float(x) for x in gaps])
    return Run(None, len(gaps), len(gaps), np.zeros(len(gaps)), values, None)


@claim("pucb/def1-pac", broken={r"gaps equal to $\alpha$ counted as mistakes": {"mistakes": not_strict}})
def pac(trial: Trial, *, mistakes: Count = library_mistakes) -> Iterator[Finding]:
    """Count mistakes by the definition and by the library, and the probability of too many for one agent."""
    for name, mdp in instances().items():
        gaps = [library_gap(mdp, policy) for policy in every_policy(mdp)]
        dyadic = [x for x in gaps if float(x) == x]
        levels = sorted({*dyadic, HALF, Fraction(1, 64)})
        yield exact_all(
            f"{name}: an agent that plays every policy once",
            {
                f"alpha = {alpha}": (mistakes(dyadic, alpha), "==", sum(1 for x in dyadic if not x <= alpha))
                for alpha in levels
            },
            quantity=r"number of episodes with $\rho^* - \rho^\pi > \alpha$",
        )
    yield _uniform_agent()


def _uniform_agent() -> Evidence:
    """Check the smallest sample complexity of an agent that picks one of two arms, gap 1/4, by a coin, T = 3."""
    gaps = (Fraction(0), Fraction(1, 4))
    counts = [library_mistakes(list(played), Fraction(1, 8)) for played in product(gaps, repeat=3)]
    smallest = min(f for f in range(4) if Fraction(sum(1 for c in counts if c <= f), 8) >= Fraction(7, 8))
    return exact(
        r"an agent that tosses a coin between two arms with gap $1/4$, $T = 3$, $\alpha = \beta = 1/8$",
        smallest,
        "==",
        2,
        quantity=r"smallest sample complexity $f$ with at most $f$ mistakes with probability at least $1 - \beta$",
        detail="three mistakes have probability 1/8",
    )


@claim("pucb/def2-regret", broken={"half of the gap": {"gaps": first_state_gap}})
def regret(trial: Trial, *, gaps: Gap = library_gap) -> Iterator[Finding]:
    """Compare gaps with enumeration, and the regret of a run with their sum."""
    for name, mdp in instances().items():
        policies = list(every_policy(mdp))
        yield exact_all(
            name,
            {f"policy {policy.tolist()}": (gaps(mdp, policy), "==", gap_by_paths(mdp, policy)) for policy in policies},
            quantity=r"$\rho^* - \rho^\pi$ by backward induction, and by going through all policies and paths",
        )
    played = [Fraction(k, 8) for k in (0, 3, 1, 8)]
    yield exact(
        "a run of four episodes with dyadic gaps",
        Fraction(_run(played).total_regret),
        "==",
        sum(played, start=Fraction(0)),
        quantity=r"$\text{Regret}(4)$ of the run, and the sum of the gaps",
    )


@claim("pucb/def3-jdp", broken={"only the views of later users": {"audience": "later"}})
def joint_differential_privacy(trial: Trial, *, audience: Audience = "others") -> Iterator[Finding]:
    """Compare the audit with a search through all events, in three episodes."""
    for keep in (Fraction(3, 4), Fraction(2, 3)):
        agent = RandomisedResponse(keep)
        for t in (0, 1, 2):
            users, others = _bits((0, 1, 0)), _bits((0, 1, 0))
            others[t] = _bits((1, 0, 1))[t]
            audit = joint_privacy(agent, users, others[t], t, audience=audience)
            first, second = _views(keep, (0, 1, 0), t), _views(keep, (0, 1, 0), t, switched=True)
            yield exact_all(
                f"randomised response that keeps a bit with probability {keep}, user {t + 1} of 3",
                {
                    "largest ratio over all events": (
                        Fraction(audit.ratio),  # type: ignore[arg-type]
                        "==",
                        _over_all_events(first, second),
                    ),
                    "number of views": (len(audit.first.masses), "==", len(first)),
                },
                quantity=r"smallest $e^\varepsilon$",
            )


def _bits(bits: tuple[int, ...]) -> list[TreeUser]:
    return [TreeUser.constant([value], [0], 2) for value in bits]


def _views(keep: Fraction, bits: tuple[int, ...], t: int, *, switched: bool = False) -> dict[tuple[int, ...], Fraction]:
    """Return the law of what the others see: each output is the bit before it, flipped with probability 1 - keep."""
    true = [1 - b if switched and i == t else b for i, b in enumerate(bits)]
    law: dict[tuple[int, ...], Fraction] = {}
    for outputs in product((0, 1), repeat=len(bits)):
        weight = Fraction(1)
        for said, bit in zip(outputs, true, strict=True):
            weight *= keep if said == bit else 1 - keep
        # Output i goes to user i + 1 and the last one is the final policy; user 1 is told 0; user t's is not seen.
        seen = tuple(said for i, said in enumerate((0, *outputs)) if i != t)
        law[seen] = law.get(seen, Fraction(0)) + weight
    return law


def _over_all_events(p: dict[tuple[int, ...], Fraction], q: dict[tuple[int, ...], Fraction]) -> Fraction:
    """Return the largest ratio of the probabilities of an event, either way."""
    views = list(p)
    events = chain.from_iterable(combinations(views, size) for size in range(1, len(views) + 1))
    pairs = ((sum(p[v] for v in event), sum(q[v] for v in event)) for event in events)
    return max(max(Fraction(a) / b, Fraction(b) / a) for a, b in pairs)
