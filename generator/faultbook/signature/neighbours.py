"""What may stand beside a placeholder: refusing what cannot be told apart or never fits."""

from __future__ import annotations

from faultbook.signature.tokens import Blank, Kind, SignatureError, Slot, Text, Token, touches


def refuse_neighbours(placed: list[tuple[int, Token]]) -> None:
    """Refuse placeholders that cannot be told apart, and values that never fit."""
    for index, (offset, token) in enumerate(placed):
        following = [after for _, after in placed[index + 1 : index + 3]]
        if not isinstance(token, Slot):
            continue
        match following:
            case [Slot() as after, *_] if not _distinct(token, after):
                raise _touching(token, after, placed[index + 1][0])
            case [Blank(), Slot() as after] if token == after == Slot(Kind.ANY):
                raise _touching(token, after, placed[index + 2][0])
        if token.choices and token.kind != Kind.ANY:
            before = [before for _, before in placed[max(0, index - 2) : index]]
            _refuse_impossible(token, before, following, offset)


def _distinct(one: Slot, other: Slot) -> bool:
    """Whether two placeholders may touch: one is `<any:...>`, the other has no edges."""
    if not (one.choices or other.choices):
        return False
    return all(slot.kind == Kind.ANY or not slot.choices for slot in (one, other))


def _touching(one: Slot, other: Slot, offset: int) -> SignatureError:
    return SignatureError(
        f"<{one.kind}> and <{other.kind}> side by side cannot be told apart",
        offset,
        "Put the text that stands between them, or make them one placeholder.",
    )


def _refuse_impossible(
    slot: Slot, before: list[Token], following: list[Token], offset: int
) -> None:
    """Refuse text that touches a value which nothing of that sort may touch."""
    left = before[-1].text if before and isinstance(before[-1], Text) else ""
    right = following[0].text if following and isinstance(following[0], Text) else ""
    # A number beyond a lone full stop touches as well: <int:2>.<int> would be a decimal.
    if left == "." and len(before) > 1 and _numeric(before[0]):
        left = "0."
    if right == "." and len(following) > 1 and _numeric(following[1]):
        right = ".0"
    if touches(slot.kind, left, right):
        raise SignatureError(
            f"<{slot.kind}:{'|'.join(slot.choices)}> can never match: the text beside it "
            "belongs to the same number or word",
            offset,
            "Write <any:...> with the same values, or put that text into the values.",
        )


def _numeric(token: Token) -> bool:
    return isinstance(token, Slot) and token.kind in (Kind.INT, Kind.NUM)
