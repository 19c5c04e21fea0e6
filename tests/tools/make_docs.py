"""Writes the pages that are made from the code: commands, checks, and the parts of the house.

python tests/tools/make_docs.py           writes what differs
python tests/tools/make_docs.py --check   says what would be written, and fails if any would
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from inspect import cleandoc
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "generator")]

import click  # noqa: E402 - the checkout must be found first

from faultbook.checks.manual import checks_page  # noqa: E402
from faultbook.checks.registry import ALL_CHECKS  # noqa: E402
from faultbook.cli.main import VERBS, cli  # noqa: E402
from tests.tools.imports import graph, levels, parts, reduced  # noqa: E402

MADE = "<!-- Made by tests/tools/make_docs.py. Do not edit: run `make docs`. -->\n"
_WIDTH = 80
_BOX_W, _BOX_H, _GAP_X, _GAP_Y, _EDGE = 116, 32, 10, 46, 6


def pages() -> dict[str, str]:
    """Return every page that is made, by its path below the repository's root."""
    return {
        "docs/reference/commands.md": commands_page(),
        "docs/reference/checks.md": _checks_page(),
        "docs/developers/parts.md": parts_page(),
        "docs/developers/parts.svg": diagram(),
    }


def commands_page() -> str:
    """Return the reference of all commands, made from their help."""
    top = click.Context(
        cli,
        info_name="faultbook",
        max_content_width=_WIDTH,
        terminal_width=_WIDTH,
        help_option_names=["-h", "--help"],
    )
    blocks = [
        _front("Commands", "Every command of faultbook, as its --help says it."),
        f"{MADE}# Commands\n",
        "Each command says this with `--help`. The same option means the same everywhere: "
        "`--corpus DIR` names the folder of entries, `--format` the form of the output.\n",
        "Exit codes: 0 done; 1 done, and something was found wrong (or nothing was found); "
        "2 wrong use; 3 a bug of ours; 130 interrupted.\n",
        _help(top, cli),
    ]
    for name in sorted(VERBS):
        command = cli.get_command(top, name)
        assert command is not None
        context = click.Context(
            command, top, info_name=name, max_content_width=_WIDTH, terminal_width=_WIDTH
        )
        blocks.append(f"## faultbook {name} {{: #{name} }}\n\n{_help(context, command)}")
    return "\n".join(blocks)


def _help(context: click.Context, command: click.Command) -> str:
    """Return a command's help as Markdown: how it is called, what it does, its options.

    What the group itself does stands above it, in the page's own words.
    """
    usage = command.get_usage(context)
    blocks = [f"```text\n{usage}\n```"]
    told = "" if isinstance(command, click.Group) else cleandoc(command.help or "")
    for paragraph in told.split("\n\n") if told else ():
        kept = paragraph.removeprefix("\b\n")
        blocks.append(" ".join(kept.split()) if kept == paragraph else f"```text\n{kept}\n```")
    options = (p for p in command.get_params(context) if isinstance(p, click.Option))
    records = [record for option in options if (record := option.get_help_record(context))]
    blocks.append(_table("Option", "What it does", records))
    if isinstance(command, click.Group):
        names = sorted(command.list_commands(context))
        found = [(name, command.get_command(context, name)) for name in names]
        rows = [(name, made.get_short_help_str(200)) for name, made in found if made]
        blocks.append(_table("Command", "What it does", rows, "[`{0}`](#{0})"))
    return "\n\n".join(blocks) + "\n"


def _table(left: str, right: str, rows: Sequence[tuple[str, str]], form: str = "`{0}`") -> str:
    head = f"| {left} | {right} |\n|---|---|"
    lines = (f"| {form.format(one)} | {_cell(other)} |" for one, other in rows)
    return "\n".join((head, *lines))


def _cell(text: str) -> str:
    """Return text for a cell: what looks like markup stands for itself."""
    return re.sub(r"([|<>*_\[\]`\\{}])", r"\\\1", " ".join(text.split()))


def _checks_page() -> str:
    head, _, rest = checks_page(ALL_CHECKS).partition("\n")
    front = _front("Checks", "What faultbook check looks for, why, and how to mend it.")
    return f"{front}\n{MADE}{head}\n{rest}"


def _front(title: str, description: str) -> str:
    return f"---\ntitle: {title}\ndescription: {description}\n---"


def parts_page() -> str:
    """Return the parts of the package: what each is, and what it imports."""
    uses, words = graph(), parts()
    rows = ""
    for name, _ in sorted(levels(uses).items(), key=lambda item: (-item[1], item[0])):
        used = ", ".join(f"`{other}`" for other in sorted(uses[name]))
        rows += f"| `{name}` | {words[name]} {f'Imports {used}.' if used else 'Imports none.'} |\n"
    return (
        f"{_front('The parts', 'The parts of the package, and who imports whom.')}\n"
        f"{MADE}# The parts\n\n"
        "Made from the imports in the code. An arrow leads from a part to one that it imports; "
        "arrows that follow from others are left out. There is no circle, and a test keeps it "
        "so.\n\n"
        "[![The parts in rows, from the command line above to entries and logs below. The table "
        "says the same in words.](parts.svg)](parts.svg)\n\n"
        "## In words\n\n| Part | What it is |\n|---|---|\n" + rows
    )


def diagram() -> str:
    """Return the picture of the parts: a row for each level, an arrow for each import."""
    uses = graph()
    rows: dict[int, list[str]] = defaultdict(list)
    for name, level in levels(uses).items():
        rows[level].append(name)
    order = _untangled([sorted(rows[n]) for n in sorted(rows)], reduced(uses))
    widest = max(len(row) for row in order)
    width = widest * (_BOX_W + _GAP_X) - _GAP_X + 2 * _EDGE
    height = len(order) * (_BOX_H + _GAP_Y) - _GAP_Y + 2 * _EDGE
    at: dict[str, tuple[float, float]] = {}
    for number, row in enumerate(order):
        left = (width - len(row) * (_BOX_W + _GAP_X) + _GAP_X) / 2
        y = height - _EDGE - _BOX_H - number * (_BOX_H + _GAP_Y)
        for place, name in enumerate(row):
            at[name] = (left + place * (_BOX_W + _GAP_X), y)
    arrows = "".join(_arrow(at[a], at[b]) for a in sorted(at) for b in sorted(reduced(uses)[a]))
    boxes = "".join(_box(name, *at[name]) for name in sorted(at))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img">\n'
        "<title>The parts of the package, and who imports whom</title>\n<style>\n"
        "rect{fill:#f4f6f7;stroke:#7d8a94}text{fill:#16202a;font:500 13px ui-monospace,monospace;"
        "text-anchor:middle}path{fill:none;stroke:#7d8a94;stroke-width:1.3}"
        "marker path{fill:#7d8a94;stroke:none}svg{background:#fff}\n"
        "@media (prefers-color-scheme:dark){rect{fill:#192127}text{fill:#e7ebee}"
        "svg{background:#11171b}}\n</style>\n"
        '<defs><marker id="to" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
        'markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z"/></marker></defs>\n'
        f"{arrows}{boxes}</svg>\n"
    )


def _untangled(rows: list[list[str]], uses: dict[str, set[str]]) -> list[list[str]]:
    """Order each row by the middle of what it is tied to, until nothing moves any more."""
    ties: dict[str, set[str]] = defaultdict(set)
    for name, below in uses.items():
        for other in below:
            ties[name].add(other)
            ties[other].add(name)
    for _ in range(20):
        place = {n: (i + 0.5) / len(row) for row in rows for i, n in enumerate(row)}

        def middle(name: str, place: dict[str, float] = place) -> float:
            others = [place[n] for n in ties[name]]
            return sum(others) / len(others) if others else 1.0

        ordered = [sorted(row, key=lambda n: (round(middle(n), 6), n)) for row in rows]
        if ordered == rows:
            break
        rows = ordered
    return rows


def _arrow(start: tuple[float, float], end: tuple[float, float]) -> str:
    x1, y1 = start[0] + _BOX_W / 2, start[1] + _BOX_H
    x2, y2 = end[0] + _BOX_W / 2, end[1]
    bend = (y2 - y1) / 2
    return (
        f'<path d="M{x1:g} {y1:g}C{x1:g} {y1 + bend:g} {x2:g} {y2 - bend:g} {x2:g} {y2:g}" '
        'marker-end="url(#to)"/>\n'
    )


def _box(name: str, x: float, y: float) -> str:
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{_BOX_W}" height="{_BOX_H}"/>'
        f'<text x="{x + _BOX_W / 2:g}" y="{y + _BOX_H / 2 + 5:g}">{name}</text>\n'
    )


def outdated() -> Iterator[str]:
    """Yield the made pages that are not as they lie on disk."""
    for place, text in pages().items():
        path = ROOT / place
        if not path.is_file() or path.read_text("utf-8") != text:
            yield place


def main(args: Sequence[str]) -> int:
    """Write what differs, or with `--check` only say it."""
    old = list(outdated())
    for place in old:
        if "--check" not in args:
            (ROOT / place).parent.mkdir(parents=True, exist_ok=True)
            (ROOT / place).write_text(pages()[place], encoding="utf-8")
        print(place)
    return 1 if old and "--check" in args else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
