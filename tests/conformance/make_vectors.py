"""Write vectors.jsonl anew from the corpus: python -m tests.conformance.make_vectors.

Needed when the language changes or new kinds of signature come up, not with each entry: the
tests also compare both engines on the corpus as it is.
"""

from __future__ import annotations

from faultbook.corpus import load_corpus
from tests.conformance.vectors import ROOT, VECTORS, make_vectors, to_lines

LIMIT = 1_200


def main() -> None:
    corpus = load_corpus([ROOT / "entries"])
    VECTORS.write_text(to_lines(make_vectors(corpus, limit=LIMIT)), encoding="utf-8")


if __name__ == "__main__":
    main()
