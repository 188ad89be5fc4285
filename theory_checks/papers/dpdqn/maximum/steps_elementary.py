r"""Two elementary inequalities in the proof of Lemma 8.

tanh step   The left side is -tanh(cx/2); with -cx in the exponents it is tanh(cx/2), and then the equivalence is right.
exponential y = z/c has the mean m = sqrt(n) and variance 2. The third line holds for every law, the line after it
            fails for normal y, where E e^(y + 1) = e^(m + 2). With the 1 outside it is an equality for normal y.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import product
from math import isqrt

from flint import arb

from tabular.gaussian.normal import normal_cdf, normal_density
from tabular.noise.path_maximum import mean_pair, mean_triple
from theory_checks.core.certificate import Certificate, fact, instance, lemma
from theory_checks.core.claim import Trial, claim
from theory_checks.core.evidence import Evidence, ball
from theory_checks.core.formal import Formal, formal_of
from theory_checks.core.formula import Formula, Phi, Relation, Term, exp, maximum, num, pi, ref, sqrt, total
from theory_checks.core.interpret import enclose
from theory_checks.papers.dpdqn.common.certified import certified
from theory_checks.papers.dpdqn.maximum._claims import CLOSE, held

PRINTED_SIDE, NEGATED_SIDE = (formal_of(__file__, f"dpdqn/lemma8-tanh-step{end}").left for end in ("", "/repaired"))
# c, x: for c <= 2 the inequality must hold at x; for c > 2 it must fail somewhere, with the sign turned at this x
SMALL = (Fraction(2), Fraction(1, 100))
PRINTED_CASES = (SMALL, (Fraction(-3), Fraction(1, 2)), (Fraction(-201, 100), Fraction(1, 10)))
CASES = (
    SMALL,
    *((Fraction(c), Fraction(x)) for c in (-3, 0, 1, 2) for x in (Fraction(1, 4), 1, 10)),
    (Fraction(3), Fraction(1, 2)),
    (Fraction(201, 100), Fraction(1, 10)),
)


@claim("dpdqn/lemma8-tanh-step/repaired", setting={"cases": CASES}, broken={"the printed sign": {"side": PRINTED_SIDE}})
@claim("dpdqn/lemma8-tanh-step", sound={r"$-cx$ in both exponents": {"side": NEGATED_SIDE}})
def tanh_step(
    trial: Trial, *, side: Formula | None = None, cases: Sequence[tuple[Fraction, Fraction]] = PRINTED_CASES
) -> Iterator[Evidence]:
    """Check that the inequality holds for c <= 2 and fails at the witnesses for c > 2."""
    for c, x in cases:
        sign, what = ("<", "must hold") if c <= 2 else (">=", "must fail at some $x$, as it would here")
        compared = ball(
            f"$c = {c}$, $x = {x}$",
            enclose(side or trial.formal.left, {"c": c, "x": x}),
            sign,
            enclose(trial.formal.right, {"x": x}),
            quantity=f"the left side and $x$; the inequality {what}",
        )
        yield certified(compared, partial(_sign_certificate, trial.formal, c, x))


def _sign_certificate(formal: Formal, c: Fraction, x: Fraction) -> Certificate:
    return instance(formal, f"$c = {c} \\leq 2$, but at $x = {x}$ the inequality fails.", {"c": c, "x": x})


@dataclass(frozen=True)
class Law:
    """A law of y: its name, E max(e^y, 1), E e^y and E max(y, 0); `tight` if the last line is an equality for it."""

    name: str
    larger: arb
    exponential: arb
    positive: arb
    tight: bool = False


def normal_law(mean: arb) -> Law:
    """Return the normal law with this mean and variance 2."""
    root, exponential = arb(2).sqrt(), (mean + 1).exp()
    larger = exponential * normal_cdf((mean + 2) / root) + normal_cdf(-mean / root)
    positive = mean * normal_cdf(mean / root) + root * normal_density(mean / root)
    return Law("normal", larger, exponential, positive, tight=True)


def skewed_law(mean: arb) -> Law:
    """Return the law on mean + 2, with probability 1/3, and mean - 1, which has variance 2."""
    return _on_two("two values", arb(1) / 3, mean + 2, mean - 1)


def rare_law(mean: arb) -> Law:
    """Return a law that is seldom far below its mean and otherwise close to it."""
    p = arb(1) / 10**6
    return _on_two("seldom far below", 1 - p, mean + (2 * p / (1 - p)).sqrt(), mean - (2 * (1 - p) / p).sqrt())


def balanced_law(mean: arb) -> Law:
    """Return the law with this mean and variance 2 on the two values +a and -a, a^2 = mean^2 + 2."""
    a = (mean**2 + 2).sqrt()
    return _on_two(r"two values $\pm a$", (1 + mean / a) / 2, a, -a)


def _on_two(name: str, p: arb, high: arb, low: arb) -> Law:
    def mean(at_high: arb, at_low: arb) -> arb:
        return p * at_high + (1 - p) * at_low

    larger = mean(high.exp().max(arb(1)), low.exp().max(arb(1)))
    return Law(name, larger, mean(high.exp(), low.exp()), mean(high.max(arb(0)), low.max(arb(0))))


*_, LAST = formal_of(__file__, "dpdqn/lemma8-exp-max-step", "one-outside-the-exponent").claims
FORGOTTEN = ref("exponential")  # what bounds E max(e^y, 1), as a function of E e^y
INSIDE, OUTSIDE = FORGOTTEN * exp(1), FORGOTTEN + 1


def last_lines(n: int, law: Law, step: Formula, certificate: Certificate | None = None) -> Iterator[Evidence]:
    """Compare the last three lines of the chain."""
    middle, last = enclose(step, {"exponential": law.exponential}), enclose(LAST.right, {"n": n})
    case = f"$n = {n}$, $z/c$ {law.name}"
    yield ball(
        f"{case}, third line", law.larger, "<=", middle, quantity=r"$\mathbb{E}\max(e^{z/c}, 1)$ and the third line"
    )
    yield ball(
        f"{case}, last line",
        middle,
        "<=",
        last + CLOSE if law.tight else last,
        quantity="the third and the last line",
        detail=r"$2^{-40}$ is added on the right, so that an equality is decided" if law.tight else "",
        certificate=certificate,
    )


@claim(
    "dpdqn/lemma8-exp-max-step",
    reading="one-in-the-exponent",
    broken={"$1$ forgotten": {"step": FORGOTTEN}, "$1/8$ in place of $1$": {"step": FORGOTTEN * exp(Fraction(1, 8))}},
    near=["$1/8$ in place of $1$"],
)
def three_lines(trial: Trial, *, step: Formula | None = None) -> Iterator[Evidence]:
    """Compare the lines of the chain but the last; the second and the third are the same number."""
    names = ("the first and the second line", "the second line, written twice", "the second and the third line")
    for root, law, c in product((0, 1, 2), (normal_law, skewed_law, balanced_law, rare_law), (1, 3)):
        its = law(arb(root))
        third = enclose(step or INSIDE, {"exponential": its.exponential})
        values = {"c": c, "positive": c * its.positive, "jensen": its.larger, "larger": its.larger, "third": third}
        for relation, quantity in zip(trial.formal.claims, names, strict=True):
            sides = enclose(relation.left, values), enclose(relation.right, values)
            more = CLOSE if relation.left == ref("jensen") else arb(0)  # the same number is no ball that is decided
            yield ball(
                f"$n = {root**2}$, $c = {c}$, $z/c$ {its.name}", sides[0], "<=", sides[1] + more, quantity=quantity
            )


@claim(
    "dpdqn/lemma8-exp-max-step",
    reading="with-the-last-line",
    sound={r"$\exp(z/c) + 1$ in place of $\exp(z/c + 1)$": {"step": OUTSIDE}},
)
def one_inside(_trial: Trial, *, step: Formula = INSIDE) -> Iterator[Evidence]:
    """Compare the last three lines for a normal and for a two-point law."""
    for root in (0, 1, 2):
        yield from last_lines(root**2, normal_law(arb(root)), step, _normal_certificate(root))
        yield from last_lines(root**2, skewed_law(arb(root)), step, _skewed_certificate(root))


def _normal_certificate(root: int) -> Certificate:
    half, mean = root / sqrt(2), ref("mean")
    return Certificate(
        says=f"For $n = {root**2}$ and normal $z$ the third line exceeds the last one.",
        given=[lemma("mean", "normal-exponential", mean=root, variance=2)],
        values={
            **_law(root, num(root), num(2)),
            "positive": root * Phi(half) + exp(-half * half / 2) / sqrt(pi),
            **dict.fromkeys(("jensen", "larger"), mean * Phi(half + sqrt(2)) + Phi(-half)),
            "third": exp(1) * mean,
        },
        part=3,
    )


def _skewed_certificate(root: int) -> Certificate:
    """Give mean, variance and expectations of a law on two values."""
    high, low = num(root + 2), num(root - 1)

    def mean(*values: Formula) -> Formula:
        return total(ref("p", i) * x for i, x in enumerate(values))

    middle = mean(high, low)
    return Certificate(
        says=f"For $n = {root**2}$ and $z/c = {high}$ with probability $1/3$, $z/c = {low}$ otherwise, the third line "
        "exceeds the last one.",
        objects={"p": [Fraction(1, 3), Fraction(2, 3)]},
        facts=[fact("distribution", weights="p")],
        values={
            **_law(root, middle, mean((high - middle) ** 2, (low - middle) ** 2)),
            "positive": mean(maximum(high, 0), maximum(low, 0)),
            **dict.fromkeys(("jensen", "larger"), mean(maximum(exp(high), 1), maximum(exp(low), 1))),
            "third": mean(exp(high + 1), exp(low + 1)),
        },
        part=3,
    )


def _law(root: int, mean: Formula, variance: Formula) -> dict[str, Term]:
    return {"n": root**2, "c": 1, "mean": mean, "variance": variance}


LINES = ("first", "second", "third", "last")
OUTSIDE_CASES = ((0, 1), (0, Fraction(1, 3)), (1, 3), (4, Fraction(1, 3)), (10, 1))  # n, c


def all_lines(claims: Sequence[Relation], n: int, c: Fraction | int, law: Law, until: int = 4) -> Iterator[Evidence]:
    """Compare the lines of the chain, without the later ones if n is so large that balls do not tell them apart."""
    values = {"n": n, "c": c, "positive": enclose(c) * law.positive, "jensen": law.larger} | {
        "larger": law.larger,
        "exponential": law.exponential,
    }
    for name, line in zip(LINES[:until], claims, strict=False):
        case, room = f"$n = {n}$, $z/c$ {law.name}, {name} line", name == "second" or (name == "last" and law.tight)
        yield held(case, line, values, room=CLOSE if room else 0, quantity="the two sides of the line")


def _with_step(formal: Formal, step: Formula | None) -> Sequence[Relation]:
    """Return the claims with another formula for the third line."""
    first, second, third, last, *rest = formal.claims
    return (
        [first, second, replace(third, right=step), replace(last, left=step), *rest]
        if step is not None
        else formal.claims
    )


@claim("dpdqn/lemma8-exp-max-step", reading="one-outside-the-exponent", broken={"$1$ forgotten": {"step": FORGOTTEN}})
def one_outside(trial: Trial, *, step: Formula | None = None) -> Iterator[Evidence]:
    """Compare all lines for normal laws."""
    claims = _with_step(trial.formal, step)
    for n, c in OUTSIDE_CASES:
        yield from all_lines(claims, n, c, normal_law(arb(n).sqrt()))
    yield from all_lines(claims, 900, 1, normal_law(arb(30)), until=1)


@claim("dpdqn/lemma8-exp-max-step/repaired", broken={"$1$ forgotten": {"step": FORGOTTEN}})
def exp_max_repaired(trial: Trial, *, step: Formula | None = None) -> Iterator[Evidence]:
    """Compare all lines for normal and for balanced laws, and the first display."""
    yield from one_outside(trial, step=step)
    claims = _with_step(trial.formal, step)
    for n, c in OUTSIDE_CASES:
        yield from all_lines(claims, n, c, balanced_law(arb(n).sqrt()))
    yield from all_lines(claims, 10**4, 1, balanced_law(arb(100)), until=1)
    root = arb(2).sqrt()
    yield ball(
        r"all $n$, $z/c = \pm a$",
        root.exp() - root,
        "<=",
        arb(1).exp(),
        quantity=r"Bennett's bound of $\mathbb{E}e^{z/c - \sqrt{n}}$, and $e$",
    )
    yield from _first_display(*claims[4:])


def _first_display(increment: Relation, mean: Relation) -> Iterator[Evidence]:
    """Compare E max(0, D) for n = 0, where it is mu_1 - mu_0, with its bound, and this with E max(z, 0)."""
    for beta, sigma in ((1, 1), (4, 50)):
        larger = sigma * (mean_triple(arb(beta)) - mean_pair(arb(beta)))
        values = {"n": 0, "c": isqrt(beta) * sigma, "a": sqrt(2), "increment": larger}
        case = rf"$n = 0$, $\beta = {beta}$, $\sigma = {sigma}$"
        yield held(case, increment, values, quantity=r"$\mathbb{E}\max(0, D)$ and its bound")
    for n, c in OUTSIDE_CASES:
        a = arb(n + 2).sqrt()
        values = {"n": n, "c": c, "a": a, "positive": enclose(c) * balanced_law(arb(n).sqrt()).positive}
        yield held(f"$n = {n}$, $c = {c}$: its mean", mean, values, quantity=r"the bound and $\mathbb{E}\max(z, 0)$")
