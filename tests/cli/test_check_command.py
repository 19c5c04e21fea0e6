"""`faultbook check`: what is checked, what is mended, what is remembered."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from command_line import BROKEN, CORPUS, faultbook

DOCKER = "communication/nccl-shm-no-space-docker.yaml"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository with a sound corpus."""
    shutil.copytree(CORPUS.parent, tmp_path / "project")
    project = tmp_path / "project"
    for command in (
        ["init", "-q", "-b", "main"],
        ["add", "."],
        ["-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", "sound"],
    ):
        subprocess.run(["git", *command], cwd=project, check=True)
    return project


def edit(project: Path, old: str, new: str) -> Path:
    path = project / "entries" / DOCKER
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    return path


def test_a_sound_corpus_is_clean(project: Path) -> None:
    done = faultbook("check", cwd=project)

    assert (done.code, done.out, done.err) == (0, "2 files checked: no problem.\n", "")


def test_a_warning_does_not_fail(project: Path) -> None:
    edit(project, "limits: >-", "limits: >-  ")

    done = faultbook("check", cwd=project)

    assert done.code == 0
    assert "warning FB704: The line ends in blanks." in done.out
    assert done.out.endswith("2 files checked: 1 problem (1 warning) in 1 file.\n")


def test_one_file_is_checked_against_the_whole_corpus(project: Path) -> None:
    path = edit(project, "see_also: [nccl-shm-attach-enoent]", "see_also: [nccl-shm-atach-enoent]")

    done = faultbook("check", path.relative_to(project), cwd=project)

    assert done.out.startswith(
        f"entries/{DOCKER}:92:14: error FB111: There is no entry `nccl-shm-atach-enoent`. "
        "Did you mean `nccl-shm-attach-enoent`?\n"
    )
    assert done.out.endswith("1 file checked: 1 problem in 1 file.\n")


def test_since_checks_what_was_changed_and_what_is_new(project: Path) -> None:
    assert (
        faultbook("check", "--since", "HEAD", cwd=project).out == "0 files checked: no problem.\n"
    )

    edit(project, "severity: job-down", "severity: fatal")
    shutil.copy(BROKEN / "duplicate-key.yaml", project / "entries" / "communication")

    found = json.loads(faultbook("check", "--since", "HEAD", "--format", "json", cwd=project).out)
    assert found["files"] == 2
    assert {p["check"] for p in found["problems"]} == {"FB003", "FB013"}


def test_since_checks_everything_when_the_exemptions_changed(project: Path) -> None:
    (project / "entries" / "exemptions.yaml").write_text("[]\n")

    assert faultbook("check", "--since", "HEAD", cwd=project).out.startswith("2 files checked")


def test_since_an_unknown_revision_is_wrong_use(project: Path) -> None:
    done = faultbook("check", "--since", "no-such-branch", cwd=project)

    assert done.code == 2
    assert "git knows no revision `no-such-branch`" in done.err


def test_fix_mends_the_file_and_says_so(project: Path) -> None:
    path = edit(project, "id: nccl-shm-no-space-docker\n", "")
    path.write_text(path.read_text("utf-8") + "id: nccl-shm-no-space-docker   \n", "utf-8")

    done = faultbook("check", "--fix", cwd=project)

    assert (done.code, done.err) == (0, f"Mended entries/{DOCKER}\n")
    assert path.read_text("utf-8").splitlines()[1] == "id: nccl-shm-no-space-docker"
    assert faultbook("check", "--fix", cwd=project).err == ""


def test_an_exemption_silences_one_finding(project: Path) -> None:
    edit(project, "limits: >-\n", "limits: >-\n  It is important to know what follows.\n")
    assert faultbook("check", cwd=project).code == 1

    (project / "entries" / "exemptions.yaml").write_text(
        "- check: empty-phrase\n  entry: nccl-shm-no-space-docker\n  reason: quoted\n"
    )

    assert faultbook("check", cwd=project).code == 0


def test_a_path_that_does_not_exist_is_wrong_use(project: Path) -> None:
    done = faultbook("check", "entries/no-such.yaml", cwd=project)

    assert done.code == 2
    assert "There is no file or folder `entries/no-such.yaml`." in done.err


def test_what_is_remembered_changes_no_answer(project: Path, tmp_path: Path) -> None:
    cache = {"FAULTBOOK_CACHE": str(tmp_path / "cache")}
    edit(project, "severity: job-down", "severity: fatal")

    fresh = faultbook("check", cwd=project, **cache)
    again = faultbook("check", cwd=project, **cache)
    moved = faultbook("check", cwd=project.parent, **cache)

    assert fresh == again
    assert fresh.code == 1
    assert list((tmp_path / "cache").iterdir()) == [tmp_path / "cache" / "check.json"]
    assert moved.code in (0, 1)

    edit(project, "severity: fatal", "severity: job-down")
    assert faultbook("check", cwd=project, **cache).code == 0


@pytest.mark.parametrize("spoilt", ["", "{", "[]", '{"code": 1}', "\0\0", '{"values": {"a": 1}}'])
def test_a_spoilt_cache_is_ignored(project: Path, tmp_path: Path, spoilt: str) -> None:
    (tmp_path / "check.json").write_text(spoilt)

    assert faultbook("check", cwd=project, FAULTBOOK_CACHE=str(tmp_path)).code == 0


def test_a_spoilt_value_in_the_cache_is_ignored(project: Path, tmp_path: Path) -> None:
    cache = {"FAULTBOOK_CACHE": str(tmp_path)}
    faultbook("check", cwd=project, **cache)
    saved = json.loads((tmp_path / "check.json").read_text())
    saved["values"] = {key: [2, ["x"]] for key in saved["values"]}
    (tmp_path / "check.json").write_text(json.dumps(saved))

    done = faultbook("check", cwd=project, **cache)

    assert (done.code, done.out) == (0, "2 files checked: no problem.\n")
