"""The site in a real browser: no complaints, no requests, it fits, checks, and works for everyone."""

from __future__ import annotations

from pathlib import Path

import pytest
from devtools import Page

PROP10 = "statements/demo/prop10.html"


def pages(site: Path) -> list[Path]:
    return sorted(site.rglob("*.html"))


def test_no_page_has_a_complaint_and_none_asks_the_network(site: Path, page: Page) -> None:
    for path in pages(site):
        page.open(path)
        assert page.run("document.fonts.ready.then(() => true)")
        assert page.complaints() == [], path
        assert all(url.startswith(("file:", "data:")) for url in page.requests()), path


def test_the_policy_forbids_what_it_should(site: Path, page: Page) -> None:
    page.open(site / "index.html")
    assert page.run("fetch('https://example.org/').then(() => 'sent', () => 'refused')") == "refused"
    page.run(
        "{ const s = document.createElement('script'); s.textContent = 'window.hacked = 1'; document.body.append(s); }"
    )
    assert page.run("window.hacked === undefined")


def test_links_lead_to_files_that_exist(site: Path, page: Page) -> None:
    for path in pages(site):
        page.open(path)
        for href in page.run("[...new Set([...document.links].map(a => decodeURI(a.href.split('#')[0])))]"):
            assert Path(href.removeprefix("file://")).is_file(), f"{path}: {href}"


@pytest.mark.parametrize("width", [320, 480, 768, 1280, 1800])
def test_no_page_is_wider_than_the_window(site: Path, page: Page, width: int) -> None:
    page.size(width)
    for path in pages(site):
        page.open(path)
        page.run("document.querySelectorAll('details').forEach(d => d.open = true)")
        assert page.run("document.documentElement.scrollWidth") <= width, path


def test_the_mathematics_font_is_used_and_roots_are_drawn(site: Path, page: Page) -> None:
    page.open(site / PROP10)
    assert page.run("document.fonts.ready.then(f => [...f].filter(x => x.status === 'loaded').map(x => x.family))") == [
        "Theory Checks Math"
    ]
    width = "e => e.getBoundingClientRect().width"
    wider = f"[...document.querySelectorAll('msqrt')].every(r => ({width})(r) > ({width})(r.firstElementChild) + 4)"
    assert page.run("document.querySelectorAll('msqrt').length") > 3
    assert page.run(wider)


# A formula in letters of 100 px, and a number for each part of it that is asked for.
LARGE = """(async (math, measure) => {
  const place = document.createElement('p');
  place.style.fontSize = '100px';
  place.innerHTML = math;
  document.querySelector('main').append(place);
  await document.fonts.ready;
  return [...place.querySelectorAll('[data-at]')].map(measure);
})"""


def test_the_bar_of_a_root_keeps_off_what_is_under_it(site: Path, page: Page) -> None:
    page.open(site / PROP10)
    roots = "<math><msqrt><mrow data-at><mi>n</mi><mi>π</mi></mrow></msqrt><msqrt><mn data-at>2</mn></msqrt></math>"
    rooms = page.run(f"{LARGE}({roots!r}, part => parseFloat(getComputedStyle(part).paddingBlockStart))")
    assert len(rooms) == 2
    assert min(rooms) >= 10


def test_a_prime_stands_at_its_letter(site: Path, page: Page) -> None:
    page.open(site / PROP10)
    prime = "<msup><mi>v</mi><mo data-at{}>′</mo></msup>"
    both = "<math>" + prime.format("") + prime.format(' class="prime"') + "</math>"
    floating, lowered = page.run(f"{LARGE}({both!r}, part => part.getBoundingClientRect().top)")
    assert lowered - floating >= 10
    primes = "[...document.querySelectorAll('.formula mo')].filter(e => e.textContent === '′')"
    assert page.run(f"{primes}.length") > 1
    assert page.run(f"{primes}.every(e => e.matches('.prime'))")


def test_fractions_stack_and_brackets_grow(site: Path, page: Page) -> None:
    page.open(site / PROP10)
    height = "e => e.getBoundingClientRect().height"
    tall, letter = (f"({height})(document.querySelector('.formula {tag}'))" for tag in ("mfrac", "mi"))
    assert page.run(f"{tall} > 1.6 * {letter}")
    assert page.run(f"({height})(document.querySelector('.formula mo[stretchy=true]')) > 1.6 * {letter}")


CHECK = """(async () => {
  const button = document.querySelector('button.check');
  const result = document.getElementById(button.getAttribute('aria-describedby'));
  button.click();
  while (!/^[✓✗]/.test(result.textContent)) await new Promise(done => setTimeout(done, 20));
  return [result.className, result.textContent];
})()"""


def test_the_certificate_is_checked_in_the_browser(site: Path, page: Page) -> None:
    page.open(site / PROP10)
    look, text = page.run(CHECK)
    assert look == "check-result accepted"
    assert text.startswith("✓ Accepted: ")
    assert page.complaints() == []


def test_an_altered_certificate_is_refused_in_the_browser(site: Path, page: Page) -> None:
    page.open(site / PROP10)
    page.run("{ const tell = window.theoryChecksPart; window.theoryChecksPart = (name, text) => {"
             " const c = JSON.parse(text); c.conclusion.relation = '<';"
             " tell(name, JSON.stringify(c)); }; }")  # fmt: skip
    look, text = page.run(CHECK)
    assert look == "check-result refused"
    assert text.startswith("✗ Refused: ")


def test_without_scripts_everything_is_there_and_nothing_is_dead(site: Path, page: Page) -> None:
    page.scripts(on=False)
    page.open(site / "index.html")
    assert page.run("document.querySelector('#theme').offsetParent === null")
    page.open(site / PROP10)
    assert page.run("[...document.querySelectorAll('button')].every(b => b.offsetParent === null)")
    assert page.run("document.querySelector('a[download]').offsetParent !== null")


def test_the_first_key_leads_past_the_navigation(site: Path, page: Page) -> None:
    page.open(site / "index.html")
    page.key("Tab", 9)
    assert page.run("document.activeElement.className") == "skip"
    assert page.run("document.activeElement.getBoundingClientRect().left >= 0")
    page.key("Enter", 13)
    assert page.run("document.activeElement.id") == "main"


def test_focus_can_be_seen_on_everything_that_takes_it(site: Path, page: Page) -> None:
    page.open(site / PROP10)
    page.run("document.querySelectorAll('details').forEach(d => d.open = true)")
    for _ in range(25):
        page.key("Tab", 9)
        style = "getComputedStyle(document.activeElement)"
        assert page.run(f"{style}.outlineStyle !== 'none' && parseFloat({style}.outlineWidth) >= 2"), page.run(
            "document.activeElement.outerHTML"
        )


UNREACHED = """(() => {
  document.querySelectorAll('details').forEach(d => d.open = true);
  const scrolls = (e) => /auto|scroll/.test(getComputedStyle(e).overflow)
    && (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1);
  const reached = (e) => e.matches('[tabindex]') || e.querySelector('[tabindex], a[href], button');
  const found = [...document.querySelectorAll('body *')].filter(e => e.checkVisibility() && scrolls(e) && !reached(e));
  return found.map(e => e.outerHTML.slice(0, 120));
})()"""


@pytest.mark.parametrize("width", [390, 1440])
def test_whatever_scrolls_can_be_reached_by_keyboard(site: Path, page: Page, width: int) -> None:
    page.size(width)
    for path in pages(site):
        page.open(path)
        assert page.run(UNREACHED) == [], path


def test_the_theme_follows_the_system_and_can_be_switched_for_good(site: Path, page: Page) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    page.open(site / "index.html")
    light = page.run(ground)
    page.media(scheme="dark")
    dark = page.run(ground)
    assert light != dark
    page.run("document.getElementById('theme').click()")
    assert page.run(ground) == light
    page.reload()
    assert page.run(ground) == light
    assert page.run("document.getElementById('theme').textContent") == "Dark"


def test_print_drops_the_controls_and_is_light(site: Path, page: Page) -> None:
    page.media(scheme="dark", medium="print")
    page.open(site / PROP10)
    for hidden in ("header.top nav", ".actions", ".pager"):
        assert page.run(f"document.querySelector('{hidden}').offsetParent === null"), hidden
    assert page.run("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.run("getComputedStyle(document.body).colorScheme") == "light"


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 1280), ("light", 360), ("dark", 360)])
def test_pictures_are_taken_to_be_looked_at(site: Path, page: Page, pictures: Path, scheme: str, width: int) -> None:
    page.size(width)
    page.media(scheme=scheme)
    for name in (
        "index.html",
        "statements.html",
        "papers/demo.html",
        PROP10,
        "statements/demo/thm2.html",
        "benchmarks.html",
        "provenance.html",
    ):
        page.open(site / name)
        page.run("document.fonts.ready.then(() => true)")
        picture = pictures / f"{Path(name).stem}-{scheme}-{width}.png"
        page.screenshot(picture)
        assert picture.stat().st_size > 10_000
