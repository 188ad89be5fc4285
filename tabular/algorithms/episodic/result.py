"""What a run of a learner gives back: read-only arrays over its finished episodes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np

from tabular.episodic.protocol import Transcript
from tabular.errors import must, show
from tabular.numbers.arrays import Array, frozen


@dataclass(frozen=True, eq=False, repr=False)
class Run:
    """The result of ``episodes`` finished episodes out of ``planned``; it has fewer if the run was interrupted.

    ``returns[t]`` is the sum of the rewards of episode t. ``gaps[t]`` = rho* - rho^(pi_t) is exact up to rounding and
    None if the MDP is unknown. ``policy`` is the policy released at the end, ``policies[t]`` = pi_t and ``transcript``
    are there if they were asked for. ``releases`` holds what else the learner gives out, by name.
    """

    learner: object
    episodes: int
    planned: int
    returns: Any
    gaps: Any
    policy: Any
    policies: Any = None
    transcript: Transcript | None = None
    releases: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    def __repr__(self) -> str:
        regret = "" if self.gaps is None else f", regret {self.total_regret:.6g}"
        return f"<Run of {type(self.learner).__name__}: {self.episodes} of {self.planned} episodes{regret}>"

    @property
    def interrupted(self) -> bool:
        """Whether episodes are missing."""
        return self.episodes < self.planned

    @property
    def regret(self) -> Array:
        """The regret after each episode: sum of the gaps up to it."""
        return frozen(np.cumsum(self._known_gaps()))

    @property
    def total_regret(self) -> float:
        """The regret after the last episode."""
        return float(self._known_gaps().sum())

    def mistakes(self, alpha: float) -> int:
        """Return the number of episodes whose policy is not alpha-optimal: gap > alpha."""
        if not alpha >= 0:
            raise must("alpha", "be at least 0", show(alpha))
        return int(np.count_nonzero(self._known_gaps() > alpha))

    def _known_gaps(self) -> Array:
        if self.gaps is None:
            raise must("regret", "be asked of a run on a known MDP", "an environment without one (name it as `model`)")
        return self.gaps
