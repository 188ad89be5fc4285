"""The law of what the other users see, by enumeration of all runs of Algorithm 1.

Runs that agree in the view so far and in the hidden value of the agent are merged, so that the work is that of the
distinct pairs and not of the runs. The actions towards users outside the audience are forgotten at the end of their
episode; the agent's hidden value keeps what it keeps.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, cast

from flint import ctx

from tabular.episodic.protocol import Path, User, check_reward, check_state
from tabular.errors import InputError, must, show
from tabular.numbers.arguments import integer
from tabular.numbers.arrays import Scalar, fraction
from tabular.privacy.joint.agent_law import AgentLaw, Hidden, checked
from tabular.privacy.joint.exponential_sums import ExponentialSum
from tabular.privacy.joint.weights import Mass, Weight, is_zero, mass_of, plus, times

Actions = tuple[Path, ...]
# A user, or a colluder who chooses its tree after what the audience has seen in the earlier episodes.
Participant = User | Callable[[Actions], User]
_MOST_RUNS = 1 << 20
BITS = 128  # of balls


class View(NamedTuple):
    """What an audience sees: the actions of its episodes, in order, and the released policy."""

    actions: Actions
    policy: Hashable


@dataclass(frozen=True, eq=False)
class ViewLaw:
    """The probabilities of all possible views, and the probability ``missing`` that the agent's laws left out."""

    masses: Mapping[View, Mass]
    missing: Mass


class _Run(NamedTuple):
    """A run within an episode: the view before it, and the messages of this episode."""

    seen: Actions
    hidden: Hidden
    states: Path = ()
    actions: Path = ()
    rewards: tuple[Scalar, ...] = ()


_Runs = dict[_Run, Weight]


def view_law(agent: AgentLaw, users: Sequence[Participant], audience: Sequence[int], bits: int = BITS) -> ViewLaw:
    """Return the law of the view of the users with these numbers; balls have about ``bits`` bits."""
    seen_by = set(audience)
    if not seen_by <= set(range(len(users))):
        raise must("audience", f"hold numbers of users from 0 to {len(users) - 1}", show(sorted(seen_by)))
    with ctx.workprec(bits):
        lost: list[Weight] = []
        runs = _extend({_Run((), None): Fraction(1)}, lambda _: agent.start(), _with_hidden, "start", lost)
        for episode, user in enumerate(users):
            runs = _episode(agent, runs, user, episode, episode in seen_by, lost)
        released = _extend(runs, lambda run: agent.release(run.hidden), _with_hidden, "release", lost)
        return _measured(released, lost)


def _episode(agent: AgentLaw, runs: _Runs, user: Participant, number: int, is_seen: bool, lost: list[Weight]) -> _Runs:
    trees = {seen: _tree(user, seen, number) for seen in {run.seen for run in runs}}
    for step in range(agent.horizon):
        shown = _shown_states(agent, runs, trees, step, number)
        runs = _extend(
            shown,
            lambda run, step=step: agent.act(run.hidden, step, run.states[-1]),
            lambda run, choice, step=step: _after_action(agent, run, choice, trees[run.seen], step, number),
            "act",
            lost,
        )
    return _extend(
        runs,
        lambda run: agent.end_episode(run.hidden, run.states, run.actions, run.rewards),
        lambda run, hidden: _Run((*run.seen, run.actions) if is_seen else run.seen, hidden),
        "end_episode",
        lost,
    )


def _tree(user: Participant, seen: Actions, number: int) -> User:
    chosen = cast(Any, user(seen) if callable(user) else user)
    if not (callable(getattr(chosen, "state", None)) and callable(getattr(chosen, "reward", None))):
        raise must("users", "be users, or functions from the actions seen to users", show(chosen), f"in {number}")
    return cast(User, chosen)


def _shown_states(agent: AgentLaw, runs: _Runs, trees: Mapping[Actions, User], step: int, number: int) -> _Runs:
    """Return the runs after the user has sent its state."""

    def shown(run: _Run) -> _Run:
        state = check_state(trees[run.seen].state(run.actions), agent.n_states, step, number)
        return run._replace(states=(*run.states, state))

    return {shown(run): weight for run, weight in runs.items()}


def _after_action(agent: AgentLaw, run: _Run, choice: Any, tree: User, step: int, number: int) -> _Run:
    """Return the run after the agent's action and the user's reward."""
    if not isinstance(choice, tuple) or len(cast("tuple[Any, ...]", choice)) != 2:
        raise must("act", "return outcomes (action, hidden value)", show(cast(Any, choice)))
    action, hidden = cast("tuple[Any, Any]", choice)
    action = integer("action", action, 0, agent.n_actions - 1, f"at step {step} of episode {number}")
    path = (*run.actions, action)
    reward = fraction(check_reward(tree.reward(path), f"at step {step} of episode {number}"))
    return run._replace(hidden=hidden, actions=path, rewards=(*run.rewards, reward))


def _extend(
    runs: _Runs, law: Callable[[_Run], Any], after: Callable[[_Run, Any], _Run], who: str, lost: list[Weight]
) -> _Runs:
    """Return the runs one message later; what the laws leave out goes to ``lost``."""
    extended: _Runs = {}
    for run, weight in runs.items():
        pairs, missing = checked(law(run), who)
        if missing is not None:
            lost.append(times(weight, missing))
        for conditional, outcome in pairs:
            following = after(run, outcome)
            extended[following] = plus(extended.get(following), times(weight, conditional))
        if len(extended) > _MOST_RUNS:
            raise must("the agent and its users", f"have at most {_MOST_RUNS} distinct runs", "more")
    return extended


def _with_hidden(run: _Run, hidden: Any) -> _Run:
    return run._replace(hidden=hidden)


def _measured(released: _Runs, lost: list[Weight]) -> ViewLaw:
    """Return the law of (actions, policy), the policy being the last outcome."""
    weights: dict[View, Weight] = {}
    for run, weight in released.items():
        view = View(run.seen, run.hidden)
        weights[view] = plus(weights.get(view), weight)
    masses = {view: mass_of(weight) for view, weight in weights.items()}
    total: Weight | None = None
    for weight in lost:
        total = plus(total, weight)
    missing = Fraction(0) if total is None else mass_of(total)
    _check_cover(masses, missing)
    return ViewLaw({view: mass for view, mass in masses.items() if not is_zero(mass)}, missing)


def _check_cover(masses: Mapping[View, Mass], missing: Mass) -> None:
    """Refuse events that overlap or leave a gap: their probabilities must sum to 1 exactly."""
    sums = [mass for mass in masses.values() if isinstance(mass, ExponentialSum)]
    if sums:
        parts = [*sums, missing] if isinstance(missing, ExponentialSum) else sums
        total = ExponentialSum.of(term for part in parts for term in part.terms)
        if total != ExponentialSum.rational(1):
            raise InputError(f"events must be disjoint and cover everything, got a total of {total.ball(53)}")
