"""A base model's tokenizer has no chat template."""

from tokenizers import Tokenizer, models
from transformers import PreTrainedTokenizerFast

words = Tokenizer(models.WordLevel({"a": 0, "[UNK]": 1}, unk_token="[UNK]"))
tokenizer = PreTrainedTokenizerFast(tokenizer_object=words, unk_token="[UNK]")
tokenizer.apply_chat_template([{"role": "user", "content": "a"}])
