"""The artefact: what it holds, and that it comes back as it was."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from faultbook.entry import (
    Check,
    Companion,
    Entry,
    Fix,
    Reading,
    Reference,
    Role,
    Signature,
    Status,
)
from faultbook.perspectives import Branch, CallStep
from faultbook.signature import (
    IndexFormatError,
    Near,
    SignatureError,
    SignatureIndex,
    compile_index,
)
from faultbook.signature.index import Command, FirstStep, Outcome
from tests.signature.entries import entry, signature

OFI = "NET/OFI Unable to register memory (type = <int>) for device <int>. RC: <int:12|-12>"
SHM = "Error while creating shared memory segment <path> (size <int>)"


def entries() -> list[Entry]:
    full = Companion("No space left on device", within=6, scope="same-rank", where="before")
    return [
        entry("shm-full", signature(SHM, all_of=(full,), unless=(Companion("Cuda failure"),))),
        entry("memlock", signature(OFI), signature("Killed", role=Role.EITHER, whole_line=True)),
        entry("disk-full", signature("Call to posix_fallocate failed", all_of=(full,))),
    ]


def test_rules_follow_the_order_of_ids_and_companions_come_last() -> None:
    index = compile_index(entries())
    assert [item.id for item in index.entries] == ["disk-full", "memlock", "shm-full"]
    assert [(rule.entry, rule.text) for rule in index.rules] == [
        (0, "Call to posix_fallocate failed"),
        (1, OFI),
        (1, "Killed"),
        (2, SHM),
        (-1, "No space left on device"),
        (-1, "Cuda failure"),
    ]
    near = Near(4, 6, "same-rank", "before")
    assert index.rules[0].all_of == index.rules[3].all_of == (near,)
    assert index.rules[3].unless == (Near(5, None, "any", "around"),)
    assert [rule.role for rule in index.rules[:3]] == [Role.INITIATING, Role.INITIATING, "either"]
    assert index.rules[4].role is None


def test_the_repair_of_an_entry_leads_to_no_reference() -> None:
    plain = entry("shm-full", signature(SHM))
    step = replace(plain.fix.repair[0], action="Add room [@guide].", verify="It runs. [@pt-1]")
    (item,) = compile_index([replace(plain, fix=Fix((), (step,)))]).entries
    assert item.fix is not None
    assert (item.fix.text, item.verify) == ("Add room.", "It runs.")


def test_a_sentence_that_needs_its_source_keeps_the_number() -> None:
    plain = entry("shm-full", signature(SHM))
    source = Reference("pt-1", "https://example.org/1", "pytorch #1", "issue", "The log.")
    step = replace(plain.fix.repair[0], verify="It runs, as in [@pt-1]. [@pt-1]")
    cited = replace(plain, fix=Fix((), (step,)), references=(source,))
    assert compile_index([cited]).entries[0].verify == "It runs, as in [12.1]."


def test_the_checks_that_the_repair_names_come_along() -> None:
    plain = entry("shm-full", signature(SHM))
    output = Reading("1", "Yes.")
    checks = tuple(Check(f"Check {n}?", "here", f"run {n}", output, output) for n in (1, 2, 3))
    step = replace(plain.fix.repair[0], action="Mend what 5.1 names.", verify="5.3 passes.")
    index = compile_index([replace(plain, confirm=checks, fix=Fix((), (step,)))])
    assert index.entries[0].named == (
        ("5.1", Command("Check 1?", "here", "run 1")),
        ("5.3", Command("Check 3?", "here", "run 3")),
    )
    assert SignatureIndex.from_json(index.to_json()) == index


def test_what_to_run_first_is_the_first_step_of_the_runbook_with_a_command() -> None:
    plain = entry("shm-full", signature(SHM))
    steps = (
        CallStep("check", "Look at the log.", "here", (Branch("anything", 2),)),
        CallStep("check", "Is it full?", "there", (Branch("100%", "stop", "see 5.1"),), "df"),
    )
    output = Reading("1", "Yes.")
    checks = (Check("Another check?", "here", "run", output, output),)
    called = replace(plain, confirm=checks, on_call=replace(plain.on_call, steps=steps))
    index = compile_index([called])
    (item,) = index.entries
    assert item.first == FirstStep(
        2, "Is it full?", "there", "df", (Outcome("100%", "stop", "see 5.1"),)
    )
    assert item.named == (("5.1", Command("Another check?", "here", "run")),)
    assert SignatureIndex.from_json(index.to_json()) == index


def test_the_bytes_do_not_depend_on_the_order_of_entries() -> None:
    assert compile_index(entries()).to_json() == compile_index(entries()[::-1]).to_json()


def test_an_index_comes_back_from_json() -> None:
    index = compile_index(entries())
    again = SignatureIndex.from_json(index.to_json())
    assert again == index
    assert again.to_json() == index.to_json()


def test_rules_match() -> None:
    index = SignatureIndex.from_json(compile_index(entries()).to_json())
    line = "NCCL WARN NET/OFI Unable to register memory (type = 1) for device 0. RC: -12, Error"
    found = index.match(1, line)
    assert found is not None
    assert [line[a:b] for a, b in found.values] == ["1", "0", "-12"]
    assert index.matches(2, " Killed ")
    assert not index.matches(2, "Killed by")


def test_every_rule_has_a_literal() -> None:
    index = compile_index(entries())
    assert all(rule.literals for rule in index.rules)
    texts = [index.literals[number].text for number in index.rules[1].literals]
    assert texts == ["unable to register"] or all(text in OFI.lower() for text in texts)


def test_deprecated_entries_are_left_out() -> None:
    old = replace(entries()[0], status=Status.DEPRECATED)
    assert compile_index([old]).rules == ()


def test_a_wrong_pattern_is_an_error() -> None:
    with pytest.raises(SignatureError):
        compile_index([entry("bad", signature("<nonsense> failed to start"))])


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", "null", '{"v": 1}', '{"v": 2, "entries": [], "rules": [{}]}', "\ud800"],
)
def test_what_is_no_index_is_refused(text: str) -> None:
    with pytest.raises(IndexFormatError):
        SignatureIndex.from_json(text)


def test_the_artefact_is_compact() -> None:
    document = json.loads(compile_index(entries()).to_json())
    assert list(document) == ["v", "entries", "literals", "anchors", "rules"]
    assert document["rules"][2] == {
        "e": 1,
        "p": "Killed",
        "r": "either",
        "w": True,
        "lit": document["rules"][2]["lit"],
    }


def test_signature_is_the_type_of_entries() -> None:
    assert isinstance(entries()[0].signatures[0], Signature)
