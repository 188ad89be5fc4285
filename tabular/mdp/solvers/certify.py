"""From one Bellman sweep to a proved error bound; the only place where a float solver may say that it is done."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tabular.mdp.solvers.rounding import compensated_rounding, row_slack, shifted_bound, sweep_noise, sweep_rounding
from tabular.mdp.solvers.solution import Solution, not_converged, too_tight, unprovable
from tabular.mdp.solvers.sweeps import Actions, Range, Sweeps, Vector
from tabular.numbers.arrays import Array

# A method that contracts its span has stopped contracting if this many checks in a row did not halve it.
_PATIENCE = 3
# What is aimed at if the caller asks for no tolerance, in parts of the largest value.
_AIM = 1e-12


@dataclass(frozen=True, eq=False)
class Certified:
    """A value, the policy that is greedy for the sweep it came from, and a proved bound on both."""

    value: Vector
    policy: Actions
    error_bound: float

    def solution(self, method: str, iterations: int, occupancy: Array | None = None) -> Solution:
        """Return the result of the method that residual it."""
        return Solution(self.value, self.policy.astype(np.intp), self.error_bound, iterations, method, occupancy)


class Certifier:
    """Decides after each sweep of a method whether ``tol`` is proved, not yet proved, or out of float64's reach.

    Without a wish of the caller ``tol`` follows the values, and what is out of reach is answered by what is proved.
    ``centred`` adds the midrange of Tv - v to the value, which turns the sup norm of T v - v into half its span;
    ``patience`` is the number of checks within which the method halves that norm while it still converges.
    """

    def __init__(self, sweeps: Sweeps, tol: float | None, centred: bool = True, patience: int = _PATIENCE) -> None:
        self._wish = tol
        self.tol = float("inf") if tol is None else tol
        self.sweeps = sweeps
        self._centred = centred
        self._patience = patience
        self._slack = row_slack(sweeps.longest_row)
        self._halved = float("inf")
        self._since_halved = 0
        self.best_bound = float("inf")

    @property
    def target(self) -> float:
        """The half-span of T v - v at which the bound is a quarter of the tolerance, if rounding is left out."""
        discount = self.sweeps.mdp.discount
        return 0.25 * self.tol * (1 - discount) / max(discount, 0.5)

    def aim(self, v: Vector) -> None:
        """Without a wish, aim at a part of the largest value, but not for more than rounding leaves."""
        if self._wish is None:
            largest = _largest(v)
            self.tol = max(_AIM * largest, 4 * self._bound_of_rounding(largest))
            if self.tol == float("inf"):
                raise unprovable(self.sweeps.mdp.discount)

    def check(self, v: Vector, out: Vector, policy: Actions, residual: Range) -> Certified | None:
        """Return the certified value if the sweep out = T v with range ``residual`` proves ``tol``, otherwise None.

        A sweep that would prove it without rounding is centred in place, so that going on from it has less rounding.
        Raises ToleranceError if the sweeps no longer improve because all that is left is rounding.
        """
        self.aim(out)
        stalled = self._is_stalled(v, residual)
        if not (stalled or self._bound(residual, 0.0, 0.0, 0.0) <= self.tol):
            return None
        certified = self.certify(v, out, policy, residual)
        if certified.error_bound <= self.tol:
            return certified
        if not (stalled and self._norm(residual) <= self.floor(v)):
            return None
        if self._wish is None:
            return certified
        raise too_tight(self.tol, certified.error_bound)

    def swept(self, v: Vector) -> Certified:
        """Return what a sweep of its own proves of a value."""
        out, policy = np.empty_like(v), np.zeros(v.size, dtype=np.int32)
        residual = self.sweeps.backup(v, out, policy)
        self.aim(out)
        return self.certify(v, out, policy, residual)

    def certify(self, v: Vector, out: Vector, policy: Actions, residual: Range) -> Certified:
        """Return what the sweep proves; with compensated sums if the plain ones do not prove ``tol``.

        The value is out itself, centred in place (always), unless compensated sums found a better one.
        """
        eta = self._noise(v, sweep_rounding(self.sweeps.longest_row))
        bound = self._bound(residual, eta, _largest(out), self._slack)
        sharper = None if bound <= self.tol else self._compensated(v, out, policy)
        out += self.sweeps.mdp.discount * self._shift(residual)
        if sharper is not None and sharper.error_bound < bound:
            return sharper
        return Certified(out, policy, bound)

    def end(self, v: Vector, method: str, iterations: int) -> Solution:
        """Return what is proved when the iterations are used up; a wish that it does not meet is an error."""
        if self._wish is not None:
            raise not_converged(self.tol, self.best_bound, iterations)
        return self.swept(v).solution(method, iterations)

    def floor(self, v: Vector) -> float:
        """Return a span of T v - v that rounding alone can explain."""
        return 2 * self._noise(v, sweep_rounding(self.sweeps.longest_row))

    def _bound_of_rounding(self, largest: float) -> float:
        """Return the bound of a value of this size whose sweep changes nothing: less is never proved."""
        discount = self.sweeps.mdp.discount
        rounding = compensated_rounding(self.sweeps.longest_row)
        eta = sweep_noise(self.sweeps.largest_reward, largest, discount, rounding)
        return shifted_bound(0.0, 0.0, largest, eta, discount, self._slack, 0.0)

    def _is_stalled(self, v: Vector, residual: Range) -> bool:
        norm = self._norm(residual)
        self._since_halved += 1
        if norm < 0.5 * self._halved:
            self._halved, self._since_halved = norm, 0
        if self._since_halved >= self._patience:
            return True
        return self._since_halved >= _PATIENCE and norm <= self.floor(v) and self._is_settled(v, residual)

    def _is_settled(self, v: Vector, residual: Range) -> bool:
        """Tell whether further sweeps are useless: nobody asked for more, or it is more than rounding allows."""
        if self._wish is None:
            return True
        discount = self.sweeps.mdp.discount
        away = (self._norm(residual) + self.floor(v)) / (1 - discount) + abs(self._shift(residual))
        return self._bound_of_rounding(max(_largest(v) - away, 0.0)) > self.tol

    def _norm(self, residual: Range) -> float:
        low, high = residual
        return 0.5 * (high - low) if self._centred else max(high, -low)

    def _bound(self, residual: Range, eta: float, largest: float, slack: float) -> float:
        bound = shifted_bound(*residual, largest, eta, self.sweeps.mdp.discount, slack, self._shift(residual))
        self.best_bound = min(self.best_bound, bound)
        return bound

    def _shift(self, residual: Range) -> float:
        low, high = residual
        return 0.5 * (low + high) / (1 - self.sweeps.mdp.discount) if self._centred else 0.0

    def _noise(self, v: Vector, rounding: float) -> float:
        return sweep_noise(self.sweeps.largest_reward, _largest(v), self.sweeps.mdp.discount, rounding)

    def _compensated(self, v: Vector, out: Vector, policy: Actions) -> Certified:
        """Repeat the sweep with compensated sums."""
        sweeps, chosen = self.sweeps, policy.copy()
        doubt = 4 * self._noise(v, sweep_rounding(sweeps.longest_row))
        value = sweeps.compensated_backup(v, out, doubt, chosen)
        change = value - v
        residual = float(change.min()), float(change.max())
        eta = self._noise(v, compensated_rounding(sweeps.longest_row))
        bound = self._bound(residual, eta, _largest(value), self._slack)
        value += sweeps.mdp.discount * self._shift(residual)
        return Certified(value, chosen, bound)


def _largest(v: Vector) -> float:
    return max(float(v.max()), -float(v.min()))
