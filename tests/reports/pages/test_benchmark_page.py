"""The page of benchmarks of the sample site: tables, plots, and what they say about speed."""

from pathlib import Path

from pages_of import read, squeezed, with_class


def test_the_benchmark_page_shows_rows_and_verdicts_on_speed(site: Path) -> None:
    page = read(site / "benchmarks.html")
    text = squeezed(page)
    assert "One MDP: ours is at least as fast as the best peer at 1 of 2 tasks, and behind at lake (1.30×)." in text
    assert "dense ours policy iteration" in text
    outcomes = [n.classes[-1] for n in with_class(page, "outcome") if n.classes != ["outcome"]]
    assert outcomes[-2:] == ["holds", "fails"]  # the solvers come last
    assert "Not here: slow at dense (would take minutes)." in text
    assert "10⁻⁹" in text


def test_the_benchmark_page_shows_times_against_size(site: Path) -> None:
    page = read(site / "benchmarks.html")
    text = squeezed(page)
    assert "1 of 2 bars are met." in text
    assert "At N=10000 ours (blocks) 300 ns, the best peer (peer) 10000 ns a query." in text
    assert "0.50 (within 1.00×)" in text
    assert "absent (not installed: No module named 'absent')" in text
    outcomes = [n.classes[-1] for n in with_class(page, "outcome") if n.classes != ["outcome"]]
    assert outcomes[2:4] == ["holds", "fails"]
    _, plot = with_class(page, "plot")
    assert "ns per query from" in plot.text
    assert [label.split(" ")[0] for label in map(squeezed, with_class(page, "plot-legend"))] == ["fast", "blocks"]


def test_the_benchmark_page_shows_measurements_and_leads_to_every_document(site: Path) -> None:
    page = read(site / "benchmarks.html")
    text = squeezed(page)
    assert "1.25 × 10⁶ (bar 10⁶)" in text
    anchors = {node.attributes.get("id") for node in page.walk()}
    links = [n.attributes["href"] for n in page.walk() if n.tag == "a" and n.attributes["href"].startswith("#")]
    assert [link for link in links if link in ("#learners", "#noise", "#solvers")] == [
        "#learners",
        "#noise",
        "#solvers",
    ]
    assert {link.removeprefix("#") for link in links} <= anchors
