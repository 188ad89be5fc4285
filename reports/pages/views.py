"""What the page of a statement shows of each reading, made ready for the templates."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count, islice

from reports.draw.figure_view import FigureView, drawn
from reports.math.plain import plain_text
from reports.math.quantities import short
from reports.pages.certificates import CertificateView, Shown, view
from reports.pages.worked import Worked, of_certificate
from reports.read.model import Certificate, Evidence, Figure, Reading, Statement, Table
from reports.read.names import slug

_NOTATION = re.compile(r"\\(?:left|right|[bB]igg?[lr]?|,|;|!|quad|cdot|limits)(?![a-zA-Z])|\s")
SHOWN = 10  # rows of evidence before the rest is folded away
METHODS = {
    "exact": "exact rationals",
    "ball": "rigorous enclosure",
    "statistics": "statistics",
    "search": "search",
    "argument": "argument",
}
QUANTIFIERS = {
    "forall": "for all", "exists": "there is", "identity": "an identity", "comparison": "a comparison",
    "iff": "if and only if", "rate": "a rate of growth",
}  # fmt: skip


@dataclass(frozen=True)
class Exhibit:
    """A figure or table of a page, at its anchor; `among` names the reading with which a page shows it already."""

    anchor: str
    data: Figure | Table
    drawn: FigureView | None
    among: str = ""


@dataclass(frozen=True)
class ReadingView:
    """A reading as its section on the page shows it."""

    anchor: str
    data: Reading
    error_control: str
    tally: str
    quantity: str
    has_tightness: bool
    exhibits: Sequence[Exhibit]
    certificates: Sequence[CertificateView]
    numbers: Mapping[str, Worked]
    anchors: Mapping[str, str]
    formal: Sequence[str]
    taken: str
    shown: int = SHOWN


def certificate_file(statement: Statement, reading: Reading, certificate: Certificate) -> str:
    """Return where a certificate is offered for download; the digest keeps the names apart."""
    parts = (statement.id.replace("/", "--"), slug(reading.name), slug(certificate.digest)[:40])
    return f"certificates/{'--'.join(parts)}.json"


def reading_views(statement: Statement, lemmas: Mapping[str, str]) -> list[ReadingView]:
    """Return the readings of a statement as the page shows them."""
    anchors = unique(f"reading-{slug(reading.name)}" for reading in statement.readings)
    pairs = zip(statement.readings, anchors, exhibits(statement), strict=True)
    return [_view(statement, reading, anchor, shown, lemmas) for reading, anchor, shown in pairs]


def exhibits(statement: Statement) -> list[list[Exhibit]]:
    """Return for each reading its figures and tables; what another reading has shown is not shown again."""
    named = [(item, reading.name) for reading in statement.readings for item in (*reading.figures, *reading.tables)]
    items = [item for item, _ in named]
    first = [items.index(item) for item in items]
    anchors = unique(_anchor(item) for item in items)
    placed = (
        Exhibit(anchors[one], item, drawn(item) if isinstance(item, Figure) else None, named[one][1] * (one != index))
        for index, (item, one) in enumerate(zip(items, first, strict=True))
    )
    return [[*islice(placed, len(reading.figures) + len(reading.tables))] for reading in statement.readings]


def _anchor(item: Figure | Table) -> str:
    return f"{'figure' if isinstance(item, Figure) else 'table'}-{slug(plain_text(item.title))}"


def unique(names: Iterable[str]) -> list[str]:
    """Return the names, with numbers on those that stood before: no two of a page may be the same."""
    found: list[str] = []
    for name in names:
        numbered = (f"{name}-{number}" for number in count(2))
        found.append(next(other for other in chain([name], numbered) if other not in found))
    return found


def certificate_anchor(certificate: Certificate) -> str:
    """Return where a page shows a certificate, whatever stands before it."""
    hexadecimal = certificate.digest.rpartition(":")[2]
    return f"certificate-{slug(hexadecimal)[:12]}"


def _view(
    statement: Statement, reading: Reading, anchor: str, shown: Sequence[Exhibit], lemmas: Mapping[str, str]
) -> ReadingView:
    several = len(reading.certificates) > 1
    titles = [f"Counterexample {n + 1}" if several else "The counterexample" for n in range(len(reading.certificates))]
    pairs = [
        (certificate, _certificate(statement, reading, certificate, title, lemmas))
        for certificate, title in zip(reading.certificates, titles, strict=True)
    ]
    return ReadingView(
        anchor=anchor,
        data=reading,
        error_control=error_control(reading),
        tally=tally(reading.evidence),
        quantity=common_quantity(reading.evidence),
        has_tightness=any(item.tightness is not None for item in reading.evidence),
        exhibits=shown,
        certificates=[view for _, view in pairs],
        numbers={view.anchor: n for c, view in pairs if (n := of_certificate(reading, c))},
        anchors={certificate.digest: view.anchor for certificate, view in pairs},
        taken=_taken(statement),
        formal=[latex for latex in reading.formal if not any(same(latex, printed) for printed in statement.formulas)],
    )


def _taken(statement: Statement) -> str:
    """Return what stands before the reason for a reading: there may be one way to take the text, or several."""
    several = sum(reading.role == "reading" for reading in statement.readings) > 1
    return "The text leaves it open" if several else "As it is printed"


def same(one: str, other: str) -> bool:
    """Tell whether two formulas differ in notation at most: sizes of brackets, spaces, braces, signs of products."""
    return _bare(one) == _bare(other)


def _bare(latex: str) -> str:
    """Return a formula without spaces and brackets; a fraction in one line is the same as a stacked one."""
    text, count = _NOTATION.sub("", latex), 1
    while count:
        text, count = re.subn(r"\\[td]?frac\{([^{}]*)\}\{([^{}]*)\}", r"\1/\2", text)
    for one, other in ((r"\varepsilon", r"\epsilon"), (r"\log", r"\ln"), (r"\le", r"\leq"), (r"\ge", r"\geq")):
        text = re.sub(re.escape(one) + "(?![a-zA-Z])", other.replace("\\", r"\\"), text)
    return re.sub(r"[{}()\[\]]|[.,]$", "", text)


def computed(views: Sequence[ReadingView]) -> list[tuple[str, Sequence[str]]]:
    """Return the formulas that the checks compute from, with the reading that they belong to unless all have them."""
    if len({tuple(view.formal) for view in views}) == 1:
        return [("", views[0].formal)] if views[0].formal else []
    return [(view.data.name, view.formal) for view in views if view.formal]


def assumptions(views: Sequence[ReadingView]) -> list[tuple[str, int]]:
    """Return what certificates assume, each text once with the number of certificates that rest on it."""
    return Counter(text for view in views for shown in view.certificates for text in shown.assumed).most_common()


def _certificate(
    statement: Statement, reading: Reading, certificate: Certificate, title: str, lemmas: Mapping[str, str]
) -> CertificateView:
    file = certificate_file(statement, reading, certificate)
    about = Shown(statement.id, reading.name, reading.digest)
    return view(certificate, about, certificate_anchor(certificate), title, file, lemmas)


def error_control(reading: Reading) -> str:
    """Return in words how likely the record is to be wrong by chance."""
    spent = sum(item.error_probability for item in reading.evidence)
    methods = {item.method for item in reading.evidence}
    if spent > 0:
        return f"Statistics: the chance of a wrong refutation is at most {short(spent)}, part of the suite's bound."
    if methods and methods <= {"exact", "ball", "argument"}:
        return "Exact rationals or rigorous enclosures decide every case: nothing is left to chance."
    if "search" in methods:
        return "A search: it can find a violation and cannot exclude one. What it finds is confirmed exactly."
    return "No statistical test was made."


def common_quantity(evidence: Sequence[Evidence]) -> str:
    """Return what all cases compare, if it is the same."""
    quantities = {item.quantity for item in evidence}
    return quantities.pop() if len(quantities) == 1 and len(evidence) > 1 else ""


def tally(evidence: Sequence[Evidence]) -> str:
    """Return how many cases hold and fail, and how they were decided."""
    outcomes = Counter(item.outcome for item in evidence)
    one = {"holds": "holds", "fails": "fails", "undecided": "is undecided", "undefined": "is undefined"}
    many = {"holds": "hold", "fails": "fail", "undecided": "are undecided", "undefined": "are undefined"}
    counts = [f"{count} {(one if count == 1 else many)[name]}" for name in many if (count := outcomes[name])]
    methods = Counter(METHODS[item.method] for item in evidence)
    ways = [f"{name} ({count})" for name, count in methods.most_common()]
    return (
        f"Of {len(evidence)} case{'s' if len(evidence) > 1 else ''}, {', '.join(counts)}. Decided by {', '.join(ways)}."
    )
