"""Where a site may be built. `python -m reports.pages.place FOLDER` asks for this alone, before there are results."""

from __future__ import annotations

import sys
from pathlib import Path

from reports.read.strict import InputError

MARKER = ".theory-checks-site"


def refuse_foreign(out: Path) -> None:
    """Refuse to replace anything that is not an empty folder or a site that was built before."""
    if not out.exists():
        return
    if not out.is_dir() or out.is_symlink() or (any(out.iterdir()) and not (out / MARKER).is_file()):
        raise InputError(f"{out} must be a new or empty folder or a site that was built before, got something else")


def main(folder: str) -> int:
    """Return 0 for a place, and 2 for one at which there is something else."""
    try:
        refuse_foreign(Path(folder).absolute())
    except (InputError, OSError) as error:
        sys.stderr.write(f"error: {error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
