"""A program asks for "the" Ray cluster on a machine on which none was started."""

import ray

ray.init(address="auto")
