"""A CUDA extension is built where there is no CUDA toolkit."""

import os

os.environ.pop("CUDA_HOME", None)
os.environ["PATH"] = "/usr/bin:/bin"

from torch.utils.cpp_extension import CUDAExtension

CUDAExtension("kernels", ["kernels.cu"])
