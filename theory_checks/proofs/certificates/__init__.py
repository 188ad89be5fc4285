"""Certificates as programs of Coq: a reader of its own, and the kernel's answer to each."""
