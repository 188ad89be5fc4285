"""Certified reference values: numbers with proved digits, each beside what other libraries return for it."""
