"""A shard was cut short while it was copied."""

import io
import tarfile
import tempfile
from pathlib import Path

import webdataset

path = Path(tempfile.mkdtemp()) / "shard-000000.tar"
with tarfile.open(path, "w") as tar:
    for n in range(8):
        item = tarfile.TarInfo(f"{n:06d}.bin")
        item.size = 4096
        tar.addfile(item, io.BytesIO(bytes(4096)))
path.write_bytes(path.read_bytes()[: 5 * 4608 + 2000])
print(len(list(webdataset.WebDataset(str(path), shardshuffle=False))))
