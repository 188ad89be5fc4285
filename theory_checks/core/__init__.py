"""What a statement, a formula, evidence, a verdict and a certificate are."""
