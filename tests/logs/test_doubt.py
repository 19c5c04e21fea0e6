"""Files that are no logs: each gets a word of its own."""

from __future__ import annotations

import gzip
import lzma
import random
import struct

import pytest

from faultbook.logs.doubt import doubt

NOISE = random.Random(7).randbytes(4096)
ELF = b"\x7fELF\x02\x01\x01\x00" + struct.pack("<HHIQ", 62, 4, 1, 0) * 60


@pytest.mark.parametrize(
    ("name", "start", "word", "unread"),
    [
        ("train.log", b"", "train.log: is empty.", True),
        ("logs.zip", b"PK\x03\x04" + NOISE, "packed with zip; unpack it first (`unzip`)", True),
        ("a.log.xz", lzma.compress(b"step 1\n"), "packed with xz", True),
        ("core.17", ELF, "looks like no text", True),
        ("model.bin", NOISE, "looks like no text", True),
        ("zeros", b"\x00" * 4096, "looks like no text", True),
        ("train.log.gz", b"step 1 loss 2.5\n" * 50, "is not packed, whatever its name says", False),
        ("train.log.ZST", b"step 1 loss 2.5\n" * 50, "is not packed", False),
    ],
)
def test_a_word_for_each(name: str, start: bytes, word: str, unread: bool) -> None:
    said = doubt(name, start[:4096], unpacked=False)
    assert said is not None
    assert word in said.text
    assert said.unread is unread


@pytest.mark.parametrize(
    "start",
    [
        b"step 1 loss 2.5\n",
        "Schritt 1: Größe 3 µs, 10%|█████| 1/10\n".encode() * 50,
        "Fehler: UTF-16\r\n".encode("utf-16") * 50,
        b"\x1b[31mERROR\x1b[0m\x07 10%\b\b\b11%\r12%\r\n" * 90,
        b"caf\xe9 in latin-1\n" * 50,
    ],
)
def test_a_log_is_taken_as_it_is(start: bytes) -> None:
    assert doubt("train.log", start[:4096], unpacked=False) is None


def test_what_is_in_an_archive_counts_and_not_its_name() -> None:
    assert doubt("train.log.gz", gzip.decompress(gzip.compress(b"x\n")), unpacked=True) is None
