"""Evidence whose certificate is made for failures alone, and certificates whose left side is the value of a lemma."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from theory_checks.core.certificate import Certificate, lemma_at
from theory_checks.core.evidence import Evidence, Outcome
from theory_checks.core.formal import Formal
from theory_checks.core.formula import Term, ref


def certified(compared: Evidence, certificate: Callable[[], Certificate]) -> Evidence:
    """Return the evidence, with its certificate if it is a failure."""
    return replace(compared, certificate=certificate()) if compared.outcome is Outcome.FAILS else compared


def certificate_by(theorem: str, says: str, printed: Formal, values: Mapping[str, Term]) -> Certificate:
    """Return the certificate that the left side of a statement, which a lemma gives at these values, is too large."""
    name, constants = str(printed.left), {x: values[x] for x in sorted(printed.domain.symbols)}
    return Certificate(says, given=[lemma_at(name, theorem, values)], values={name: ref(name), **constants})
