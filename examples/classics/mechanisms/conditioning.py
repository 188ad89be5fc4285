"""What is told by an answer that was drawn again until it was a good one."""

from collections.abc import Iterator
from fractions import Fraction

import theory_checks as tc

from ..common.laws import Pair, largest_ratio


def three_answers(t: int, rare: Fraction) -> Pair:
    """Return private laws of three answers: one likelier by t, one less likely by t, and the rest."""
    P, Q = [rare * rare * t, rare], [rare * rare, rare * t]
    return [*P, 1 - sum(P)], [*Q, 1 - sum(Q)]


def first_two(pair: Pair) -> Pair:
    """Return the laws of what is published if the third answer is drawn again."""
    one, other = ([x / (law[0] + law[1]) for x in law[:2]] for law in pair)
    return one, other


def all_three(pair: Pair) -> Pair:
    """Return the laws if nothing is drawn again."""
    return pair


def of_a_pair(pair: Pair) -> Pair:
    """Return the published laws of two runs."""
    one, other = first_two(pair)
    return [x * y for x in one for y in one], [x * y for x in other for y in other]


CONTROLS = {"broken": {"two runs": {"published": of_a_pair}}, "sound": {"all answers": {"published": all_three}}}


@tc.claim("classics/conditioning", "classics/conditioning/misquoted", **CONTROLS)
def conditioning(trial: tc.Trial, *, published=first_two) -> Iterator[tc.Finding]:
    """Draw again what is neither of two rare answers, of which the first one is much rarer."""
    for t, rare in ((2, Fraction(1, 1000)), (3, Fraction(1, 100)), (2, Fraction(1, 10))):
        formula, objects, facts = largest_ratio(published(three_answers(t, rare)))
        yield tc.decide(trial.formal, {"ratio": formula, "t": t}, objects=objects, facts=facts)
