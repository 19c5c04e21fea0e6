"""Asks every source that entries and pages cite whether it still stands there.

    python tests/tools/check_links.py [--summary FILE] [--entries DIR] [--exceptions FILE]

Dead is what answers 404 or 410, or whose host is unknown. What answers something else (403, 429,
5xx, nothing in time) is listed and fails nothing: it may only dislike robots. An exception in
`link_exceptions.yaml` names its reason; one that is no longer needed fails the run as well.
"""

from __future__ import annotations

import argparse
import re
import socket
import sys
import time
import urllib.error
import urllib.request
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from urllib.parse import urlsplit

import yaml

ROOT = Path(__file__).resolve().parents[2]
EXCEPTIONS = Path(__file__).with_name("link_exceptions.yaml")
AGENT = "Mozilla/5.0 (compatible; faultbook-links/1; weekly check of cited sources)"
PAUSE = 1.0
"""Seconds between two questions to one host."""
HOSTS_AT_ONCE = 12
TIME_OUT = 30
_MARKDOWN = re.compile(r"\]\((https://[^\s)]+)\)|<(https://[^\s>]+)>")


class State(StrEnum):
    """What came of asking."""

    ALIVE = "alive"
    MOVED = "moved for good"
    DEAD = "dead"
    UNCLEAR = "unclear"


@dataclass(frozen=True)
class Answer:
    """What an address answered. `detail` is for people."""

    url: str
    state: State
    detail: str


@dataclass(frozen=True)
class Excused:
    """An address that may be dead, and why it stays all the same."""

    url: str
    reason: str


def cited(entries: Path, pages: Path) -> dict[str, list[str]]:
    """Return every address that is cited, with the files that do."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(entries.glob("*/*.yaml")):
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        try:
            data = yaml.load(path.read_text("utf-8"), loader)
        except (yaml.YAMLError, ValueError):
            continue  # `faultbook check` says what is wrong with it
        for reference in data.get("references", ()) if isinstance(data, dict) else ():
            found[reference["url"].partition("#")[0]].append(path.name)
    for path in sorted(pages.rglob("*.md")):
        for match in _MARKDOWN.finditer(path.read_text("utf-8")):
            found[(match[1] or match[2]).partition("#")[0]].append(path.name)
    return {url: files for url, files in found.items() if not _made_up(url)}


def _made_up(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    return bool(re.search(r"(^|\.)example\.(com|org|net)$", host))


def ask(url: str) -> Answer:
    """Ask one address; twice if it does not answer."""
    answer = _ask_once(url)
    if answer.state is State.UNCLEAR:
        time.sleep(2 * PAUSE)
        answer = _ask_once(url)
    return answer


def _ask_once(url: str) -> Answer:
    # the whole page is asked for, and not read: many servers answer HEAD wrongly
    request = urllib.request.Request(url, headers={"User-Agent": AGENT, "Accept": "*/*"})
    try:
        with urllib.request.urlopen(request, timeout=TIME_OUT) as answer:
            landed = answer.geturl()
    except urllib.error.HTTPError as error:
        state = State.DEAD if error.code in (404, 410) else State.UNCLEAR
        return Answer(url, state, f"answers {error.code}")
    except urllib.error.URLError as error:
        unknown = isinstance(error.reason, socket.gaierror)
        return Answer(url, State.DEAD if unknown else State.UNCLEAR, str(error.reason))
    except (OSError, ValueError) as error:
        return Answer(url, State.UNCLEAR, str(error))
    if urlsplit(landed)[1:3] != urlsplit(url)[1:3]:
        return Answer(url, State.MOVED, f"leads to {landed}")
    return Answer(url, State.ALIVE, "")


def ask_all(urls: Iterable[str]) -> list[Answer]:
    """Ask every address: hosts side by side, those of one host one after another."""
    hosts: dict[str, list[str]] = defaultdict(list)
    for url in sorted(urls):
        hosts[urlsplit(url).netloc].append(url)

    def one_host(of_host: Sequence[str]) -> list[Answer]:
        answers = []
        for number, url in enumerate(of_host):
            time.sleep(PAUSE if number else 0)
            answers.append(ask(url))
        return answers

    with ThreadPoolExecutor(HOSTS_AT_ONCE) as pool:
        return [answer for answers in pool.map(one_host, hosts.values()) for answer in answers]


def read_exceptions(path: Path) -> list[Excused]:
    """Read the list of exceptions.

    Raises `ValueError` for an item without an address or a reason.
    """
    rows = yaml.safe_load(path.read_text("utf-8")) or []
    for row in rows:
        if not isinstance(row, dict) or not row.get("url") or not row.get("reason"):
            raise ValueError(f"{path.name}: every item needs `url` and `reason`: {row}")
    return [Excused(row["url"], row["reason"]) for row in rows]


def judge(
    answers: Iterable[Answer],
    files: Mapping[str, Sequence[str]],
    exceptions: Sequence[Excused],
) -> tuple[list[str], list[str]]:
    """Return what fails the run, and what is only told."""
    failed: list[str] = []
    told: list[str] = []
    by_url = {answer.url: answer for answer in answers}
    excused = {item.url for item in exceptions}
    for url, answer in sorted(by_url.items()):
        where = ", ".join(sorted(set(files.get(url, ()))))
        line = f"{answer.state}: {url} {answer.detail} ({where})"
        if answer.state is State.DEAD and url not in excused:
            failed.append(line)
        elif answer.state in (State.MOVED, State.UNCLEAR):
            told.append(line)
    failed += [why for item in exceptions for why in _unneeded(item, by_url)]
    return failed, told


def _unneeded(item: Excused, by_url: Mapping[str, Answer]) -> Iterator[str]:
    answer = by_url.get(item.url)
    if answer is None:
        yield f"exception no longer needed: nothing cites {item.url}"
    elif answer.state in (State.ALIVE, State.MOVED):
        yield f"exception no longer needed: {item.url} answers again"


def main(args: Sequence[str] | None = None) -> int:
    """Check all addresses and report; return 1 if one is dead."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--entries", type=Path, default=ROOT / "entries")
    parser.add_argument("--pages", type=Path, default=ROOT / "docs")
    parser.add_argument("--exceptions", type=Path, default=EXCEPTIONS)
    parser.add_argument("--summary", type=Path, help="a file to which Markdown is added")
    given = parser.parse_args(args)
    files = cited(given.entries, given.pages)
    failed, told = judge(ask_all(files), files, read_exceptions(given.exceptions))
    for line in (*told, *failed):
        print(line)
    print(f"{len(files)} addresses, {len(failed)} to mend, {len(told)} to look at.")
    if given.summary:
        rows = "".join(f"- {line}\n" for line in (*failed, *told))
        with given.summary.open("a", encoding="utf-8") as stream:
            stream.write(f"### Links: {len(failed)} to mend, {len(told)} to look at\n\n{rows}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
