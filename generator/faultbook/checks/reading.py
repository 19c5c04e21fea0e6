"""The checks that are made while a file is read: they have no function of their own here.

`faultbook.source` reports them; this is what `faultbook explain` says of them.
"""

from __future__ import annotations

from faultbook.checks.model import Check

CHECKS = (
    Check(
        "FB001",
        "unreadable",
        "The file can be read: UTF-8 without a byte order mark, no control characters, at most "
        "512 KiB.",
        "Every tool on the way must see the same characters.",
        "Save the file as UTF-8; write an escape character as `\\x1b` in double quotes.",
        'text: "<ESC>[31mERROR"',
        'text: "\\x1b[31mERROR"',
    ),
    Check(
        "FB002",
        "yaml-syntax",
        "The file is valid YAML with one document.",
        "What cannot be parsed cannot be checked.",
        "The message points at the place. Most often a text that holds `: ` needs quotes.",
        "title: NCCL WARN: no space",
        'title: "NCCL WARN: no space"',
    ),
    Check(
        "FB003",
        "duplicate-key",
        "No key stands twice in one mapping.",
        "YAML readers differ in which of the two they take.",
        "Keep one.",
        "status: draft\nstatus: reviewed",
        "status: reviewed",
    ),
    Check(
        "FB004",
        "yaml-magic",
        "No anchors, aliases or tags.",
        "Copies hide what an entry says, a nest of them can fill the memory, and a tag can call "
        "code.",
        "Write the value out. Text that begins with `&`, `*` or `!` needs quotes.",
        "summary: &s Too small.\nlimits: *s",
        "summary: Too small.\nlimits: The line does not tell which rank failed first.",
    ),
    Check(
        "FB005",
        "nested-too-deep",
        "Nesting goes at most 32 levels deep.",
        "An entry needs 8. More is a mistake or an attack.",
        "Check the indentation and the brackets.",
        "tags: [[[[[[nccl]]]]]]",
        "tags: [nccl]",
    ),
    Check(
        "FB010",
        "unknown-property",
        "Every property is one of the schema.",
        "A misspelt property would be left out without a word.",
        "Take the name that the message proposes.",
        "sumary: The tmpfs is too small.",
        "summary: The tmpfs is too small.",
    ),
    Check(
        "FB011",
        "missing-property",
        "Every property that the schema requires is there.",
        "Each has a place on the page, and a reader who looks for it.",
        "Add it; the message says what it is for.",
        "look_alikes:\n  - entry: host-oom-killed",
        "look_alikes:\n  - entry: host-oom-killed\n    check: Does the kernel log name the job?\n"
        "    if_so: The host ran out of memory.",
    ),
    Check(
        "FB012",
        "wrong-type",
        "Every value is of the kind that the schema asks for: text, list, mapping, number.",
        '`139` is a number and `"139"` is text; a page must show what was meant.',
        "Put numbers that are names in quotes; begin list items with `- `.",
        "codes:\n  - value: 139",
        'codes:\n  - value: "139"',
    ),
    Check(
        "FB013",
        "value-not-allowed",
        "A value from a fixed list is one of that list.",
        "Hubs and filters are made of these values.",
        "Take one of those that the message lists.",
        "severity: fatal",
        "severity: job-down",
    ),
    Check(
        "FB014",
        "wrong-form",
        "Ids, dates, addresses and the like have their form.",
        "They become addresses and are read by programs.",
        "Follow the example in the message.",
        "id: NCCL_Timeout",
        "id: nccl-timeout",
    ),
    Check(
        "FB015",
        "wrong-size",
        "Texts and lists are neither empty nor longer than the schema allows.",
        "A title must fit on a line; three questions are the least that is worth a section.",
        "Shorten or add, as the message says.",
        'title: ""',
        "title: NCCL runs out of shared memory",
    ),
    Check(
        "FB016",
        "repeated-item",
        "No item stands twice in a list of names.",
        "The second says nothing.",
        "Keep one.",
        "tags: [nccl, nccl]",
        "tags: [nccl]",
    ),
)
