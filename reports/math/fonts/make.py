"""Make `stix-two-math.woff2` from STIX Two Math: `python make.py ORIGINAL.woff2 OUT.woff2` (with fonttools, brotli).

Not used at run time. Beside leaving out what the converter never prints, it narrows what grows: browsers reserve for a
bracket or root the width of its widest form, whichever form they draw, and that leaves gaps beside small ones.
"""

# pyright: basic
# pyright: reportMissingImports=false
# (fonttools is untyped and no dependency: the font is made once and committed)
from __future__ import annotations

import copy
import sys
from pathlib import Path

from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter, load_font, save_font
from fontTools.ttLib.tables import otTables

CHARACTERS = Path(__file__).with_name("characters.txt")
TALLEST = 2900  # larger forms of brackets are put together from pieces
ROOT_WIDTH = 900
SMALL_ROOT = 0.8  # of the smallest root of the original, which hangs below the line
# Typed accents grow like the combining ones, which the original provides for.
SAME_FORMS = {"^": "\u0302", "~": "\u0303"}


def main(original: str, out: str) -> None:
    """Write the reduced font."""
    options = Options(
        flavor="woff2", hinting=False, layout_features=["kern", "mark", "mkmk", "ccmp", "ssty", "dtls", "flac", "rtlm"]
    )
    font = load_font(original, options)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[int(line[2:], 16) for line in CHARACTERS.read_text().split()])
    subsetter.subset(font)
    variants = font["MATH"].table.MathVariants
    for glyph, forms in zip(variants.VertGlyphCoverage.glyphs, variants.VertGlyphConstruction, strict=True):
        if glyph == font.getBestCmap()[ord("√")]:
            narrow_root(font, forms)
        else:
            narrow_bracket(forms)
    share_forms(font, variants)
    save_font(font, out, options)


def narrow_bracket(forms) -> None:
    """Drop the widest forms of a bracket where pieces can stand for them."""
    if forms.GlyphAssembly:
        kept = [record for record in forms.MathGlyphVariantRecord if record.AdvanceMeasurement <= TALLEST]
        forms.MathGlyphVariantRecord, forms.VariantCount = kept, len(kept)


def narrow_root(font, forms) -> None:
    """Condense the tall forms of the root sign, and fill the gaps between its sizes."""
    pieces = [record.glyph for record in forms.GlyphAssembly.PartRecords]
    widest = max(font["hmtx"][piece][0] for piece in pieces)
    for record in forms.MathGlyphVariantRecord:
        condense(font, record.VariantGlyph, min(1.0, ROOT_WIDTH / font["hmtx"][record.VariantGlyph][0]))
    for piece in dict.fromkeys(pieces):
        condense(font, piece, ROOT_WIDTH / widest)
    small, tall = forms.MathGlyphVariantRecord[:2]
    added = [between(font, small, 1.0), between(font, tall, 0.8)]
    redraw(font, small.VariantGlyph, (1, 0, 0, SMALL_ROOT, 0, 0), font["hmtx"][small.VariantGlyph][0])
    small.AdvanceMeasurement = round(small.AdvanceMeasurement * SMALL_ROOT)
    forms.MathGlyphVariantRecord[1:1] = added
    forms.VariantCount = len(forms.MathGlyphVariantRecord)


def between(font, record, factor: float):
    """Add a copy of a form, scaled in height, and return its record."""
    name = f"{record.VariantGlyph}.{round(100 * factor)}"
    font["glyf"][name] = copy.deepcopy(font["glyf"][record.VariantGlyph])
    font["hmtx"][name] = font["hmtx"][record.VariantGlyph]
    redraw(font, name, (1, 0, 0, factor, 0, 0), font["hmtx"][name][0])
    added = otTables.MathGlyphVariantRecord()
    added.VariantGlyph, added.AdvanceMeasurement = name, round(record.AdvanceMeasurement * factor)
    return added


def condense(font, glyph: str, factor: float) -> None:
    """Make a glyph narrower."""
    if factor < 1:
        redraw(font, glyph, (factor, 0, 0, 1, 0, 0), round(font["hmtx"][glyph][0] * factor))


def redraw(font, glyph: str, transformation, width: int) -> None:
    """Transform a glyph and set its advance."""
    glyphs = font.getGlyphSet()
    recording = DecomposingRecordingPen(glyphs)
    glyphs[glyph].draw(recording)
    pen = TTGlyphPen(None)
    recording.replay(TransformPen(pen, transformation))
    drawn = pen.glyph()
    font["glyf"][glyph] = drawn
    drawn.recalcBounds(font["glyf"])
    font["hmtx"][glyph] = (width, drawn.xMin)


def share_forms(font, variants) -> None:
    """Give the typed accents the wide forms of the combining ones."""
    glyphs = variants.HorizGlyphCoverage.glyphs
    forms = dict(zip(glyphs, variants.HorizGlyphConstruction, strict=True))
    names = font.getBestCmap()
    for accent, mark in SAME_FORMS.items():
        typed, combining = names[ord(accent)], names[ord(mark)]
        copied = otTables.MathGlyphConstruction()
        copied.GlyphAssembly = forms[combining].GlyphAssembly
        copied.MathGlyphVariantRecord = forms[combining].MathGlyphVariantRecord[1:]
        copied.VariantCount = len(copied.MathGlyphVariantRecord)
        forms[typed] = copied
    order = sorted(forms, key=font.getGlyphID)
    variants.HorizGlyphCoverage.glyphs = order
    variants.HorizGlyphConstruction = [forms[name] for name in order]
    variants.HorizGlyphCount = len(order)


if __name__ == "__main__":
    main(*sys.argv[1:])
