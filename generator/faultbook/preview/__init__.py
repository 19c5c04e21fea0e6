"""The three pages of one entry on this machine, while it is being written.

`Preview` turns the file into pages and keeps them up to date; `serve` answers a browser.
"""

from faultbook.preview.pages import Preview, Shown
from faultbook.preview.server import PortTakenError, preview_server

__all__ = ["PortTakenError", "Preview", "Shown", "preview_server"]
