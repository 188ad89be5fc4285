"""How often a randomised response to a question with several answers may be the truth."""

from collections.abc import Iterator
from fractions import Fraction

import theory_checks as tc

from ..common.laws import Pair, largest_ratio
from ._weights import in_proportion


def answers(keep: Fraction, k: int) -> Pair:
    """Return the laws of the answer of two people with different truths, if all lies are alike."""
    lie = (1 - keep) / (k - 1)
    one = [keep] + [lie] * (k - 1)
    return one, one[::-1]


def truer(keep: Fraction, k: int) -> Pair:
    """Return the laws if the truth has a tenth more of weight."""
    one = in_proportion([keep + keep / 10, *[(1 - keep) / (k - 1)] * (k - 1)])
    return one, one[::-1]


def of_two(keep: Fraction, k: int) -> Pair:
    """Return the laws if there are two answers, whatever is said of their number."""
    return answers(keep, 2)


CONTROLS = {
    "broken": {"the truth a tenth oftener": {"laws": truer}},
    "sound": {"a fair coin": {"laws": of_two}},
}


@tc.claim("classics/randomised-response", broken=CONTROLS["broken"])
@tc.claim("classics/randomised-response/misquoted", **CONTROLS)
def randomised_response(trial: tc.Trial, *, laws=answers) -> Iterator[tc.Finding]:
    """Let two people of different truths answer, with two and more answers to choose from."""
    for t, k in ((2, 2), (3, 3), (2, 10)):
        keep = tc.value_of(trial.formal.right_of("keep"), {"t": t, "k": k})
        formula, objects, facts = largest_ratio(laws(keep, k))
        yield tc.decide(trial.formal, {"ratio": formula, "t": t, "k": k, "keep": keep}, objects=objects, facts=facts)
