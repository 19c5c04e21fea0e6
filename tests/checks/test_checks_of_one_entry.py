"""Checks of one entry: where each draws the line."""

import shutil

import pytest
from sound_entries import entry, executive, miss, on_call, signature, snippet, subject, words

from faultbook.checks import executive as executive_checks
from faultbook.checks import on_call as on_call_checks
from faultbook.checks import privacy, prose, signatures, snippets
from faultbook.checks.texts import texts_of, unlisted_fields
from faultbook.entry import Companion
from faultbook.perspectives import Branch, CallStep


def test_every_text_of_an_entry_has_a_kind() -> None:
    assert unlisted_fields() == []
    pointers = [text.pointer for text in texts_of(entry())]
    assert ("perspectives", "on_call", "steps", 0, "outcomes", 1, "see") in pointers
    assert len(pointers) == len(set(pointers))


# --- signatures ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "RC: 12, Error: no memory",
        "node1:88:95 [0] NCCL WARN   RC:  12,   Error: no memory",
        "\x1b[31mRC: 12, Error: no memory\x1b[0m",
        "first line\n[rank3]: RC: 12, Error: no memory\nlast line",
        "10%|#  |\rRC: 12, Error: no memory",
    ],
)
def test_a_signature_finds_its_example_as_it_stands_in_a_log(text: str) -> None:
    one = signature("RC: <int:12|-12>, Error: no memory", text)

    assert words(signatures.own_examples(subject(signatures=(one,)))) == []


def test_a_whole_line_is_the_message_behind_its_prefixes() -> None:
    found = signature("Killed", "[rank3]: Killed", "Killed", whole_line=True)
    missed = signature("Killed", "Killed the wrong one", whole_line=True)

    assert words(signatures.own_examples(subject(signatures=(found,)))) == []
    assert len(words(signatures.own_examples(subject(signatures=(missed,))))) == 1


@pytest.mark.parametrize(
    ("companion", "holds"),
    [
        (Companion("cuda failure <any>"), True),
        (Companion("cuda failure <any>", within=2), True),
        (Companion("cuda failure <any>", within=1), False),
        (Companion("cuda failure <any>", where="before"), True),
        (Companion("cuda failure <any>", where="after"), False),
    ],
)
def test_companions_count_by_distance_and_side(companion: Companion, holds: bool) -> None:
    log = "Cuda failure 2\nsomething\nregister memory failed\nsomething else"
    asked = signature("register memory failed", log, all_of=(companion,))
    refused = signature("register memory failed", log, unless=(companion,))

    assert (words(signatures.own_examples(subject(signatures=(asked,)))) == []) is holds
    assert (words(signatures.own_examples(subject(signatures=(refused,)))) == []) is not holds


def test_a_near_miss_that_a_companion_excludes_is_missed() -> None:
    one = signature(
        "register memory failed",
        "register memory failed",
        near_misses=(miss("register memory failed\nInvalid argument"),),
        unless=(Companion("Invalid argument"),),
    )

    assert words(signatures.near_misses(subject(signatures=(one,)))) == []


# --- prose --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("TODO say what", 1),
        ("lorem ipsum dolor", 1),
        ("Is it ???", 1),
        ("mktemp /tmp/log.XXXXXX", 0),
        ("a todolist", 0),
    ],
)
def test_placeholders(text: str, found: int) -> None:
    assert len(words(prose.placeholders(subject(limits=text)))) == found


def test_an_empty_phrase_is_found_over_a_line_break() -> None:
    assert words(prose.banned_phrases(subject(limits="It is important\nto know."))) == [
        "`It is important to` says nothing about this failure."
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Usually the limit of the container is too small.", 1),
        ("In most\ncases the limit of the container is too small.", 1),
        ("A maintainer calls it usually the limit of the container [@torch-1].", 0),
        ("Look how often it was saved.", 0),
    ],
)
def test_a_word_for_how_often_needs_somebody_who_counted(text: str, found: int) -> None:
    assert len(words(prose.unsourced_frequencies(subject(limits=text)))) == found


# --- code ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "missing"),
    [
        ("import os\nprint(os.sep, __name__)", []),
        ("print(torch.ones(1))", ["torch"]),
        ("def f(a, *b, c=1, **d):\n    return a, b, c, d, e", ["e"]),
        ("class A:\n    x = 1\n    def f(self):\n        return [x for x in self.y]", []),
        ("def f():\n    global g\n    g = 1\nf()\nprint(g)", []),
        ("from math import *\nprint(pi)", []),
        ("try:\n    pass\nexcept OSError as error:\n    print(error)", []),
        ("for i in range(3):\n    print(i, j)", ["j"]),
        ("with open('x') as f, g() as h:\n    print(f, h)", ["g"]),
        ("match 1:\n    case int(n):\n        print(n)", []),
        ("print(later)\nlater = 1", []),
        ("f = lambda a: a + b", ["b"]),
        (
            "def outer():\n    x = 1\n    def inner():\n        return x + y\n    return inner",
            ["y"],
        ),
    ],
)
def test_python_names_must_come_from_somewhere(code: str, missing: list[str]) -> None:
    found = words(snippets.python_snippets(subject(code=snippet(code, "python"))))

    assert found == [f"`{name}` is used, but neither imported nor defined." for name in missing]


@pytest.mark.parametrize(
    "command",
    [
        "docker run --gpus all <image>",
        "cuobjdump --list-elf <path of the extension's .so> | sort -u",
        "cat <<'EOF'\n{ not ( shell\nEOF",
        "diff <(sort a) <(sort b)",
        "f() { echo hi; }\nf",
        "for f in !(a|b); do echo $f; done",
        "# only a comment",
    ],
)
def test_commands_that_a_shell_takes(command: str) -> None:
    assert list(snippets.bash_snippets([subject(code=snippet(command, "bash"))])) == []


def test_a_broken_command_is_found_among_many_at_its_line() -> None:
    subjects = [subject(code=snippet(f"echo {n}", "bash")) for n in range(40)]
    subjects[23] = subject(code=snippet("echo ok\necho (", "bash"))

    [(number, finding)] = snippets.bash_snippets(subjects)

    assert number == 23
    assert finding.pointer == ("code", 0, "code")
    assert finding.offset == len("echo ok\n")
    assert finding.message.startswith("bash: syntax error near unexpected token")


@pytest.mark.skipif(not shutil.which("shellcheck"), reason="shellcheck is not installed")
def test_shellcheck_finds_what_bash_lets_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAULTBOOK_CACHE", "")
    bad = subject(code=snippet("echo ok\n[ -e /dev/shm && df -h", "bash"))

    found = list(snippets.shellcheck_snippets([subject(), bad]))

    assert {number for number, _ in found} == {1}
    assert all("shellcheck.net/wiki/SC" in finding.hint for _, finding in found)
    assert found[0][1].offset is not None
    assert found[0][1].offset >= len("echo ok\n")


# --- the runbook --------------------------------------------------------------------------


def step(phase: str, *goes: int | str, command: str | None = None) -> CallStep:
    outcomes = tuple(Branch(f"case {n}", go) for n, go in enumerate(goes))
    return CallStep(phase, "Look", "here", outcomes, command)


def test_a_runbook_may_branch_and_meet_again() -> None:
    runbook = on_call(
        step("check", 2, 3),
        step("check", 3, "entry:other"),
        step("mitigate", 4, "stop"),
        step("verify", "done", 3),
    )
    whole = subject(on_call=runbook)

    for check in on_call_checks.CHECKS:
        assert check.on_entry is not None
        assert words(check.on_entry(whole)) == [], check.id


@pytest.mark.parametrize(
    ("command", "changes"),
    [
        ("rm -rf /dev/shm/nccl-*", True),
        ("sudo kill -9 <pid>", True),
        ("ps aux | xargs kill", True),
        ("kubectl delete pod <pod>", True),
        ("nvidia-smi -r", True),
        ("nvidia-smi -q | grep -i remapped", False),
        ("kubectl get events | grep -i killing", False),
        ("dmesg | grep -i 'killed process'", False),
        ("systemctl status docker", False),
        ("grep rm /var/log/syslog", False),
    ],
)
def test_a_check_step_changes_nothing(command: str, changes: bool) -> None:
    runbook = on_call(step("check", "done", "stop", command=command))

    assert bool(words(on_call_checks.harmless_checks(subject(on_call=runbook)))) is changes


# --- the executive view -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("summary", "unexplained"),
    [
        ("The communication library (NCCL) stops.", []),
        ("NCCL (the communication library) stops, and NCCL says so.", []),
        ("NCCL, the communication library, stops.", []),
        ("NCCL stops.", ["NCCL"]),
        ("Two GPUs at 3 USD and one CPU.", []),
        ("An H100 and a GB200.", []),
        ("The NIC and the NIC again.", ["NIC"]),
        ("Both NICs stop.", ["NIC"]),
    ],
)
def test_acronyms_are_explained_at_their_first_use(summary: str, unexplained: list[str]) -> None:
    found = words(executive_checks.acronyms(subject(executive=executive(summary=summary))))

    assert found == [f"The acronym `{a}` is not explained at its first use." for a in unexplained]


@pytest.mark.parametrize(
    ("summary", "commands"),
    [
        ("Start it with `docker run --shm-size=1g`.", 1),
        ("Set `NCCL_DEBUG` first.", 1),
        ("Run sudo reboot now.", 1),
        ("Use kubectl delete pod.", 1),
        ("A tool named `torchrun` starts the job.", 0),
        ("We export data and install updates.", 0),
    ],
)
def test_no_command_on_the_executive_page(summary: str, commands: int) -> None:
    found = words(executive_checks.commands(subject(executive=executive(summary=summary))))

    assert len(found) == commands


# --- privacy ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "private"),
    [
        ("connect to 52.14.8.77:29500 failed", True),
        ("connect to 10.0.0.5:29500 failed", False),
        ("connect to 192.0.2.7 failed", False),
        ("127.0.0.1 and 169.254.169.254", False),
        ("cuDNN version 8.9.2.26", False),
        ("libnccl 2.18.3 on 12.4", False),
        ("mail jane.roe@corp.com", True),
        ("mail user@example.com or git@github.com:a/b.git", False),
        ("/home/jsmith/train.py", True),
        ("/home/user/train.py, /home/<user>/x, /home/ray/anaconda3, /home/$USER", False),
        ("C:\\Users\\Jane\\x.py", True),
        ("key AKIAIOSFODNN7EXAMPLE", True),
        ("hf_" + "a" * 34, True),
    ],
)
def test_private_data(text: str, private: bool) -> None:
    assert bool(words(privacy.private_data(subject(limits=text)))) is private


def test_a_key_is_not_repeated_in_the_message() -> None:
    [message] = words(privacy.private_data(subject(limits="key AKIAIOSFODNN7EXAMPLE")))

    assert message == "`AKIAIOSF...` looks like a secret key."


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("see http://docs.example.com/x", True),
        ("see http://localhost:8000 and http://10.0.0.1/x", False),
        ("see https://docs.example.com/x", False),
    ],
)
def test_links_are_encrypted(text: str, plain: bool) -> None:
    assert bool(words(privacy.plain_http(subject(limits=text)))) is plain
