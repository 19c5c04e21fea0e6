"""Words and marks of the frame: names of roles, severities and sections, dates.

Nothing here speaks about a failure; that is the entry's part.
"""

from __future__ import annotations

import re
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
    "abi": "ABI",
    "accelerate": "Accelerate",
    "acs": "ACS",
    "amd": "AMD",
    "amp": "AMP",
    "apex": "Apex",
    "api": "API",
    "ascend": "Ascend",
    "aws": "AWS",
    "cublas": "cuBLAS",
    "cuda": "CUDA",
    "cudnn": "cuDNN",
    "dataloader": "DataLoader",
    "dcgm": "DCGM",
    "ddp": "DDP",
    "deepep": "DeepEP",
    "deepspeed": "DeepSpeed",
    "dmesg": "dmesg",
    "dns": "DNS",
    "docker": "Docker",
    "docker-compose": "Docker Compose",
    "ecc": "ECC",
    "efa": "EFA",
    "flashinfer": "FlashInfer",
    "flax": "Flax",
    "fsdp": "FSDP",
    "gcc": "GCC",
    "gke": "GKE",
    "glibc": "glibc",
    "gloo": "Gloo",
    "gpfs": "GPFS",
    "gpu": "GPU",
    "gsp": "GSP",
    "hccl": "HCCL",
    "horovod": "Horovod",
    "http": "HTTP",
    "huggingface": "Hugging Face",
    "huggingface-hub": "Hugging Face Hub",
    "ib": "InfiniBand",
    "infiniband": "InfiniBand",
    "iommu": "IOMMU",
    "jax": "JAX",
    "kernel": "Linux kernel",
    "kuberay": "KubeRay",
    "kubernetes": "Kubernetes",
    "libfabric": "libfabric",
    "lightning": "Lightning",
    "linux": "Linux",
    "lustre": "Lustre",
    "maxtext": "MaxText",
    "megatron": "Megatron",
    "megatron-lm": "Megatron-LM",
    "mig": "MIG",
    "mmu": "MMU",
    "moe": "MoE",
    "mpi": "MPI",
    "nan": "NaN",
    "nccl": "NCCL",
    "nemo": "NeMo",
    "nfs": "NFS",
    "numpy": "NumPy",
    "nvcc": "nvcc",
    "nvidia": "NVIDIA",
    "nvidia-driver": "NVIDIA driver",
    "nvlink": "NVLink",
    "nvls": "NVLS",
    "nvml": "NVML",
    "nvrm": "NVRM",
    "nvshmem": "NVSHMEM",
    "nvswitch": "NVSwitch",
    "ofi": "OFI",
    "ollama": "Ollama",
    "onnx": "ONNX",
    "oom": "OOM",
    "openmpi": "Open MPI",
    "orbax": "Orbax",
    "pcie": "PCIe",
    "peft": "PEFT",
    "protobuf": "Protobuf",
    "python": "Python",
    "pytorch": "PyTorch",
    "ray": "Ray",
    "rccl": "RCCL",
    "rdma": "RDMA",
    "roce": "RoCE",
    "rocm": "ROCm",
    "s3": "S3",
    "sglang": "SGLang",
    "sharp": "SHARP",
    "slurm": "Slurm",
    "ssh": "SSH",
    "tensorboard": "TensorBoard",
    "tensorflow": "TensorFlow",
    "tensorrt": "TensorRT",
    "tensorrt-llm": "TensorRT-LLM",
    "tgi": "TGI",
    "tls": "TLS",
    "torch-compile": "torch.compile",
    "torchrun": "torchrun",
    "torchtitan": "TorchTitan",
    "tpu": "TPU",
    "transformers": "Transformers",
    "triton": "Triton",
    "trl": "TRL",
    "ucx": "UCX",
    "vllm": "vLLM",
    "windows": "Windows",
    "xid": "Xid",
    "xla": "XLA",
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


def of_versions(text: str) -> str:
    """Return the versions of a line as they stand behind a program's name: `versions not known`."""
    first = re.match(r"(any|all|not known)(?=$|[;:,.])", text)
    if first is None:
        return text
    told = {"any": "any version", "all": "all versions", "not known": "versions not known"}
    return told[first[1]] + text[first.end() :]


_NUMBERS = (
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|"
    "sixteen|seventeen|eighteen|nineteen|twenty|both|all|\\d+"
)
_SAYS_A_NUMBER = re.compile(rf"(?:{_NUMBERS})\b", re.IGNORECASE)


def says_a_number(text: str) -> bool:
    """Say whether a text begins with how many, so that the frame need not say it again."""
    return _SAYS_A_NUMBER.match(text) is not None


def counted(number: int, one: str, many: str | None = None) -> str:
    """Return `1 thread`, `5 threads`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
