"""Theorem 5, and Theorem 4 of the first version: the privacy of the whole algorithm."""
