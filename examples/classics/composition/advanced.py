"""What many releases cost together if a small probability may be given away."""

from collections.abc import Iterator
from fractions import Fraction

import theory_checks as tc


def many_responses(k: int, epsilon: Fraction, level: tc.Formula) -> tc.Formula:
    """Return the exact delta at this level of k randomised responses."""
    truths = tc.parse("binomial(k, j)*maximum(0, exp(j*epsilon) - exp(level + (k - j)*epsilon))/(1 + exp(epsilon))**k")
    known = {"k": k, "epsilon": epsilon, "level": level}
    return tc.formulas.total(tc.substitute(truths, {**known, "j": j}) for j in range(k + 1))


def with_more(k: int, epsilon: Fraction, level: tc.Formula) -> tc.Formula:
    """Return the delta of releases that cost three times as much as stated."""
    return many_responses(k, 3 * epsilon, level)


def with_less(k: int, epsilon: Fraction, level: tc.Formula) -> tc.Formula:
    """Return the delta of releases that cost a third of what is stated."""
    return many_responses(k, epsilon / 3, level)


HALF = Fraction(1, 2)
CONTROLS = {
    "broken": {"releases that cost three times as much": {"spent": with_more}},
    "sound": {"releases that cost a third": {"spent": with_less}},
}


@tc.claim("classics/advanced-composition", "classics/advanced-composition/misquoted", **CONTROLS)
def advanced_composition(trial: tc.Trial, *, spent=many_responses) -> Iterator[tc.Finding]:
    """Compose randomised responses, the worst of all pure mechanisms, at the level that the statement gives."""
    for k, epsilon, delta in ((4, Fraction(3), HALF), (9, HALF, HALF), (40, Fraction(1, 4), Fraction(1, 100))):
        values = {"k": k, "epsilon": epsilon, "delta": delta}
        level = tc.substitute(trial.formal.let["level"], values)
        yield tc.decide(trial.formal, {"spent": spent(k, epsilon, level), **values})
