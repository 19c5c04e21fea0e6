"""The command line as a whole: exit codes, help, and what happens when we are at fault."""

import errno
import io
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import CORPUS, faultbook

from faultbook.cli import main as cli


def test_help_names_every_verb_with_one_line() -> None:
    done = faultbook("--help")

    assert done.code == 0
    for name, (_, line) in cli.VERBS.items():
        assert f"  {name}" in done.out
        assert line in done.out


def test_help_imports_no_verb_and_no_heavy_library() -> None:
    program = (
        "import sys; from faultbook.cli.main import main; main(['--help'])\n"
        "print('LOADED', [m for m in sys.modules if m.startswith('faultbook.cli.commands.') or "
        "m in ('yaml', 'jsonschema', 'jsonschema_rs', 'jinja2', 'mkdocs', 'rich', 'hyperscan')])"
    )

    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )

    assert done.stdout.endswith("LOADED []\n")


def test_help_is_there_in_a_moment() -> None:
    # processor time, so that a busy machine does not decide
    assert min(_seconds("-m", "faultbook", "--help") for _ in range(3)) < 0.15


def _seconds(*args: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *args], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def test_a_misspelt_verb_is_wrong_use_and_gets_a_proposal() -> None:
    done = faultbook("chek")

    assert done.code == 2
    assert "There is no command `chek`. Did you mean `check`?" in done.err


def test_the_version_is_printed() -> None:
    assert faultbook("--version").out.startswith("faultbook ")


def test_a_bug_of_ours_is_exit_code_3_with_a_report_and_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("the moon is full")

    monkeypatch.setattr(cli.cli, "main", fail)

    assert cli.main(["list"]) == 3

    err = capsys.readouterr().err
    assert err.startswith("faultbook: this is a bug of ours (RuntimeError: the moon is full).\n")
    assert "Traceback" not in err
    [report] = tmp_path.glob("faultbook-crash-*.txt")
    assert "command: faultbook list" in report.read_text()
    assert "Traceback" in report.read_text()


@pytest.mark.parametrize(
    ("place", "reason"),
    [("absent/out.json", "No such file or directory"), ("", "Is a directory")],
)
def test_a_place_that_cannot_be_written_is_no_bug_of_ours(
    tmp_path: Path, place: str, reason: str
) -> None:
    output = tmp_path / place

    done = faultbook("export", "regex", "--corpus", CORPUS, "--output", output)

    assert done.code == 2
    assert done.err == f"Error: {output}: {reason}.\n"


def test_a_file_missing_from_the_package_is_a_bug_of_ours(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def fail(*_: object, **__: object) -> None:
        Path(cli.__file__).with_name("absent").read_text()

    monkeypatch.setattr(cli.cli, "main", fail)

    assert cli.main(["list"]) == 3
    assert "bug of ours (FileNotFoundError" in capsys.readouterr().err


def test_an_interruption_is_exit_code_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli.cli, "main", interrupt)

    assert cli.main([]) == 130


def test_a_reader_that_leaves_early_is_no_error() -> None:
    done = subprocess.run(
        f"{sys.executable} -m faultbook show nccl-shm-enospc --corpus {CORPUS} | head -1",
        shell=True,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.stdout.startswith("NCCL cannot create its /dev/shm segment")
    assert done.stderr == ""


def test_a_reader_that_leaves_between_two_lines_is_no_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Closed(io.StringIO):
        def write(self, _: str) -> int:
            raise BrokenPipeError(errno.EPIPE, "Broken pipe")

    monkeypatch.setattr(sys, "stdout", Closed())
    monkeypatch.setattr(sys, "stderr", io.StringIO())

    assert cli.main(["list", "--corpus", str(CORPUS)]) == 0
