"""A CUDA extension is built where there is no CUDA toolkit."""

import os

os.environ.pop("CUDA_HOME", None)
os.environ["PATH"] = "/usr/bin:/bin"

from torch.utils.cpp_extension import CUDAExtension  # noqa: E402 - looks for nvcc at import

CUDAExtension("kernels", ["kernels.cu"])
