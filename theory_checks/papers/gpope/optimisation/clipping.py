r"""Clipping (line 5 of Algorithm 1), and whether it can be avoided by scaling (Section 6).

Features s phi in place of phi give A, C times s^2 and b times s. With x = y/s (the value function of y for phi) the
gradient at x is s B(y): small where y is, unbounded in y. One step with the scaled features, clip h and step beta,

    y' = y - beta s^2 (clip(B(y), h/s) + (h/s) zeta),

is the step for phi with clip h/s and step s^2 beta: scaling is a larger clip, and the noise grows with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import isqrt

import numpy as np

from tabular.evaluation.saddle import identity_like, saddle_matrix
from tabular.evaluation.second_moments import steady_state
from tabular.mdp.instances import one_state_loop
from tabular.numbers.arrays import Array, fraction
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Rational, exact, exact_all
from theory_checks.core.exhibits import Table
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import ref
from theory_checks.core.interpret import exact as value

CLIPPED = formal_of(__file__, "gpope/clip-bound").right

Clip = Callable[[Array, Fraction], Array]
Reach = Callable[[Fraction], Fraction]
Comparisons = dict[str, tuple[Rational, str, Rational]]
ZERO, ONE = Fraction(0), Fraction(1)


def length(x: Array) -> Fraction:
    """Return the Euclidean norm of a vector for which it is rational."""
    square = fraction(x @ x)
    root = Fraction(isqrt(square.numerator), isqrt(square.denominator))
    if root * root != square:
        raise ValueError(f"x must have a rational norm, got the square {square}")
    return root


def printed_clip(x: Array, h: Fraction) -> Array:
    """Return the vector of line 5, entry by entry."""
    norm = length(x)
    return np.array([value(CLIPPED, {"B": entry, "norm": norm, "h": h}) for entry in x], dtype=object)


def clip_entries(x: Array, h: Fraction) -> Array:
    """Return x with every entry cut to [-h, h]."""
    return np.array([max(-h, min(h, entry)) for entry in x], dtype=object)


VECTORS = ((3, 4), (-5, 12), (1, 2, 2, 0), (2, -3, 6, 0), (0, 0), (1, 1, 1, 1), (0, 0, 0, 8))


@claim("gpope/clip-bound", broken={"each entry cut to $[-h, h]$": {"clip": clip_entries}})
def clip_bound(trial: Trial, *, clip: Clip = printed_clip) -> Iterator[Evidence]:
    """Compare the squared norm of the clipped vector with h^2, and the vector with min(1, h/||B||) B."""
    del trial
    for entries in VECTORS:
        x = np.array([Fraction(entry) for entry in entries], dtype=object)
        pairs: Comparisons = {}
        for h in (Fraction(1, 10), ONE, Fraction(5), Fraction(13, 2), Fraction(100)):
            clipped, expected = clip(x, h), x if length(x) <= h else x * h / length(x)
            pairs[f"h = {h}: squared norm"] = (fraction(clipped @ clipped), "<=", h * h)
            same = enumerate(zip(clipped, expected, strict=True))
            pairs |= {f"h = {h}: entry {i}": (left, "==", right) for i, (left, right) in same}
        yield exact_all(f"$B = ({', '.join(map(str, entries))})$", pairs, quantity=r"$\|\bar B\|$ and $h$")


def unbounded(scale: Fraction) -> Fraction:
    """Return a theta at which the gradient of the scaled chain is longer than h = 1."""
    return Fraction(11, 10) / scale**2


def projected(scale: Fraction) -> Fraction:
    """Return the radius 1/s^2 of a ball in which no gradient is longer than 1, and to which theta is projected."""
    return 1 / scale**2


SCALES = (ONE, Fraction(1, 10), Fraction(1, 1000))


@claim(
    "gpope/no-clipping",
    reading="no-gradient-clipped",
    sound={r"$(\theta, w)$ projected to a ball": {"reach": projected}},
)
def no_gradient_clipped(trial: Trial, *, reach: Reach = unbounded) -> Iterator[Finding]:
    """Compare the length of the gradient at a reachable point with the clip."""
    for scale in (ONE, Fraction(1, 2), Fraction(1, 5)):
        theta = reach(scale)
        gradient = saddle_matrix([[scale**2]], [[scale**2]]) @ np.array([theta, ZERO], dtype=object)
        left = fraction(gradient @ gradient)
        yield exact(
            f"$s = {scale}$, $\\theta = {theta}$, $w = 0$",
            left,
            "<=",
            1,
            quantity=r"$\|B_i(\theta, w)\|^2$ and $h^2$",
            certificate=None if left <= 1 else _clipped_certificate(scale),
        )
    yield _bias_table()


def _clipped_certificate(scale: Fraction) -> Certificate:
    units = {"h": 1, "beta": 1, "sigma": 1}
    return Certificate(
        says=f"One state, $\\gamma = 0$, feature $s = {scale}$, from $(0, 0)$: with positive probability the "
        "second gradient is longer than $h = 1$.",
        given=[lemma("clipped", "long-gradient", scale=scale, **units)],
        values={"clipped": ref("clipped"), "s": scale, **units},
    )


def _bias_table() -> Table:
    """Show where the mean clipped gradient vanishes for A = C = 1, b = 0 or 10 with probability 9/10, 1/10."""
    rows = [[str(h), str(_fixed_point(h)), str(1 - _fixed_point(h))] for h in map(Fraction, (1, 3, 6, 9, 12))]
    return Table(
        title="Where clipped steps settle",
        columns=["$h$", r"$\theta$ at which the mean clipped gradient vanishes", r"$\theta^* - \theta$"],
        rows=rows,
        caption=r"$A = C = 1$, $b = 0$ with probability 9/10 and 10 otherwise, so that $\theta^* = 1$.",
    )


def _fixed_point(h: Fraction) -> Fraction:
    """Return the zero of 9/10 min(theta, h) - 1/10 min(10 - theta, h), at w = 0."""
    return min(h / 9, ONE)


ClipOf = Callable[[Fraction], Fraction]
UNIT = saddle_matrix([[1]], [[1]])


def same_clip(scale: Fraction) -> Fraction:
    """Return h = 1, whatever the scale of the features."""
    del scale
    return ONE


def clip_in_proportion(scale: Fraction) -> Fraction:
    """Return h = s: the clip is scaled with the features."""
    return scale


@claim(
    "gpope/no-clipping",
    reading="nothing-is-lost",
    sound={"the clip scaled with the features": {"clip_of": clip_in_proportion}},
)
def nothing_is_lost(trial: Trial, *, clip_of: ClipOf = same_clip) -> Iterator[Evidence]:
    """Compare the error in the limit with that of the unscaled features, and one step with its unscaled form."""
    beta = Fraction(1, 10)
    unscaled = fraction(np.trace(steady_state(UNIT, beta, identity_like(UNIT))))
    for scale in SCALES:
        noise = (clip_of(scale) / scale) ** 2
        yield _equivalence(scale, clip_of(scale))
        left = fraction(np.trace(steady_state(UNIT, beta, noise * identity_like(UNIT))))
        yield exact(
            f"$s = {scale}$",
            left,
            "<=",
            unscaled,
            quantity=r"$\mathbb{E}\|y\|^2$ in the limit: scaled, and unscaled",
            certificate=None if left <= unscaled else _noise_certificate(scale, beta),
        )


def _equivalence(scale: Fraction, h: Fraction) -> Evidence:
    """Compare y = s x after a step with features s, clip h, beta/s^2, with the step of y for clip h/s and beta."""
    beta, y, zeta = Fraction(1, 10), _pair(7, -4), _pair(-1, 2)  # the gradient at y is (4, 3)
    x = y / scale
    gradient = scale**2 * (UNIT @ x)
    moved = scale * (x - beta / scale**2 * (printed_clip(gradient, h) + h * zeta))
    direct = y - beta * (printed_clip(UNIT @ y, h / scale) + h / scale * zeta)
    pairs: Comparisons = {f"entry {i}": (a, "==", b) for i, (a, b) in enumerate(zip(moved, direct, strict=True))}
    return exact_all(f"$s = {scale}$, one step", pairs, quantity="the scaled step and its unscaled form")


def _pair(theta: int, w: int) -> Array:
    return np.array([Fraction(theta), Fraction(w)], dtype=object)


def _noise_certificate(scale: Fraction, beta: Fraction) -> Certificate:
    scales = {"scaled": scale, "unscaled": ONE}
    return Certificate(
        says=f"One state, $\\gamma = 0$, features scaled by $s = {scale}$: the limit of $\\mathbb{{E}}\\|sx_i\\|^2$ is "
        "larger than with the unscaled ones.",
        objects={"M": one_state_loop(ZERO, 0)},
        given=[lemma(k, "loop-error-level", mdp="M", scale=s, beta=beta, variance=1) for k, s in scales.items()],
        values={**{name: ref(name) for name in scales}, "s": scale, "beta": beta, "h": 1, "sigma": 1},
    )
