"""The template engine: everything is escaped; words with formulas pass through the converter."""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from reports.math import render, render_blocks, render_heading, render_text
from reports.math.plain import plain_text
from reports.math.quantities import cell, decimal, relation, seconds, short
from reports.read.model import Statement

TEMPLATES = Path(__file__).parent / "templates"
NAMED = re.compile(r"<code>([a-z0-9./_-]+)</code>")
CITATION = re.compile(r"\[([A-Za-z0-9][A-Za-z0-9._:-]*)\]")


def url(statement: Statement) -> str:
    """Return the address of a statement's page: its id, as folders."""
    return f"statements/{statement.id}.html"


def root_of(path: str) -> str:
    """Return the way from a page back to the folder of the site."""
    return "../" * path.count("/")


def environment(bibliography: AbstractSet[str], ids: AbstractSet[str]) -> Environment:
    """Return the engine with its filters.

    prose, sentence, heading and blocks give HTML with links to what is cited, words gives HTML without links,
    math a formula, plain text without any, the others numbers.
    """
    engine = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    filters: dict[str, Any] = {
        **_linking_filters(References(bibliography, ids)), "words": _words, "math": _math, "plain": plain_text,
        "relation": relation, "short": short, "decimal": decimal, "duration": seconds, "cell": cell,
    }  # fmt: skip
    engine.filters.update(filters)
    return engine


def _linking_filters(references: References) -> dict[str, Any]:
    @pass_context
    def prose(context: Context, text: str) -> Markup:
        return references.link(render_text(text), str(context["root"]))

    @pass_context
    def heading(context: Context, text: str) -> Markup:
        return references.link(render_heading(text), str(context["root"]))

    @pass_context
    def blocks(context: Context, text: str) -> Markup:
        return references.link(render_blocks(text), str(context["root"]))

    @pass_context
    def sentence(context: Context, text: str) -> Markup:
        return prose(context, capital(text))

    return {"prose": prose, "heading": heading, "blocks": blocks, "sentence": sentence}


def capital(text: str) -> str:
    """Begin with a capital letter, unless the first word may be a symbol."""
    first = text.split(" ", 1)[0]
    return text[:1].upper() + text[1:] if first == "a" or (first.isalpha() and len(first) > 1) else text


def _math(latex: str) -> Markup:
    return Markup(render(latex, display=True))


def _words(text: str) -> Markup:
    return Markup(render_text(capital(text)))


class References:
    """Links in texts: [key] leads to the bibliography, `id` to the page of a statement."""

    def __init__(self, bibliography: AbstractSet[str], ids: AbstractSet[str]) -> None:
        self.bibliography = bibliography
        self.ids = ids

    def link(self, text: str, root: str) -> Markup:
        """Return HTML with its citations as links; what names nothing stays as it is."""

        def cited(match: re.Match[str]) -> str:
            key = match[1]
            href = f"{root}provenance.html#ref-{key}"
            return f'<a class="cite" href="{href}">[{key}]</a>' if key in self.bibliography else match[0]

        def named(match: re.Match[str]) -> str:
            return f'<a href="{root}statements/{match[1]}.html">{match[0]}</a>' if match[1] in self.ids else match[0]

        return Markup(NAMED.sub(named, CITATION.sub(cited, text)))
