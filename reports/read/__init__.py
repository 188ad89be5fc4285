"""Loading results.json and the files beside it, and refusing in one sentence what they must not be."""
