"""Ray's memory monitor kills a task, because the node is above a threshold set far too low."""

import os

os.environ["RAY_memory_usage_threshold"] = "0.005"  # read by the raylet when it starts
os.environ["RAY_memory_monitor_refresh_ms"] = "100"

import time

import ray


@ray.remote(max_retries=0)
def eat() -> int:
    held = bytearray(300 << 20)
    time.sleep(30)
    return len(held)


ray.init(num_cpus=1, include_dashboard=False)
try:
    ray.get(eat.remote())
except ray.exceptions.OutOfMemoryError as error:
    text = str(error).split("Object store memory usage")[0]  # the rest lists all processes
    print(f"ray.exceptions.OutOfMemoryError: {text}")
