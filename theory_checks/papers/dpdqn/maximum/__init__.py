"""Lemma 8: the maximum of a path, its mean, its variance and its tail."""
