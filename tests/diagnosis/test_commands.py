"""`diagnose`, `search` and `coverage` as a user runs them."""

import gzip
import json
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import faultbook.cli.commands.coverage as coverage_command
import faultbook.cli.commands.diagnose as diagnose_command
import faultbook.cli.commands.search as search_command
from faultbook.cli.logs_argument import print_styled
from faultbook.cli.main import cli
from faultbook.diagnosis.as_text import as_text
from faultbook.diagnosis.follow import follow
from faultbook.diagnosis.run import diagnose
from faultbook.logs.reader import is_plain
from faultbook.signature.index import (
    Command,
    FirstStep,
    IndexedEntry,
    Outcome,
    SignatureIndex,
)
from tests.diagnosis.support import CORPUS, watchdog

XID = "[74889.644138] NVRM: Xid (PCI:0000:02:00): 79, GPU has fallen off the bus.\n"
CONTRACT = {
    "file",
    "findings",
    "explained",
    "survived",
    "harmless",
    "resembles",
    "unknown_errors",
    "missing",
    "initiating",
    "problems",
}


@pytest.fixture(autouse=True)
def small_corpus(monkeypatch: pytest.MonkeyPatch) -> None:
    def index(_: object) -> SignatureIndex:
        return CORPUS

    for module in (diagnose_command, search_command, coverage_command):
        monkeypatch.setattr(module, "open_index", index)


def run(*args: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(cli, args, input=stdin, standalone_mode=False)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "a.log"
    path.write_text(XID + watchdog(1) + "odd: ERROR: what is this\n")
    return path


def test_text(log: Path) -> None:
    result = run("diagnose", str(log))

    assert result.return_value == 0
    assert "What failed: Title of xid" in result.output
    assert (
        "| [74889.644138] NVRM: Xid (PCI:0000:02:00): 79, GPU has fallen off the bus."
        in result.output
    )
    assert "watchdog: xid is known to bring it about" in result.output
    assert "odd: ERROR: what is this" in result.output
    assert "faultbook show xid --view on-call" in result.output


def test_text_has_the_numbers_that_its_sentences_name(tmp_path: Path) -> None:
    """ "5.3 passes" means nothing where the checks have no numbers, or are not shown."""
    log = tmp_path / "a.log"
    log.write_text(XID)

    def told(entry: IndexedEntry) -> IndexedEntry:
        return replace(
            entry,
            first=FirstStep(
                2,
                "Is it there?",
                "on the host",
                "nvidia-smi",
                (Outcome("it is listed", 3), Outcome("another error", "entry:ecc", "look there")),
            ),
            fix=Command("Reset it.", None, "nvidia-smi -r"),
            verify="5.1 lists it, and 5.3 passes.",
            named=(("5.3", Command("Does a job pass?", None, "run it")),),
        )

    index = replace(CORPUS, entries=tuple(map(told, CORPUS.entries)))

    lines = [styled.text for styled in as_text(diagnose(index, [str(log)]))]

    first = lines.index("Run first (step 2 of the runbook)")
    assert lines[first : first + 14] == [
        "Run first (step 2 of the runbook)",
        "  Is it there?",
        "  (on the host)",
        "    nvidia-smi",
        "  - it is listed -> step 3",
        "  - another error (look there) -> entry ecc",
        "Then, if that confirms it (8.1 of the article)",
        "  Reset it.",
        "    nvidia-smi -r",
        "Fixed when",
        "  5.1 lists it, and 5.3 passes.",
        "Check (5.3)",
        "  Does a job pass?",
        "    run it",
    ]


def test_the_first_command_names_the_log_that_was_read(tmp_path: Path) -> None:
    """A command with a blank in it cannot be pasted at 3 a.m. Packed, the log is no text."""
    plain, packed = tmp_path / "rank 0.log", tmp_path / "rank_1.log.gz"
    plain.write_text(XID)
    packed.write_bytes(gzip.compress(XID.encode()))
    assert [is_plain(str(path)) for path in (plain, packed, tmp_path, tmp_path / "none")] == [
        True, False, False, False
    ]  # fmt: skip
    step = FirstStep(1, "Which card?", "on the host", "grep -c Xid <log>")
    index = replace(CORPUS, entries=tuple(replace(e, first=step) for e in CORPUS.entries))

    def lines(*given: str) -> list[str]:
        return [s.text for s in as_text(diagnose(index, [str(plain)]), given)]

    assert f"    grep -c Xid '{plain}'" in lines(str(plain))
    assert "    grep -c Xid <log>" in lines(str(packed))


def test_json_keeps_the_contract(log: Path) -> None:
    document = json.loads(run("diagnose", "--format", "json", str(log)).output)

    assert set(document) == CONTRACT
    (finding,) = document["findings"]
    assert set(finding) == {
        "entry",
        "title",
        "role",
        "confidence",
        "reasons",
        "evidence",
        "count",
        "ranks",
        "next",
        "fix",
        "fixed_when",
    }
    assert finding["next"]["outcomes"] == [{"see": "it is gone", "go": "done", "note": None}]
    assert finding["next"]["command"] == "true"
    assert set(finding["evidence"][0]) == {"line", "text", "rank", "host", "file"}
    assert document["initiating"]["line"] == 1
    assert document["initiating"]["entry"] == "xid"
    assert document["explained"][0]["by"] == "xid"
    assert document["unknown_errors"][0]["count"] == 1


def test_each_gives_one_object_a_file_in_order(log: Path, tmp_path: Path) -> None:
    empty = tmp_path / "b.log"
    empty.write_text("all is well\n")
    result = run("diagnose", "--each", "--format", "jsonl", str(log), str(empty), str(log))
    rows = [json.loads(line) for line in result.output.splitlines()]

    assert [row["file"] for row in rows] == [str(log), str(empty), str(log)]
    assert [bool(row["findings"]) for row in rows] == [True, False, True]
    assert rows[1]["initiating"] is None


def test_exit_code_1_when_nothing_is_known(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    path.write_text("hello\n")
    result = run("diagnose", str(path))

    assert result.return_value == 1
    assert "Nothing here looks like a failure" in result.output


def test_a_log_of_warnings_alone_is_not_called_a_failure(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    log.write_text("WARNING: failed to open the cache folder, going on without\nstep 2\n")
    shown = run("diagnose", str(log)).output
    assert shown.startswith("Nothing here names a failure. What comes nearest is a warning:")
    first = json.loads(run("diagnose", "--format", "json", str(log)).output)["initiating"]
    assert first["line"] == 1
    assert first["warning"] is True


GOES_ON = "loading shard 1\nloading shard 2\nloading shard 3\n"
LOOKS = "ERROR:data:sample 17 could not be decoded, skipped\n"


@pytest.mark.parametrize(
    "log",
    [
        LOOKS + GOES_ON,
        "h:1:2 [0] NCCL WARN Cannot get incoming CPU.\n" + GOES_ON,
        LOOKS + GOES_ON + LOOKS.replace("17", "18") + GOES_ON,
    ],
)
def test_an_error_line_in_a_log_that_goes_on_is_not_called_a_failure(
    tmp_path: Path, log: str
) -> None:
    path = tmp_path / "a.log"
    path.write_text(log)
    shown = run("diagnose", str(path)).output
    assert shown.startswith("No entry knows what looks like an error here, and nothing says that")
    assert "If the job failed all the same: give the logs" in shown
    first = json.loads(run("diagnose", "--format", "json", str(path)).output)["initiating"]
    assert (first["line"], first["warning"], first["unconfirmed"]) == (1, False, True)


@pytest.mark.parametrize(
    "log",
    [
        LOOKS,
        GOES_ON + LOOKS + "bye\n",
        LOOKS + GOES_ON + LOOKS.replace("17", "18"),
        "FATAL:data:no sample could be decoded\n" + GOES_ON,
        "ERROR: fatal: no sample could be decoded\n" + GOES_ON,
        LOOKS + "Traceback (most recent call last):\n  File 'a.py'\nKeyError: 'x'\n" + GOES_ON,
        LOOKS + "Error: Broken pipe\n" + GOES_ON,
        LOOKS + "Sending process 24901 closing signal SIGTERM\n" + GOES_ON,
    ],
)
def test_a_failure_that_no_entry_knows_is_called_one(tmp_path: Path, log: str) -> None:
    path = tmp_path / "a.log"
    path.write_text(log)
    assert run("diagnose", str(path)).output.startswith("No entry knows this failure.")


def test_an_error_at_the_end_of_a_second_log_is_called_a_failure(tmp_path: Path) -> None:
    one, two = tmp_path / "rank0.log", tmp_path / "rank1.log"
    one.write_text(LOOKS + GOES_ON)
    two.write_text(GOES_ON + "ERROR: the bridge is gone\n")
    assert run("diagnose", str(one), str(two)).output.startswith("No entry knows this failure.")
    two.write_text(GOES_ON * 3 + "ERROR: the bridge is gone\n" + GOES_ON)
    assert run("diagnose", str(one), str(two)).output.startswith("No entry knows what looks like")


def test_a_worker_of_ray_that_never_came_is_an_error_line(tmp_path: Path) -> None:
    """It has none of the words of an error, only the level."""
    log = tmp_path / "job.log"
    log.write_text(
        "(raylet) [2025-10-31 17:08:05,490 E 24507 24507] (raylet) worker_pool.cc:586: Some "
        "workers of the worker process(26154) have not registered within the timeout.\n"
    )
    assert run("diagnose", str(log)).output.startswith("No entry knows this failure.")


def test_what_a_supervisor_puts_before_a_line_is_no_error(tmp_path: Path) -> None:
    log = tmp_path / "server.log"
    log.write_text(
        "2026-06-09 14:01:52.982 [Error] (Process) (EngineCore pid=42521) ERROR 06-09 14:01:52 "
        "[core.py:1136] ValueError: widget 7 is gone\n"
    )
    [unknown] = json.loads(run("diagnose", "--format", "json", str(log)).output)["unknown_errors"]
    assert unknown["text"].endswith("widget 7 is gone")


def test_the_second_line_of_a_watchdog_is_no_nearer_than_its_first(tmp_path: Path) -> None:
    log = tmp_path / "rank1.log"
    log.write_text(
        "[rank1]:[E ProcessGroupNCCL.cpp:563] [Rank 1] Watchdog caught collective operation "
        "timeout: WorkNCCL(SeqNum=158046, OpType=GATHER) ran for 600027 milliseconds\n"
        "[rank1]:[E ProcessGroupNCCL.cpp:1537] [PG 1 Rank 1] Timeout at NCCL work: 158046, last "
        "enqueued NCCL work: 158046, last completed NCCL work: 158045.\n"
    )
    assert (
        json.loads(run("diagnose", "--format", "json", str(log)).output)["initiating"]["line"] == 1
    )


def test_what_is_piped_is_read_without_a_name() -> None:
    line = "RuntimeError: widget 7 is gone\n"
    piped = run("diagnose", stdin=line).output
    assert piped.startswith("No entry knows this failure.")
    assert piped == run("diagnose", "-", stdin=line).output


def test_an_unknown_error_stands_before_its_echo(tmp_path: Path) -> None:
    zero, one = tmp_path / "rank0.log", tmp_path / "rank1.log"
    zero.write_text("Connection closed by remote peer\n")
    one.write_text("step 1\nRuntimeError: widget 7 is gone\n")
    shown = run("diagnose", str(zero), str(one)).output
    assert shown.startswith("No entry knows this failure. The first error line is:")
    assert shown.index("widget 7 is gone") < shown.index("An echo: Title of peer")


def test_an_unknown_error_stands_below_the_end_of_its_traceback(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    frames = "".join(f'  File "a.py", line {n}, in f{n}\n    f{n + 1}()\n' for n in range(9))
    log.write_text(f"Traceback (most recent call last):\n{frames}KeyError: 'tokens'\n")
    shown = run("diagnose", str(log)).output
    assert shown.endswith(
        """  |   File "a.py", line 8, in f8\n  |     f9()\n  | KeyError: 'tokens'\n"""
    )
    first = json.loads(run("diagnose", "--format", "json", str(log)).output)["initiating"]
    assert [frame["line"] for frame in first["frames"]] == list(range(12, 20))
    assert first["frames"][-1]["text"] == "    f9()"


def test_a_harmless_line_is_listed_with_its_reason(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    log.write_text("Plugin load (libnccl-net.so) returned 2\n")
    shown = run("diagnose", str(log)).output
    assert "Title of plugin (plugin)\n    Summary." in shown


def test_a_file_that_is_no_log_says_so(tmp_path: Path) -> None:
    empty, packed = tmp_path / "empty.log", tmp_path / "logs.zip"
    empty.write_bytes(b"")
    packed.write_bytes(b"PK\x03\x04" + bytes(range(256)))
    shown = run("diagnose", str(empty), str(packed)).output
    assert shown.startswith("There is nothing to diagnose.")
    assert "empty.log: is empty." in shown
    assert "logs.zip: is packed with zip; unpack it first (`unzip`)." in shown


@pytest.mark.parametrize("engine", ["auto", "portable"])
def test_an_archive_that_breaks_off_is_diagnosed_up_to_there(tmp_path: Path, engine: str) -> None:
    log = tmp_path / "a.log.gz"
    log.write_bytes(gzip.compress(XID.encode())[:-8])
    shown = run("diagnose", "--engine", engine, str(log)).output
    assert "What failed: Title of xid" in shown
    assert "a.log.gz: cannot be read to its end" in shown


def test_a_healthy_log_with_a_wrong_name_is_a_healthy_log(tmp_path: Path) -> None:
    log = tmp_path / "train.log.gz"
    log.write_text("step 1 loss 2.5\nstep 2 loss 2.4\n")
    shown = run("diagnose", str(log)).output
    assert shown.startswith("Nothing here looks like a failure")
    note = f"  - {log}: is not packed, whatever its name says; it was read as it stands.\n"
    assert shown.endswith(f"\nAbout the file\n{note}")
    assert "What is missing" not in shown
    assert "give the logs of all its ranks" in shown


def test_standard_input() -> None:
    result = run("diagnose", "-", "--format", "json", stdin=XID)
    assert json.loads(result.output)["findings"][0]["entry"] == "xid"


def test_packed_logs_and_folders(tmp_path: Path) -> None:
    (tmp_path / "rank_0.log.gz").write_bytes(gzip.compress(XID.encode()))
    (tmp_path / "rank_1.log").write_text(watchdog(1))
    (tmp_path / "notes.md").write_text("no log")
    document = json.loads(run("diagnose", str(tmp_path), "--format", "json").output)

    assert document["file"] == [str(tmp_path / "rank_0.log.gz"), str(tmp_path / "rank_1.log")]
    assert document["findings"][0]["evidence"][0]["rank"] == 0


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["no-such.log"], "no file `no-such.log`"),
        (["--follow", "-"], "--follow watches one file"),
        (["--idle", "3", "-"], "--idle goes with --follow"),
    ],
)
def test_wrong_use_is_explained(args: list[str], says: str) -> None:
    result = run("diagnose", *args)
    assert says in str(result.exception)


def test_a_folder_without_logs_is_named(tmp_path: Path) -> None:
    assert "no log in" in str(run("diagnose", str(tmp_path)).exception)


def test_follow_tells_when_the_answer_changes(tmp_path: Path) -> None:
    log = tmp_path / "growing.log"
    log.write_text("starting\n")

    def write() -> None:
        for text in (watchdog(1), watchdog(2)[:40], watchdog(2)[40:], XID):
            time.sleep(0.08)
            with log.open("a") as stream:
                stream.write(text)

    writer = threading.Thread(target=write)
    writer.start()
    seen = [
        d.findings[0].entry.id for d in follow(CORPUS, str(log), 4.0, lambda _: time.sleep(0.03))
    ]
    writer.join()

    assert seen[0] == "watchdog"
    assert seen[-1] == "xid"
    assert len(seen) <= 3


def test_follow_starts_anew_when_the_file_is_replaced(tmp_path: Path) -> None:
    log = tmp_path / "growing.log"
    log.write_text(XID)
    steps = iter([lambda: log.write_text("fresh\n"), lambda: None])

    def sleep(_: float) -> None:
        next(steps, lambda: None)()

    seen = list(follow(CORPUS, str(log), 2.0, sleep))
    assert [[f.entry.id for f in d.findings] for d in seen] == [["xid"], []]


def test_search_by_a_line_as_it_stands_in_a_log() -> None:
    result = run("search", "--format", "json", "\x1b[31m" + XID.strip())
    (first, *_) = json.loads(result.output)

    assert (first["entry"], first["by"], first["role"]) == ("xid", "signature", "initiating")


def test_search_reads_standard_input() -> None:
    assert json.loads(run("search", "--format", "json", "-", stdin=XID).output)[0]["entry"] == "xid"


def test_search_by_words_forgives_slips() -> None:
    rows = json.loads(run("search", "--format", "json", "uncorectable", "ecc").output)
    assert rows[0]["entry"] == "ecc"
    assert rows[0]["by"] == "words"


def test_search_takes_another_ending_for_the_same_word() -> None:
    rows = json.loads(run("search", "--format", "json", "errors", "uncorrectable").output)
    assert rows[0]["entry"] == "ecc"


def test_search_of_several_lines_names_no_entry_for_its_words_and_tells_of_diagnose() -> None:
    result = run("search", "-", stdin=f"epoch 1, loss 0.3\n{XID}")
    assert "`faultbook diagnose` says which of them came first" in result.output
    assert "words:" not in result.output


def test_search_without_a_hit() -> None:
    result = run("search", "qqqq")
    assert result.return_value == 1
    assert "No entry." in result.output


def test_coverage_counts_masked_lines(tmp_path: Path) -> None:
    for number in range(3):
        text = "".join(f"ValueError: shard {n} of {number} is empty\n" for n in range(5))
        (tmp_path / f"{number}.log").write_text(text + (XID if number == 0 else "KeyError: 'x'\n"))
    document = json.loads(run("coverage", "--format", "json", str(tmp_path)).output)

    assert (document["logs"], document["with_finding"]) == (3, 1)
    assert [(row["signature"], row["count"], row["files"]) for row in document["unknown"]] == [
        ("ValueError: shard <int> of <int> is empty", 15, 3),
        ("KeyError: <quoted>", 2, 2),
    ]
    assert "2 different error lines are unknown." in run("coverage", str(tmp_path)).output


def test_a_packed_log_cannot_be_followed(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    log.write_bytes(gzip.compress(XID.encode()))
    result = run("diagnose", "--follow", "--idle", "0", str(log))
    assert "a packed log cannot be followed" in str(result.exception)


def test_in_a_terminal_nothing_of_a_log_is_markup(
    log: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    log.write_text("RuntimeError: [bold]x[/bold] \x1b[31mred\n")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    print_styled(as_text(diagnose(CORPUS, [str(log)])))
    assert "[bold]x[/bold] red" in capsys.readouterr().out
