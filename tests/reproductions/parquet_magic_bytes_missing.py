"""A download left an HTML page where a Parquet file should be."""

import tempfile
from pathlib import Path

import pyarrow.parquet as pq

path = Path(tempfile.mkdtemp()) / "part-0.parquet"
path.write_text("<html><body>403 Forbidden</body></html>")
pq.read_table(path)
