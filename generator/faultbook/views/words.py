"""Words and marks of the frame: names of roles, severities and sections, dates.

Nothing here speaks about a failure; that is the entry's part.
"""

from __future__ import annotations

from dataclasses import dataclass

from faultbook.entry import Category, Role, Severity


@dataclass(frozen=True, slots=True)
class Mark:
    """A glyph of the sprite, the class that colours it, and its word."""

    icon: str
    tint: str
    word: str


ROLES = {
    Role.INITIATING: Mark("init", "init", "Initiating"),
    Role.EITHER: Mark("either", "init", "Either"),
    Role.COLLATERAL: Mark("coll", "coll", "Collateral"),
    Role.CONTEXT: Mark("ctx", "ctx", "Context"),
    Role.HARMLESS: Mark("harm", "harm", "Harmless"),
}

SEVERITIES = {
    Severity.JOB_DOWN: Mark("down", "", "Job down"),
    Severity.DEGRADED: Mark("degr", "", "Degraded"),
    Severity.SILENT: Mark("sil", "", "Silent"),
    Severity.HARMLESS: Mark("box", "", "Harmless"),
}

SECTIONS = (
    "Signatures",
    "Symptoms",
    "Mechanism",
    "Affected systems",
    "Confirm",
    "Look-alikes",
    "Causes",
    "Fix",
    "Prevention",
    "Questions people asked",
    "Code",
    "References",
    "Evidence",
)
"""Titles of the numbered sections: section n is `SECTIONS[n - 1]` in every entry."""

VIEWS = (("on-call", "On-call"), ("engineer", "Engineer"), ("executive", "Executive"))

GUARDS = {
    "preflight": "Before each job",
    "ci": "In continuous integration",
    "alert": "Alert",
    "pin": "Pinned versions",
    "practice": "Practice",
}

PRESENTATIONS = {
    "crash-at-start": "Crash at start",
    "crash-mid-run": "Crash mid-run",
    "hang": "Hang",
    "slow": "Slow",
    "wrong-numbers": "Wrong numbers",
    "cannot-start": "Cannot start",
    "harmless-line": "A line that frightens",
}

SETTING_KINDS = {
    "env": "environment variable",
    "flag": "command-line flag",
    "sysctl": "kernel parameter",
    "config": "configuration key",
    "ulimit": "resource limit",
}

CODE_KINDS = {
    "exit": "Exit code",
    "signal": "Signal",
    "xid": "Xid",
    "sxid": "SXid",
    "errno": "errno",
    "nccl": "NCCL result",
    "cuda": "CUDA error",
    "cublas": "cuBLAS status",
    "cudnn": "cuDNN status",
    "http": "HTTP status",
    "slurm": "Slurm state",
    "kubernetes": "Kubernetes reason",
}

_SPELT = {
    "amp": "AMP",
    "apex": "Apex",
    "aws": "AWS",
    "cublas": "cuBLAS",
    "cuda": "CUDA",
    "cudnn": "cuDNN",
    "dataloader": "DataLoader",
    "deepspeed": "DeepSpeed",
    "dmesg": "dmesg",
    "docker": "Docker",
    "ecc": "ECC",
    "efa": "EFA",
    "fsdp": "FSDP",
    "gcc": "GCC",
    "glibc": "glibc",
    "gloo": "Gloo",
    "gpu": "GPU",
    "gsp": "GSP",
    "huggingface": "Hugging Face",
    "huggingface-hub": "Hugging Face Hub",
    "ib": "InfiniBand",
    "infiniband": "InfiniBand",
    "jax": "JAX",
    "kernel": "Linux kernel",
    "kubernetes": "Kubernetes",
    "libfabric": "libfabric",
    "linux": "Linux",
    "megatron": "Megatron",
    "mpi": "MPI",
    "nccl": "NCCL",
    "nfs": "NFS",
    "numpy": "NumPy",
    "nvcc": "nvcc",
    "nvidia": "NVIDIA",
    "nvidia-driver": "NVIDIA driver",
    "nvlink": "NVLink",
    "nvrm": "NVRM",
    "nvswitch": "NVSwitch",
    "ofi": "OFI",
    "pcie": "PCIe",
    "peft": "PEFT",
    "pytorch": "PyTorch",
    "rdma": "RDMA",
    "s3": "S3",
    "sglang": "SGLang",
    "ray": "Ray",
    "slurm": "Slurm",
    "tensorflow": "TensorFlow",
    "torchrun": "torchrun",
    "windows": "Windows",
    "transformers": "Transformers",
    "triton": "Triton",
    "torch-compile": "torch.compile",
    "ucx": "UCX",
    "vllm": "vLLM",
    "xid": "Xid",
}


def spelt(word: str) -> str:
    """Return a component's name as its makers write it (`nccl` gives `NCCL`)."""
    return _SPELT.get(word, word)


def category_name(category: Category) -> str:
    """Return the name of a category, for headings."""
    return str(category).capitalize()


_MONTHS = (
    "January February March April May June July August September October November December"
).split()


def long_date(iso: str) -> str:
    """Return `2 May 2026` for `2026-05-02`."""
    year, month, day = iso.split("-")
    return f"{int(day)} {_MONTHS[int(month) - 1]} {year}"


def counted(number: int, one: str, many: str | None = None) -> str:
    """Return `1 thread`, `5 threads`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
