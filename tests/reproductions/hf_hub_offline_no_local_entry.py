"""Offline mode is on and the file is not in the cache."""

import os
import tempfile

os.environ.update(HF_HUB_OFFLINE="1", HF_HOME=tempfile.mkdtemp())

from huggingface_hub import hf_hub_download

hf_hub_download("example/never-downloaded", "config.json")
