"""Certificates that commands keep."""

from __future__ import annotations

from pathlib import Path

from theory_checks.core.certificate import Certificate
from theory_checks.engine.files import write_text


def kept(certificate: Certificate, folder: Path) -> Path:
    """Write a certificate into a folder, whole or not at all, and return where it is."""
    place = folder / f"{certificate.digest}.json"
    write_text(place, certificate.to_bytes().decode(), name="the place of a certificate")
    return place
