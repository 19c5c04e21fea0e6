"""The pages that are made from the code are as the code is now."""

import re
import xml.etree.ElementTree as ET

import click
import pytest

from faultbook.checks.registry import ALL_CHECKS
from faultbook.cli.main import VERBS, cli
from tests.tools.imports import ROOT, graph, levels, parts, reduced
from tests.tools.make_docs import diagram, pages

PAGES = pages()


@pytest.mark.parametrize("place", PAGES)
def test_a_made_page_is_up_to_date(place: str) -> None:
    path = ROOT / place

    assert path.is_file(), "run `make docs`"
    assert path.read_text("utf-8") == PAGES[place], "run `make docs`"


def test_every_command_has_its_help_there() -> None:
    for name in VERBS:
        assert f"## faultbook {name} " in PAGES["docs/reference/commands.md"]
        assert f"Usage: faultbook {name}" in PAGES["docs/reference/commands.md"]


def test_every_option_has_its_row() -> None:
    page = PAGES["docs/reference/commands.md"]
    for name in VERBS:
        command = cli.get_command(click.Context(cli), name)
        assert command is not None
        section = page.split(f"## faultbook {name} ")[1].split("\n## ")[0]
        for option in command.params:
            if isinstance(option, click.Option) and not option.hidden:
                row = rf"^\| `{re.escape(option.opts[0])}\b.*` \| \S.* \|$"
                assert re.search(row, section, re.M), (name, option.opts)


def test_every_check_has_its_section() -> None:
    for check in ALL_CHECKS:
        assert f"## {check.id} {check.slug}" in PAGES["docs/reference/checks.md"]


def test_nothing_flows_backwards() -> None:
    assert levels(graph())  # raises and names the circle if there is one


def test_only_the_adapter_knows_mkdocs() -> None:
    package = ROOT / "generator" / "faultbook"
    knowing = {
        path.relative_to(package).parts[0]
        for path in package.rglob("*.py")
        if any(
            line.strip().startswith(("import mkdocs", "from mkdocs"))
            for line in path.read_text("utf-8").splitlines()
        )
    }
    assert knowing == {"mkdocs_adapter"}


def test_the_diagram_is_a_picture_of_all_parts() -> None:
    svg = ET.fromstring(diagram())
    space = "{http://www.w3.org/2000/svg}"

    assert {text.text for text in svg.iter(f"{space}text")} == set(parts())
    arrows = [path for path in svg.iter(f"{space}path") if path.get("marker-end")]
    assert len(arrows) == sum(len(names) for names in reduced(graph()).values())


def test_no_arrow_is_lost_by_leaving_out_those_that_follow() -> None:
    def reach(uses: dict[str, set[str]], name: str) -> set[str]:
        return set().union(*({n} | reach(uses, n) for n in uses[name])) if uses[name] else set()

    whole = graph()
    for name in whole:
        assert reach(whole, name) == reach(reduced(whole), name)


def test_every_part_says_what_it_is() -> None:
    assert [name for name, words in parts().items() if not words.endswith(".")] == []
