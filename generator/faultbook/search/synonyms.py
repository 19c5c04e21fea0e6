"""Words that mean the same to somebody who searches."""

from __future__ import annotations

# What people type, and what entries say. Each line is one meaning.
SYNONYMS: tuple[tuple[str, ...], ...] = (
    ("oom", "out of memory", "memory exhausted"),
    ("hang", "hangs", "hung", "stuck", "stall", "stalled", "freeze", "deadlock", "timeout"),
    ("ib", "infiniband", "rdma", "roce"),
    ("k8s", "kubernetes"),
    ("segfault", "segmentation fault", "sigsegv"),
    ("sigkill", "killed", "exit code 137", "137"),
    ("sigbus", "bus error"),
    ("enospc", "no space left", "disk full"),
    ("edquot", "quota exceeded"),
    ("nan", "inf", "diverged", "non-finite"),
    ("crash", "crashed", "aborted", "died"),
    ("checkpoint", "ckpt", "snapshot"),
    ("gpu", "device", "cuda"),
    ("ecc", "bit error"),
    ("eth", "interface", "nic"),
    ("slow", "straggler", "throttling"),
    ("port in use", "address already in use", "eaddrinuse"),
    ("shm", "shared memory", "dev shm"),
    ("driver", "kernel module"),
    ("rendezvous", "rdzv"),
    ("preempted", "preemption", "requeue"),
    ("evicted", "eviction"),
)
