"""Propositions 3 and 4, Claim 13: one Gaussian, vector or path, added to one release."""
