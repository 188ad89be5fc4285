"""The privacy loss of one step on a grid, rounded so that every curve lies above, or below, the true one.

A curve H_a = E_Q (r - a)_+ of the likelihood ratio r = P/Q grows when r is spread out with its mean kept, and shrinks
when it is drawn together (Jensen). So, with grid losses j step,

    up:    the mass between two neighbouring grid losses goes to both of them, the mean of r kept: the least upper bound
           with these losses ("connect the dots", Doroshenko et al. 2022),
    down:  the outcomes are cut into intervals on which the mean of r is exactly that of one grid loss: a
           post-processing of the outcome, hence a lower bound.

Both errors are of second order in the step, unlike rounding every loss to the grid. Neighbours in the grid are further
apart where the loss is large (``detail`` grid losses for each doubling), which costs a fixed relative error and keeps
the number of bins small. Where the step is wide against the losses below 0, or these are all next to log(1 - q),
rounding down needs a grid loss that is their mean, or all outcomes would be one bin: the grid is moved by ``offset``.

The loss of mix || null at y is L(y) = log(1 - q + q e^{mu y - mu^2/2}) with law mix, that of null || mix is -L(y) with
law null, and the dominating pair has both of them on y > mu/2 and the loss 0 elsewhere.

``MASS_ERROR`` bounds the relative error of every mass and ``LOSS_ERROR`` the absolute error of a loss, for each unit of
the largest loss; who composes N steps pays for N of each.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, expm1, inf, log, log1p
from typing import Literal

import numpy as np
from scipy.special import ndtr

from tabular.errors import must, show
from tabular.numbers.arrays import Array
from tabular.numbers.exact import nearest
from tabular.privacy.subsampled import _kernels_bins as kernels
from tabular.privacy.subsampled.pair import Direction, SubsampledGaussian

Rounding = Literal["up", "down"]

MASS_ERROR = 1e-12
LOSS_ERROR = 1e-14
_REACH = 10.0  # standard deviations: beyond, the law mix has a mass of 8e-24
_RESOLVED = 4.0  # the largest mu for which losses below 0 are not all next to log(1 - q)
_BODY = -5.6  # Phi(-5.6) = 1e-8


@dataclass(frozen=True, eq=False)
class LossDistribution:
    """Losses ``offset + step * indices``, their masses under P, and that of an infinite loss; up or down from truth."""

    step: float
    indices: Array
    masses: Array
    infinite: float
    rounding: Rounding
    offset: float = 0.0

    @property
    def losses(self) -> Array:
        """Return the finite losses."""
        return self.offset + self.step * self.indices


def loss_distribution(
    pair: SubsampledGaussian, direction: Direction, step: float, rounding: Rounding, detail: int = 2048
) -> LossDistribution:
    """Return the privacy loss of one step (q < 1) on a grid, above or below the true one."""
    if not isinstance(direction, Direction):
        raise must("direction", "be Direction.REMOVE, ADD or DOMINATING", show(direction))
    lowest = log1p(-float(pair.rate)) if direction is not Direction.DOMINATING else 0.0
    grid = _grid(lowest, _largest_loss(pair), step, detail)
    build = _spread if rounding == "up" else _gathered
    return build(pair, direction, step, grid)


def _largest_loss(pair: SubsampledGaussian) -> float:
    q, mu = float(pair.rate), nearest(pair.mu)
    exponent = mu * (mu + _REACH) - mu * mu / 2
    return log1p(q * expm1(exponent)) if exponent < 1 else exponent + log(q + (1 - q) * exp(-exponent))


def _grid(lowest: float, highest: float, step: float, detail: int) -> Array:
    """Return multiples j from at most lowest/step to at least highest/step, neighbours within about j/detail."""
    if not max(-lowest, highest) / step < 2.0**60:
        raise must("step", "be above 2^-60 of the largest loss", show(step))
    above = _ladder(highest / step, detail)
    below = _ladder(-lowest / step, detail)[1:] if lowest < 0 else np.zeros(0, dtype=np.int64)
    return np.concatenate([-below[::-1], above])


def _ladder(end: float, detail: int) -> Array:
    """Return 0, 1, .., 2 detail, then steps of 2 up to 4 detail, of 4 up to 8 detail and so on, until ``end``."""
    rungs, top, stride = [np.arange(2 * detail, dtype=np.int64)], 2 * detail, 1
    while top <= end:
        stride *= 2
        rungs.append(np.arange(top, 2 * top, stride, dtype=np.int64))
        top *= 2
    ladder = np.append(np.concatenate(rungs), top)
    return ladder[: int(np.searchsorted(ladder, end)) + 1]


def _places(pair: SubsampledGaussian, losses: Array) -> Array:
    """Return the y with L(y) = loss: kappa/mu + mu/2, e^kappa = 1 + (e^loss - 1)/q; -infinity below every loss."""
    q, mu = float(pair.rate), nearest(pair.mu)
    near = np.maximum(np.expm1(np.minimum(losses, 1.0)) / q, -1.0)
    with np.errstate(divide="ignore"):
        kappa = np.log1p(near)
    far = losses - log(q) + np.log1p(-(1 - q) * np.exp(-np.maximum(losses, 1.0)))
    return np.where(losses < 1, kappa, far) / mu + mu / 2


def _spread(pair: SubsampledGaussian, direction: Direction, step: float, grid: Array) -> LossDistribution:
    losses, mu = step * grid, nearest(pair.mu)
    places, null = _places(pair, losses), np.zeros(len(grid))
    first = int(np.searchsorted(places, -inf, side="right"))  # places before it hold no outcome
    if first > 0:
        _lowest_bin(pair, losses[first - 1], losses[first], places[first], null[first - 1 : first + 1])
    mix = _tilted(null, losses)
    kernels.spread(places[first:], losses[first:], mu, null[first:], mix[first:])
    null *= 1 + MASS_ERROR
    mix *= 1 + MASS_ERROR
    above = float(ndtr(-places[-1])), _mix_above(pair, places[-1])
    if direction is Direction.ADD:
        null[-1] += above[0]
        return LossDistribution(step, -grid, null, 0.0, "up")
    if direction is Direction.REMOVE:
        return LossDistribution(step, grid, mix, above[1], "up")
    null[-1] += above[0]
    return _two_sided(pair, step, grid, (mix, null), (above[1], "up"))


def _tilted(null: Array, losses: Array) -> Array:
    """Return null e^loss, where e^loss alone may leave the range of doubles."""
    with np.errstate(divide="ignore"):
        return np.exp(np.log(null) + losses)


def _lowest_bin(pair: SubsampledGaussian, a: float, b: float, edge: float, null: Array) -> None:
    """Add the outcomes below ``edge``, whose losses lie between log(1 - q) >= a and b, to a and b.

    Both parts get the rounding of 1 - q - e^a on top: too much mass is too much loss.
    """
    q, mu = float(pair.rate), nearest(pair.mu)
    whole, gap = float(ndtr(edge)), exp(a) * np.expm1(b - a)
    spare = max(0.0, -(q + np.expm1(a)))
    right = min(whole, (spare * whole + q * float(ndtr(edge - mu))) / gap)
    rounding = 1e-15 * whole / gap
    null += np.array([whole - right + rounding, right + rounding])


def _gathered(pair: SubsampledGaussian, direction: Direction, step: float, grid: Array) -> LossDistribution:
    offset = _offset(pair, step) if direction is not Direction.DOMINATING else 0.0
    losses, mu = offset + step * grid, nearest(pair.mu)
    places, null = _places(pair, losses), np.zeros(len(grid))
    last = kernels.gather(mu / 2 if direction is Direction.DOMINATING else -inf, places, mu, null)
    null *= 1 - MASS_ERROR
    mix = _tilted(null, losses)
    top = max(0, int(np.searchsorted(places, last, side="right")) - 1)  # all outcomes above have at least its loss
    mix[top] += _mix_above(pair, last) * (1 - MASS_ERROR)
    if direction is Direction.ADD:
        return LossDistribution(step, -grid, null, 0.0, "down", -offset)
    if direction is Direction.REMOVE:
        return LossDistribution(step, grid, mix, 0.0, "down", offset)
    return _two_sided(pair, step, grid, (mix, null), (0.0, "down"))


def _offset(pair: SubsampledGaussian, step: float) -> float:
    """Return the log of the mean of r over the body, L < step/2, or 0 where the body is resolved by many losses.

    The body has at least a share of 1e-8 of N(shift): a mean that is not told from 1 - q is that of no bin.
    """
    q, mu = float(pair.rate), nearest(pair.mu)
    if step < q * min(1.0, mu) / 4 and mu < _RESOLVED:
        return 0.0
    edge = max(float(_places(pair, np.array([step / 2]))[0]), mu + _BODY)
    return log1p(-q * kernels.mass(edge - mu, edge) / float(ndtr(edge)))


def _two_sided(
    pair: SubsampledGaussian, step: float, grid: Array, masses: tuple[Array, Array], rest: tuple[float, Rounding]
) -> LossDistribution:
    """Return the losses of mix above 0 and those of null, negated, below, with the atom (1 - q) P(|y| < mu/2) at 0."""
    atom = (1 - float(pair.rate)) * kernels.mass(-nearest(pair.mu) / 2, nearest(pair.mu) / 2)
    atom *= 1 + MASS_ERROR if rest[1] == "up" else 1 - MASS_ERROR
    indices = np.concatenate([-grid[::-1], [0], grid])
    return LossDistribution(step, indices, np.concatenate([masses[1][::-1], [atom], masses[0]]), *rest)


def _mix_above(pair: SubsampledGaussian, y: float) -> float:
    q = float(pair.rate)
    return (1 - q) * float(ndtr(-y)) + q * float(ndtr(nearest(pair.mu) - y))
