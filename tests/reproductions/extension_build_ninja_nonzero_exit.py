"""A C++ extension with a mistake in its source is built by ninja."""

from torch.utils.cpp_extension import load_inline

load_inline("broken", cpp_sources="int f( { return 1; }", functions=["f"], verbose=True)
