"""Runs on loops of one state, with exact second moments."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from tabular.evaluation.second_moments import second_moments
from tabular.mdp.instances import one_state_loop
from tabular.numbers.arrays import Array
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.formula import ref
from theory_checks.papers.gpope.common.linear_evaluation import spectrum_lemmas
from theory_checks.papers.gpope.common.one_state_loops import Loop, diagonal, loop_matrix


@dataclass(frozen=True)
class LoopRun(ABC):
    """N steps on a loop from xi_1 = (start, 0), with noise of variance `noise` in each coordinate."""

    loop: Loop
    scale: Fraction  # beta or eta
    steps: int
    start: int = 1
    noise: int = 0
    symbol: ClassVar[str] = r"\beta"  # of the scale

    @property
    def name(self) -> str:
        """What evidence calls the run."""
        noise = r"$h\sigma = 1$" if self.noise else "no noise"
        start = f"$\\xi_1 = ({self.start}, 0)$" if self.start else r"$\xi_1 = 0$"
        scale = f"${self.symbol} = {self.scale}$"
        return f"loop, $\\gamma = {self.loop.discount}$, {scale}, $N = {self.steps}$, {start}, {noise}"

    @abstractmethod
    def sizes(self) -> list[Fraction]:
        """Return the step sizes."""

    def moments(self, Q: Array) -> list[Array]:
        """Return E xi_i xi_i' for i = 1 .. N + 1."""
        first, noise = diagonal(Fraction(self.start**2), Fraction(0)), diagonal(*[Fraction(self.noise)] * 2)
        return list(second_moments(Q, self.sizes(), first, noise))

    def certificate(self, items: Mapping[str, int], order: int) -> Certificate:
        """Certify the error after steps of a length that falls like 1/i^order, with these numbers of Q."""
        moments = [[m[0, 0], m[0, 1], m[1, 1]] for m in self.moments(loop_matrix(self.loop))]
        parts = {"steps": self.steps, "start": self.start**2, "variance": self.noise, "order": order}
        scale = self.sizes()[0]
        return Certificate(
            says=f"The expected squared error of the {self.name}, is above the bound.",
            objects={"M": one_state_loop(self.loop.discount, 0), "phi": [[1]], "moments": moments},
            given=[
                *spectrum_lemmas(items),
                lemma("error", "loop-error", mdp="M", sequence="moments", scale=scale, **parts),
            ],
            values={**self.values, **{name: ref(name) for name in ("error", *items)}},
        )

    @property
    def values(self) -> Mapping[str, Fraction | int]:
        """Return what the bounds depend on besides the scale: no sampling error, and c N/m^2 = 2 if h sigma = 1."""
        share = Fraction(2 * self.noise, self.steps)
        return {"lmin": self.loop.smallest, "start": self.start**2, "G2": 0, "c": share, "m": 1, "N": self.steps}
