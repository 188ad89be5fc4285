"""Reading LaTeX: one token after the other, and braces taken whole."""

from __future__ import annotations

import re

TOKEN = re.compile(r"\s*(?P<token>\\[A-Za-z]+\*?|\\.|\d+(?:\.\d+)?|\.\d+|.)", re.DOTALL)
# A star belongs to the name of these commands only: \log* is a logarithm and a star.
STARRED = {r"\operatorname*"}
MAX_LENGTH = 20_000


class MathError(ValueError):
    """A formula that cannot be converted faithfully. The message is one sentence."""


class Scanner:
    """A cursor over a formula."""

    def __init__(self, source: str) -> None:
        if len(source) > MAX_LENGTH:
            raise MathError(f"a formula must have at most {MAX_LENGTH} characters, got {len(source)}")
        self.source = source
        self.position = 0

    def peek(self) -> str:
        """Return the next token without its leading white space; empty at the end."""
        return self._read()[0]

    def take(self) -> str:
        """Return the next token, and step past it."""
        token, self.position = self._read()
        return token

    def skip(self, token: str) -> bool:
        """Step past the next token if it is this one."""
        if self.peek() != token:
            return False
        self.take()
        return True

    def expect(self, token: str, after: str) -> None:
        """Step past a token that must come next."""
        if not self.skip(token):
            raise MathError(f"{after} must be followed by {token!r}, got {self.peek() or 'the end'!r}{self.place()}")

    def take_digit(self) -> str:
        """Return the first digit of a number: TeX takes one digit where an argument has no braces."""
        token, end = self._read()
        self.position = end - len(token) + 1
        return token[0]

    def take_group(self, after: str) -> str:
        """Return the raw text of a braced group, braces inside balanced."""
        self.expect("{", after)
        start, level = self.position, 1
        while self.position < len(self.source):
            character = self.source[self.position]
            step = 2 if character == "\\" else 1
            level += {"{": 1, "}": -1}.get(character, 0)
            if level == 0:
                text = self.source[start : self.position]
                self.position += 1
                return text
            self.position += step
        raise MathError(f"every {{ must have its }}, got none for the one after {after}")

    def place(self) -> str:
        """Where the cursor is, in words for an error."""
        before = self.source[max(0, self.position - 24) : self.position].strip()
        return f" after {before!r}" if before else " at the start"

    def _read(self) -> tuple[str, int]:
        match = TOKEN.match(self.source, self.position)
        if match is None:
            return "", len(self.source)
        token, end = match["token"], match.end()
        if token.endswith("*") and token.startswith("\\") and len(token) > 2 and token not in STARRED:
            return token[:-1], end - 1
        if token.isspace():
            return "", len(self.source)
        return token, end
