"""An audit as a page that stands alone, and as a test in the XML that JUnit has made common."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from html import escape
from xml.etree import ElementTree as ET

from theory_checks.audit.bets import Play
from theory_checks.audit.document import curve_points, document
from theory_checks.audit.outcome import Audit
from theory_checks.audit.weights import Weighed
from theory_checks.cards import notebook
from theory_checks.core.judge import Verdict

_STYLE = """
body { font-family: system-ui, sans-serif; margin: 2rem auto; max-width: 62rem; padding: 0 1rem; line-height: 1.5 }
table { border-collapse: collapse; display: block; overflow-x: auto }
th, td { padding: .25rem .8rem; text-align: right; border-bottom: 1px solid #8888 }
th:first-child, td:first-child { text-align: left }
svg { max-width: 100%; height: auto } pre { overflow-x: auto; font-size: .8rem }
@media (prefers-color-scheme: dark) { body { background: #16181c; color: #e4e6ea } }
"""
_WIDTH, _HEIGHT, _LEFT, _BOTTOM = 640, 300, 60, 40
_STEPS = 80
_CLAIMED, _FOUND = "#4a7fc1", "#d1433f"
_SEES = (
    "An audit sees two inputs, and outputs one at a time through statistics that it knows: numbers, frequencies, "
    "forms, histograms, low bits. A refutation is evidence with the stated error. Finding nothing is no proof: a leak "
    "may need other inputs, more runs, or a statistic that is not here; time, memory and what is printed are not "
    "looked at."
)


def page_of(audit: Audit) -> str:
    """Return the page: the card, the privacy curve, the rounds, what an audit sees, and all data."""
    parts = [
        notebook.html(audit.card),
        "<h2>The privacy curve</h2>",
        _curve(audit),
        f"<p>What is claimed allows delta up to the <span style='color:{_CLAIMED}'>claimed</span>, dashed line; the "
        f"runs show that delta is at least the <span style='color:{_FOUND}'>shown</span> one, at all epsilons at once "
        f"with confidence {audit.plan.confidence:g}.</p>",
        "<h2>Rounds</h2>",
        _rounds(audit),
        "<h2>What an audit can see</h2>",
        f"<p>{escape(_SEES)}</p>",
        "<details><summary>All data</summary>",
        f"<pre>{escape(json.dumps(document(audit), indent=1))}</pre></details>",
    ]
    title = escape(f"{audit.mechanism}: {audit.verdict}")
    head = f"<meta charset='utf-8'><meta name='viewport' content='width=device-width'><title>{title}</title>"
    return (
        f"<!doctype html><html lang='en'><head>{head}<style>{_STYLE}</style></head><body>{''.join(parts)}</body></html>"
    )


def junit_of(audit: Audit) -> str:
    """Return a suite of one test: it fails if the claim is refuted, and is skipped if nothing was decided."""
    bad, open_ = audit.verdict is Verdict.REFUTED, audit.verdict is Verdict.INCONCLUSIVE
    counts = {"tests": "1", "failures": str(int(bad)), "errors": "0", "skipped": str(int(open_))}
    suite = ET.Element("testsuite", {"name": "theory-checks audit", **counts})
    case = ET.SubElement(suite, "testcase", {"classname": audit.mechanism, "name": f"is {audit.claim}"})
    if bad or open_:
        found = ET.SubElement(case, "failure" if bad else "skipped", {"message": audit.card.answer})
        found.text = str(audit)
    return ET.tostring(suite, encoding="unicode", xml_declaration=True)


def _rounds(audit: Audit) -> str:
    head = ("event", "denied", "rounds", "hits", "both", "false hits", "neither")
    rows = [(play.event, _denied(audit, play), str(play.rounds), *_counts(play)) for play in audit.plays]
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><tr>{''.join(f'<th>{name}</th>' for name in head)}</tr>{body}</table>"


def _denied(audit: Audit, play: Play | Weighed) -> str:
    if isinstance(play, Weighed):
        return f"divergence {play.divergence:.4g} of order {play.order:g}"
    return f"({play.epsilon:.4g}, {play.null * (2 if audit.coins else 1):.4g})"


def _counts(play: Play | Weighed) -> Sequence[str]:
    return [""] * 4 if isinstance(play, Weighed) else [str(count) for count in play.pairs]


def _curve(audit: Audit) -> str:
    """Return both curves as a drawing with labels."""
    last = curve_points(audit)[-1]
    points = [last * i / _STEPS for i in range(_STEPS + 1)]
    claimed, found = [audit.claim.delta_at(x) for x in points], [audit.delta_at(x) for x in points]
    top = max(*claimed, *found, 1e-9)
    lines = "".join(
        f"<polyline fill='none' stroke='{colour}' stroke-width='2' stroke-dasharray='{dashes}' "
        f"points='{_points(points, values, last, top)}'/>"
        for colour, dashes, values in ((_CLAIMED, "7 4", claimed), (_FOUND, "none", found))
    )
    axes = f"<path d='M{_LEFT} 10V{_HEIGHT - _BOTTOM}H{_WIDTH - 10}' fill='none' stroke='currentColor'/>"
    labels = "".join(
        f"<text x='{x}' y='{y}' text-anchor='{anchor}' font-size='13' fill='currentColor'>{text}</text>"
        for x, y, anchor, text in (
            (_LEFT - 6, 18, "end", f"{top:.2g}"),
            (_LEFT - 6, _HEIGHT - _BOTTOM, "end", "0"),
            (_LEFT, _HEIGHT - 22, "middle", "0"),
            (_WIDTH - 10, _HEIGHT - 22, "end", f"{last:.3g}"),
            ((_LEFT + _WIDTH) / 2, _HEIGHT - 8, "middle", "epsilon"),
            (_LEFT - 6, _HEIGHT / 2, "end", "delta"),
        )
    )
    title = "<title>delta over epsilon, claimed and shown</title>"
    return f"<svg viewBox='0 0 {_WIDTH} {_HEIGHT}' width='{_WIDTH}' role='img'>{title}{axes}{lines}{labels}</svg>"


def _points(xs: Sequence[float], ys: Sequence[float], last: float, top: float) -> str:
    width, height = _WIDTH - 10 - _LEFT, _HEIGHT - _BOTTOM - 10
    places = ((_LEFT + width * x / last, _HEIGHT - _BOTTOM - height * y / top) for x, y in zip(xs, ys, strict=True))
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in places if math.isfinite(y))
