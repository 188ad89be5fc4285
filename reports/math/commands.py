"""Commands that take arguments: fractions, roots, accents, alphabets, text, delimiters that grow."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from xml.etree.ElementTree import Element

from reports.math.atoms import Atom, arrange, node, row, space
from reports.math.environments import begin, substack
from reports.math.parser import Parser
from reports.math.scanner import MathError
from reports.math.symbols import (
    ACCENTS,
    ALPHABETS,
    BARS,
    BIG_SIZES,
    BRACES,
    CLOSERS,
    INTEGRALS,
    LARGE,
    LINES,
    OPENERS,
    SPACES,
    TEXTS,
)

Handler = Callable[[Parser, str], Atom]

DELIMITERS = {"(": "(", ")": ")", "[": "[", "]": "]", "|": "|", "/": "/", "<": "⟨", ">": "⟩", ".": ""} | {
    "\\" + name: character for table in (OPENERS, CLOSERS, BARS) for name, character in table.items()
}
TALL = {"mfrac", "mtable", "msqrt", "mroot", "munder", "mover", "munderover"}
LARGE_SIGNS = {*LARGE.values(), *INTEGRALS.values()}
OPERATOR_NAME = re.compile(r"[A-Za-z0-9 \-]+")


def fraction(parser: Parser, name: str) -> Atom:
    r"""Read a fraction, \dfrac and \tfrac in a fixed style."""
    element = node("mfrac", [parser.argument("\\" + name), parser.argument("\\" + name)])
    style = {"dfrac": "true", "tfrac": "false"}.get(name)
    return Atom(node("mstyle", [element], displaystyle=style) if style else element)


def binomial(parser: Parser, name: str) -> Atom:
    """Read a binomial coefficient."""
    pair = node("mfrac", [parser.argument("\\" + name), parser.argument("\\" + name)], linethickness="0")
    return Atom(node("mrow", [_fence("(", "prefix"), pair, _fence(")", "postfix")]), "inner")


def root(parser: Parser, name: str) -> Atom:
    """Read a square root, or the n-th root of an optional n."""
    index = parser.optional()
    token = parser.scanner.peek()
    if len(token) > 1 and token[0].isdigit():
        raise MathError(f"a root of several digits must have braces, got \\{name} {token}")
    body = parser.argument("\\" + name)
    return Atom(node("msqrt", [body]) if index is None else node("mroot", [body, index]))


def accent(parser: Parser, name: str) -> Atom:
    """Read an accent over its base."""
    character, wide = ACCENTS[name]
    base = parser.argument("\\" + name)
    stretchy = "true" if wide and base.tag == "mrow" else "false"  # over one letter a wide accent would overshoot
    return Atom(node("mover", [base, node("mo", character, stretchy=stretchy)], accent="true"))


def line(parser: Parser, name: str) -> Atom:
    """Read a line over or under its base: a border, as browsers stretch the signs for it to the wrong length."""
    return Atom(node("mrow", [parser.argument("\\" + name)], **{"class": name}))


def brace(parser: Parser, name: str) -> Atom:
    """Read a brace over or under; the script that follows is its label."""
    character, side = BRACES[name]
    mark = node("mo", character, stretchy="true")
    return Atom(node("mover" if side == "over" else "munder", [parser.argument("\\" + name), mark]), "ord", limits=True)


def stacked(parser: Parser, name: str) -> Atom:
    r"""\underset, \overset and \stackrel: a note under or over a base, which keeps its class."""
    note = parser.argument("\\" + name)
    base = _argument_atom(parser, name)
    return Atom(node("munder" if name == "underset" else "mover", [base.element, note]), base.kind)


def _argument_atom(parser: Parser, name: str) -> Atom:
    """Read an argument with its class: a single atom keeps its own."""
    if not parser.scanner.skip("{"):
        return parser.atom()[0]
    inside = parser.atoms()
    parser.scanner.expect("}", f"\\{name}{{...")
    return inside[0] if len(inside) == 1 else Atom(row(inside))


def arrow(parser: Parser, name: str) -> Atom:
    """Read an arrow as long as the note over it."""
    mark = node("mo", "→" if name == "xrightarrow" else "←", stretchy="true")
    return Atom(node("mover", [mark, parser.argument("\\" + name)]), "rel")


def alphabet(parser: Parser, name: str) -> Atom:
    """Letters of an alphabet; several in a row are one name."""
    before, parser.alphabet = parser.alphabet, ALPHABETS[name]
    inside = parser.atoms_of_argument("\\" + name)
    parser.alphabet = before
    plain = all(atom.element.tag in ("mi", "mn") and not len(atom.element) for atom in inside)
    if not plain or len(inside) < 2:
        return Atom(row(inside), inside[0].kind if len(inside) == 1 else "ord")
    return Atom(node("mi", "".join(atom.element.text or "" for atom in inside), mathvariant="normal"))


def operator_name(parser: Parser, name: str) -> Atom:
    """Read a named operator; the starred one takes limits."""
    text = parser.scanner.take_group("\\" + name).replace(r"\,", " ").strip()
    if not OPERATOR_NAME.fullmatch(text):
        raise MathError(f"\\{name} must name letters, digits, spaces or hyphens, got {text!r}")
    limits = name.endswith("*")
    if limits:
        operator = node("mo", text, movablelimits="true", lspace="0em", rspace="0em", form="prefix")
        return Atom(operator, "function", limits=True)
    return Atom(node("mi", text, mathvariant="normal"), "function")


def text(parser: Parser, name: str) -> Atom:
    """Words inside a formula, with $...$ for formulas inside the words."""
    raw = parser.scanner.take_group("\\" + name)
    pieces = raw.split("$")
    if len(pieces) % 2 == 0:
        raise MathError(f"every $ inside \\{name} must have its partner, got {raw!r}")
    children: list[Element] = []
    for index, piece in enumerate(pieces):
        if index % 2:
            children.append(node("mrow", Parser(piece, COMMANDS).formula()))
        elif piece:
            children.append(_words(piece, name))
    return Atom(children[0] if len(children) == 1 else node("mrow", children))


def _words(piece: str, name: str) -> Element:
    """Plain words. Spaces at the ends would be dropped by the browser, so they are made to stay."""
    words = re.sub(r"\\([ %&#_])", r"\1", piece).replace("~", "\u00a0")
    if "\\" in words or "{" in words or "}" in words:
        raise MathError(f"\\{name} must hold plain words, got {piece!r}")
    words = re.sub(r"^\s+|\s+$", "\u00a0", words)
    style = TEXTS.get(name, "")
    return node("mtext", words, **({"class": style} if style else {}))


def tag(parser: Parser, name: str) -> Atom:
    """Read the number of a formula, at its right."""
    words = _words(parser.scanner.take_group("\\" + name), name)
    words.text = f"({words.text})"
    return Atom(node("mrow", [space("2em"), words]), "space")


def left(parser: Parser, name: str) -> Atom:
    r"""\left ... \middle ... \right: delimiters as tall as what they enclose."""
    children = [_grown(parser, "prefix")]
    while True:
        children.extend(arrange(parser.atoms(), "open"))
        token = parser.scanner.take()
        if token == r"\right":
            children.append(_grown(parser, "postfix"))
            _shrink(children)
            return Atom(
                node("mrow", [child for child in children if child.text or len(child) or child.attrib]), "inner"
            )
        if token != r"\middle":
            raise MathError(rf"every \left must have its \right, got {token or 'the end'!r}{parser.scanner.place()}")
        children.append(_grown(parser, "infix"))


def _shrink(children: list[Element]) -> None:
    """Leave delimiters at their natural size where nothing in between is tall: browsers space growing ones worse."""
    inside = (part for child in children for part in child.iter())
    if not any(part.tag in TALL or part.text in LARGE_SIGNS for part in inside):
        for child in children:
            if child.get("fence") == "true":
                child.set("stretchy", "false")


def _grown(parser: Parser, form: str) -> Element:
    """Read a delimiter that stretches; a point is none."""
    character = _delimiter(parser)
    return _fence(character, form) if character else node("mrow")


def _fence(character: str, form: str) -> Element:
    return node("mo", character, stretchy="true", symmetric="true", form=form, fence="true", lspace="0em", rspace="0em")


def _delimiter(parser: Parser) -> str:
    token = parser.scanner.take()
    if token.startswith(".") and len(token) > 1:  # "\right.5" reads as a number first
        parser.scanner.position -= len(token) - 1
        token = "."
    if token not in DELIMITERS:
        raise MathError(f"a delimiter must be a bracket, a bar or a point, got {token or 'the end'!r}")
    return DELIMITERS[token]


def big(parser: Parser, name: str) -> Atom:
    """Read a delimiter of a given size."""
    size = BIG_SIZES[name.rstrip("lrm") if name.rstrip("lrm") in BIG_SIZES else name]
    character = _delimiter(parser)
    closes = name.endswith("r") or (character in CLOSERS.values() and not name.endswith("l"))
    kind = "rel" if name.endswith("m") else "close" if closes else "open"
    form = {"rel": "infix", "close": "postfix", "open": "prefix"}[kind]
    element = _fence(character, form)
    element.set("minsize", size)
    element.set("maxsize", f"{1.2 * float(size.removesuffix('em')):.2f}em")
    return Atom(element, kind)


def blank(parser: Parser, name: str) -> Atom:
    """White space."""
    return Atom(space(SPACES[name]), "space")


def negation(parser: Parser, name: str) -> Atom:
    r"""\not and a relation: the struck-out sign, where there is one."""
    atom = parser.atom()[0]
    struck = unicodedata.normalize("NFC", (atom.element.text or "") + "\u0338")
    if len(struck) != 1:
        raise MathError(f"\\not must strike out a sign that exists struck out, got {atom.element.text!r}")
    return Atom(node("mo", struck), "rel")


def modulo(parser: Parser, name: str) -> Atom:
    r"""\bmod between numbers, \pmod in brackets at the end."""
    if name == "bmod":
        return Atom(node("mo", "mod", lspace="0.2222em", rspace="0.2222em"), "bin")
    opening = [node("mo", "(", stretchy="false", form="prefix"), node("mi", "mod"), space("0.3333em")]
    closing = node("mo", ")", stretchy="false", form="postfix")
    return Atom(node("mrow", [space("1em"), *opening, parser.argument("\\pmod"), closing]), "inner")


def reclassify(parser: Parser, name: str) -> Atom:
    r"""\mathop, \mathrel and the like: the class of an argument, set by hand."""
    kind = {"mathop": "op", "mathrel": "rel", "mathbin": "bin", "mathord": "ord"}[name]
    return Atom(parser.argument("\\" + name), kind, limits=kind == "op")


def phantom(parser: Parser, name: str) -> Atom:
    """Room for what is not printed."""
    return Atom(node("mphantom", [parser.argument("\\" + name)]))


def _table() -> dict[str, Handler]:
    commands: dict[str, Handler] = {
        "sqrt": root, "binom": binomial, "left": left, "begin": begin, "substack": substack, "tag": tag,
        "not": negation, "bmod": modulo, "pmod": modulo, "phantom": phantom, "xrightarrow": arrow,
        "xleftarrow": arrow, "operatorname": operator_name, "operatorname*": operator_name,
    }  # fmt: skip
    groups: tuple[tuple[tuple[str, ...], Handler], ...] = (
        (("frac", "dfrac", "tfrac"), fraction),
        (("underset", "overset", "stackrel"), stacked),
        (tuple(ACCENTS), accent),
        (LINES, line),
        (tuple(BRACES), brace),
        (tuple(ALPHABETS), alphabet),
        (tuple(TEXTS), text),
        (tuple(SPACES), blank),
        (tuple(size + side for size in BIG_SIZES for side in ("", "l", "r", "m")), big),
        (("mathop", "mathrel", "mathbin", "mathord"), reclassify),
    )
    for names, handler in groups:
        commands.update(dict.fromkeys(names, handler))
    return commands


COMMANDS = _table()
