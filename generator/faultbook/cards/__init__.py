"""Social cards: the picture that a link to an entry shows elsewhere."""
