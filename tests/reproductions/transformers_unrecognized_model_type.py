"""config.json names a model type that this release of transformers does not know."""

import json
import tempfile
from pathlib import Path

from transformers import AutoConfig

folder = Path(tempfile.mkdtemp())
(folder / "config.json").write_text(json.dumps({"model_type": "newer_than_this_release"}))
AutoConfig.from_pretrained(folder)
