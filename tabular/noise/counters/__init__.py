"""Continual counters: running sums of streams, released at every step with noise that a privacy theorem covers."""
