"""Audits of what takes data, or meets users: over the worst neighbours that a search finds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from tabular.episodic.protocol import Agent, User, interact
from tabular.errors import must, show
from theory_checks.audit.claims import Claim
from theory_checks.audit.mechanism import Mechanism, mechanism
from theory_checks.audit.neighbours import Data, Pair, Subject, worst_pair
from theory_checks.audit.outcome import Audit
from theory_checks.audit.plans import Budget
from theory_checks.audit.procedure import audit, claimed


def audit_data(
    function: Callable[..., Any],
    data: Data,
    claim: Claim | None = None,
    *,
    epsilon: float | None = None,
    delta: float = 0.0,
    plan: Budget | None = None,
) -> Audit:
    """Audit a function (dataset, rng) on neighbouring datasets, lists of entries: those that it tells apart best."""
    if not callable(function):
        raise must("mechanism", "be a function (dataset, rng)", show(function))
    name = getattr(function, "__name__", "mechanism")

    def subject(pair: Pair) -> Mechanism:
        def answer(world: int, rng: np.random.Generator) -> Any:
            return function(list(pair[world]), rng)

        return mechanism(answer, name)

    return _audited(subject, data, claimed(claim, epsilon, delta), plan or Budget())


def audit_agent(
    make: Callable[[np.random.Generator], Agent],
    users: Sequence[User],
    episodes: int,
    claim: Claim | None = None,
    *,
    epsilon: float | None = None,
    delta: float = 0.0,
    plan: Budget | None = None,
) -> Audit:
    """Audit joint privacy: what all others see of an agent, over sequences of users of which one is replaced.

    ``make(rng)`` returns a new agent with its randomness; `interact` says what it is asked, and what is seen of it.
    """

    def subject(pair: Pair) -> Mechanism:
        def view(world: int, rng: np.random.Generator) -> Any:
            return interact(make(rng), pair[world]).view_without(pair.place)

        return mechanism(view, getattr(make, "__name__", "agent"))

    return _audited(subject, Data(list(users), [episodes]), claimed(claim, epsilon, delta), plan or Budget())


def _audited(subject: Subject, data: Data, claim: Claim, plan: Budget) -> Audit:
    pair, compared = worst_pair(subject, data, claim, plan)
    found = audit(subject(pair), claim, plan=plan)
    return replace(
        found, inputs=(pair.zero, pair.one), notes=(*found.notes, f"the worst of {compared} pairs of inputs")
    )
