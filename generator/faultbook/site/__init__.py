"""The site: every page that is made from the corpus, and the writer that puts it on disk."""
