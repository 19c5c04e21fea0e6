"""Nobody's name, machine or secret gets from a pasted line into a draft."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faultbook.draft import redact
from faultbook.signature import mask, match, parse

LINES = [
    ("can't open '/home/jsmith/train.py'", "can't open '/home/user/train.py'"),
    (r"C:\Users\Jane\run.py is missing", r"C:\Users\user\run.py is missing"),
    ("/home/jsmith/x: user jsmith has no quota", "/home/user/x: user user has no quota"),
    ("/home/ubuntu/x.py failed", "/home/ubuntu/x.py failed"),
    ("/nfs/home/jsmith/x.py failed", "/nfs/home/user/x.py failed"),
    ("/mnt/users/jsmith/x.py failed", "/mnt/users/user/x.py failed"),
    ("/data/users/shared/x.py failed", None),
    ("GET https://api.acme.dev/v1/users/list", None),
    ("mail to jane.doe+ml@corp.co.uk refused", "mail to user@example.com refused"),
    ("clone of git@github.com:a/b failed", "clone of git@github.com:a/b failed"),
    ("peer 10.12.1.7 closed, peer 10.12.1.8 too", "peer 192.0.2.1 closed, peer 192.0.2.2 too"),
    ("10.12.1.7 asked 10.12.1.7", "192.0.2.1 asked 192.0.2.1"),
    ("bind to 127.0.0.1 and 0.0.0.0 failed", "bind to 127.0.0.1 and 0.0.0.0 failed"),
    ("connect [fd00:12::9:1] refused", "connect [2001:db8::1] refused"),
    ("no route to gpu17.prod.internal", "no route to node1"),
    ("no route to ip-10-1-2-3.ec2.internal", "no route to node1"),
    ("no route to trainer7.acme.com:29500", "no route to node1:29500"),
    ("403 from huggingface.co for this model", "403 from huggingface.co for this model"),
    ("Authorization: Bearer abcdef0123456789", "Authorization: Bearer REDACTED"),
    ("HF_TOKEN=hf_abcdefghijklmnopqrstuvwxyz1234", "HF_TOKEN=REDACTED"),
    ("login with password=hunter22 refused", "login with password=REDACTED refused"),
    ("https://bob:s3cret@mirror3.local/x", "https://REDACTED@node1/x"),
    ("key AKIAABCDEFGHIJKLMNOP denied", "key REDACTED denied"),
    ("username=jane is unknown", "username=user is unknown"),
    ("torch.distributed.elastic.multiprocessing failed", None),
    ("numpy 1.26.4 with cuDNN 8.9.7.29", None),
    ("self.io.read() in module.local failed at 12:30:01", None),
]


@pytest.mark.parametrize(("line", "clean"), LINES, ids=[line for line, _ in LINES])
def test_what_gives_away_is_replaced(line: str, clean: str | None) -> None:
    found = redact(line)

    assert found.text == (line if clean is None else clean)
    assert bool(found.replaced) == (found.text != line)


def test_a_host_of_the_prefix_is_replaced_in_the_message() -> None:
    assert redact("lost contact with worker-a17", ["worker-a17"]).text == "lost contact with node1"


def test_secrets_are_not_told_to_the_terminal_either() -> None:
    found = redact("password=hunter22 for https://a:hunter23@x.local/")

    assert "hunter" not in str(found.replaced)


@given(st.text(max_size=200))
def test_any_line_is_redacted_twice_to_the_same(line: str) -> None:
    once = redact(line).text

    assert redact(once).text == once


@pytest.mark.parametrize("line", [line for line, _ in LINES])
def test_the_signature_matches_the_line_as_it_was_and_as_it_is_published(line: str) -> None:
    found = redact(line)
    pattern = parse(mask(found.to_mask), minimum=0)

    assert match(pattern, line) is not None
    assert match(pattern, found.text) is not None
