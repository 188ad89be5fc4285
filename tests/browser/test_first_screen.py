"""The first screen of the main results as the papers have them, on a desk and on a telephone; parts that load later.

The statements and all their words are those of the ledger; what was found is one case and one certificate for each.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
import sample_certificate
from devtools import Page

from reports.__main__ import main
from theory_checks.checker import script
from theory_checks.engine.papers import load
from theory_checks.engine.results import assemble
from theory_checks.engine.runner import Plan, Run
from theory_checks.engine.seal import LISTS

MAIN = ("dpdqn/prop10", "dpdqn/thm5", "gpope/thm2", "pucb/jdp")
TALL = ("dpdqn/lemma11-level-factors", "dpdqn/claim12")  # whose formulas alone are taller than a screen
SIZES = ((1440, 900), (390, 844))
CASE = {
    "case": "$n = 5$, $m = 1$", "method": "exact", "outcome": "fails", "quantity": "error", "relation": "<=",
    "left": "1596/1000", "right": "1427/1000", "tightness": 1.1, "detail": "", "region": "", "error_probability": 0.0,
    "power": "", "certificate": None,
}  # fmt: skip


def digest_of(*parts: object) -> str:
    """Return a digest of its own for each certificate."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def found(id_: str, reading: str, verdict: str) -> dict[str, Any]:
    """Return a record of one case and many certificates."""
    data = sample_certificate.CERTIFICATE | {"statement": sample_certificate.bound(id_, reading)}
    certificates = [
        {"digest": digest_of(id_, reading, index), "certificate": data, "compared": "1.59576... > 1.42729..."}
        for index in range(60)
    ]
    empty = {name: [] for name in LISTS}
    evidence = [CASE | ({} if verdict == "REFUTED" else {"outcome": "holds", "left": "1", "right": "1"})] * 200
    own = {"evidence": evidence, "certificates": certificates if verdict == "REFUTED" else []}
    rest = {"source": None, "seed": 0, "error": None, "reason": ""}
    return {"id": id_, "reading": reading, "verdict": verdict, **empty, **own, **rest}


@pytest.fixture(scope="module")
def main_results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the main results, of the tallest formulas, and of their corrections."""
    ledger, folder = load(), tmp_path_factory.mktemp("main-results")
    wanted = [*MAIN, *TALL, *(id_ for name in (*MAIN, *TALL) for id_ in ledger[name].repaired_by)]
    records = {
        (id_, reading.name): found(id_, reading.name, str(reading.verdict))
        for id_ in wanted
        for reading in ledger[id_].readings
    }
    results = assemble(Plan(keys=tuple(records)), ledger, Run(records, {}))
    results["statements"] = [s for s in results["statements"] if s["id"] in wanted]
    (folder / "results.json").write_text(json.dumps(results))
    (folder / "checker.js").write_text(script())
    arguments = [str(folder / "results.json"), "--out", str(folder / "site"), "--checker", str(folder / "checker.js")]
    assert main(arguments) == 0
    return folder / "site"


BOTTOM = "Math.max(...[...document.querySelectorAll('.card {0}')].map(e => e.getBoundingClientRect().bottom))"
FORMULAS = """[...document.querySelectorAll('.card .column')].map(
  c => c.querySelector('.formulas').getBoundingClientRect().bottom)"""


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_answer_number_and_formulas_stand_on_the_first_screen(
    main_results: Path, page: Page, pictures: Path, width: int, height: int
) -> None:
    page.size(width, height)
    shown = sorted((main_results / "statements").rglob("*.html"))
    assert len(shown) == 12
    for path in shown:
        page.open(path)
        page.run("document.fonts.ready.then(() => true)")
        for part in (".answer", ".worked"):
            assert page.run(BOTTOM.replace("{0}", part)) <= height, f"{path}: {part}"
        assert all(bottom <= height for bottom in page.run(FORMULAS)), path
        assert page.run("document.documentElement.scrollWidth") <= width, path
        page.screenshot(pictures / f"card-{path.parent.name}-{path.stem}-{width}.png", limit=height)


def test_the_button_on_the_card_checks_the_certificate(main_results: Path, page: Page) -> None:
    page.open(main_results / "statements/dpdqn/prop10.html")
    assert not any("checker.js" in url for url in page.requests())
    page.run("document.querySelector('.card button.check').click()")
    text = "document.getElementById('card-result').textContent"
    page.run(f"(async () => {{ while (!/^[✓✗]/.test({text})) await new Promise(done => setTimeout(done, 20)); }})()")
    assert page.run(text).startswith("✗ Refused: ")  # it is of another statement than this one
    assert page.complaints() == []


def test_long_parts_are_loaded_when_their_fold_opens(main_results: Path, page: Page) -> None:
    page.open(main_results / "statements/dpdqn/prop10.html")
    assert page.run("document.querySelectorAll('.part[data-part]').length") > 1
    page.run("document.querySelectorAll('details').forEach(d => d.open = true)")
    loaded = "[...document.querySelectorAll('.part')].every(p => p.querySelector('table, article, li'))"
    wait = f"(async () => {{ while (!({loaded})) await new Promise(done => setTimeout(done, 20)); }})()"
    page.run(wait)
    assert page.run("document.querySelectorAll('.part article').length") == 59 * 2
    assert page.run("[...document.querySelectorAll('.part button.check')].every(b => !b.hidden)")
    assert page.complaints() == []


def test_a_link_into_folds_opens_them_and_loads_what_it_leads_to(main_results: Path, page: Page) -> None:
    anchor = "certificate-" + digest_of("dpdqn/prop10", "returned-function", 7)[:12]
    page.open(main_results / "statements/dpdqn/prop10.html", f"#{anchor}")
    target = f"document.getElementById('{anchor}')"
    page.run(
        f"(async () => {{ while ({target}.tagName !== 'H3') await new Promise(done => setTimeout(done, 20)); }})()"
    )
    assert page.run(f"{target}.offsetParent !== null")


def test_without_scripts_folds_open_and_every_certificate_has_its_link(main_results: Path, page: Page) -> None:
    page.scripts(on=False)
    page.open(main_results / "statements/dpdqn/prop10.html")
    assert page.run("document.querySelectorAll('.part a[download]').length") == 59 * 2
    assert page.run("[...document.querySelectorAll('a[download]')].every(a => a.href.endsWith('.json'))")
