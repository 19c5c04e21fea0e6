"""Provoke a NaN loss in the transformers Trainer and show what its log says.

Three runs of two steps on a 25-weight model: an input that holds NaN with the
Trainer's NaN filter on, the same with the filter off, and a batch whose labels
are all masked. Needs torch and transformers, no GPU; takes a few seconds.
"""

from __future__ import annotations

import sys
import tempfile

import torch
import transformers
from torch.utils.data import Dataset
from transformers import Trainer, TrainingArguments


class Classifier(torch.nn.Module):
    """Four inputs, five classes, mean cross-entropy over labels that are not -100."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = torch.nn.Linear(4, 5)

    def forward(self, x: torch.Tensor, labels: torch.Tensor) -> dict[str, torch.Tensor]:
        logits = self.layer(x)
        return {"loss": torch.nn.functional.cross_entropy(logits, labels), "logits": logits}


class Samples(Dataset):
    def __init__(self, value: float, label: int) -> None:
        self.value, self.label = value, label

    def __len__(self) -> int:
        return 8

    def __getitem__(self, index: int) -> dict[str, torch.Tensor]:
        return {"x": torch.full((4,), self.value), "labels": torch.tensor(self.label)}


def run(value: float, label: int, filter_on: bool) -> dict[str, float]:
    """Train two steps; give back what the Trainer logged for the last one."""
    with tempfile.TemporaryDirectory() as folder:
        arguments = TrainingArguments(
            output_dir=folder,
            per_device_train_batch_size=4,
            logging_steps=1,
            max_steps=2,
            report_to="none",
            save_strategy="no",
            use_cpu=True,
            logging_nan_inf_filter=filter_on,
        )
        trainer = Trainer(model=Classifier(), args=arguments, train_dataset=Samples(value, label))
        trainer.train()
        return [entry for entry in trainer.state.log_history if "loss" in entry][-1]


def main() -> int:
    print(f"torch {torch.__version__}, transformers {transformers.__version__}")
    hidden = run(float("nan"), 1, filter_on=True)
    shown = run(float("nan"), 1, filter_on=False)
    masked = run(1.0, -100, filter_on=False)
    print("NaN input, filter on: ", hidden)
    print("NaN input, filter off:", shown)
    print("all labels masked:    ", masked)
    ok = (
        hidden["loss"] == 0.0
        and hidden["grad_norm"] != hidden["grad_norm"]
        and shown["loss"] != shown["loss"]
        and masked["loss"] != masked["loss"]
        and masked["grad_norm"] == 0.0
    )
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
