"""An array of 32 TiB: XLA refuses the buffer."""

import jax.numpy as jnp

print(jnp.ones((1 << 43,), dtype=jnp.float32).sum())
