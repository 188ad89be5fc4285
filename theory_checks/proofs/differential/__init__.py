"""The same questions put to Coq and to Python: two readings of a formula, and two makes of a definition."""
