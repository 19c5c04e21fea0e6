"""Ray's workers take longer to start than the raylet waits, so that a task is never run.

A `sitecustomize` stands for slow imports, as from a cold network file system: workers sleep in it
where the task's environment says so.
"""

import os
import tempfile
from pathlib import Path

SLOW = """
import os, sys, time
if os.environ.get("SLOW") and any("default_worker.py" in word for word in sys.orig_argv):
    time.sleep(60)
"""

folder = Path(tempfile.mkdtemp())
(folder / "sitecustomize.py").write_text(SLOW)
os.environ["PYTHONPATH"] = f"{folder}:{os.environ.get('PYTHONPATH', '')}"
os.environ["RAY_worker_register_timeout_seconds"] = "8"  # 60 is the default

import ray  # noqa: E402 - the raylet that it starts reads the variables


@ray.remote(max_retries=0)
def one() -> int:
    return 1


ray.init(num_cpus=1, include_dashboard=False)
print("without delay:", ray.get(one.remote()), flush=True)
slow = one.options(runtime_env={"env_vars": {"SLOW": "1"}})
print("with delay:", ray.get(slow.remote(), timeout=20))
