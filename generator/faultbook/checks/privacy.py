"""Checks for what must not be published: people's addresses, hosts, keys."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Iterator, Sequence

from faultbook.checks.model import Check, Finding, Subject
from faultbook.checks.texts import COMMAND, LABEL, LOG, PROSE

_ADDRESS = re.compile(r"(?<![\w.:/-])(\d{1,3}(?:\.\d{1,3}){3})(?![\w.]*\.?\d)(?!-\d)")
VERSION_BEFORE = re.compile(
    r"(?:version|v|ver|cudnn|libfabric|driver|release|build|cuda|nccl|==|>=|<=)[\s:=]*$",
    re.IGNORECASE,
)
_MAIL = re.compile(r"[\w.+-]+@(?P<domain>[\w-]+(?:\.[\w-]+)*\.[a-z]{2,})\b", re.IGNORECASE)
_KEYS = re.compile(
    r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\bgh[pousr]_[A-Za-z0-9]{36}\b|\bhf_[A-Za-z0-9]{30,}\b|"
    r"\bsk-[A-Za-z0-9_-]{32,}|-----BEGIN [A-Z ]*PRIVATE KEY-----|\bxox[abp]-[0-9A-Za-z-]{20,}"
)
_HOME = re.compile(r"(?<![\w.])(?:/home/|/Users/|C:\\+Users\\+)([^\s/\\:'\"`)\],;]+)")

HOME_NAMES = frozenset(
    "user USER username <user> <USER> $USER ${USER} ubuntu ec2-user runner jovyan ray coder "
    "vscode conda <username> ...".split()
)
"""Names of home directories that belong to nobody: placeholders and images' own users."""

_MAIL_DOMAINS = re.compile(r"(?:^|\.)(?:example\.(?:com|org|net)|users\.noreply\.github\.com)$")
_HTTP = re.compile(r"\bhttp://([^\s/)\]>\"'`:]+)")
_LOCAL = re.compile(r"^(?:localhost|[\d.]+|\[.*|[^.]+|.*\.(?:internal|local|example|test)|<.*)$")


Words = Callable[[str], tuple[str, str]]


def private_data(subject: Subject) -> Iterator[Finding]:
    """No address, key or name of a person or machine."""
    for pattern, needs, is_private, words in _KINDS:
        for text, found in subject.search(pattern, needs, LOG, PROSE, LABEL, COMMAND):
            if is_private(found):
                yield Finding(text.pointer, *words(found.group()), found.start())


def _is_address(found: re.Match[str]) -> bool:
    before = found.string[max(0, found.start() - 40) : found.start()]
    return _is_public(found[1]) and not VERSION_BEFORE.search(before)


def _is_mail(found: re.Match[str]) -> bool:
    if found.group().startswith("git@"):
        return False
    return not _MAIL_DOMAINS.search(found["domain"].lower())


def _is_home(found: re.Match[str]) -> bool:
    return found[1] not in HOME_NAMES and not found[1].startswith(("<", "$", "{", "*"))


def _is_public(text: str) -> bool:
    try:
        address = ipaddress.IPv4Address(text)
    except ValueError:
        return False
    return address.is_global and not address.is_multicast


IsPrivate = Callable[[re.Match[str]], bool]

_KINDS: tuple[tuple[re.Pattern[str], Sequence[str], IsPrivate, Words], ...] = (
    (
        _ADDRESS,
        ["."],
        _is_address,
        lambda shown: (
            f"`{shown}` may be a public address.",
            "Write one of 192.0.2.0/24, which belong to nobody. A version: name it `version`.",
        ),
    ),
    (
        _MAIL,
        ["@"],
        _is_mail,
        lambda shown: (f"`{shown}` is a mail address.", "Write `user@example.com`."),
    ),
    (
        _KEYS,
        ["akia", "asia", "gh", "hf_", "sk-", "private key", "xox"],
        lambda _: True,
        lambda shown: (
            f"`{shown[:8]}...` looks like a secret key.",
            "Take it out, and revoke it.",
        ),
    ),
    (
        _HOME,
        ["/home/", "/users/", "\\users\\"],
        _is_home,
        lambda shown: (f"`{shown}` names somebody's home directory.", "Write `/home/user`."),
    ),
)
"""What gives a person or a machine away: where to look, a text that every match contains,
whether it does give away, and what to say."""


def plain_http(subject: Subject) -> Iterator[Finding]:
    """Links must be encrypted."""
    for text, found in subject.search(_HTTP, ["http://"], PROSE, LABEL):
        if not _LOCAL.match(found[1]):
            yield Finding(
                text.pointer,
                f"The link to `{found[1]}` is not encrypted.",
                "Write `https://`.",
                found.start(),
            )


CHECKS = (
    Check(
        "FB611",
        "private-data",
        "No public IP address, mail address, key or home directory of a person.",
        "Examples come from real logs, and real logs name real people and machines.",
        "Replace it: 192.0.2.1, user@example.com, /home/user, a host called node1.",
        "text: can't open file '/home/jsmith/train.py'",
        "text: can't open file '/home/user/train.py'",
        on_entry=private_data,
    ),
    Check(
        "FB612",
        "plain-http",
        "Links begin with `https://`.",
        "What a page links to should arrive as it was sent.",
        "Write `https://`; if the site has none, link an archived copy.",
        "limits: See http://docs.example.com/limits.",
        "limits: See https://docs.example.com/limits.",
        on_entry=plain_http,
    ),
)
