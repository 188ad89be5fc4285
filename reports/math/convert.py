"""Formulas as MathML that browsers show as TeX would: what the library leaves to its renderer is done here.

That is: alphabets as letters, fences that grow around what is tall and nowhere else, limits, spaces, classes of signs.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.etree.ElementTree import Element

from reports.math.letters import styled
from reports.math.library import LIMITS, character_of, raw_element
from reports.math.lint import WORDS, MathError, check
from reports.math.signs import PRINTED, font, sign_class
from reports.math.spacing import SCRIPTED, arrange, core, node

NO_SPACE = {"lspace": "0em", "rspace": "0em"}
PRIME = {"class": "prime", **NO_SPACE}  # which the style sheet lowers: in the font it floats above its letter
FENCE = {"stretchy": "true", "symmetric": "true", "fence": "true", **NO_SPACE}
ATTRIBUTES = {
    "ord": {"stretchy": "false", **NO_SPACE},
    "open": {"stretchy": "false", "form": "prefix"},
    "close": {"stretchy": "false", "form": "postfix"},
    "bar": {"stretchy": "false", "form": "prefix", **NO_SPACE},
    "large": {"movablelimits": "true"},
    "dots": {"lspace": "0em", "rspace": "0.1667em"},
    "symbol": {"mathvariant": "normal"},
}
LIMIT = {"movablelimits": "true", "form": "prefix", **NO_SPACE}
MOD = {"lspace": "0.2222em", "rspace": "0.2222em"}
FORMS = {"open": "prefix", "close": "postfix"}
ENTITY = re.compile(r"&#x([0-9A-Fa-f]+);")  # how the library writes a character
ESCAPED = re.compile(r"\\([ %&#_])")
PRIMES = {"\u2033": "′′", "\u2034": "′′′"}
CAPITALS = "ΓΔΘΛΞΠΣΥΦΨΩ"  # the Greek ones, which TeX prints upright
UPRIGHT = {"mathvariant": "normal"}
TEXT_STYLES = {"italic", "bold", "monospace"}
LINE, MARKS, WIDE = "―", set("^~¯→˙¨ˇ˘´`˚⏞⏟"), set("^~→⏞⏟")
TALL = {"mfrac", "mtable", "msqrt", "mroot", "munder", "mover", "munderover"}
ROWS = {"mrow", "mtd", "msqrt", "mstyle"}
COUNTS = {"mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "munder": 2, "mover": 2, "msubsup": 3, "munderover": 3}
MATRICES = {"p": ("(", ")"), "b": ("[", "]"), "B": (r"\{", r"\}"), "v": ("|", "|"), "V": (r"\|", r"\|")}


def convert(latex: str, display: bool = False) -> Element:
    """Return a formula as an element of MathML; raises MathError for what it cannot print."""
    check(latex)
    try:
        row = raw_element(_prepared(latex), display)
    except Exception as error:  # whatever the library stumbles over is a fault of the formula
        raise MathError(
            f"a formula must be one that LaTeX reads, got {latex[:60]!r}: {type(error).__name__}"
        ) from error
    formula = node("math", _parts(row), {"display": "block"} if display else {})
    _refuse_the_unprintable(formula)
    return formula


def _prepared(latex: str) -> str:
    """Return a formula in the words of the library."""
    latex = re.sub(rf"({WORDS})\s*\{{([^{{}}]*)\}}", _split_words, latex)
    latex = re.sub(r"\\operatorname\*?\s*\{arg\\,(max|min)\}|\\arg\s*\\(max|min)(?![A-Za-z])", _extremum, latex)
    latex = re.sub(r"\\arg(?![A-Za-z])", r"\\operatorname{arg}", latex)
    latex = re.sub(r"(\\(?:left|right|middle|[bB]igg?[lrm]?)\s*\.)(?=\d)", r"\1 ", latex)  # a point, then a number
    latex = re.sub(r"\\(begin|end)\s*\{(?:aligned|align\*?|split)\}", r"\\\1{split}", latex)
    return re.sub(r"\\(begin|end)\s*\{([pbBvV])matrix\}", _fenced, latex)


def _split_words(match: re.Match[str]) -> str:
    """Put the formulas inside of words beside them."""
    pieces = match[2].split("$")
    return "".join(f"{{{p}}}" if i % 2 else f"{match[1]}{{{p}}}" for i, p in enumerate(pieces) if p)


def _extremum(match: re.Match[str]) -> str:
    return rf"\arg{match[1] or match[2]} "


def _fenced(match: re.Match[str]) -> str:
    opening, closing = MATRICES[match[2]]
    return rf"\left{opening}\begin{{matrix}}" if match[1] == "begin" else rf"\end{{matrix}}\right{closing}"


def _tidy(element: Element) -> Element:
    """Return an element as browsers need it."""
    element.text = ENTITY.sub(lambda match: chr(int(match[1], 16)), element.text) if element.text else None
    if element.tag in ("mover", "munder") and len(element) == 2 and element[1].tag == "mo":
        marked = _marked(element)
        if marked is not None:
            return marked
    element[:] = _parts(element)
    if len(element) != COUNTS.get(element.tag, len(element)):
        needed = COUNTS[element.tag]
        raise MathError(f"each argument must stand in braces, got {len(element)} parts where {needed} are needed")
    handler = HANDLERS.get(element.tag)
    return handler(element) if handler else element


def _parts(element: Element) -> list[Element]:
    """Return what an element holds as browsers need it; missing fences and operands are empty, and left out."""
    tidied = (_tidy(child) for child in element)
    parts = _with_binomials_apart([part for part in tidied if part.tag != "mo" or part.text])
    if element.tag not in ROWS:
        return parts
    return [part for part in arrange(parts) if part.text or len(part) or part.tag == "mspace"]


def _with_binomials_apart(parts: list[Element]) -> list[Element]:
    """Return a row in which a binomial coefficient has its own: its brackets grow with nothing else."""
    for index in reversed(range(1, len(parts) - 1)):
        if parts[index].get("linethickness") == "0":
            opening = node("mo", "(", FENCE | {"form": "prefix"})
            closing = node("mo", ")", FENCE | {"form": "postfix"})
            parts[index - 1 : index + 2] = [node("mrow", [opening, parts[index], closing])]
    return parts


def _row(row: Element) -> Element:
    """Return a row: of one, that one; of the letters of a name, one name; of fences and little, fences that fit."""
    row.attrib.clear()
    if len(row) == 1:
        return row[0]
    if len(row) and all(_upright(child) for child in row) and row[0].tag == "mi":
        return node("mi", "".join(child.text or "" for child in row), UPRIGHT)
    if len(row) and row[0].get("fence") == "true" and "minsize" not in row[0].attrib:
        _shrink(row)
    return row


def _upright(element: Element) -> bool:
    letter = element.tag == "mi" and element.get("mathvariant") == "normal"
    return element.tag == "mn" or (letter and (element.text or "").isascii())


def _shrink(row: Element) -> None:
    """Leave fences at their natural size where nothing in between is tall: browsers space growing ones worse."""
    if not any(part.tag in TALL or sign_class((part.text or "x")[0]) in ("large", "op") for part in row.iter()):
        for child in row:
            if child.get("fence") == "true" and "minsize" not in child.attrib:
                child.set("stretchy", "false")


def _letter(element: Element) -> Element:
    """Return a letter or name in its alphabet; the library has some signs as letters."""
    text, style = element.text or "", element.get("mathvariant", "")
    text = PRIMES.get(text, text)
    if not text:
        return element
    if len(text) == 1 and sign_class(text) != "letter":
        return _operator(node("mo", text))
    if text[0] in ".′" and len(text) > 1:
        return node("mn", text) if text[0] == "." else node("mo", text, PRIME)
    if style and style != "normal":
        return _styled(element, text, style)
    upright = style == "normal" or text in CAPITALS
    return node("mi", text, UPRIGHT if upright else {})


def _styled(element: Element, text: str, style: str) -> Element:
    """Return letters or digits of an alphabet; of the Greek ones only some styles have a form."""
    style = "bold" if style == "bold-italic" and (text in CAPITALS or element.tag == "mn") else style
    letters = [styled(character, style) for character in text]
    if None in letters:
        if sign_class(text[0]) == "letter" and text[0].isascii():
            raise MathError(f"the alphabet {style} must have the letter, got {text!r}")
        return node(element.tag, text)
    return node(element.tag, "".join(filter(None, letters)), UPRIGHT if element.tag == "mi" else {})


def _number(element: Element) -> Element:
    style = element.get("mathvariant", "")
    return (
        _styled(element, element.text or "", style) if style not in ("", "normal") else node("mn", element.text or "")
    )


def _operator(element: Element) -> Element:
    """Return an operator with the attributes of its class."""
    text = element.text or ""
    if text.startswith("\\"):  # \Bigl\{: the library leaves the name
        text = character_of(text)
    text = re.sub("[\u2006\u2009]", " ", text)
    if len(text) != 1:
        return _named(element, text) if text else element
    if text == "′":
        return node("mo", text, PRIME)
    kind = sign_class(text)
    text = PRINTED.get(text, text)
    grows = element.get("stretchy") == "true" or "minsize" in element.attrib
    if grows:
        return node("mo", text, _grown(element, kind))
    return node("mi" if kind == "symbol" else "mo", text, ATTRIBUTES.get(kind, {}))


def _grown(element: Element, kind: str) -> dict[str, str]:
    """Return the attributes of a fence that grows, or has a size of its own."""
    size = element.get("minsize")
    form = FORMS.get(kind) if size else element.get("form", "infix")  # that of a bar its neighbours decide
    sizes = {"minsize": size, "maxsize": f"{1.2 * float(size.removesuffix('em')):.2f}em"} if size else {}
    return {**FENCE, **({"form": form} if form else {}), **sizes}


def _named(element: Element, text: str) -> Element:
    """Return a named operator: some take limits."""
    if text == "mod":
        return node("mo", text, MOD)
    if text in LIMITS or element.get("movablelimits") == "true":
        return node("mo", text, LIMIT)
    return node("mi", text)


def _scripted(element: Element) -> Element:
    """Return scripts where they belong: limits below and above in display style, those of integrals beside."""
    for script in element[1:]:
        arrange([script])  # a sign on its own is no operation
    if element.tag == "msup" and element[0].tag == "msubsup" and (element[0][2].text or "").startswith("′"):
        base, index, prime = element[0]  # a prime and what follows it share their place
        element = node("msubsup", [base, index, node("mrow", [prime, element[1]])])
    heart = core(element)
    if heart.tag == "mo" and heart.get("movablelimits") == "true":
        element.tag = {"msub": "munder", "msup": "mover", "msubsup": "munderover"}.get(element.tag, element.tag)
    elif element.tag in ("munder", "mover", "munderover") and sign_class((heart.text or "x")[0]) == "op":
        element.tag = {"munder": "msub", "mover": "msup", "munderover": "msubsup"}[element.tag]
    return element


def _marked(element: Element) -> Element | None:
    """Return a base with its accent, brace or line (a border, as browsers stretch signs for it to the wrong length)."""
    mark = ENTITY.sub(lambda match: chr(int(match[1], 16)), element[1].text or "")
    base = _tidy(element[0])
    if mark == LINE:
        return node("mrow", [base], {"class": "overline" if element.tag == "mover" else "underline"})
    if mark not in MARKS:
        return None
    wide = mark in WIDE and not element.attrib and not element[1].attrib
    if mark in "⏞⏟":
        return node(element.tag, [base, node("mo", mark, {"stretchy": "true"})])
    stretchy = "true" if wide and base.tag == "mrow" else "false"  # over one letter a wide accent would overshoot
    return node("mover", [base, node("mo", mark, {"stretchy": stretchy})], {"accent": "true"})


def _words(element: Element) -> Element:
    text = ESCAPED.sub(r"\1", element.text or "").replace("~", "\u00a0")
    style = element.get("mathvariant", "")
    if text == "\u00a0":
        return node("mspace", attributes={"width": "0.25em"})
    return node("mtext", text, {"class": style} if style in TEXT_STYLES else {})


def _space(element: Element) -> Element:
    if "linebreak" in element.attrib:
        raise MathError(r"\\ must stand in an environment such as aligned")
    width = element.get("width", "0em")
    return node("mspace", attributes={"width": "-0.1667em" if width == "negativethinmathspace" else width})


def _table(element: Element) -> Element:
    aligned = element.get("displaystyle") == "true"
    element.attrib = {"class": "aligned", "displaystyle": "true"} if aligned else {"displaystyle": "false"}
    return element


def _cell(element: Element) -> Element:
    """Return a cell with its alignment as a class (our style sheet) and an attribute (older browsers)."""
    side = element.get("columnalign", "center")
    element.attrib = {"class": side, "columnalign": side}
    return element


def _fraction(element: Element) -> Element:
    element.attrib = {"linethickness": "0"} if element.get("linethickness") == "0" else {}
    return element


HANDLERS: dict[str, Callable[[Element], Element]] = {
    "mrow": _row, "mi": _letter, "mn": _number, "mo": _operator, "mtext": _words, "mspace": _space, "mtable": _table,
    "mtd": _cell, "mfrac": _fraction, **dict.fromkeys(SCRIPTED, _scripted),
}  # fmt: skip


def _refuse_the_unprintable(row: Element) -> None:
    """Refuse signs that the font lacks."""
    for element in row.iter():
        for character in element.text or "" if element.tag in ("mi", "mn", "mo") else "":
            if character not in font() and character not in " \u2061":
                raise MathError(f"a formula must use characters the converter knows, got {character!r}")
