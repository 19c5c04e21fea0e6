"""With jax_debug_nans on, the logarithm of a negative number stops the program."""

import jax
import jax.numpy as jnp

jax.config.update("jax_debug_nans", True)


@jax.jit
def loss(x: jax.Array, y: jax.Array) -> jax.Array:
    return 2 * jnp.log(jnp.sin(x) - y**2)


loss(-2.0, 5.0)
