"""An entry as three pages: one pure function from an entry and its neighbours to HTML."""

from faultbook.views.entry_pages import EntryPages, render_entry
from faultbook.views.neighbours import Neighbour, neighbours_of

__all__ = ["EntryPages", "Neighbour", "neighbours_of", "render_entry"]
