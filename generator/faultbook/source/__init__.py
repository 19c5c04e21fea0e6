"""From a YAML file to a checked `Entry`, keeping the place of every node."""

from faultbook.source.document import Document, Place, Pointer, read_document
from faultbook.source.entries import Loaded, load_file, load_text

__all__ = ["Document", "Loaded", "Place", "Pointer", "load_file", "load_text", "read_document"]
