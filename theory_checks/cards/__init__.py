"""Answer cards: what one who is about to use a statement must know, for a terminal and for a notebook."""
