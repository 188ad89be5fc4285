"""A failure outside of the region in which a statement is true has a certificate with values outside of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from theory_checks.core.domain import Domain
from theory_checks.core.evidence import Region
from theory_checks.core.formal import Formal
from theory_checks.core.formula import from_json


def lie_outside(certificate: Mapping[str, Any], region: Formal) -> bool:
    """Tell whether the values of a certificate are known not to lie in a region; where there is none, they do not."""
    if not region.claims or "values" not in certificate:  # a conclusion of its own rests on what is assumed
        return True
    try:
        values = {**certificate["constants"], **certificate["values"]}
        return not Domain(region.claims).contains({name: from_json(x) for name, x in values.items()})
    except (KeyError, TypeError, ValueError, ZeroDivisionError):  # a value that a lemma gives, or undecided
        return False


def placed(record: Mapping[str, Any], region: Formal) -> bool:
    """Tell whether the certificates of failures outside of a region lie outside of it."""
    outside = {x["certificate"] for x in record["evidence"] if x["region"] == Region.OUTSIDE}
    return all(lie_outside(x["certificate"], region) for x in record["certificates"] if x["digest"] in outside)
