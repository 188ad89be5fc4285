"""What a formula must be before it is converted: known commands, each with its arguments, and everything closed.

The library that converts passes what it does not know through as text; here it is refused, with its place.
"""

from __future__ import annotations

import re

from reports.math.signs import known_command

MAX_LENGTH = 20_000
MAX_DEPTH = 30
WORDS = r"\\(?:text(?:rm|normal|it|bf|tt)?|mbox)"
NOT_WORDS = re.compile(r"\\(?![ %&#_])|(?<!\\)[&#%]|[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]")
TOKEN = re.compile(
    r"\\begin\s*\{array\}\s*\{[^{}]*\}|\\(?:begin|end)\s*\{[^{}]*\}|\\operatorname\*?\s*\{[^{}]*\}"
    rf"|{WORDS}\s*\{{[^{{}}]*\}}|\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|\.\d+|\S",
    re.DOTALL,
)
ENVIRONMENTS = {
    "aligned", "align", "align*", "split", "matrix", "smallmatrix", "pmatrix", "bmatrix", "Bmatrix", "vmatrix",
    "Vmatrix", "cases", "array",
}  # fmt: skip
ENDS = ("", "}", "&", "\\\\", r"\right", r"\middle", r"\end")
RULES = {
    "}": "every } must have its {",
    "&": "& must stand in an environment such as aligned",
    "\\\\": r"\\ must stand in an environment such as aligned",
    r"\right": r"\right must have its \left",
    r"\middle": r"\middle must stand between \left and \right",
    r"\end": r"\end must have its \begin",
}
FRACTIONS = (r"\frac", r"\dfrac", r"\tfrac")
STACKED = (r"\binom", r"\underset", r"\overset", r"\stackrel")
ACCENTS = r"\hat \widehat \tilde \widetilde \bar \vec \overrightarrow \dot \ddot \check \breve \acute \grave \mathring"
LINES = r"\overline \underline \overbrace \underbrace"
ALPHABETS = r"\mathbf \boldsymbol \bm \mathbb \mathcal \mathscr \mathfrak \mathsf \mathtt \mathrm \mathit"
SINGLE = (r"\sqrt", r"\pmod", r"\substack", *ACCENTS.split(), *LINES.split(), *ALPHABETS.split())
ARGUMENTS: dict[str, int] = {**dict.fromkeys((*FRACTIONS, *STACKED), 2), **dict.fromkeys(SINGLE, 1)}
SIZES = {f"\\{size}{side}" for size in ("big", "Big", "bigg", "Bigg") for side in ("", "l", "r", "m")}
BRACKETS = r"\{ \} \lbrace \rbrace \langle \rangle \lfloor \rfloor \lceil \rceil"
BARS = r"\| \lvert \rvert \lVert \rVert \vert \Vert"
DELIMITERS = {*"()[]|/.", *BRACKETS.split(), *BARS.split()}
SPACES = {r"\,", r"\:", r"\>", r"\;", r"\!", "\\ ", "\\\n", r"\quad", r"\qquad", r"\enspace", "~"}
CHARACTERS = re.compile(r"[A-Za-z0-9+\-*/=<>:,;()\[\]|!?.]|[^\x00-\x7f]")


class MathError(ValueError):
    """A formula that cannot be converted faithfully. The message is one sentence."""


def check(latex: str) -> None:
    """Refuse a formula that cannot be shown as it is meant."""
    if len(latex) > MAX_LENGTH:
        raise MathError(f"a formula must have at most {MAX_LENGTH} characters, got {len(latex)}")
    if not latex.strip():
        raise MathError("a formula must not be empty")
    _Reader(latex).formula()


class _Reader:
    """A cursor over the tokens of a formula."""

    def __init__(self, latex: str) -> None:
        self.latex = latex
        self.tokens = [(match[0], match.start()) for match in TOKEN.finditer(latex)] + [("", len(latex))]
        self.at = 0
        self.depth = 0

    @property
    def token(self) -> str:
        return self.tokens[self.at][0]

    @property
    def ending(self) -> str:
        """The token as one of ENDS, if it is one."""
        return r"\end" if self.token.startswith(r"\end") and not known_command(self.token) else self.token

    def take(self) -> str:
        token = self.token
        self.at += bool(token)
        return token

    def got(self) -> str:
        """Return what stands here and where that is, for an error."""
        before = " ".join(self.latex[: self.tokens[self.at][1]][-24:].split())
        token = " ".join(self.token.split()) if self.token.isprintable() else repr(self.token)
        return f"got {token or 'the end'} after {before}" if before else f"got {token or 'the end'} at the start"

    def formula(self) -> None:
        self.row()
        if self.token:
            raise MathError(f"{RULES[self.ending]}, {self.got()}")

    def row(self, closing: str = "") -> None:
        """Step over atoms with their scripts, up to what ends a row."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise MathError(f"a formula must be nested at most {MAX_DEPTH} deep")
        while self.ending not in ENDS and self.token != (closing or None):
            spaced = self.token in SPACES
            self.atom()
            if not spaced:
                self.scripts()
        self.depth -= 1

    def expect(self, token: str, after: str) -> None:
        if self.ending != token:
            raise MathError(f"{after} must be followed by {token!r}, {self.got()}")
        self.take()

    def scripts(self) -> None:
        """Step over primes, one subscript and one superscript."""
        taken = ""
        while self.token in ("_", "^", "'"):
            if (self.token if self.token != "'" else "^") in taken:
                raise MathError(f"an atom must have one subscript and one superscript, a prime before it, {self.got()}")
            taken += self.take()
            if taken[-1] != "'":
                self.argument(taken[-1])

    def atom(self) -> None:
        token = self.token
        if token in ("_", "^", "'"):
            raise MathError(f"{token!r} must follow what it belongs to, {self.got()}")
        if token == "{":
            self.group(token)
        elif token == r"\left":
            self.fence()
        elif token.startswith(r"\begin"):
            self.environment()
        elif token in SIZES:
            self.take()
            self.delimiter()
        elif token.startswith("\\"):
            self.command()
        elif token[0].isdigit() or len(token) > 1 or CHARACTERS.fullmatch(token) or token in SPACES:
            self.take()
        else:
            raise MathError(f"a formula must use characters the converter knows, {self.got()}")

    def group(self, after: str) -> None:
        self.expect("{", after)
        self.row()
        self.expect("}", "{..." if after == "{" else f"{after}{{...")

    def fence(self) -> None:
        r"""Step over \left ... \middle ... \right."""
        self.take()
        self.delimiter()
        self.row()
        while self.token == r"\middle":
            self.take()
            self.delimiter()
            self.row()
        self.expect(r"\right", r"\left...")
        self.delimiter()

    def delimiter(self) -> None:
        token = self.token
        if token not in DELIMITERS and not re.fullmatch(r"\.\d+", token):  # \right.5 is a point and a number
            raise MathError(f"a delimiter must be a bracket, a bar or a point, {self.got()}")
        self.take()

    def environment(self) -> None:
        name, columns = _braced(self.token)
        if name not in ENVIRONMENTS:
            raise MathError(f"an environment must be one of {', '.join(sorted(ENVIRONMENTS))}, got {name!r}")
        if name == "array" and not re.fullmatch("[lcr]+", columns):
            raise MathError(f"the columns of an array must be letters l, c, r, got {columns!r}")
        begin = self.take()
        self.lines(len(columns) if name == "array" else None)
        if _braced(self.token)[0] != name or self.ending != r"\end":
            raise MathError(rf"{begin} must have its \end, {self.got()}")
        self.take()

    def lines(self, width: int | None = None) -> None:
        """Step over rows of cells."""
        cells = 1
        self.row()
        while self.token in ("&", "\\\\"):
            cells = cells + 1 if self.take() == "&" else 1
            if width is not None and cells > width:
                raise MathError(f"a row of an array must have at most {width} cells, {self.got()}")
            self.row()

    def command(self) -> None:
        token = self.token
        if token.startswith(r"\operatorname"):
            self.operator_name()
        elif re.match(rf"{WORDS}(?![A-Za-z])", token):
            self.words()
        elif token == r"\substack":
            self.take()
            self.expect("{", token)
            self.lines()
            self.expect("}", r"\substack{...")
        elif token in ARGUMENTS:
            self.arguments()
        elif token in SPACES or known_command(token):
            self.take()
        else:
            raise MathError(f"a formula must use commands the converter knows, {self.got()}")

    def arguments(self) -> None:
        token = self.take()
        if token == r"\sqrt" and self.token == "[":
            self.take()
            self.row("]")
            self.expect("]", r"\sqrt[...")
        if token in FRACTIONS and re.fullmatch(r"\d\d+", self.token):  # \frac12: two digits, two arguments
            self.take()
            return
        for _ in range(ARGUMENTS[token]):
            self.argument(token)

    def argument(self, after: str) -> None:
        """Step over a group or a single token; of several digits TeX would take the first."""
        token = self.token
        if self.ending in ENDS or token in ("_", "^", "'"):
            raise MathError(f"{after} must have an argument, {self.got()}")
        if re.fullmatch(r"[\d.]{2,}", token):
            raise MathError(f"an argument of several digits must stand in braces, {self.got()}")
        if token == "{":
            self.group(after)
        else:
            self.atom()

    def operator_name(self) -> None:
        name, _ = _braced(self.token)
        if not re.fullmatch(r"[A-Za-z]+|arg\\,(max|min)", name):
            raise MathError(rf"\operatorname must name one word of letters, {self.got()}")
        self.take()

    def words(self) -> None:
        r"""Step over \text{...}, with formulas between dollar signs inside."""
        pieces = _braced(self.token)[0].split("$")
        if "{" not in self.token or len(pieces) % 2 == 0:
            raise MathError(rf"\text must hold plain words, and every $ its partner, {self.got()}")
        for index, piece in enumerate(pieces):
            if index % 2:
                check(piece)
            elif NOT_WORDS.search(piece):
                raise MathError(rf"\text must hold plain words, {self.got()}")
        self.take()


def _braced(token: str) -> tuple[str, str]:
    """Return what stands in the braces of a token, the second of which only an array has."""
    inside = [*re.findall(r"\{([^{}]*)\}", token), "", ""]
    return inside[0], inside[1].replace(" ", "")
