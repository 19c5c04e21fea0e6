"""`--fix`: the file looks better, says the same, and keeps its comments."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faultbook.source.document import parse_document
from faultbook.source.tidy import MODELINE, WIDTH, out_of_order, tidy, tidy_file, too_long

REPOSITORY = Path(__file__).resolve().parents[2]
CORPUS = sorted((REPOSITORY / "tests" / "data" / "corpus" / "entries").rglob("*.yaml"))
HEAD = MODELINE + "../../schema/entry.schema.json\n"
PATH = REPOSITORY / "entries" / "memory" / "example.yaml"


def mended(text: str) -> str:
    return tidy(HEAD + text, PATH).removeprefix(HEAD)


def test_keys_are_sorted_as_the_schema_lists_them_and_comments_move_along() -> None:
    assert mended(
        "# why so\n"
        "title: T\n"
        "id: a  # for ever\n"
        "\n"
        "# seen in two threads\n"
        "tags:\n"
        "  - x  # first\n"
        "# last words\n"
    ) == (
        "# why so\n"
        "id: a  # for ever\n"
        "title: T\n"
        "\n"
        "# seen in two threads\n"
        "tags:\n"
        "  - x  # first\n"
        "# last words\n"
    )


def test_a_comment_above_a_key_moves_with_it() -> None:
    assert mended("title: T\n# the address\nid: a\ncategory: memory\n") == (
        "# the address\nid: a\ntitle: T\ncategory: memory\n"
    )


def test_keys_of_list_items_keep_the_dash_in_front() -> None:
    assert mended(
        "symptoms:\n"
        "  - why: |\n"
        "      # no comment, but text\n"
        "      of the block\n"
        "    see: S\n"
        "  -   why: W\n"
        "      see: S\n"
    ) == (
        "symptoms:\n"
        "  - see: S\n"
        "    why: |\n"
        "      # no comment, but text\n"
        "      of the block\n"
        "  -   see: S\n"
        "      why: W\n"
    )


def test_inner_and_outer_mappings_are_sorted_in_one_go() -> None:
    assert mended(
        "evidence:\n  added: 2026-01-01\n  reported:\n    text: T\n    threads: 2\nid: a\n"
    ) == ("id: a\nevidence:\n  reported:\n    threads: 2\n    text: T\n  added: 2026-01-01\n")


def test_unknown_keys_go_last_and_one_line_mappings_stay() -> None:
    assert mended("zzz: 1\nwake: {why: w, role: r}\nid: a\n") == (
        "id: a\nzzz: 1\nwake: {why: w, role: r}\n"
    )


def test_long_prose_is_folded_and_what_was_printed_is_not() -> None:
    words = "a line of prose that goes on " * 6
    text = mended(
        f'limits: "{words}end"\n'
        f"no_signature: {words}end\n"
        "signatures:\n"
        f"  - line: {words}end\n"
        "symptoms:\n"
        f"  - why: {words}end\n"
        "fix:\n"
        "  not_a_fix:\n"
        f"    - {words}end\n"
    )

    assert "limits: >-\n  a line of prose" in text
    assert f"  - line: {words}end\n" in text
    assert "  - why: >-\n      a line of prose" in text
    assert "    - >-\n      a line of prose" in text
    folded = [x for x in text.splitlines() if "line:" not in x and "no_signature" not in x]
    assert max(map(len, folded)) <= WIDTH


def test_blanks_at_the_end_go_but_not_out_of_a_log() -> None:
    log = "output: |\n  Used \n  64M\n"

    assert mended(
        f"id: a  \nconfirm:\n  - {log.replace(chr(10), chr(10) + '    ').rstrip()}\n\n\n"
    ) == ("id: a\nconfirm:\n  - output: |\n      Used \n      64M\n")


def test_windows_line_ends_become_plain_ones() -> None:
    assert mended("id: a\r\ntitle: T\r\n") == "id: a\ntitle: T\n"


def test_the_first_line_names_the_schema_by_the_way_to_it() -> None:
    assert tidy("id: a\n", PATH) == HEAD + "id: a\n"
    assert tidy("id: a\n", Path("/nowhere/at/all.yaml")) == "id: a\n"


@pytest.mark.parametrize("text", ["a: [", "a: 1\na: 2\n", "a: &x 1\nb: *x\n", ""])
def test_what_cannot_be_read_is_left_as_it_is(text: str) -> None:
    assert tidy(text, PATH) == text


def test_a_file_keeps_its_rights_and_is_replaced_in_one_step(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("title: T\nid: a\n")
    path.chmod(0o640)

    assert tidy_file(path)
    assert not tidy_file(path)
    assert path.read_text() == "id: a\ntitle: T\n"
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("path", CORPUS, ids=lambda p: p.stem)
@settings(deadline=None, max_examples=30)
@given(st.randoms(use_true_random=False))
def test_a_shuffled_entry_is_put_in_order_and_says_the_same(path: Path, random) -> None:  # type: ignore[no-untyped-def]
    text = path.read_text("utf-8")
    head, *chunks = _top_level(text)
    random.shuffle(chunks)
    shuffled = head + "".join(chunks)

    result = tidy(shuffled, path)

    assert result == text
    document = parse_document(result, "")
    assert [*out_of_order(document), *too_long(document)] == []


def _top_level(text: str) -> list[str]:
    """Cut an entry into its first line and the lines of each property."""
    parts: list[str] = []
    for line in text.splitlines(keepends=True):
        if line[0] in " #\n" and parts:
            parts[-1] += line
        else:
            parts.append(line)
    return parts
