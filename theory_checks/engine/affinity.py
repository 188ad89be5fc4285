"""Which claim a process does next: claims of one package share what they compute, and a process keeps what it computed.

A worker takes one claim after the other, each by making a file that no other process can make: in the package of its
last claim, from the front; else in a package that nobody has begun; else the last one of the package with the most
left, which is farthest from where its owner is.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path


class Worker:
    """A process that takes claims; what it remembers changes only the order."""

    def __init__(self) -> None:
        self.home = ""

    def take(self, packages: Sequence[str], taken: Path) -> int:
        """Return the number of a claim that no worker has taken, of claims in these packages, and write it down."""
        while True:
            number, home = self._choice(packages, {int(file.name) for file in taken.iterdir()})
            try:
                (taken / str(number)).touch(exist_ok=False)
            except FileExistsError:
                continue  # another process was faster, and is at home there
            self.home = home
            return number

    def _choice(self, packages: Sequence[str], taken: set[int]) -> tuple[int, str]:
        """Return a claim, and the package in which one is at home who gets it."""
        left: dict[str, list[int]] = {}
        for number, package in enumerate(packages):
            if number not in taken:
                left.setdefault(package, []).append(number)
        if self.home in left:
            return left[self.home][0], self.home
        begun = {packages[number] for number in taken}
        new = next((package for package in left if package not in begun), None)
        return (max(left.values(), key=len)[-1], self.home) if new is None else (left[new][0], new)


THIS_PROCESS = Worker()
