"""A wheel for another CUDA release looks for a runtime that is not installed."""

import ctypes
import subprocess
import tempfile
from pathlib import Path

folder = Path(tempfile.mkdtemp())
(folder / "empty.c").write_text("")
(folder / "use.c").write_text("int cudaFree(void*); int f() { return cudaFree(0); }")
run = lambda *args: subprocess.run(args, check=True, cwd=folder)  # noqa: E731
stub = folder / "libcudart.so.11.0"
(folder / "empty.c").write_text("int cudaFree(void* p) { return 0; }")
run("gcc", "-shared", "-fPIC", "-Wl,-soname,libcudart.so.11.0", "empty.c", "-o", str(stub))
run("gcc", "-shared", "-fPIC", "use.c", str(stub), "-o", "ext.so")
stub.unlink()
ctypes.CDLL(str(folder / "ext.so"))
