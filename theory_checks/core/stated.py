"""Statements that no paper makes: what a claim of one's own says, beside the function that puts it on trial."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from inspect import getdoc
from pathlib import Path
from typing import Any, TypedDict

from theory_checks.core.formal import PARTS, formal
from theory_checks.core.judge import Verdict
from theory_checks.core.statement import OWN_KIND, Reading, Statement


class Said(TypedDict, total=False):
    """What one may say of a claim of one's own; the words mean what they mean in `statements.toml`."""

    says: str
    formal: str | Sequence[str]
    where: str | Sequence[str]
    symbols: Mapping[str, str]
    let: Mapping[str, str]
    quantities: Mapping[str, Mapping[str, str]]
    domain: str
    covers: str
    complete: bool
    verdict: str


def stated(id_: str, function: Callable[..., Any], reading: str, said: Said) -> Statement:
    """Return the statement that a claim says."""
    for name in said.keys() - Said.__annotations__.keys():
        raise TypeError(f"what a claim says must be one of {', '.join(Said.__annotations__)}, got {name!r} at {id_}")
    shared: dict[str, Any] = {name: said.get(name, {}) for name in ("symbols", "let", "quantities")}
    shared |= {name: _texts(said.get(name, ())) for name in ("formal", "where")}
    formulas = formal(*(shared[name] for name in PARTS))
    verdict = _verdict(said.get("verdict"), id_)
    own = Reading(
        name=reading,
        domain=said.get("domain", ""),
        covers=said.get("covers", ""),
        complete=said.get("complete", False),
        verdict=verdict,
        **shared,
    )
    code = function.__code__
    return Statement(
        id=id_,
        label=function.__name__.replace("_", " "),
        kind=OWN_KIND,
        place=f"{Path(code.co_filename).name}, line {code.co_firstlineno}",
        quantifier="forall",
        says=said.get("says") or (getdoc(function) or "").partition("\n")[0],
        formulas=formulas.latex,
        verdict=verdict,
        readings=(own,),
        **shared,
    )


def _texts(given: str | Sequence[str]) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else tuple(given)


def _verdict(text: str | None, id_: str) -> Verdict | None:
    if text is not None and text not in set(Verdict):
        raise ValueError(f"verdict must be one of {', '.join(Verdict)}, got {text!r} at {id_}")
    return Verdict(text) if text else None
