"""Plots: what is drawn is the data, and what cannot be drawn is said."""

import re
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from reports.draw.figure_view import numbers
from reports.draw.figures import HEIGHT, WIDTH, draw
from reports.draw.looks import DASHES, MARKS, STYLES
from reports.read.model import Figure, Series

NONE: tuple[float, ...] = ()


def series(
    kind: str = "line", x: tuple[float | None, ...] = (1, 2, 4), y: tuple[float | None, ...] = (1, 2, 3), **more: object
) -> Series:
    values = {"label": "s", "kind": kind, "x": x, "y": y, "low": NONE, "high": NONE} | more
    return Series(**values)  # pyright: ignore[reportArgumentType]


def figure(*curves: Series, **more: object) -> Figure:
    values = {
        "title": "T",
        "caption": "",
        "x_label": "x",
        "y_label": "y",
        "x_scale": "linear",
        "y_scale": "linear",
        "series": curves,
    }
    return Figure(**(values | more))  # pyright: ignore[reportArgumentType]


def parts(drawn: Figure, look: str) -> list[ET.Element]:
    return [e for e in ET.fromstring(draw(drawn).svg).iter() if look in (e.get("class") or "").split()]


def places(element: ET.Element) -> list[tuple[float, float]]:
    return [tuple(map(float, pair.split(","))) for pair in (element.get("points") or "").split()]  # type: ignore[misc]


def test_a_line_passes_through_its_points_in_order_and_in_proportion() -> None:
    (line,) = parts(figure(series(x=(0, 1, 3), y=(0, 2, 6))), "line")
    (x0, y0), (x1, y1), (x2, y2) = places(line)
    assert (x2 - x0) == pytest.approx(3 * (x1 - x0), abs=0.2)  # places are rounded to tenths
    assert (y0 - y2) == pytest.approx(3 * (y0 - y1), abs=0.2)
    assert y2 < y1 < y0


def test_equal_factors_are_equal_steps_on_logarithmic_axes() -> None:
    (line,) = parts(figure(series(x=(1, 10, 100), y=(1, 10, 100)), x_scale="log", y_scale="log"), "line")
    (x0, y0), (x1, y1), (x2, y2) = places(line)
    assert x2 - x1 == pytest.approx(x1 - x0, abs=0.2)
    assert y2 - y1 == pytest.approx(y1 - y0, abs=0.2)


def test_a_missing_value_cuts_the_line() -> None:
    assert len(parts(figure(series(x=(1, 2, 3, 4, 5), y=(1, 2, None, 3, 4))), "line")) == 2
    assert len(parts(figure(series(x=(1, 2, None, 4, 5), y=(1, 2, 3, 3, 4))), "line")) == 2


def test_what_a_logarithmic_axis_cannot_show_is_left_out_and_said() -> None:
    plot = figure(series(x=(1, 2, 3), y=(1, 0, -1)), y_scale="log")
    assert draw(plot).notes == ["2 of s: y ≤ 0 are not on the logarithmic axis"]
    assert len(parts(plot, "mark")) == 1
    assert draw(figure(series(x=(0, 2, 3)), x_scale="log")).notes == ["1 of s: x ≤ 0 is not on the logarithmic axis"]


def test_nothing_to_draw_is_said() -> None:
    for empty in (
        figure(),
        figure(series(x=(), y=())),
        figure(series(x=(1,), y=(None,))),
        figure(series(y=(0, 0, 0)), y_scale="log"),
    ):
        drawn = draw(empty)
        assert drawn.svg == ""
        assert drawn.notes[-1] == "There is nothing to draw."


def test_a_band_is_a_closed_area_between_its_ends() -> None:
    band = series("band", x=(1, 2), y=NONE, low=(1.0, 1.0), high=(3.0, 2.0))
    (area,) = parts(figure(band), "band")
    (a, b, c, d) = places(area)
    assert a[0] == d[0]
    assert b[0] == c[0]
    assert a[1] < d[1]
    assert b[1] < c[1]


def with_spreads(*names: str, x: tuple[float, ...] = (1, 2)) -> Figure:
    """A line for each name, all through the same places, and how far each spreads."""
    ones, below, above = ((y,) * len(x) for y in (1.0, 0.0, 3.0))
    curves = [
        [series(label=n, x=x, y=ones), series("band", label=f"{n}, deviation", x=x, y=ones, low=below, high=above)]
        for n in names
    ]
    return figure(*(one for pair in curves for one in pair))


def test_the_band_of_one_line_has_its_colour() -> None:
    drawn = str(draw(figure(series(label="b"), *with_spreads("a, c").series)).svg)

    assert [drawn.count(f"band series-{i}") for i in range(4)] == [0, 1, 0, 0]
    assert [drawn.count(f"line series-{i}") for i in range(4)] == [1, 1, 0, 0]
    assert "spread" not in drawn


def test_the_spreads_of_several_lines_are_whiskers_in_their_colours_and_cover_nothing() -> None:
    drawn = with_spreads("a", "b, c")
    looks = [path.get("class") for path in parts(drawn, "spread")]

    assert parts(drawn, "band") == []
    assert looks == ["spread series-0"] * 2 + ["spread series-1"] * 2
    heights = {tuple(re.findall(r"-?[\d.]+", path.get("d") or "")[1:]) for path in parts(drawn, "spread")}
    assert len(heights) == 1  # from the lower to the upper end, all alike here


@pytest.mark.parametrize("size", [1, 2, 6, 40, 200])
def test_no_two_whiskers_stand_at_one_place_and_a_long_line_has_few(size: int) -> None:
    drawn = parts(with_spreads("a", "b", "c", "d", "e", x=tuple(float(k) for k in range(size))), "spread")
    at = [re.findall(r"-?[\d.]+", path.get("d") or "")[0] for path in drawn]

    assert len(set(at)) == len(at) >= 5
    assert len(at) <= 5 * 10


def test_the_legend_names_each_method_once_and_says_once_what_the_spreads_are() -> None:
    for names in (["a"], ["a", "b", "c"]):
        assert [label for _, label in draw(with_spreads(*names)).legend] == [*names, "deviation"]
    alone = series("band", label="a, range", y=NONE, low=(1.0, 1.0, 1.0), high=(3.0, 2.0, 2.0))
    assert [label for _, label in draw(figure(alone)).legend] == ["a, range"]


def test_bands_lie_below_lines() -> None:
    band = series("band", x=(1, 2), y=NONE, low=(1.0, 1.0), high=(3.0, 2.0))
    svg = str(draw(figure(series(), band)).svg)
    assert svg.index("band") < svg.index("line series")


def bar(label: str, x: float, y: float | None, low: float | None, high: float | None) -> Series:
    return series("bars", label=label, x=(x,), y=(y,), low=(low,), high=(high,))


def box(rect: ET.Element) -> tuple[float, float, float]:
    """The middle, the upper and the lower end of a bar."""
    x, y, width, height = (float(rect.get(name) or "nan") for name in ("x", "y", "width", "height"))
    return x + width / 2, y, y + height


def test_bars_reach_from_zero_to_their_values_and_whiskers_between_their_ends() -> None:
    drawn = figure(bar("up", 1, 4, 3, 6), bar("down", 2, -2, -3, -1))
    (x1, top, base), (x2, zero, bottom) = (box(rect) for rect in parts(drawn, "bars"))
    assert base == pytest.approx(zero, abs=0.2)  # places are rounded to tenths
    assert base - top == pytest.approx(2 * (bottom - zero), abs=0.4)
    unit = (base - top) / 4
    for x, ends, path in zip((x1, x2), ((3, 6), (-3, -1)), parts(drawn, "whisker"), strict=True):
        stem = re.findall(r"([\d.]+) ([\d.]+)", path.get("d") or "")[:2]
        assert [float(a) for a, _ in stem] == pytest.approx([x, x], abs=0.2)
        assert [float(b) for _, b in stem] == pytest.approx([base - unit * end for end in ends], abs=0.4)


@pytest.mark.parametrize("values", [(9.0, 9.5, 10.0), (-9.0, -9.5, -10.0), (9.0, 9.0, 9.0)])
def test_the_axis_of_bars_begins_at_zero_even_where_all_values_are_far_from_it(values: tuple[float, ...]) -> None:
    drawn = figure(*(bar(f"b{x}", x, y, y, y) for x, y in enumerate(values)))
    heights = [low - high for _, high, low in map(box, parts(drawn, "bars"))]
    assert [h / heights[0] for h in heights] == pytest.approx([y / values[0] for y in values], abs=0.01)


def test_bars_are_named_below_in_lines_that_make_room() -> None:
    few = draw(figure(bar("first", 1, 1, 1, 1), bar(r"at $\sigma = 1$", 2, 1, 1, 1), x_label="method"))
    many = draw(figure(*(bar("a name that is rather long", x, 1, 1, 1) for x in range(6))))

    ticks = [e.text for e in ET.fromstring(few.svg).iter() if e.get("text-anchor") == "middle"]
    assert ticks == ["first", "at σ = 1"]
    assert "against method. Shown: first (bars)" in (ET.fromstring(few.svg).findtext("desc") or "")
    lines = [e for e in ET.fromstring(many.svg).iter() if e.get("text-anchor") == "middle"]
    assert " ".join(line.text or "" for line in lines) == " ".join(["a name that is rather long"] * 6)
    heights = [float((ET.fromstring(d.svg).get("viewBox") or "").split()[3]) for d in (few, many)]
    assert heights[0] == HEIGHT
    assert heights[1] >= HEIGHT + 15 * (len(lines) / 6 - 1)


def test_bars_do_not_touch_and_lines_lie_above_them() -> None:
    drawn = figure(series(x=(0.5, 2.5), y=(1.0, 1.0)), bar("a", 1, 3, 2, 4), bar("b", 2, 3, 2, 4))
    one, two = parts(drawn, "bars")
    svg = str(draw(drawn).svg)
    assert float(one.get("x") or "") + float(one.get("width") or "") < float(two.get("x") or "")
    assert svg.rindex("whisker") < svg.index("line series")
    assert [label for _, label in draw(drawn).legend] == ["s", "a", "b"]


def test_a_missing_value_has_no_bar_and_missing_ends_have_no_whisker() -> None:
    drawn = figure(bar("a", 1, None, 1, 2), bar("b", 2, 3, None, 4), bar("c", 3, 3, 2, 4))
    assert len(parts(drawn, "bars")) == 2
    assert len(parts(drawn, "whisker")) == 1
    assert draw(figure(bar("a", 1, None, None, None))).notes == ["There is nothing to draw."]


def test_the_table_has_the_values_of_bars_and_the_ends_of_whiskers() -> None:
    table = numbers(figure(bar("a", 1, 3, 2, 4), bar("b", 2, None, None, None), series(x=(0.5, 2.5), y=(1, None))))
    assert table.columns == ("Series", "x", "y", "Lower end", "Upper end")
    assert table.rows == [
        ("a", "1", "3", "2", "4"), ("b", "2", "–", "–", "–"), ("s", "0.5", "1", "", ""), ("s", "2.5", "–", "", ""),
    ]  # fmt: skip
    assert numbers(figure(series(x=(1.0,), y=(2.0,)))).rows == [("s", "1", "2")]
    band = numbers(figure(series("band", x=(1,), y=NONE, low=(1.0,), high=(3.0,))))
    assert band.rows == [("s", "1", "", "1", "3")]
    short = numbers(figure(series("dots", x=(1, 2), y=(3, 4), low=(0.0,))))
    assert short.rows == [("s", "1", "3", "0", ""), ("s", "2", "4", "", "")]


def test_series_differ_without_colour() -> None:
    assert len(set(DASHES)) == len(DASHES) == len(set(MARKS)) == len(MARKS) == STYLES
    drawn = figure(*[series("line", label=f"s{k}") for k in range(STYLES)])
    dashes = [line.get("stroke-dasharray") for line in parts(drawn, "line")]
    assert len(set(dashes)) == STYLES
    shapes = [(e.tag, e.get("class"), shape(e)) for e in parts(drawn, "mark")]
    assert len(set(shapes)) == STYLES
    without_colour = {(tag, "open" in (look or ""), kind) for tag, look, kind in shapes}
    assert len(without_colour) == STYLES


def shape(mark: ET.Element) -> tuple[object, ...]:
    """What a mark looks like, wherever it stands."""
    corners = places(mark)
    strokes = re.findall(r"[\d.]+", mark.get("d") or "")
    if strokes:
        return (strokes[1] == strokes[3],)  # the first stroke of a plus is level, that of a cross is not
    return tuple((round(x - corners[0][0]), round(y - corners[0][1])) for x, y in corners)


def test_a_long_line_has_no_marks_and_dots_always_have() -> None:
    many = tuple(float(k) for k in range(100))
    assert parts(figure(series(x=many, y=many)), "mark") == []
    assert len(parts(figure(series("dots", x=many, y=many)), "mark")) == 100


def test_everything_stays_inside_the_picture() -> None:
    drawn = figure(series(x=(-5, 0, 5), y=(1e-3, 1e3, 5)), series("dots", x=(3, 4, 5), y=(0, 1, 2)))
    for element in (*parts(drawn, "line"), *parts(drawn, "grid")):
        for x, y in places(element):
            assert 0 <= x <= WIDTH
            assert 0 <= y <= HEIGHT


def test_the_picture_says_what_it_shows_and_the_legend_names_every_series() -> None:
    drawn = draw(figure(series(label="first"), series("dots", label="second")))
    svg = ET.fromstring(drawn.svg)
    assert svg.get("role") == "img"
    assert svg.findtext("title") == "T"
    assert "first (line); second (dots)" in (svg.findtext("desc") or "")
    assert [label for _, label in drawn.legend] == ["first", "second"]


def test_a_screen_reader_is_given_formulas_as_plain_text() -> None:
    drawn = ET.fromstring(draw(figure(series(), title=r"Noise $\sigma$", y_label=r"$\sqrt{\beta}$")).svg)

    assert drawn.get("aria-label") == "Noise σ"
    assert "$" not in "".join(drawn.itertext())


def test_labels_are_escaped_and_control_characters_dropped() -> None:
    hostile = replace(figure(series(label="</svg><script>x</script>")), title="<b>\x00\x08</b>")
    svg = str(draw(hostile).svg)
    assert "<script" not in svg
    assert ET.fromstring(svg).findtext("title") == "<b></b>"


def test_the_same_figure_gives_the_same_bytes_with_short_numbers() -> None:
    plot = figure(series(x=(1 / 3, 2 / 3, 1), y=(1 / 7, 2 / 7, 3 / 7)))
    assert draw(plot).svg == draw(plot).svg
    coordinates = re.findall(r'(?:x|y|cx|cy|points)[12]?="([^"]*)"', str(draw(plot).svg))
    assert coordinates
    assert not re.search(r"\d\.\d\d", " ".join(coordinates))


def test_huge_and_tiny_values_are_drawn() -> None:
    for scale in ("linear", "log"):
        assert parts(figure(series(y=(1e-300, 1, 1e300)), y_scale=scale), "line")
