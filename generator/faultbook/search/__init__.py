"""What the page searches in: one small file, fetched at the first query."""
