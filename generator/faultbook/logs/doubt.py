"""Is this a log at all? What is told of a file that is empty, packed strangely, or no text."""

from __future__ import annotations

from dataclasses import dataclass

LOOKED_AT = 4096  # bytes of the start of a file

_PACKED: tuple[tuple[bytes, str, str], ...] = (
    (b"PK\x03\x04", "zip", "unzip"),
    (b"\xfd7zXZ\x00", "xz", "xz -d"),
    (b"BZh", "bzip2", "bunzip2"),
    (b"\x04\x22\x4d\x18", "lz4", "lz4 -d"),
    (b"7z\xbc\xaf\x27\x1c", "7z", "7z x"),
)
_NAMES = (".gz", ".zst")
_SHARE = 20  # one control character in so many: text has next to none
# Tabs, line breaks, backspaces of progress bars and escapes of colours are at home in logs.
_CONTROLS = bytes(code for code in range(32) if code not in b"\x00\x07\b\t\n\x0b\f\r\x1b")


@dataclass(frozen=True, slots=True)
class Doubt:
    """What is wrong with a log as such. `unread` says that nothing of it was read as text."""

    text: str
    unread: bool


def doubt(name: str, start: bytes, *, unpacked: bool) -> Doubt | None:
    """Say what is wrong with a log as such, or None.

    Args:
        name: of the file.
        start: its first bytes, at most `LOOKED_AT` of them; of an archive: of what is in it.
        unpacked: it was an archive, and what is in it is read.
    """
    if name == "-":
        name = "standard input"
    if not start:
        return Doubt(f"{name}: is empty.", unread=True)
    for magic, packer, command in _PACKED:
        if start.startswith(magic):
            text = f"{name}: is packed with {packer}; unpack it first (`{command}`)."
            return Doubt(text, unread=True)
    shown = start.replace(b"\x00", b"")  # UTF-16 has one in each character
    controls = len(shown) - len(shown.translate(None, _CONTROLS))
    if not shown or controls * _SHARE > len(shown):
        text = f"{name}: looks like no text (a core dump, a checkpoint?); nothing in it counts."
        return Doubt(text, unread=True)
    if not unpacked and name.lower().endswith(_NAMES):
        text = f"{name}: is not packed, whatever its name says; it was read as it stands."
        return Doubt(text, unread=False)
    return None
