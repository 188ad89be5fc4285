"""The figures of Section 7."""
