"""What a theorem beside a statement says of it: in which sense, and of how much of the statement."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

SENSES = ("refuted", "verified", "region", "repaired")
WHOLE, CORE, COUNTEREXAMPLE = SCOPES = ("whole", "core", "counterexample")


@dataclass(frozen=True, kw_only=True)
class Proof:
    """A theorem of a proof assistant about one reading of a statement.

    The scope is `whole` if the theorem is what the reading says, `core` if it is the mathematical part of that, and
    `counterexample` if it refutes a part alone. The symbols `at` some values meet the hypotheses; where the sense is
    `refuted`, the claim fails there.
    """

    sense: str
    scope: str
    at: Mapping[str, str] = field(default_factory=dict[str, str])
    accepted: bool = False  # by Coq's kernel, as it stands today; set from what was recorded, whatever an entry says

    @property
    def settles(self) -> bool:
        """Tell whether it proves that all of the reading is true."""
        return self.accepted and self.scope == WHOLE and self.sense in ("verified", "repaired")
