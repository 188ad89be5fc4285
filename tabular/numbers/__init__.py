"""Numbers: exact, in balls, and in arrays; what arguments must be; linear algebra on rationals."""
