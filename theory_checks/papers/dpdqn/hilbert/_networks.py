"""Networks of one variable: exact values, gradients and norms."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from math import prod

from flint import arb

from tabular.numbers.balls import ball as enclosure
from tabular.privacy import PiecewiseLinear
from theory_checks.core.claim import Trial
from theory_checks.core.formal import formal_of
from theory_checks.core.interpret import exact

LIPSCHITZ = formal_of(__file__, "dpdqn/cor7/repaired").claims[1].right


def steepness(f: PiecewiseLinear) -> Fraction:
    """Return the Lipschitz constant of a broken line."""
    cells = zip(pairwise(f.knots), pairwise(f.values), strict=True)
    return max(abs(v - u) / (b - a) for (a, b), (u, v) in cells)


ONE = Fraction(1)
Number = Fraction | arb
Matrix = tuple[tuple[Fraction, ...], ...]


@dataclass(frozen=True)
class Activation:
    """A function with a bound on its gradient (wherever that exists)."""

    name: str
    function: Callable[[Fraction], Number]
    gradient: Fraction

    @property
    def enclosed(self) -> bool:
        """Tell whether its values are balls."""
        return isinstance(self.function(ONE), arb)


@dataclass(frozen=True)
class Network:
    """Weights and shifts, layer by layer; no activation follows the last layer."""

    name: str
    weights: tuple[Matrix, ...]
    shifts: tuple[tuple[Fraction, ...], ...]

    def value(self, activation: Activation, x: Fraction) -> Number:
        """Return the output at x."""
        layer: list[Number] = [x]
        for i, (matrix, shift) in enumerate(zip(self.weights, self.shifts, strict=True)):
            inputs = [activation.function(exactly(u)) for u in layer] if i else layer
            layer = [_total(row, inputs, b) for row, b in zip(matrix, shift, strict=True)]
        return layer[0]

    def norm_product(self) -> Fraction:
        """Return the product of the norms of the weights."""
        return prod(
            (max(sum(map(abs, row), start=Fraction(0)) for row in matrix) for matrix in self.weights), start=ONE
        )

    def lipschitz(self, gradient: Fraction) -> Fraction:
        """Return the Lipschitz constant that follows from the layers."""
        return exact(LIPSCHITZ, {"c": gradient, "d": len(self.weights), "norms": self.norm_product()})


def _total(row: Sequence[Fraction], inputs: Sequence[Number], shift: Fraction) -> Number:
    if all(isinstance(u, Fraction) for u in inputs):
        return sum((w * u for w, u in zip(row, inputs, strict=True) if isinstance(u, Fraction)), start=shift)
    return sum((enclosure(w) * enclosure(u) for w, u in zip(row, inputs, strict=True)), start=enclosure(shift))


def exactly(u: Number) -> Fraction:
    """Return an exact value of a network as such."""
    if isinstance(u, arb):
        raise TypeError(f"the value of a network must be a Fraction here, got the ball {u}")
    return u


def relu(u: Fraction) -> Fraction:
    """Return max(u, 0)."""
    return max(u, Fraction(0))


RELU = Activation("ReLU", relu, Fraction(1))


def network(
    name: str, weights: Sequence[Sequence[Sequence[int | Fraction]]], shifts: Sequence[Sequence[int]]
) -> Network:
    """Return a network with exact weights."""
    matrices = tuple(tuple(tuple(map(Fraction, row)) for row in matrix) for matrix in weights)
    return Network(name, matrices, tuple(tuple(map(Fraction, shift)) for shift in shifts))


def chain(weights: Sequence[Fraction]) -> Network:
    """Return x -> w_d psi(... psi(w_1 x)), which is prod w_i x for the ReLU and positive weights."""
    return Network("", tuple(((w,),) for w in weights), ((Fraction(0),),) * len(weights))


def steepest() -> Iterator[tuple[Network, Fraction]]:
    """Yield chains of equal weights, with the Lipschitz constants c of activation functions c max(u, 0)."""
    for w, depth, c in product((Fraction(1, 2), Fraction(3)), (1, 3), (Fraction(1, 3), Fraction(2))):
        yield chain([w] * depth), c


def steep_line(net: Network, c: Fraction) -> PiecewiseLinear:
    """Return a network with the activation function c max(u, 0) on [0, 1], where it is linear."""
    ends = (net.value(Activation("", lambda u: c * relu(u), c), Fraction(x)) for x in (0, 1))
    return PiecewiseLinear.through([0, 1], list(map(exactly, ends)))


def steepest_values(net: Network, c: Fraction) -> dict[str, Fraction]:
    """Return the constants of such a chain; it is as steep as they allow."""
    w = net.weights[0][0][0]
    L = steepness(steep_line(net, c))
    return {"L": L, "c": c, "d": Fraction(len(net.weights)), "w": w, "norms": net.norm_product()}


SINGLE = network("one unit", [[[1]], [[1]]], [[0], [0]])
STEEP = network("one unit with weight 3", [[[3]], [[2]]], [[-1], [0]])
HAT = network("three units, a hat", [[[2], [2], [2]], [[1, -2, 1]]], [[0, -1, -2], [0]])
DEEP = (
    network("two layers", [[[1], [-1]], [[2, 1], [1, -1]], [[1, -2]]], [[0, 1], [-1, 0], [0]]),
    network("tent map of the tent map", [[[2], [2]], [[2, -4], [2, -4]], [[1, -2]]], [[0, -1], [0, -1], [0]]),
)


def random_network(trial: Trial, index: int) -> Network:
    """Return a network with two hidden layers of three units and weights in eighths."""
    rng = trial.rng("network", str(index))
    sizes = ((3, 1), (3, 3), (1, 3))
    weights = [[[Fraction(k, 8) for k in row] for row in rng.integers(-16, 17, size).tolist()] for size in sizes]
    shifts = [[int(k) for k in rng.integers(-2, 3, size[0])] for size in sizes]
    return network(f"random network {index}", weights, shifts)
