"""Colours: every text has a contrast of at least 4.5 to 1 (WCAG AA) in both themes, every mark at least 3 to 1."""

import re
from pathlib import Path

import pytest

STYLE = (Path(__file__).resolve().parents[3] / "reports" / "pages" / "assets" / "site.css").read_text()
PALETTE = {
    name: (light, dark) for name, light, dark in re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);", STYLE)
}
VERDICTS = (
    "refuted",
    "ill-posed",
    "holds-on-region",
    "depends-on-reading",
    "consistent",
    "verified",
    "definition",
    "inconclusive",
    "untested",
    "stale",
)
SERIES = tuple(f"series-{k}" for k in range(8))
BACKGROUNDS = ("paper", "raised", "sunken")
Colour = tuple[float, float, float]


def rgb(colour: str) -> Colour:
    return tuple(int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))  # type: ignore[return-value]


def mixed(colour: Colour, share: float, ground: Colour) -> Colour:
    return tuple(share * a + (1 - share) * b for a, b in zip(colour, ground, strict=True))  # type: ignore[return-value]


def luminance(colour: Colour) -> float:
    r, g, b = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: Colour, two: Colour) -> float:
    low, high = sorted((luminance(one), luminance(two)))
    return (high + 0.05) / (low + 0.05)


def test_the_formula_gives_the_known_values() -> None:
    assert contrast(rgb("#000000"), rgb("#ffffff")) == pytest.approx(21)
    assert contrast(rgb("#777777"), rgb("#ffffff")) == pytest.approx(4.478, abs=0.001)


@pytest.mark.parametrize("theme", [0, 1])
@pytest.mark.parametrize("text", ["ink", "soft", "link", *VERDICTS, *SERIES])
def test_text_can_be_read_on_every_ground(text: str, theme: int) -> None:
    colour = rgb(PALETTE[text][theme])
    for ground in BACKGROUNDS:
        assert contrast(colour, rgb(PALETTE[ground][theme])) >= 4.5, ground


@pytest.mark.parametrize("theme", [0, 1])
@pytest.mark.parametrize("verdict", VERDICTS)
def test_text_can_be_read_on_the_tints_of_verdicts(verdict: str, theme: int) -> None:
    shares = [
        int(s) / 100 for s in re.findall(r"color-mix\(in srgb, var\(--(?:v|verified)\) (\d+)%, var\(--paper\)\)", STYLE)
    ]
    assert shares
    for share in shares:
        tint = mixed(rgb(PALETTE[verdict][theme]), share, rgb(PALETTE["paper"][theme]))
        for text in ("ink", "soft", "link", *VERDICTS):
            assert contrast(rgb(PALETTE[text][theme]), tint) >= 4.5, text


@pytest.mark.parametrize("theme", [0, 1])
@pytest.mark.parametrize("series", SERIES)
def test_whiskers_are_seen_on_bars(series: str, theme: int) -> None:
    (share,) = re.findall(r"\.bars \{ fill: color-mix\(in srgb, var\(--s\) (\d+)%, var\(--paper\)\)", STYLE)
    fill = mixed(rgb(PALETTE[series][theme]), int(share) / 100, rgb(PALETTE["paper"][theme]))
    assert contrast(rgb(PALETTE["ink"][theme]), fill) >= 3


@pytest.mark.parametrize("theme", [0, 1])
def test_edges_of_controls_and_the_focus_ring_are_seen(theme: int) -> None:
    for mark in ("edge", "focus"):
        for ground in BACKGROUNDS:
            assert contrast(rgb(PALETTE[mark][theme]), rgb(PALETTE[ground][theme])) >= 3, (mark, ground)


@pytest.mark.parametrize("theme", [0, 1])
def test_the_dark_button_can_be_read(theme: int) -> None:
    for ground in ("ink", "link"):
        assert contrast(rgb(PALETTE["paper"][theme]), rgb(PALETTE[ground][theme])) >= 4.5


def test_no_colour_is_written_outside_the_palette() -> None:
    rest = STYLE.split("--serif", 1)[1]
    assert set(re.findall(r"#[0-9a-fA-F]{3,8}\b", rest)) <= {"#fff"}  # the paper of a printer
