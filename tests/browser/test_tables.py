"""Tables on screens of any width: numbers stay whole, words stay visible, headers say something."""

from __future__ import annotations

from pathlib import Path

import pytest
from devtools import Page

# Numbers of tables that stand on more than one line, with all folds open and tables as narrow as they can be.
BROKEN = """(async () => {
  document.querySelectorAll('details').forEach(d => d.open = true);
  document.querySelectorAll('table').forEach(table => { table.style.minWidth = 0; });
  await new Promise(done => setTimeout(done, 100));
  const broken = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement.closest('td, th')) continue;
    for (const number of node.data.matchAll(/[-−[]?\\d[\\d.\\/]*(e[-+]?\\d+)?/g)) {
      const range = document.createRange();
      range.setStart(node, number.index);
      range.setEnd(node, number.index + number[0].length);
      const boxes = [...range.getClientRects()].filter(box => box.width > 0);
      if (boxes.some(box => box.top > boxes[0].bottom - 2)) broken.push(number[0]);
    }
  }
  return broken;
})()"""
# Words of the table of verdicts that reach beyond the window or what holds them.
CUT = """(() => {
  const cut = [];
  for (const cell of document.querySelectorAll('.matrix a, .matrix th, .matrix td')) {
    const box = cell.getBoundingClientRect();
    if (box.width && (box.right > innerWidth || cell.scrollWidth > cell.clientWidth + 1 && cell.clientWidth)) {
      cut.push(cell.textContent.trim());
    }
  }
  return cut;
})()"""


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_no_table_breaks_a_number(site: Path, page: Page, width: int) -> None:
    page.size(width)
    for path in sorted(site.rglob("*.html")):
        page.open(path)
        assert page.run(BROKEN) == [], path


@pytest.mark.parametrize("width", [320, 390, 768])
def test_the_table_of_verdicts_shows_its_words_whole(whole: Path, page: Page, width: int) -> None:
    page.size(width)
    page.open(whole / "index.html")
    assert page.run("document.querySelectorAll('.matrix td').length") > 10
    assert page.run(CUT) == []
    if width < 700:
        shown = page.run(
            "[...document.querySelectorAll('.matrix td')].map(e => getComputedStyle(e, '::after').content)"
        )
        assert any("Verified" in word for word in shown)
