"""An extension compiled with the other C++ string ABI asks torch for a symbol it does not have."""

import importlib.util
import subprocess
import sysconfig
import tempfile
from pathlib import Path

import torch

folder = Path(tempfile.mkdtemp())
(folder / "ext.cpp").write_text(
    """
#include <Python.h>
#include <c10/util/Exception.h>
extern "C" PyObject* PyInit_ext() { std::string s("x"); TORCH_CHECK(s.size() > 9, s); return 0; }
"""
)
includes = [str(Path(torch.__file__).parent / "include"), sysconfig.get_paths()["include"]]
old_abi = int(not torch._C._GLIBCXX_USE_CXX11_ABI)
command = ["g++", "-std=c++20", "-shared", "-fPIC", f"-D_GLIBCXX_USE_CXX11_ABI={old_abi}"]
command += [f"-I{path}" for path in includes] + ["ext.cpp", "-o", "ext.so"]
subprocess.run(command, check=True, cwd=folder)
spec = importlib.util.spec_from_file_location("ext", folder / "ext.so")
importlib.util.module_from_spec(spec)
