"""Random patterns and lines over a small alphabet, where things happen to meet."""

from __future__ import annotations

from hypothesis import strategies as st

from faultbook.signature import Kind, Pattern, SignatureError, escape, parse

ALPHABET = "aAbe1.0 -+x\t_'\":/,=%[]<>\u00a0é\U0001f525"

texts = st.text(ALPHABET, min_size=1, max_size=4).map(escape)
values = {
    Kind.INT: st.sampled_from(["1", "-1", "10", "+0"]),
    Kind.NUM: st.sampled_from(["1.0", "1", "1e1", "-0.1"]),
    Kind.HEX: st.sampled_from(["0x1", "ab", "1e"]),
    Kind.WORD: st.sampled_from(["a", "ab", "a b", "a1", "é", "a."]),
    Kind.ANY: st.sampled_from(["a", "ab", "1", "a  b", "."]),
}


@st.composite
def slots(draw: st.DrawFn) -> str:
    kind = draw(st.sampled_from(list(Kind)))
    if kind in values and draw(st.booleans()):
        return f"<{kind}:{'|'.join(draw(st.lists(values[kind], min_size=1, max_size=2)))}>"
    return f"<{kind}>"


@st.composite
def patterns(draw: st.DrawFn, *, whole_line: bool = False) -> Pattern:
    """A pattern that parses, whatever its strength."""
    for _ in range(20):
        parts = draw(st.lists(st.one_of(texts, slots()), min_size=1, max_size=5))
        try:
            return parse("".join(parts).strip(" \t\u00a0"), whole_line=whole_line, minimum=0)
        except SignatureError:
            continue
    return parse("a<int>b", minimum=0)


lines = st.text(ALPHABET, max_size=14)
