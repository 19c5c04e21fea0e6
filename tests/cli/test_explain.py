"""`faultbook explain`: every check says what, why and how to mend."""

import json

import pytest
import yaml
from command_line import faultbook

from faultbook.checks.registry import ALL_CHECKS


@pytest.mark.parametrize("name", ["FB111", "fb111", "dead-link"])
def test_a_check_is_found_by_id_and_by_name(name: str) -> None:
    out = faultbook("explain", name).out

    assert out.startswith("FB111 dead-link (error)\n\nWhat: Every entry that is mentioned exists")
    assert "Why: " in out
    assert "Mend: " in out


def test_without_a_name_all_checks_are_listed() -> None:
    lines = faultbook("explain").out.splitlines()

    assert [line.split()[0] for line in lines] == [check.id for check in ALL_CHECKS]


def test_an_unknown_check_gets_a_proposal() -> None:
    done = faultbook("explain", "dead-links")

    assert done.code == 2
    assert "Did you mean `dead-link`" in done.err


def test_the_page_of_checks_has_an_anchor_for_each() -> None:
    page = faultbook("explain", "--format", "markdown").out

    for check in ALL_CHECKS:
        assert f"## {check.id} {check.slug} {{: #{check.id.lower()} }}" in page


def test_json_gives_every_part() -> None:
    [record] = json.loads(faultbook("explain", "FB512", "--format", "json").out)

    assert record["name"] == "one-recommended"
    assert all(record[part] for part in ("what", "why", "mend", "not_so", "but_so"))


def test_ids_and_names_are_unique_and_ids_ascend() -> None:
    ids = [check.id for check in ALL_CHECKS]

    assert ids == sorted(set(ids))
    assert len({check.slug for check in ALL_CHECKS}) == len(ids)


@pytest.mark.parametrize("check", ALL_CHECKS, ids=lambda check: check.id)
def test_a_check_is_documented_with_examples_that_differ(check) -> None:  # type: ignore[no-untyped-def]
    assert check.what.endswith(".")
    assert check.why.endswith(".")
    assert check.mend.endswith(".")
    assert check.bad != check.good
    yaml.safe_load(check.good.replace("\\x1b", "x"))
