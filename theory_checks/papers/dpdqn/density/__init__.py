"""Claim 12, Lemma 11 and the moment chain of Theorem 5: densities of paths and their composition."""
