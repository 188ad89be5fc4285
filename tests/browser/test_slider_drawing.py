"""Sliders: what moves changes numbers, words and marks; by keyboard, on a phone, in the dark, without scripts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from devtools import Page

from reports.__main__ import main
from theory_checks.checker import script
from theory_checks.engine.papers import load
from theory_checks.engine.results import assemble
from theory_checks.engine.runner import Plan, Run

SAMPLE = "statements/demo/prop10.html"
PROP10 = "statements/dpdqn/prop10.html"
WAIT = """new Promise((done, fail) => {
  const look = (left) => left === 0 ? fail(new Error('nothing happened')) :
    (CONDITION) ? done(true) : setTimeout(() => look(left - 1), 20);
  look(500);
})"""
WORDS = "[...document.querySelectorAll('.promises li')].map(item => item.textContent.replace(/\\s+/g, ' ').trim())"
STATES = "[...document.querySelectorAll('.promises li')].map(item => item.className)"
CROSSES = "document.querySelectorAll('svg.plot .violated').length"


def wait(page: Page, condition: str) -> None:
    assert page.run(WAIT.replace("CONDITION", condition))


def begin(page: Page, path: Path) -> None:
    page.open(path, "#try")
    wait(page, "document.querySelector('.explored') && !document.querySelector('.explored').hidden")


def move(page: Page, name: str, place: int) -> None:
    """Put a slider at one of its values, as a mouse does, and wait for the drawing."""
    page.run(
        f"(input => {{ input.value = {place}; input.dispatchEvent(new Event('input', {{bubbles: true}})); }})"
        f"(document.querySelector('[data-slider={name}]'))"
    )
    page.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of the statements of the papers, with the checker: nothing was run, all can be tried."""
    folder = tmp_path_factory.mktemp("sliders")
    (folder / "results.json").write_text(json.dumps(assemble(Plan(keys=()), load(), Run(records={}, seconds={}))))
    (folder / "checker.js").write_text(script())
    files = ["--checker", str(folder / "checker.js")]
    assert main([str(folder / "results.json"), "--out", str(folder / "site"), *files]) == 0
    return folder / "site"


def test_proposition_10_is_violated_at_five_states_and_not_at_four(ledger: Path, page: Page) -> None:
    begin(page, ledger / PROP10)
    assert page.run(STATES) == ["fails", "holds"]
    words = page.run(WORDS)
    assert words[0].startswith("✗ As printed: fails here")
    assert "1.596 > 1.427" in words[0]
    assert words[1].startswith("✓ Use instead: holds here")
    assert "fails at 36 of 40 values along the axis, from 5 to 40" in page.run(
        "document.querySelector('.along').textContent"
    )
    move(page, "n", 2)
    assert page.run(STATES) == ["holds", "holds"]
    assert "1.596 < 1.843" in page.run(WORDS)[0]
    move(page, "n", 3)
    assert page.run(STATES)[0] == "holds"
    assert "equal to the digits shown" in page.run(WORDS)[0]
    assert page.complaints() == []
    assert [url for url in page.requests() if not url.startswith(("file:", "data:"))] == []


def test_moving_another_symbol_moves_the_curves(ledger: Path, page: Page) -> None:
    begin(page, ledger / PROP10)
    lines = "[...document.querySelectorAll('svg.plot .line')].map(line => line.getAttribute('points')).join()"
    before = page.run(lines)
    move(page, "m", 1)
    assert page.run(lines) != before
    assert "1.128 > 1.427" not in page.run(WORDS)[0]
    move(page, "m", 11)
    assert page.run(STATES) == ["fails", "holds"]


def test_the_keyboard_moves_a_slider_and_the_page_says_so(site: Path, page: Page) -> None:
    begin(page, site / SAMPLE)
    page.run("document.querySelector('[data-slider=n]').focus()")
    page.key("ArrowLeft", 37)
    wait(page, "document.querySelector('.slider output').textContent === '4'")
    assert page.run("document.querySelector('[data-slider=n]').getAttribute('aria-valuetext')") == "4"
    assert page.run("document.querySelector('.explored [role=status]').textContent") == (
        "As printed: holds here, equal to the digits shown, 1 = 1. Use instead: holds here, 1 < 2."
    )


def test_every_slider_has_a_name_in_plain_text(ledger: Path, page: Page) -> None:
    """A label that is a formula alone is no name for every reader of a screen."""
    begin(page, ledger / PROP10)
    names = page.run("[...document.querySelectorAll('[data-slider]')].map(input => input.getAttribute('aria-label'))")

    assert [name.split()[0] for name in names] == ["n", "m", "γ", "σ"]


def test_what_fails_is_marked_by_crosses_and_words(site: Path, page: Page) -> None:
    begin(page, site / SAMPLE)
    assert page.run(STATES) == ["fails", "holds"]
    assert page.run(CROSSES) == 5
    assert page.run(WORDS)[0] == "✗ As printed: fails here The error 1 > 0.8944 the printed bound"
    move(page, "n", 0)
    assert page.run(WORDS) == [
        "✓ As printed: holds here The error 1 < 2 the printed bound",
        "– Use instead: nothing is promised here The error the bound 2σ",
    ]


def test_a_place_without_a_value_is_said(site: Path, page: Page) -> None:
    begin(page, site / SAMPLE)
    answer = page.run("""window.checkerEnclosures(
      [{op: 'log', args: [{ref: 'x'}]}, {op: '/', args: ['1', {ref: 'y'}]}, {ref: 'unknown'}, {ref: 'y'}],
      {y: {op: '-', args: [{ref: 'x'}, '-1']}}, {x: '-1'})""")
    assert answer == [None, None, None, [0, 0]]


def test_on_a_phone_nothing_is_wider_than_the_screen(ledger: Path, page: Page) -> None:
    page.size(390, 800)
    for name in ("dpdqn/prop10", "pucb/lower-regret", "gpope/thm2"):
        begin(page, ledger / f"statements/{name}.html")
        assert page.run("document.documentElement.scrollWidth") <= 390
        assert page.run("document.querySelector('svg.plot').getBoundingClientRect().right") <= 390
        assert page.run(
            "[...document.querySelectorAll('.slider input')].every(x => x.getBoundingClientRect().height >= 24)"
        )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_have_enough_contrast(scheme: str, site: Path, page: Page) -> None:
    page.media(scheme=scheme)
    begin(page, site / SAMPLE)
    ratios = page.run("""(() => {
      const light = (text) => {
        const context = document.createElement('canvas').getContext('2d');
        context.fillStyle = text; context.fillRect(0, 0, 1, 1);
        return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3).map((x) => x / 255)
          .map((x) => x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4)
          .reduce((sum, x, i) => sum + x * [0.2126, 0.7152, 0.0722][i], 0);
      };
      return [...document.querySelectorAll('.promises .state')].map((item) => {
        const [a, b] = [getComputedStyle(item).color, getComputedStyle(item.parentElement).backgroundColor].map(light);
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      });
    })()""")
    assert len(ratios) == 2
    assert min(ratios) >= 4.5


def test_without_scripts_a_sentence_stands_there(site: Path, page: Page) -> None:
    page.scripts(on=False)
    page.open(site / SAMPLE)
    page.scripts(on=True)
    assert page.run("document.querySelector('.waiting').textContent").startswith("The curves and numbers need scripts")
    assert page.run("document.querySelector('.explored').offsetParent") is None


def test_every_statement_with_sliders_draws_itself(ledger: Path, page: Page) -> None:
    pages = sorted(path for path in ledger.glob("statements/**/*.html") if "data-explore" in path.read_text())
    assert len(pages) >= 15
    for path in pages:
        begin(page, path)
        assert page.run("document.querySelectorAll('svg.plot .line').length") >= 2, path
        assert page.run(STATES)[0] in ("holds", "fails"), path
        assert page.complaints() == [], path


def test_pages_stay_small_before_the_fold_opens(ledger: Path) -> None:
    assert max(path.stat().st_size for path in ledger.glob("statements/**/*.html")) <= 300_000
