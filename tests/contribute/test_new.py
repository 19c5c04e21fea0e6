"""`faultbook new`: what it proposes, what it refuses, and that its draft is in order."""

import json
from pathlib import Path

import pytest
import yaml

from faultbook.corpus import load_corpus
from faultbook.draft.proposal import Answers, Proposal, propose
from faultbook.draft.render import render_draft
from faultbook.draft.sift import candidate
from faultbook.paths import public_entries_dir
from faultbook.signature import SignatureIndex, compile_index
from tests.contribute.running import faultbook

LINE = "zarr.errors.ChunkNotFoundError: chunk 12.4.7 of array /data/tokens.zarr is missing"
OWNED = "zarr.errors.ChunkNotFoundError: chunk 12.4.7 of array /data/alice/t.zarr is missing"
KNOWN = (
    "NCCL WARN Error: failed to extend /dev/shm/nccl-WU88OE to 9637892 bytes, "
    "error: No space left on device (28)"
)
LOG = f"""\
step 10 loss 3.1
[rank0]: Traceback (most recent call last):
[rank0]:   File "/home/alice/train.py", line 3, in <module>
[rank0]: {OWNED}
step 11 loss 3.0
"""


def check(project: Path, *paths: Path) -> list[dict[str, object]]:
    done = faultbook("check", "--format", "json", *paths, cwd=project)
    problems: list[dict[str, object]] = json.loads(done.out)["problems"]
    return problems


def the_draft(project: Path) -> Path:
    [path] = [p for p in project.rglob("*.yaml") if "status: draft" in p.read_text("utf-8")]
    return path


def test_a_line_becomes_a_draft_that_lacks_only_what_a_person_knows(project: Path) -> None:
    done = faultbook("new", LINE, "--yes", cwd=project)

    assert done.code == 0, done.err
    path = the_draft(project)
    assert path.parent.parent == project / "entries"
    assert str(path.relative_to(project)) in done.out
    problems = check(project, path)
    assert {problem["check"] for problem in problems} == {"FB301"}
    # each asks its own question, and not fifty times the same
    told = {str(problem["message"]) for problem in problems}
    assert "The placeholder `TODO` is left: how does one see that it lasts?" in told
    assert len(told) > 40
    assert f"{len(problems)} questions" in done.out
    data = yaml.safe_load(path.read_text("utf-8"))
    [signature] = data["signatures"]
    assert signature["line"] == (
        "zarr.errors.ChunkNotFoundError: chunk <word> of array <path> is missing"
    )
    assert signature["examples"][0]["text"] == LINE


def test_every_mark_asks_a_question_or_says_what_belongs_there(project: Path) -> None:
    faultbook("new", LINE, "--yes", cwd=project)

    text = the_draft(project).read_text("utf-8")
    marks = [line for line in text.splitlines() if "TODO" in line and not line.startswith("#")]
    assert len(marks) > 40
    for line in marks:
        told = line.partition("TODO")[2]
        assert told.startswith(":") or "example.org/#TODO" in line
        assert "?" in told or "example.org" in line


def test_the_draft_explains_each_section_in_a_comment(project: Path) -> None:
    faultbook("new", LINE, "--yes", cwd=project)

    lines = the_draft(project).read_text("utf-8").splitlines()
    for section in ("signatures:", "symptoms:", "mechanism: |", "confirm:", "fix:", "faq:"):
        assert lines[lines.index(section) - 1].startswith("# ")


def test_flags_settle_every_proposal(project: Path) -> None:
    done = faultbook(
        "new", LINE, "--id", "zarr-chunk-missing", "--category", "data",
        "--title", "A chunk is gone", "--role", "either", "--program", "zarr", "--source", "https://example.org/t/1",
        "--signature", "ChunkNotFoundError: chunk <word> of array <path>",
        cwd=project,
    )  # fmt: skip

    assert done.code == 0, done.err
    data = yaml.safe_load((project / "entries/data/zarr-chunk-missing.yaml").read_text("utf-8"))
    assert data["title"] == "A chunk is gone"
    assert data["signatures"][0]["role"] == "either"
    assert data["signatures"][0]["program"] == "zarr"
    assert data["references"][0]["url"] == "https://example.org/t/1"


def test_a_known_line_is_offered_instead(project: Path) -> None:
    done = faultbook("new", KNOWN, "--yes", cwd=project)

    assert done.code == 1
    assert "nccl-shm-no-space-docker" in done.out
    assert "faultbook show nccl-shm-no-space-docker" in done.out
    assert len(list(project.rglob("entries/*/*.yaml"))) == 2


def test_force_goes_on(project: Path) -> None:
    done = faultbook("new", KNOWN, "--yes", "--force", "--id", "another-one", cwd=project)

    assert done.code == 0
    assert "nccl-shm-no-space-docker" in done.err  # it matches an example there
    assert "FB" in done.out  # and check says so


@pytest.mark.parametrize("way", ["file", "stdin", "dash", "number"])
def test_a_log_gives_its_unknown_error_line(project: Path, way: str) -> None:
    log = project / "train.log"
    log.write_text(LOG, "utf-8")
    args = {
        "file": ["--file", log],
        "stdin": [],
        "dash": ["--file", "-"],
        "number": ["--file", log, "--line", "4"],
    }[way]
    stdin = LOG if way in ("stdin", "dash") else ""

    done = faultbook("new", *args, "--stdout", cwd=project, stdin=stdin)

    assert done.code == 0, done.err
    data = yaml.safe_load(done.out)
    assert data["signatures"][0]["line"].startswith("zarr.errors.ChunkNotFoundError: chunk <word>")
    assert "alice" not in done.out


def test_the_traceback_above_a_line_tells_its_field(project: Path) -> None:
    log = project / "train.log"
    log.write_text(
        "Traceback (most recent call last):\n"
        '  File "/opt/torch/utils/data/dataloader.py", line 505, in __iter__\n'
        "    return self._get_iterator()\n"
        '  File "/usr/lib/python3.11/multiprocessing/process.py", line 118, in start\n'
        "AssertionError: daemonic processes are not allowed to have children\n",
        "utf-8",
    )
    for flags in ([], ["--line", "5"]):
        done = faultbook("new", "--file", log, "--stdout", *flags, cwd=project)

        data = yaml.safe_load(done.out)
        assert data["category"] == "data"
        assert data["id"] == "daemonic-processes-not-allowed-children"


def test_a_terminal_is_asked_and_enter_takes_the_proposals(project: Path) -> None:
    pty = pytest.importorskip("pty", reason="Windows has no pseudo-terminals")
    import os
    import subprocess
    import sys

    outer, inner = pty.openpty()
    # a wrong answer is asked again, so that the others are not lost
    os.write(
        outer,
        b"Zarr Gone\nnccl-shm-no-space-docker\nzarr-gone\n\ndata\n\nabc\nother words <int>\n\n\n",
    )
    done = subprocess.run(
        [sys.executable, "-m", "faultbook", "new", LINE],
        cwd=project, stdin=inner, capture_output=True, timeout=60, check=False,
    )  # fmt: skip
    os.close(outer)
    os.close(inner)

    assert done.returncode == 0, done.stderr
    for said in (b"`Zarr Gone` is no id", b"exists", b"Too weak: 3", b"does not match the line"):
        assert said in done.stdout + done.stderr
    data = yaml.safe_load((project / "entries/data/zarr-gone.yaml").read_text("utf-8"))
    assert data["signatures"][0]["program"].startswith("TODO")
    assert data["signatures"][0]["role"] == "initiating"


def test_a_log_that_an_entry_explains_names_its_other_lines(project: Path) -> None:
    log = project / "train.log"
    log.write_text(f"{KNOWN}\n{LOG}", "utf-8")

    done = faultbook("new", "--file", log, cwd=project)

    assert done.code == 1
    assert "nccl-shm-no-space-docker" in done.out
    assert "5  zarr.errors.ChunkNotFoundError" in done.out
    assert "--line N" in done.out


def test_a_log_without_an_error(project: Path) -> None:
    done = faultbook("new", cwd=project, stdin="step 1\nstep 2\nstep 3\n")

    assert done.code == 1
    assert "Nothing here looks like an error" in done.err


def test_a_file_that_is_no_log_is_called_so(project: Path) -> None:
    log = project / "empty.log"
    log.write_bytes(b"")

    done = faultbook("new", "--file", log, cwd=project)

    assert done.code == 1
    assert f"{log}: is empty." in done.err
    assert "--line" not in done.err  # there is no line to name


def test_the_id_of_another_entry_is_never_proposed(project: Path) -> None:
    for _ in range(2):
        faultbook("new", LINE, "--force", cwd=project)

    names = sorted(p.stem for p in project.rglob("entries/*/*.yaml"))
    assert len(names) == 4
    assert any(name.endswith("-2") for name in names)


def test_two_drafts_do_not_repeat_each_other(project: Path) -> None:
    faultbook("new", LINE, cwd=project)
    faultbook("new", "RuntimeError: the moon is not aligned with rank 3", cwd=project)

    assert {problem["check"] for problem in check(project)} == {"FB301"}


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ([LINE, "--id", "Not An Id"], "is no id"),
        ([LINE, "--source", "http://example.org"], "no https address"),
        ([LINE, "--title", "x" * 111], "110 are allowed"),
        (["oh no"], "Give more of it"),
        ([LINE, "--signature", "chunk <wrd> of array"], "--signature"),
        ([LINE, "--file", "x.log"], "not both"),
        (["--file", "missing.log"], "cannot be opened"),
        ([LINE, "--line", "3"], "needs --file"),
        (["--file", "short.log", "--line", "99"], "has no line 99"),
        ([LINE, "--id", "nccl-shm-no-space-docker", "--category", "communication"], "exists"),
        ([LINE, "--id", "nccl-shm-no-space-docker", "--category", "data"], "exists"),
        ([LINE, "--signature", "quite other words <int>"], "does not match the line"),
    ],
)
def test_a_mistake_is_told(project: Path, args: list[str], said: str) -> None:
    (project / "short.log").write_text("one line\n", "utf-8")
    done = faultbook("new", *args, cwd=project)

    assert done.code == 2
    assert said in done.err
    assert "Traceback" not in done.err


@pytest.fixture(scope="module")
def public() -> tuple[SignatureIndex, list[object]]:
    corpus = load_corpus([public_entries_dir()])
    return compile_index(corpus), list(corpus)


HOSTILE = [
    "ValueError: bad value 'x' \"y\" `z` in \\path <unk> {a: b} [c] # d % e & f",
    "Error: key: - value: | > literal text here",
    "RuntimeError: " + "very long message " * 200,
    "Fehler: Gerät nicht verfügbar, Größe 12 überschritten",
    "ERROR\ttabs\tin\tthe\tline\there",
    "RuntimeError: \u2028 odd \ufeff characters \x85 inside here",
    "yes: no: true: null: 1.5e3: 0x1f is what it printed",
    "Error: TODO: fix the thing that fails here",
]


@pytest.mark.parametrize("line", HOSTILE, ids=range(len(HOSTILE)))
def test_any_line_gives_yaml_that_says_it(
    public: tuple[SignatureIndex, list[object]], line: str
) -> None:
    index, entries = public
    made: Proposal = propose(index, entries, candidate(line), "2026-11-30", Answers())  # type: ignore[arg-type]

    data = yaml.safe_load(render_draft(made))

    assert data["signatures"][0]["line"] == made.signature
    assert data["signatures"][0]["examples"][0]["text"] == made.example
    assert data["title"] == made.title
    assert len(made.title) <= 110
