"""Lemma 6, Corollary 7 and the norm bounds: the Hilbert space of the kernel exp(-beta |x - y|)."""
