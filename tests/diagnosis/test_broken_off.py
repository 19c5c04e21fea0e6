"""Lines that were cut: offered as possible where nothing else is known."""

import pytest

from faultbook.diagnosis.brokenoff import breaks_off
from faultbook.signature import parse
from tests.diagnosis.support import diagnose_text, found

PATTERN = parse("Connect to <any> failed : No route to host, giving up after <int> attempts")


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("NCCL WARN Net : Connect to 192.0.2.9<54263> failed : No route to", True),
        ("NCCL WARN Net : Connect to 192.0.2.9<54263> failed : No route to ho", True),
        ("Connect to 192.0.2.9<54263> failed : No route to host, giving up a", True),
        ("Connect to 192.0.2.9<54263> failed : No", False),
        ("Connect to 192.0.2.9<54263> failed : Connection refused", False),
        ("something else that ends with No route to", False),
        ("", False),
    ],
)
def test_breaks_off(text: str, cut: bool) -> None:
    assert breaks_off(PATTERN, text) is cut


def test_the_words_of_the_operating_system_are_no_beginning() -> None:
    shards = parse("No such file or directory: '<path>_optim_states.pt'")

    assert not breaks_off(shards, "libnccl.so.2: cannot open: No such file or directory")
    assert breaks_off(shards, "No such file or directory: 'ckpt/zero_pp_rank_0_optim_stat")


def test_a_cut_line_is_a_possible_finding() -> None:
    d = diagnose_text("[rank1]: RuntimeError: CUDA error: uncorrectable ECC error encou\n")

    assert found(d) == ["ecc"]
    assert d.findings[0].confidence == "possible"
    assert "breaks off" in d.findings[0].reasons[0]


def test_a_cut_line_does_not_count_beside_a_whole_one() -> None:
    d = diagnose_text(
        "[rank1]: RuntimeError: CUDA error: uncorrectable ECC error encou\n"
        "[rank2]: CUDA out of memory. Tried to allocate 2 GiB\n"
    )
    assert found(d) == ["oom"]
