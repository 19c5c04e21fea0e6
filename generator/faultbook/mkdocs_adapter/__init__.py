"""The one place that knows MkDocs and Material: everything else makes HTML and files."""
