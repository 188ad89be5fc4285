"""`formula`: what is claimed of real symbols on a domain, from texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from theory_checks.core.formal import Formal, formal


def formula(
    *claims: str,
    where: str | Sequence[str] = (),
    symbols: Mapping[str, str] | None = None,
    let: Mapping[str, str] | None = None,
) -> Formal:
    """Return the claims as formulas: `formula("log(x) <= x - 1", where="x > 0")`; `symbols` are names in LaTeX."""
    return formal(claims, (where,) if isinstance(where, str) else where, symbols, let)
