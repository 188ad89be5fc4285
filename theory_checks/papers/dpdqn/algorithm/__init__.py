"""Algorithm 1: its lines, its fixed points and what it releases; the Bellman equations it rests on."""
