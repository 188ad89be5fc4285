r"""Two elementary inequalities in the proof of Lemma 8.

tanh step   (1 - e^(cx))/(1 + e^(cx)) < x for all x > 0 iff c <= 2. The left side is -tanh(cx/2); with -cx in the
            exponents it is tanh(cx/2), and then the equivalence is right.
exponential y = z/c has the mean m = sqrt(n) and variance 2. Printed: E max(e^y, 1) <= E e^(y + 1) <= e^(m + 1) + 1. The
            first holds for every law, the last fails for normal y, where E e^(y + 1) = e^(m + 2). Meant is
            E max(e^y, 1) <= E(e^y + 1) <= e^(m + 1) + 1, for normal y with equality in the last place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from flint import arb
from theory_checks.papers.dpdqn.density.density_ratio import normal_cdf
from theory_checks.papers.dpdqn.maximum.first_level import CLOSE

from tabular.privacy.arguments import ball as exact_ball
from theory_checks.core.certificate import Certificate, Expression, op, relation, relation_fact
from theory_checks.core.claim import Trial, claim
from theory_checks.core.evidence import Evidence, Outcome, ball

Side = Callable[[arb], arb]


def printed_side(y: arb) -> arb:
    """Return (1 - e^y)/(1 + e^y), y = cx."""
    return (1 - y.exp()) / (1 + y.exp())


def negated_side(y: arb) -> arb:
    """Return (1 - e^-y)/(1 + e^-y) = tanh(y/2)."""
    return printed_side(-y)


# c, x: for c <= 2 the inequality must hold at x; for c > 2 it must fail somewhere, with the sign turned at this x
SMALL = (Fraction(2), Fraction(1, 100))
PRINTED_CASES = (SMALL, (Fraction(-3), Fraction(1, 2)), (Fraction(-201, 100), Fraction(1, 10)))
CASES = (
    SMALL,
    *((Fraction(c), Fraction(x)) for c in (-3, 0, 1, 2) for x in (Fraction(1, 4), 1, 10)),
    (Fraction(3), Fraction(1, 2)),
    (Fraction(201, 100), Fraction(1, 10)),
)


@claim(
    "dpdqn/lemma8-tanh-step/repaired",
    domain=r"all real $c$ and all $x > 0$",
    refuted_by=r"$c \leq 2$ and an $x$ at which the inequality fails, or a $c > 2$ for which it holds everywhere",
    covers=r"""
The left side is $\tanh(cx/2)$, which is at most $\tanh(x) < x$ for $c \leq 2$ and $x > 0$. For $c > 2$ it has the slope
$c/2 > 1$ at $x = 0$, so it exceeds $x$ for small $x$. The cases enclose both sides; those with $c > 2$ are
witnesses.""",
    broken={"the printed sign": {"side": printed_side}},
)
@claim(
    "dpdqn/lemma8-tanh-step",
    domain=r"all real $c$ and all $x > 0$",
    refuted_by=r"$c \leq 2$ and an $x$ at which the inequality fails",
    not_covered=r"the direction from the left to the right, which is false too: as printed the left side is "
    r"$-\tanh(cx/2)$, and the inequality holds for all $x > 0$ exactly if $c \geq -2$",
    sound={r"$-cx$ in both exponents": {"side": negated_side}},
)
def tanh_step(trial: Trial, *, side: Side | None = None) -> Iterator[Evidence]:
    """Check that the inequality holds for c <= 2 and fails at the witnesses for c > 2."""
    as_printed = trial.claim_id == "dpdqn/lemma8-tanh-step"
    used = side or (printed_side if as_printed else negated_side)
    for c, x in PRINTED_CASES if as_printed else CASES:
        sign, what = ("<", "must hold") if c <= 2 else (">=", "must fail at some $x$, as it would here")
        found = ball(
            f"$c = {c}$, $x = {x}$",
            used(exact_ball(c * x)),
            sign,
            exact_ball(x),
            quantity=f"the left side and $x$; the inequality {what}",
        )
        yield replace(found, certificate=_sign_certificate(trial, c, x)) if found.outcome is Outcome.FAILS else found


def _sign_certificate(trial: Trial, c: Fraction, x: Fraction) -> Certificate:
    power = op("exp", op("*", "c", "x"))
    return Certificate(
        claim=trial.claim_id,
        reading=trial.reading,
        says=f"$c = {c} \\leq 2$, but at $x = {x}$ the inequality fails.",
        constants={"c": c, "x": x},
        facts=[relation_fact("c", "<=", 2), relation_fact("x", ">", 0)],
        conclusion=relation(op("/", op("-", 1, power), op("+", 1, power)), ">", "x"),
    )


@dataclass(frozen=True)
class Law:
    """A law of y: its name, E max(e^y, 1) and E e^y; `tight` if the last line is an equality for it."""

    name: str
    larger: arb
    exponential: arb
    tight: bool = False


def normal_law(mean: arb) -> Law:
    """Return the normal law with this mean and variance 2."""
    root, exponential = arb(2).sqrt(), (mean + 1).exp()
    larger = exponential * normal_cdf((mean + 2) / root) + normal_cdf(-mean / root)
    return Law("normal", larger, exponential, tight=True)


def skewed_law(mean: arb) -> Law:
    """Return the law on mean + 2, with probability 1/3, and mean - 1, which has variance 2."""
    return _on_two("two values", arb(1) / 3, mean + 2, mean - 1)


def balanced_law(mean: arb) -> Law:
    """Return the law with this mean and variance 2 on the two values +a and -a, a^2 = mean^2 + 2."""
    a = (mean**2 + 2).sqrt()
    return _on_two(r"two values $\pm a$", (1 + mean / a) / 2, a, -a)


def _on_two(name: str, p: arb, high: arb, low: arb) -> Law:
    larger = p * high.exp().max(arb(1)) + (1 - p) * low.exp().max(arb(1))
    return Law(name, larger, p * high.exp() + (1 - p) * low.exp())


Step = Callable[[arb], arb]  # E e^y -> what bounds E max(e^y, 1)


def inside(exponential: arb) -> arb:
    """Return E e^(y + 1)."""
    return exponential * arb(1).exp()


def outside(exponential: arb) -> arb:
    """Return E (e^y + 1)."""
    return exponential + 1


def forgotten(exponential: arb) -> arb:
    """Return E e^y, without any 1."""
    return exponential


def last_lines(n: int, law: Law, step: Step, certificate: Certificate | None = None) -> Iterator[Evidence]:
    """Compare the last three lines of the chain."""
    middle, last = step(law.exponential), (arb(n).sqrt() + 1).exp() + 1
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
    domain=r"all $n \geq 0$, all laws of $z$ with the stated mean and variance, the normal ones among them",
    refuted_by=r"a law of $z$ for which a line is smaller than the one before",
    not_covered=r"nothing: with $y = z/c$ the first three inequalities hold for every law, because $\mathbb{E}[e^y] "
    r"\geq e^{\sqrt{n}} \geq 1$ by Jensen's inequality, and so $\mathbb{E}[\max(e^y, 1)] \leq \mathbb{E}[e^y] + 1 \leq "
    r"2\mathbb{E}[e^y] < \mathbb{E}[e^{y+1}]$. The last one fails for normal $z$ and every $n$, as $e^{\sqrt{n} + 2} > "
    r"e^{\sqrt{n} + 1} + 1$; laws that are skewed far to the left satisfy it",
    sound={r"$\exp(z/c) + 1$ in place of $\exp(z/c + 1)$": {"step": outside}},
)
def one_inside(trial: Trial, *, step: Step = inside) -> Iterator[Evidence]:
    """Compare the last three lines for a normal and for a two-point law."""
    for root in (0, 1, 2):
        yield from last_lines(root**2, normal_law(arb(root)), step, _normal_certificate(trial, root))
        yield from last_lines(root**2, skewed_law(arb(root)), step, _skewed_certificate(trial, root))


def _normal_certificate(trial: Trial, root: int) -> Certificate:
    return Certificate(
        claim=trial.claim_id,
        reading=trial.reading,
        says=f"For $n = {root**2}$ and normal $z$ the third line exceeds the last one.",
        constants={"mean": root, "variance": 2},
        conclusion=relation(op("exp", op("+", "mean", op("/", "variance", 2), 1)), ">", _last("mean")),
        notes=[r"$z/c$ is normal with mean $\sqrt{n}$ and variance $2$, and $\mathbb{E}e^y = e^{m + v/2}$."],
    )


def _skewed_certificate(trial: Trial, root: int) -> Certificate:
    """Certify mean, variance and expectation of a law on two values."""
    third, rest = Fraction(1, 3), Fraction(2, 3)
    away = [op("-", value, "mean") for value in ("high", "low")]
    spread = op("+", op("*", third, away[0], away[0]), op("*", rest, away[1], away[1]))
    third_line = [op("exp", op("+", value, 1)) for value in ("high", "low")]
    return Certificate(
        claim=trial.claim_id,
        reading=trial.reading,
        says=f"For $n = {root**2}$ and $z/c = {root + 2}$ with probability $1/3$, $z/c = {root - 1}$ otherwise, the "
        "third line exceeds the last one.",
        constants={"mean": root, "high": root + 2, "low": root - 1},
        facts=[
            relation_fact(op("+", op("*", third, "high"), op("*", rest, "low")), "=", "mean"),
            relation_fact(spread, "=", 2),
        ],
        conclusion=relation(op("+", op("*", third, third_line[0]), op("*", rest, third_line[1])), ">", _last("mean")),
    )


def _last(mean: str) -> Expression:
    return op("+", op("exp", op("+", mean, 1)), 1)


NORMAL = r"""
Let $y = z/c$, with mean $m = \sqrt{n}$ and variance 2. First line: Jensen's inequality for $\exp$. Second line: equal,
as $\exp$ is increasing. Third line: $\max(e^y, 1) \leq e^y + 1$ for every $y$. Last line: for normal $y$,
$\mathbb{E}[e^y] = e^{m + 1}$, so both sides are equal."""


@claim(
    "dpdqn/lemma8-exp-max-step",
    reading="one-outside-the-exponent",
    domain=r"all $n \geq 0$, normal $z$ with the stated mean and variance",
    refuted_by=r"an $n$ for which a line is smaller than the one before",
    covers=NORMAL + " The cases enclose the lines.",
    broken={"$1$ forgotten": {"step": forgotten}},
)
def one_outside(trial: Trial, *, step: Step = outside) -> Iterator[Evidence]:
    """Compare the last three lines for normal laws."""
    for n in (0, 1, 4, 10):
        yield from last_lines(n, normal_law(arb(n).sqrt()), step)


@claim(
    "dpdqn/lemma8-exp-max-step/repaired",
    domain=r"all $n \geq 0$; $z$ normal, or $z/c = \pm a$ with $a = \sqrt{n + 2}$, with the stated mean and variance",
    refuted_by=r"an $n$ and one of the two laws for which a line is smaller than the one before",
    covers=NORMAL
    + r""" For $y = \pm a$, $a^2 = m^2 + 2$: $y - m$ has mean 0, variance 2 and is at most $a - m = 2/(a + m) \leq
\sqrt{2} =: b$, so by Bennett's inequality $\mathbb{E}[e^{y-m}] \leq 1 + \frac{2}{b^2}(e^b - 1 - b) = e^{\sqrt{2}} -
\sqrt{2} < e$. The first display: $\mathbb{E}\max(0, D) = \frac{1}{2}(\mathbb{E}D + \mathbb{E}|D|) \leq
\frac{1}{2}(\mu + \sqrt{\mu^2 + v})$ for $D$ with mean $\mu$ and variance at most $v$. This increases with $\mu$, the
mean of $D$ is at most that of $z$ (`dpdqn/lemma8-increment-mean`), its variance too (`dpdqn/lemma8-variance-diff`),
and for $z = \pm ac$ there is equality. The cases enclose the lines for both laws, and Bennett's bound.""",
    broken={"$1$ forgotten": {"step": forgotten}},
)
def exp_max_repaired(trial: Trial, *, step: Step = outside) -> Iterator[Evidence]:
    """Compare the last three lines for normal and for balanced laws."""
    yield from one_outside(trial, step=step)
    for n in (0, 1, 4, 10):
        yield from last_lines(n, balanced_law(arb(n).sqrt()), step)
    root = arb(2).sqrt()
    yield ball(
        r"all $n$, $z/c = \pm a$",
        root.exp() - root,
        "<=",
        arb(1).exp(),
        quantity=r"Bennett's bound of $\mathbb{E}e^{z/c - \sqrt{n}}$, and $e$",
    )
