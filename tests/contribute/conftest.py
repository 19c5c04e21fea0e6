"""A small corpus of one's own, in a folder that a project would have."""

import shutil
from pathlib import Path

import pytest

from tests.contribute.running import ROOT


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout in small: two entries, the schema, and nothing else."""
    folder = tmp_path / "project"
    shutil.copytree(ROOT / "tests" / "data" / "corpus" / "entries", folder / "entries")
    (folder / "schema").mkdir()
    shutil.copy(ROOT / "schema" / "entry.schema.json", folder / "schema")
    monkeypatch.setenv("FAULTBOOK_CACHE_DIR", str(tmp_path / "cache"))
    return folder
