"""Why GPU memory ran out, read from the numbers of real messages."""

# ruff: noqa: E501 - lines of logs are as long as they are

import pytest

from faultbook.diagnosis.allocation import allocation, reason
from faultbook.logs import LogLine

HEAD = "torch.OutOfMemoryError: CUDA out of memory. "
MESSAGES = [
    (
        "Tried to allocate 22.78 GiB. GPU 0 has a total capacity of 31.47 GiB of which 12.73 GiB is free. Including non-PyTorch memory, this process has 18.73 GiB memory in use. Of the allocated memory 9.08 GiB is allocated by PyTorch, and 9.35 GiB is reserved by PyTorch but unallocated.",
        "this process holds 18.73 GiB of the card's 31.47 GiB and asked for 22.78 GiB more",
    ),
    (
        "Tried to allocate 35.60 GiB. GPU 0 has a total capacity of 79.33 GiB of which 26.16 GiB is free. Process 76883 has 53.16 GiB memory in use. Of the allocated memory 11.97 GiB is allocated by PyTorch, and 40.69 GiB is reserved by PyTorch but unallocated.",
        "40.69 GiB reserved by PyTorch lie unused, more than the 35.60 GiB asked for",
    ),
    (
        "Tried to allocate 86.00 MiB. GPU 0 has a total capacity of 23.64 GiB of which 264.00 MiB is free. Process 2086283 has 419.48 MiB memory in use. Including non-PyTorch memory, this process has 8.04 GiB memory in use. Process 2797307 has 14.85 GiB memory in use. Of the allocated memory 7.63 GiB is allocated by PyTorch, and 40.11 MiB is reserved by PyTorch but unallocated.",
        "other processes hold 15.26 GiB of the card's 23.64 GiB",
    ),
    (
        "Tried to allocate 496.00 MiB. GPU 0 has a total capacty of 14.75 GiB of which 235.06 MiB is free. Process 20398 has 14.52 GiB memory in use. Of the allocated memory 14.06 GiB is allocated by PyTorch, and 330.42 MiB is reserved by PyTorch but unallocated.",
        "this process holds 14.52 GiB of the card's 14.75 GiB and asked for 0.48 GiB more",
    ),
    (
        "Tried to allocate 124.68 GiB. GPU 0 has a total capacity of 95.22 GiB of which 51.23 GiB is free. Process 608946 has 14.91 GiB memory in use. Process 734147 has 29.07 GiB memory in use. Of the allocated memory 25.50 GiB is allocated by PyTorch, and 3.14 GiB is reserved by PyTorch but unallocated.",
        "this process holds 29.07 GiB of the card's 95.22 GiB and asked for 124.68 GiB more",
    ),
    (
        "Tried to allocate 2.00 GiB (GPU 0; 15.90 GiB total capacity; 9.00 GiB already allocated; 1.20 GiB free; 13.50 GiB reserved in total by PyTorch)",
        "4.50 GiB reserved by PyTorch lie unused, more than the 2.00 GiB asked for",
    ),
    (
        "Tried to allocate 9.91 GiB (GPU 0; 23.70 GiB total capacity; 5.00 GiB already allocated; 9.50 GiB free; 13.59 GiB reserved in total by PyTorch)",
        "8.59 GiB reserved by PyTorch lie unused, with the 9.50 GiB free enough for the 9.91 GiB asked for",
    ),
    (
        "Tried to allocate 1.86 GiB (GPU 0; 31.72 GiB total capacity; 24.58 GiB already allocated; 1.28 GiB free; 5.08 GiB cached)",
        "5.08 GiB reserved by PyTorch lie unused, more than the 1.86 GiB asked for",
    ),
]


def line(text: str) -> LogLine:
    return LogLine(1, "a.log", text, text)


@pytest.mark.parametrize(("numbers", "says"), MESSAGES)
def test_reason(numbers: str, says: str) -> None:
    found = allocation(line(HEAD + numbers))
    assert found is not None
    assert reason(found) == f"CUDA out of memory: {says}"


@pytest.mark.parametrize(
    "text", ["CUDA out of memory.", HEAD + "Tried to allocate 2.00 GiB", "Tried to allocate x GiB"]
)
def test_messages_that_say_too_little(text: str) -> None:
    assert allocation(line(text)) is None
