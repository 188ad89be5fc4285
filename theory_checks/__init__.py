"""The statements of the papers, executable: claims, evidence, verdicts, certificates."""
