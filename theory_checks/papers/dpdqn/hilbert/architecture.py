r"""What the Lipschitz constant of a network depends on, and the gradient bound in the proof of v1's Lemma 8.

x -> w x                     has L = |w|: the architecture does not determine L, the weights do
one unit per layer           |f'| <= p, so integral f'^2 <= p^2. The printed bound p is at least p^2 exactly if p <= 1;
                             f = p x attains p^2
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import prod

from tabular.privacy import PiecewiseLinear, relu_network
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Trial, claim
from theory_checks.core.evidence import Evidence, Region, exact, exact_all
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula
from theory_checks.core.interpret import exact as value_of
from theory_checks.papers.dpdqn.common.certified import certified
from theory_checks.papers.dpdqn.common.comparisons import all_decided, sides
from theory_checks.papers.dpdqn.hilbert._chords import energy
from theory_checks.papers.dpdqn.hilbert._networks import (
    DEEP,
    HAT,
    RELU,
    SINGLE,
    STEEP,
    Network,
    chain,
    network,
    random_network,
    steepest,
    steepest_values,
    steepness,
)

Pairs = Sequence[tuple[Network, Network]]


def line_of(net: Network) -> PiecewiseLinear:
    """Return a ReLU network as the broken line that it is."""
    return relu_network(net.weights, net.shifts)[0]


def linear(w: int) -> Network:
    """Return x -> w x."""
    return network(f"$x \\mapsto {w}x$", [[[w]]], [[0]])


def one_unit(w: int) -> Network:
    """Return x -> relu(w x)."""
    return network(f"$x \\mapsto \\max({w}x, 0)$", [[[w]], [[1]]], [[0], [0]])


DIFFERENT: Pairs = ((linear(1), linear(2)), (one_unit(1), one_unit(3)))
OPPOSITE: Pairs = ((linear(1), linear(-1)), (linear(2), linear(-2)))


@claim("dpdqn/cor7-architecture", sound={"weights of opposite signs": {"pairs": OPPOSITE}})
def depends_on_architecture(trial: Trial, *, pairs: Pairs = DIFFERENT) -> Iterator[Evidence]:
    """Compare the Lipschitz constants of two networks."""
    for first, second in pairs:
        slopes = steepness(line_of(first)), steepness(line_of(second))
        yield exact(
            f"{first.name} and {second.name}",
            slopes[0],
            "==",
            slopes[1],
            quantity="the Lipschitz constants of two networks of one architecture",
            certificate=_two_slopes(first, second) if slopes[0] != slopes[1] else None,
        )


def _two_slopes(first: Network, second: Network) -> Certificate:
    layers = len(first.weights)
    slopes = {"L": first.norm_product(), "L_other": second.norm_product()}
    return Certificate(
        says=f"The networks {first.name} and {second.name} differ in a weight only; they rise by {slopes['L']} and "
        f"{slopes['L_other']} over [0, 1], on which they are linear.",
        given=[lemma(name, "chain-slope", layers=layers, product=p) for name, p in slopes.items()],
        values={"L": "L", "L_other": "L_other", "layers": layers},
    )


def product_bound(net: Network) -> Fraction:
    """Return c^{d-1} prod ||W_i|| for the ReLU, c = 1."""
    return net.lipschitz(RELU.gradient)


def width_bound(net: Network) -> Fraction:
    """Return the product of the widths: it depends on the architecture only."""
    return Fraction(prod(len(matrix[0]) for matrix in net.weights))


@claim("dpdqn/cor7-architecture/repaired", broken={"a bound from the architecture alone": {"bound": width_bound}})
def architecture_repaired(trial: Trial, *, bound: Callable[[Network], Fraction] = product_bound) -> Iterator[Evidence]:
    """Compare the exact Lipschitz constants of ReLU networks with the bound, and of networks that attain it."""
    for net, c in steepest():
        values = steepest_values(net, c)
        yield from all_decided(
            f"{len(net.weights)} layers of weight {values['w']}, $c = {c}$",
            sides(trial.formal.claims, values),
            quantity="$L$ and its bounds",
        )
    for net in (linear(1), linear(5), linear(-7)):
        yield exact(net.name, steepness(line_of(net)), "<=", bound(net), quantity="$L$ and its bound")
    nets = [SINGLE, STEEP, HAT, *DEEP, *(random_network(trial, i) for i in range(40 if trial.full else 8))]
    pairs = {net.name: (steepness(line_of(net)), "<=", bound(net)) for net in nets}
    yield exact_all(f"{len(nets)} ReLU networks", pairs, quantity="$L$ and its bound")


# ---- The gradient bound of the first version ----


SLOPE, PRINTED = (claimed.right for claimed in formal_of(__file__, "dpdqn-v1/lemma8-gradient").claims)
SQUARED = formal_of(__file__, "dpdqn-v1/lemma8-gradient/repaired").right
FLAT: Sequence[tuple[Fraction, ...]] = (
    (Fraction(1),),
    (Fraction(1, 2),),
    (Fraction(2), Fraction(1, 2)),
    (Fraction(3), Fraction(1, 4), Fraction(1)),
)
SLOPING: Sequence[tuple[Fraction, ...]] = (
    (Fraction(2),),
    (Fraction(1001, 1000),),
    (Fraction(2), Fraction(3)),
    (Fraction(4), Fraction(1, 2), Fraction(1)),
)


@claim("dpdqn-v1/lemma8-gradient", sound={"the square of the product": {"bound": SQUARED}})
def gradient(trial: Trial, *, bound: Formula = PRINTED) -> Iterator[Evidence]:
    """Compare the integral of the squared derivative with the bound on both sides of p = 1."""
    for weights in FLAT:
        yield _integral(weights, bound, Region.INSIDE)
    for weights in SLOPING:
        yield _integral(weights, bound, Region.OUTSIDE)


@claim("dpdqn-v1/lemma8-gradient/repaired", broken={"the product without the square": {"bound": PRINTED}})
def gradient_repaired(trial: Trial, *, bound: Formula = SQUARED) -> Iterator[Evidence]:
    """Compare the integral of the squared derivative with the bound."""
    for weights in (*FLAT, *SLOPING):
        yield _integral(weights, bound, Region.WHOLE)


def _integral(weights: Sequence[Fraction], bound: Formula, region: Region) -> Evidence:
    net = chain([*weights, Fraction(1)])  # an activation function follows the last weight too
    f, p = line_of(net), net.norm_product()
    evidence = exact_all(
        f"ReLU, weights {', '.join(map(str, weights))}: $p = {p}$",
        {
            r"$|\partial f|$ and $p$": (steepness(f), "<=", value_of(SLOPE, {"p": p})),
            r"$\int (\partial f)^2$ and its bound": (energy(f, Fraction(1)), "<=", value_of(bound, {"p": p})),
        },
        quantity="the derivative, and the integral of its square",
        region=region,
    )
    return certified(evidence, lambda: _too_steep(weights, p))


def _too_steep(weights: Sequence[Fraction], p: Fraction) -> Certificate:
    given = {"layers": len(weights), "product": p}
    return Certificate(
        says=f"ReLU layers with the weights {', '.join(map(str, weights))}: $f = px$ with $p > 1$, the product of the "
        "weights, so the integral of the squared derivative is $p^2 > p$.",
        given=[lemma("slope", "chain-slope", **given), lemma("energy", "chain-energy", **given)],
        values={"slope": "slope", "energy": "energy", "p": p, "weights": p, "c": 1, "N_c": len(weights)},
        part=1,
    )
