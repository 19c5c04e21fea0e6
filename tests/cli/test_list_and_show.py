"""`faultbook list` and `faultbook show`."""

import json
import re
import shutil
from pathlib import Path

import pytest
from command_line import BROKEN, CORPUS, faultbook

from faultbook.corpus import load_corpus
from faultbook.export.api import Place, shared_files
from faultbook.views.words import SECTIONS


def test_list_prints_an_entry_a_line() -> None:
    done = faultbook("list", "--corpus", CORPUS)

    assert done.code == 0
    assert done.out.splitlines() == [
        "nccl-shm-attach-enoent    NCCL cannot attach to a peer's /dev/shm segment because it is "
        "not there",
        "nccl-shm-no-space-docker  NCCL cannot create its /dev/shm segment: container shared "
        "memory too small",
    ]


def test_list_as_json_has_what_programs_rely_on() -> None:
    records = json.loads(faultbook("list", "--corpus", CORPUS, "--format", "json").out)

    assert [r["id"] for r in records] == ["nccl-shm-attach-enoent", "nccl-shm-no-space-docker"]
    assert records[1]["aliases"] == ["nccl-shm-enospc"]
    assert records[1]["category"] == "communication"
    assert records[1]["title"].startswith("NCCL cannot create")


def test_list_as_json_says_what_the_api_says_in_short() -> None:
    records = json.loads(faultbook("list", "--corpus", CORPUS, "--format", "json").out)

    index = next(shared_files(load_corpus([CORPUS]), Place()))[1]
    added = {"url", "json"}
    short = [
        {name: value for name, value in entry.items() if name not in added}
        for entry in json.loads(index)["entries"]
    ]
    assert records == short


def test_list_of_one_category() -> None:
    assert faultbook("list", "--corpus", CORPUS, "--category", "memory").out == ""


def test_a_misspelt_category_is_wrong_use() -> None:
    done = faultbook("list", "--corpus", CORPUS, "--category", "comunication")

    assert done.code == 2
    assert "'comunication' is not one of 'checkpoint', 'communication'," in done.err


def test_a_broken_file_is_named_and_the_others_are_listed(tmp_path: Path) -> None:
    corpus = tmp_path / "entries"
    shutil.copytree(CORPUS, corpus)
    shutil.copy(BROKEN / "duplicate-key.yaml", corpus)

    done = faultbook("list", "--corpus", corpus)

    assert done.code == 0
    assert len(done.out.splitlines()) == 2
    assert done.err == "1 file left out: run `faultbook check` to see why.\n"


@pytest.mark.parametrize("name", ["nccl-shm-no-space-docker", "nccl-shm-enospc"])
def test_show_takes_an_id_or_a_former_id(name: str) -> None:
    done = faultbook("show", name, "--corpus", CORPUS)

    assert done.code == 0
    assert "docker run --gpus all --shm-size=1g <image>\n" in done.out
    assert "[@" not in done.out


def test_the_article_has_the_numbers_of_the_page() -> None:
    """So that "5.1 shows ..." in its sentences leads somewhere, and [12.1] as well."""
    out = faultbook("show", "nccl-shm-enospc", "--corpus", CORPUS).out

    heads = re.findall(r"^(\d+) ([A-Z -]+)$", out, re.M)
    assert heads == [(str(n), title.upper()) for n, title in enumerate(SECTIONS, 1)]
    numbers = re.findall(r"^(\d+\.\d+) ", out, re.M)
    assert numbers[:3] == ["5.1", "8.1", "8.2"]
    assert numbers[3:] == [f"12.{n}" for n in range(1, len(numbers) - 2)]
    assert "stack of the host instead [12.2]." in " ".join(out.split())


def test_the_runbook_leads_each_output_to_a_step() -> None:
    out = faultbook("show", "nccl-shm-enospc", "--view", "on-call", "--corpus", CORPUS).out

    assert "1. [check] How much shared memory did the container get?" in out
    assert "- 67108864 (or any below 1 GB) -> step 2" in out
    assert "- 1 GB or more -> entry nccl-shm-attach-enoent" in out
    assert "Platform on-call" in out


def test_the_executive_view_shows_the_formula_and_the_recommended_choice() -> None:
    out = faultbook("show", "nccl-shm-enospc", "--view", "executive", "--corpus", CORPUS).out

    assert "256 GPUs x 2.5 USD/h x 1.5 h = 960 USD" in out
    assert "* Set it once for the platform" in out


def test_show_as_json_is_the_whole_entry_or_one_view() -> None:
    args = ["show", "nccl-shm-enospc", "--corpus", CORPUS, "--format", "json"]

    assert json.loads(faultbook(*args).out)["evidence"]["reported"]["threads"] == 2
    one = json.loads(faultbook(*args, "--view", "on-call").out)
    assert set(one) == {"id", "title", "on_call"}


def test_an_unknown_entry_is_wrong_use_and_gets_proposals() -> None:
    done = faultbook("show", "nccl-shm-no-space", "--corpus", CORPUS)

    assert done.code == 2
    assert "There is no entry `nccl-shm-no-space`. Did you mean" in done.err
    assert "`nccl-shm-no-space-docker`" in done.err


def test_prose_is_no_wider_than_the_terminal() -> None:
    wide, narrow = (
        faultbook("show", "nccl-shm-enospc", "--corpus", CORPUS, "--view", "executive", COLUMNS=n)
        for n in ("200", "40")
    )

    assert 80 < max(map(len, wide.out.splitlines()[2:])) <= 96
    assert sum(len(row) <= 40 for row in narrow.out.splitlines()) > 10
    assert narrow.out.split() == wide.out.split()


def test_a_part_of_an_id_names_the_entries_that_hold_it() -> None:
    part = faultbook("show", "nccl-shm", "--corpus", CORPUS)
    unlike = faultbook("show", "zzz", "--corpus", CORPUS)

    assert part.code == unlike.code == 2
    assert "`nccl-shm-enospc` or `nccl-shm-no-space-docker`?" in part.err
    assert "Look for it with `faultbook search`." in unlike.err
