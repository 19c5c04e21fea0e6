"""A NaN in the data makes the loss NaN; the Trainer goes on and logs a loss of 0."""

import tempfile

import torch
from torch.utils.data import Dataset
from transformers import Trainer, TrainingArguments


class Classifier(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = torch.nn.Linear(4, 5)

    def forward(self, x: torch.Tensor, labels: torch.Tensor) -> dict[str, torch.Tensor]:
        return {"loss": torch.nn.functional.cross_entropy(self.layer(x), labels)}


class Rows(Dataset[dict[str, torch.Tensor]]):
    def __init__(self, value: float, label: int) -> None:
        self.row = {"x": torch.full((4,), value), "labels": torch.tensor(label)}

    def __len__(self) -> int:
        return 8

    def __getitem__(self, index: int) -> dict[str, torch.Tensor]:
        return self.row


def train(title: str, value: float, label: int, *, hide: bool) -> None:
    print(title, flush=True)
    arguments = TrainingArguments(
        output_dir=tempfile.mkdtemp(),
        logging_steps=1,
        max_steps=2,
        report_to="none",
        save_strategy="no",
        use_cpu=True,
        disable_tqdm=True,
        logging_nan_inf_filter=hide,
    )
    Trainer(model=Classifier(), args=arguments, train_dataset=Rows(value, label)).train()


train("NaN in the input, filter on (the default)", float("nan"), 1, hide=True)
train("NaN in the input, filter off", float("nan"), 1, hide=False)
train("every label masked, filter off", 1.0, -100, hide=False)
