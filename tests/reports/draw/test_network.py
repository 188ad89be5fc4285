"""The drawing of a graph: a link for each node, one line for all that rests on it, nothing outside of the picture."""

from xml.etree import ElementTree as ET

from reports.draw.network import Node, draw_network

NAMES = ("first", "second", "third", "alone")


def drawn(*edges: tuple[str, str]) -> ET.Element:
    nodes = [Node(n, f"The {n} statement of the paper", f"{n}: true", f"{n}.html", "verified", {}) for n in NAMES]
    return ET.fromstring(draw_network("What rests on what", nodes, edges))


def test_nodes_are_links_with_a_title_and_a_symbol() -> None:
    links = drawn(("first", "second"), ("first", "third")).findall("a")
    assert [(link.get("id"), link.get("href")) for link in links] == [(n, f"{n}.html") for n in NAMES]
    for link in links:
        assert link.findtext("title") == f"{link.get('id')}: true"
        assert link.find("use").get("href") == "#v-verified"  # type: ignore[union-attr]


def test_a_long_label_has_two_lines_and_says_that_it_is_cut() -> None:
    first = drawn(("first", "second")).findall("a")[0]
    assert [text.text for text in first.findall("text")] == ["The first statement", "of the paper"]


def test_one_line_leads_from_a_node_to_all_that_rests_on_it() -> None:
    lines = drawn(("first", "second"), ("first", "third"), ("unknown", "third")).findall("path")
    assert [line.get("data-from") for line in lines] == ["first"]
    assert lines[0].get("d", "").count("C") == 2


def test_parts_stand_beside_each_other_inside_the_picture() -> None:
    picture = drawn(("first", "second"), ("third", "alone"))
    places = [link.get("transform", "")[10:-1].split() for link in picture.findall("a")]
    assert len({tuple(place) for place in places}) == 4
    _, _, width, height = map(float, picture.get("viewBox", "").split())
    assert all(0 <= float(x) < width and 0 <= float(y) < height for x, y in places)


def test_without_nodes_it_is_empty() -> None:
    assert list(ET.fromstring(draw_network("Nothing", [], []))) == []
