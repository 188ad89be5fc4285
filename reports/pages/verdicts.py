"""The verdicts: a word, a shape, a meaning. The shapes are drawn in `templates/symbols.svg`, all different."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Look:
    """How a verdict is shown; `code` is the word that results.json and the command line use."""

    code: str
    word: str
    meaning: str

    @property
    def slug(self) -> str:
        """Return the name used in style sheets and symbols."""
        return self.code.lower().replace("_", "-")


_LOOKS = (
    Look(
        "REFUTED",
        "Refuted",
        "A counterexample that anyone can re-check, or a statistical test that errs with probability at most 10⁻⁹.",
    ),
    Look(
        "ILL_POSED",
        "Ill-posed",
        "Cannot be evaluated or run as printed: an undefined symbol, a negative variance, 0/0.",
    ),
    Look(
        "HOLDS_ON_REGION",
        "Holds on a region",
        "True exactly on a stated part of the domain, which is a formula, and refuted outside it.",
    ),
    Look(
        "DEPENDS_ON_READING",
        "Depends on the reading",
        "The text leaves two or more readings open, and they have different verdicts, or are true on different parts "
        "of the domain.",
    ),
    Look(
        "CONSISTENT",
        "Consistent",
        "No violation was found; the record says how hard was tried and what would have been seen.",
    ),
    Look(
        "VERIFIED",
        "Verified",
        "True on the whole stated domain under every reading that the text leaves open: proved by machine, or argued"
        " (a written proof, and cases that hold).",
    ),
    Look(
        "DEFINITION",
        "Definition",
        "Nothing to decide; the page says where it is implemented and whether it is well posed.",
    ),
    Look("INCONCLUSIVE", "Inconclusive", "The numerics, the budget or a control that misbehaved leave it open."),
)
VERDICTS = {look.code: look for look in _LOOKS}
OPEN = {
    "UNTESTED": Look("UNTESTED", "Not tested", "In the catalogue, with the reason why no check exists yet."),
    "NOT_RUN": Look("NOT_RUN", "Not run", "A check exists, but it was not part of this run."),
}
STATUSES = VERDICTS | OPEN
FALSE = ("REFUTED", "ILL_POSED")
PARTLY = ("HOLDS_ON_REGION", "DEPENDS_ON_READING")
MAIN = ("theorem", "proposition", "corollary", "lemma")
RESULTS = (*MAIN, "claim")
