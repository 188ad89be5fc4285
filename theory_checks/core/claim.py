"""A claim: one statement under one reading, with the function that puts it on trial.

    @claim("dpdqn/claim15", broken={"...": {"norm": ...}})
    def claim15(trial: Trial, *, norm=total_occupancy) -> Iterator[Evidence]:
        ...

What is said of it (domain, what would refute it, why the cases decide it) stands in `statements.toml` beside the check.
The object under test is a keyword argument with the true object as its default. Where one function serves several
statements or readings, each has its `setting`: further keyword arguments, so that no check asks for its own name.
What no paper says can stand in the code: `formal`, `where` and the like make a statement of the claim.
A control sends another object through the same function: a `broken` one must be refuted, a `sound` one (for a statement
that is refuted) must pass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from inspect import signature
from typing import Any, Literal, TypeVar, Unpack

import numpy as np

from theory_checks.core.evidence import Evidence
from theory_checks.core.exhibits import Exhibit
from theory_checks.core.formal import Formal
from theory_checks.core.seeds import generator
from theory_checks.core.stated import Said, stated
from theory_checks.core.statement import PRINTED, Statement

Profile = Literal["quick", "full"]
Finding = Evidence | Exhibit
Overrides = Mapping[str, Mapping[str, object]]


@dataclass(frozen=True, kw_only=True)
class Trial:
    """What a claim function may depend on: the statement's name, the profile and the seed. Nothing else."""

    claim_id: str
    reading: str = PRINTED
    profile: Profile = "quick"
    seed: int = 0
    formal: Formal = field(default_factory=Formal)  # what the statement claims, as formulas

    @property
    def full(self) -> bool:
        """Tell whether the long version was asked for."""
        return self.profile == "full"

    def rng(self, *names: str) -> np.random.Generator:
        """Return the random numbers of one instance; they depend on names and seed only."""
        return generator(self.seed, self.claim_id, self.reading, *names)


ClaimFunction = Callable[..., Iterator[Finding]]  # (trial, *, object_under_test=...) -> findings
Checked = TypeVar("Checked", bound=Callable[..., Iterator[Any]])


@dataclass(frozen=True, kw_only=True)
class Claim:
    """The function that puts a statement on trial under one reading, with its controls."""

    id: str
    reading: str
    function: ClaimFunction
    setting: Mapping[str, object] = field(default_factory=dict)
    broken: Overrides = field(default_factory=dict)
    sound: Overrides = field(default_factory=dict)
    near: Sequence[str] = ()  # names of the broken objects that are near misses of the true one
    statement: Statement | None = None  # what is on trial, where the code says it and no paper does

    @property
    def key(self) -> tuple[str, str]:
        """Return the name under which results are stored."""
        return self.id, self.reading

    @property
    def objects(self) -> list[str]:
        """Return what is on trial: the keyword arguments that a control may exchange, by their names in the code."""
        arguments = signature(self.function).parameters.values()
        defaults = {x.name: x.default for x in arguments if x.kind is x.KEYWORD_ONLY}
        return [_described(name, thing) for name, thing in {**defaults, **self.setting}.items()]


def _described(name: str, thing: object) -> str:
    """Return a name with that of the function or class it stands for; other values have the page to show them."""
    known = getattr(thing, "__qualname__", "")
    return f"{name} = {getattr(thing, '__module__', '')}.{known}" if known and "<" not in known else name


registered: dict[tuple[str, str], Claim] = {}  # of statements that stand in papers
own: dict[tuple[str, str], Claim] = {}  # of statements that stand in the code, by its module and their names


def claim(
    *ids: str,
    reading: str = PRINTED,
    setting: Mapping[str, object] | None = None,
    broken: Overrides | None = None,
    sound: Overrides | None = None,
    near: Sequence[str] = (),
    **said: Unpack[Said],
) -> Callable[[Checked], Checked]:
    """Register a function as the check of one or several statements (the two versions of a paper share many).

    What is `said` makes a statement of one's own, which is called like the function if it has no other name.
    """
    places = ", ".join(ids) or str(said.get("formal", ""))
    if not (broken or sound):
        raise ValueError(f"a claim must have a control, got neither broken nor sound objects at {places}")
    if missing := [name for name in near if name not in (broken or {})]:
        raise ValueError(f"a near miss must be one of the broken objects, got {missing[0]!r} at {places}")
    if not (ids or said):
        raise ValueError("a claim must name a statement of a paper or say one, got neither")

    def register(function: Checked) -> Checked:
        for id_ in ids or (function.__name__,):
            new = Claim(
                id=id_,
                reading=reading,
                function=function,
                setting=dict(setting or {}),
                broken=dict(broken or {}),
                sound=dict(sound or {}),
                near=near,
                statement=stated(id_, function, reading, said) if said else None,
            )
            _add(new)
        return function

    return register


def claims_of(thing: object) -> list[Claim]:
    """Return what a function was registered for, or the claims of one's own that have a name."""
    if isinstance(thing, str):
        return [claim for claim in own.values() if claim.id == thing]
    return [claim for claim in (*registered.values(), *own.values()) if claim.function is thing]


def _add(new: Claim) -> None:
    if new.statement:
        own[new.function.__module__, new.id] = new  # a cell of a notebook may be run again
        return
    old = registered.get(new.key)
    if old is not None and old.function is not new.function:
        raise ValueError(f"a statement must be registered once per reading, got {new.key} in two places")
    registered[new.key] = new
