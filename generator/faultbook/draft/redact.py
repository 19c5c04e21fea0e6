"""Takes people, machines and secrets out of a line before it is published.

Each name is replaced by one that belongs to nobody, the same one each time: a reader still
sees which names are equal. What a signature needs (numbers, paths, messages) stays.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from faultbook.checks.privacy import HOME_NAMES, VERSION_BEFORE

_MAIL = re.compile(r"[\w.+-]+@(?:[\w-]+\.)+[A-Za-z]{2,}\b")
_CREDENTIALS = re.compile(r"(?<=://)[^/\s:@]+:[^/\s@]+(?=@)")
_SECRET = re.compile(
    r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_\w{20,}|"
    r"\bhf_[A-Za-z0-9]{20,}|\bsk-[A-Za-z0-9_-]{20,}|\bxox[abp]-[0-9A-Za-z-]{20,}|"
    r"\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*|"
    r"(?i:\bbearer\s+)(?P<bearer>[\w.~+/-]{12,}=*)|"
    r"(?i:\b[\w-]*(?:token|passw(?:or)?d|secret|api[_-]?key)\s*[=:]\s*[\"']?)"
    r"(?P<named>[^\s\"',;&)]{6,})"
)
_HOME = re.compile(
    r"(?<![\w.])(?:(?:/[\w-]{1,32})?/(?:home|[uU]sers)/|[A-Z]:\\+Users\\+)(?P<it>[^\s/\\:'\"`)\],;]+)"
)
_USER = re.compile(
    r"(?i:\b(?:user(?:name)?|login)\s*[=:]\s*[\"']?|\b(?:invalid|unknown|for) user [\"']?|"
    r"\buid=\d+\()(?P<it>[A-Za-z][\w.-]*\w)"
)
_IPV4 = re.compile(r"(?<![\w.:/-])\d{1,3}(?:\.\d{1,3}){3}(?![\w.]*\.?\d)(?!-\d)")
_IPV6 = re.compile(r"(?<![\w.:])(?:[0-9a-fA-F]{0,4}:){3,7}[0-9a-fA-F]{1,4}(?![\w:.])")
_HOST = re.compile(
    r"(?<![\w.-])(?:(?<=//)|(?<!/))(?:ip-\d+(?:-\d+){3}(?:\.[\w-]+)*|"
    r"[A-Za-z0-9][\w-]*(?:\.[\w-]+)*\.(?:internal|local|lan|cluster|svc|corp|intra)|"
    r"[A-Za-z0-9][\w-]*(?:\.[\w-]+)+\.(?:com|org|net|io|edu|gov|cloud|ai))(?![\w.-])"
)
_PUBLIC = re.compile(
    r"(?:^|\.)(?:github|githubusercontent|huggingface|nvidia|pytorch|python|pypi|docker|nvcr|quay|"
    r"ghcr|k8s|kubernetes|googleapis|amazonaws|anaconda|readthedocs|ubuntu|debian|example|"
    r"pythonhosted|wandb|openai|ray|slurm|schedmd|gcr|vllm|modelscope)\.[a-z]+$",
    re.IGNORECASE,
)
_NOBODY = frozenset("root shared public common".split())
_GENERIC = frozenset("localhost node host worker master head root none null true false".split())
_STANDS_FOR_WORD = "00000000-0000-4000-8000-{:012d}"


@dataclass(frozen=True, slots=True)
class Redacted:
    """A line without names.

    `text` is what to publish. `to_mask` is the same line with names that the masker takes for
    what they are. `replaced` pairs what was taken out with what stands there now; of a secret
    only its kind is told.
    """

    text: str
    to_mask: str
    replaced: tuple[tuple[str, str], ...]


def people_in(text: str) -> frozenset[str]:
    """Return the names of people that a log gives away: home directories, logins."""
    found = {m["it"] for m in (*_HOME.finditer(text), *_USER.finditer(text))}
    return frozenset(name for name in found - HOME_NAMES if _is_name(name))


def _is_name(name: str) -> bool:
    return len(name) > 2 and name.lower() not in _NOBODY and not name.startswith(("<", "$", "0000"))


def redact(line: str, hosts: Iterable[str] = (), people: Iterable[str] = ()) -> Redacted:
    """Replace users, hosts, addresses, mail addresses, tokens and home directories.

    `hosts` and `people` are names that are known from elsewhere, such as the host in the
    line's prefix, or the owner of a home directory in another line.
    """
    work = _Work(line)
    work.swap(_CREDENTIALS, lambda _: work.stand_in("REDACTED"), secret="a password")
    work.swap(_SECRET, lambda _: work.stand_in("REDACTED"), secret="a token or password")
    work.swap(_MAIL, lambda _: work.stand_in("user@example.com"), keep=_is_nobody)
    for user in sorted({*people_in(work.text), *people}, key=len, reverse=True):
        work.swap(_name(user), lambda _: work.stand_in("user"))
    for host in sorted(set(hosts), key=len, reverse=True):
        if len(host) > 2 and host.lower() not in _GENERIC and not host.isdigit():
            work.swap(_name(host), work.host)
    work.swap(_HOST, work.host, keep=_is_no_host)
    work.swap(_IPV4, work.address, keep=_belongs_to_nobody)
    work.swap(_IPV6, lambda _: "2001:db8::1", keep=_belongs_to_nobody)
    return work.done()


def _name(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![A-Za-z0-9_]){re.escape(name)}(?![A-Za-z0-9_])")


Keep = Callable[[re.Match[str]], bool]
"""Says of a match that it may stay."""


def _is_nobody(found: re.Match[str]) -> bool:
    mail = found.group().lower()
    made = mail.startswith(("git@", _STANDS_FOR_WORD[:9]))
    return made or mail.endswith(("@example.com", "@example.org"))


def _is_no_host(found: re.Match[str]) -> bool:
    """Say whether a name is public, one of ours, or rather Python's (`threading.local`)."""
    name = found.group()
    if _PUBLIC.search(name) or re.fullmatch(r"node\d+\.internal", name):
        return True
    return name.endswith(".local") and not re.search(r"[\d-]|\..*\.", name)


def _belongs_to_nobody(found: re.Match[str]) -> bool:
    """Say whether an address is no machine's: loopback, unspecified, made for documentation.

    Nor is a version of four parts.
    """
    text = found.group()
    if VERSION_BEFORE.search(found.string[max(0, found.start() - 40) : found.start()]):
        return True
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return True
    if isinstance(address, ipaddress.IPv4Address):
        documentation = address in ipaddress.IPv4Network("192.0.2.0/24")
    else:
        documentation = address in ipaddress.IPv6Network("2001:db8::/32")
    special = address.is_loopback or address.is_unspecified or address.is_multicast
    return documentation or special or text.startswith("255.")


class _Work:
    """One line on its way: which name became which."""

    def __init__(self, line: str) -> None:
        self.text = line
        self._stand_ins: dict[str, str] = {}
        self._names: dict[str, str] = {}
        self._replaced: dict[str, str] = {}

    def stand_in(self, shown: str) -> str:
        """Return a word that the masker takes for a word, and that becomes `shown` at last."""
        word = _STANDS_FOR_WORD.format(len(self._stand_ins) + 1)
        self._stand_ins[word] = shown
        return word

    def host(self, name: str) -> str:
        """Return the name that stands for a host, the same for the same host."""
        number = sum(v.startswith("node") for v in self._names.values()) + 1
        return self._names.setdefault(name.lower(), f"node{number}.internal")

    def address(self, name: str) -> str:
        """Return the address that stands for an IPv4 address, the same for the same one."""
        number = sum(v.startswith("192.") for v in self._names.values()) + 1
        return self._names.setdefault(name, f"192.0.2.{number}")

    def swap(
        self,
        pattern: re.Pattern[str],
        new: Callable[[str], str],
        *,
        keep: Keep = lambda _: False,
        secret: str = "",
    ) -> None:
        """Replace every match, or its named group, unless it may stay."""

        def one(found: re.Match[str]) -> str:
            group = found.lastgroup or 0
            old = found[group]
            if keep(found):
                return found.group()
            put = new(old)
            self._replaced[secret or old] = put
            start, end = found.start(group) - found.start(), found.end(group) - found.start()
            return found.group()[:start] + put + found.group()[end:]

        self.text = pattern.sub(one, self.text)

    def done(self) -> Redacted:
        """Return the line as it is now."""
        pairs = tuple((old, self._final(put)) for old, put in self._replaced.items())
        return Redacted(self._final(self.text), self.text, pairs)

    def _final(self, text: str) -> str:
        for word, shown in self._stand_ins.items():
            text = text.replace(word, shown)
        return re.sub(r"\b(node\d+)\.internal\b", r"\1", text)
