"""LaTeX -> MathML, strictly: what is not understood is refused, nothing is passed through as text.

The grammar is a row of atoms; an atom is a character, a command with its arguments, or a group, with scripts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from reports.math.atoms import Atom, arrange, node, row
from reports.math.letters import styled
from reports.math.scanner import MathError, Scanner
from reports.math.symbols import CHARACTERS, SYMBOLS, UNICODE, UPPER_GREEK

if TYPE_CHECKING:
    Handler = Callable[["Parser", str], Atom]

MAX_DEPTH = 30
ENDS = ("}", "&", "\\\\", r"\end", r"\right", r"\middle", "")


class Parser:
    """Reads one formula. `commands` maps a command's name to the function that reads it."""

    def __init__(self, source: str, commands: dict[str, Handler]) -> None:
        self.scanner = Scanner(source)
        self.commands = commands
        self.alphabet: str | None = None
        self.depth = 0

    def formula(self) -> list[Element]:
        """Return the whole formula as elements; anything left over is an error."""
        atoms = self.atoms()
        rest = self.scanner.peek()
        if rest:
            raise MathError(_left_over(rest, self.scanner))
        if not atoms:
            raise MathError("a formula must not be empty")
        return arrange(atoms)

    def atoms(self, end: str = "") -> list[Atom]:
        """Atoms up to a token that ends a row (or to `end`), which stays unread."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise MathError(f"a formula must be nested at most {MAX_DEPTH} deep")
        atoms: list[Atom] = []
        while (token := self.scanner.peek()) not in ENDS and token != (end or None):
            if token in ("_", "^", "'"):
                if not atoms or atoms[-1].kind == "space":
                    raise MathError(f"{token!r} must follow what it belongs to, got none{self.scanner.place()}")
                atoms.append(self.scripts(atoms.pop()))
            elif token in (r"\displaystyle", r"\textstyle"):
                self.scanner.take()
                style = "true" if token == r"\displaystyle" else "false"
                atoms.append(Atom(node("mstyle", arrange(self.atoms(end)), displaystyle=style), "inner"))
            else:
                atoms.extend(self.atom())
        self.depth -= 1
        return atoms

    def atom(self) -> list[Atom]:
        """Return the next atom, as yet without scripts."""
        if self.scanner.peek() in ENDS:
            raise MathError(f"a formula must go on, got {self.scanner.peek() or 'the end'!r}{self.scanner.place()}")
        token = self.scanner.take()
        if token == "{":
            inside = self.atoms()
            self.scanner.expect("}", "{")
            return [Atom(row(inside), inside[0].kind if len(inside) == 1 else "ord")]
        if token.startswith("\\"):
            return self.command(token[1:])
        if token[0].isdigit() or (token[0] == "." and len(token) > 1):
            return [self.number(token)]
        return [self.character(token)]

    def command(self, name: str) -> list[Atom]:
        """Return a command: one of the handlers, or a symbol."""
        handler = self.commands.get(name)
        if handler is not None:
            return [handler(self, name)]
        if name in SYMBOLS:
            return [self.symbol(*SYMBOLS[name])]
        raise MathError(f"a formula must use commands the converter knows, got \\{name}")

    def argument(self, after: str) -> Element:
        """Return an argument: a group, or a single token."""
        token = self.scanner.peek()
        if token in ENDS or token in ("_", "^", "'"):
            raise MathError(f"{after} must have an argument, got {token or 'the end'!r}{self.scanner.place()}")
        if token == "{":
            self.scanner.take()
            inside = self.atoms()
            self.scanner.expect("}", f"{after}{{...")
            return row(inside)
        if token[0].isdigit():
            return self.number(self.scanner.take_digit()).element
        return row(self.atom())

    def atoms_of_argument(self, after: str) -> list[Atom]:
        """Return the atoms of an argument, before they are set in a row."""
        if self.scanner.skip("{"):
            inside = self.atoms()
            self.scanner.expect("}", f"{after}{{...")
            return inside
        return self.atom()

    def optional(self) -> Element | None:
        """Return an argument in square brackets, if there is one."""
        if not self.scanner.skip("["):
            return None
        inside = self.atoms(end="]")
        self.scanner.expect("]", "[...")
        return row(inside)

    def scripts(self, base: Atom) -> Atom:
        """Primes, a subscript and a superscript on an atom, each at most once."""
        sub: Element | None = None
        sup: list[Element] = []
        primes = ""
        while (token := self.scanner.peek()) in ("_", "^", "'"):
            self.scanner.take()
            if token == "'":
                primes += "′"
            elif token == "_":
                if sub is not None:
                    raise MathError(f"an atom must have one subscript, got two{self.scanner.place()}")
                sub = self.script("_")
            else:
                if sup:
                    raise MathError(f"an atom must have one superscript, got two{self.scanner.place()}")
                sup.append(self.script("^"))
        if primes:
            sup.insert(0, node("mo", primes, lspace="0em", rspace="0em"))
        return attach(base, sub, sup)

    def script(self, sign: str) -> Element:
        """Return the argument of a script. Several digits need braces: TeX would raise only the first."""
        token = self.scanner.peek()
        if len(token) > 1 and token[0].isdigit():
            raise MathError(f"a script of several digits must stand in braces, got {sign}{token}")
        return self.argument(sign)

    def number(self, token: str) -> Atom:
        """Return a number, in the alphabet in force."""
        digits = [styled(digit, self.alphabet) if self.alphabet and digit.isdigit() else digit for digit in token]
        return Atom(node("mn", "".join(digit or "" for digit in digits)))

    def character(self, character: str) -> Atom:
        """Return a letter or sign typed directly."""
        if character.isascii() and character.isalpha():
            return self.letter(character)
        if character in CHARACTERS:
            return self.symbol(*CHARACTERS[character])
        if character == "~":
            return Atom(node("mspace", width="0.25em"), "space")
        kind = UNICODE.get(character)
        if kind is None:
            raise MathError(
                f"a formula must use characters the converter knows, got {character!r}{self.scanner.place()}"
            )
        return self.symbol(character, kind)

    def letter(self, character: str) -> Atom:
        """Return a letter: italic by itself, or as the alphabet in force has it."""
        if self.alphabet is None:
            return Atom(node("mi", character))
        letter = styled(character, self.alphabet)
        if letter is None:
            raise MathError(f"the alphabet {self.alphabet} must have the letter, got {character!r}")
        return Atom(node("mi", letter, mathvariant="normal"))

    def symbol(self, character: str, kind: str) -> Atom:
        """Return a symbol of the tables."""
        if kind in ("letter", "upright"):
            return self.greek(character)
        if kind == "symbol":
            return Atom(node("mi", character, mathvariant="normal"))
        if kind == "ord":
            return Atom(node("mo", character, lspace="0em", rspace="0em", stretchy="false"))
        if kind in ("open", "close", "bar"):
            return Atom(_delimiter(character, kind), kind)
        if kind == "large":
            return Atom(node("mo", character, movablelimits="true"), "op", limits=True)
        if kind == "integral":
            return Atom(node("mo", character), "op")
        if kind == "function":
            return Atom(node("mi", character), "function")
        if kind == "limit":
            operator = node("mo", character, movablelimits="true", lspace="0em", rspace="0em", form="prefix")
            return Atom(operator, "function", limits=True)
        if kind == "dots":
            return Atom(node("mo", character, lspace="0em", rspace="0.1667em"), "inner")
        return Atom(node("mo", character), kind)

    def greek(self, character: str) -> Atom:
        r"""Return a Greek letter: of the alphabets, only \boldsymbol changes the small ones (as in TeX)."""
        upright = character in UPPER_GREEK.values()
        style = self.alphabet if self.alphabet == "bold-italic" or (upright and self.alphabet == "bold") else None
        if style is not None:
            return Atom(node("mi", styled(character, "bold" if upright else style) or character, mathvariant="normal"))
        return Atom(node("mi", character, mathvariant="normal") if upright else node("mi", character))


def attach(base: Atom, sub: Element | None, sup: list[Element]) -> Atom:
    """Scripts beside an atom, or limits above and below it."""
    upper = sup[0] if len(sup) == 1 else node("mrow", sup) if sup else None
    tags = ("munder", "mover", "munderover") if base.limits else ("msub", "msup", "msubsup")
    if sub is not None and upper is not None:
        element = node(tags[2], [base.element, sub, upper])
    elif sub is not None:
        element = node(tags[0], [base.element, sub])
    else:
        element = node(tags[1], [base.element] + ([upper] if upper is not None else []))
    return Atom(element, base.kind, limits=False)


def _delimiter(character: str, kind: str) -> Element:
    """Return a bracket of its natural size. A bar's form depends on its neighbours, so it gets no space at all."""
    if kind == "bar" or character in "|‖":
        return node("mo", character, stretchy="false", lspace="0em", rspace="0em", form="prefix")
    form = "prefix" if kind == "open" else "postfix"
    return node("mo", character, stretchy="false", form=form)


def _left_over(token: str, scanner: Scanner) -> str:
    rules = {
        "}": "every } must have its {",
        "&": "& must stand in an environment such as aligned",
        "\\\\": r"\\ must stand in an environment such as aligned",
        r"\right": r"\right must have its \left",
        r"\middle": r"\middle must stand between \left and \right",
        r"\end": r"\end must have its \begin",
    }
    return f"{rules.get(token, 'a formula must end here')}, got {token!r}{scanner.place()}"
