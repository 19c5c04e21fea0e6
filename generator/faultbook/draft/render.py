"""The text of a draft: a whole entry, in which `TODO:` marks what only a person can fill.

Every mark asks a question. `faultbook check` names each until it is answered (FB301).
"""

from __future__ import annotations

import json
import re

from faultbook.draft.proposal import Proposal
from faultbook.source.tidy import MODELINE

SCHEMA = "../../schema/entry.schema.json"
_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ./_()-]*(?<! )")
_WORDS_OF_YAML = frozenset("true false yes no on off null y n ~".split())


def render_draft(proposal: Proposal, schema: str = SCHEMA) -> str:
    """Return the YAML of a draft. `schema` leads from the file to the schema, for editors."""
    values = {
        "schema": f"{MODELINE}{schema}",
        "id": proposal.id,
        "title": quoted(proposal.title),
        "category": proposal.category,
        "tags": ", ".join(proposal.tags),
        "components": ", ".join(proposal.components),
        "line": quoted(proposal.signature),
        "role": proposal.role,
        "whole": "\n    whole_line: true" if proposal.whole_line else "",
        "program": quoted(proposal.program),
        "example": quoted(proposal.example),
        "url": proposal.source or "https://example.org/#TODO",
        "fingerprint": quoted(proposal.signature),
        "nearest": _nearest(proposal),
        "date": proposal.added,
    }
    return re.sub(r"@(\w+)@", lambda found: values[found[1]], _DRAFT)


def quoted(text: str) -> str:
    """Return a text as a YAML scalar: plain when that is safe, else in double quotes."""
    if _PLAIN.fullmatch(text) and text.lower() not in _WORDS_OF_YAML and not text[0].isdigit():
        return text
    return json.dumps(text, ensure_ascii=not text.isprintable())


def _nearest(proposal: Proposal) -> str:
    if not proposal.nearest:
        return ""
    rows = "".join(f"#   {name}: {title}\n" for name, title in proposal.nearest)
    return f"# Entries that share words with it:\n{rows}"


_DRAFT = """\
@schema@
# A draft. Every TODO asks something that only a person knows; `faultbook check` lists them.
# `faultbook explain FB301` says more, and `faultbook preview FILE` shows the three pages.

# The id is permanent. The title says what fails and why, in a practitioner's words.
id: @id@
title: @title@
category: @category@
tags: [@tags@]
# Parts of the stack; each has a hub that lists the entry.
components: [@components@]
# What is on the screen: crash-at-start, crash-mid-run, hang, slow, wrong-numbers, cannot-start.
presents_as: [crash-mid-run]
# job-down (it ends or stands still), degraded (slower, or with less), silent (it runs, wrongly).
severity: job-down
status: draft
# Two sentences: what happens, what to do.
summary: >-
  TODO: what happens, and what does one do about it?

# The lines it prints, most specific first. What varies is a placeholder; what decides stays.
signatures:
  - line: @line@
    # initiating: the cause itself. collateral: an echo of another failure. either. context.
    role: @role@@whole@
    program: @program@
    versions: "TODO: which versions print it in these words? `not known` is an answer"
    # A real line and where it was seen. A near miss is a line that must not match.
    examples:
      - text: @example@
        source: seen

# What one sees, each with its own reason.
symptoms:
  - see: "TODO: what does one see, apart from the line?"
    why: "TODO: why does it look so?"

# From cause to line: who asks for what, what answers, where the line is printed.
mechanism: |
  TODO: which condition prints the line? Read the source, and cite what shows it: [@seen].
# What a match does not prove.
limits: |
  TODO: what else prints this line, and what does it leave open?
affected_systems:
  - system: "TODO: which program or system?"
    versions: not known
    condition: "TODO: under which condition is it affected?"

# Checks that change nothing, in the order of cost: the output in the bad and in the good case.
# A command that is no shell names its `language`.
confirm:
  - question: "TODO: what does the check ask?"
    where: "TODO: on which machine, as which user?"
    command: "# TODO: which command answers it?"
    bad:
      output: "TODO: what does it print when this is the failure?"
      means: "TODO: what does that mean, and where does one go next?"
    good:
      output: "TODO: what does it print when all is well?"
      means: "TODO: what is it then?"

# What it may be instead, and the one check that tells them apart. Leave it empty if nothing is.
@nearest@look_alikes: []

# Root causes that a source shows, most likely first.
causes:
  - cause: "TODO: what is the root cause? Cite who found it: [@seen]."
    likelihood: not known
    known_by: "TODO: how does one know that it is this cause?"

# `mitigation` gets the run going now; `repair` keeps the failure away. A step may have a
# `command`, or a `config` with its `file` and `language`; `takes`; `lasts`; `no_help_when`.
fix:
  mitigation:
    - action: "TODO: what gets the run going now?"
      risk: "TODO: what may it break? `none` is an answer"
      verify: "TODO: how does one see that it worked?"
  repair:
    - action: "TODO: what keeps it from coming back, and does it reach containers and jobs?"
      risk: "TODO: what may that break?"
      verify: "TODO: how does one see that it lasts?"

# Guards that run: a preflight command, a test, an alert.
prevention:
  - kind: preflight
    text: "TODO: which check, run before the job, would have caught it?"

# Three questions or more that people asked about this failure, each with its thread.
faq:
  - question: "TODO: what did people ask first?"
    answer: "TODO: what is the answer?"
    source: seen
  - question: "TODO: what did they try that did not help?"
    answer: "TODO: why did it not help?"
    source: seen
  - question: "TODO: what else did they ask?"
    answer: "TODO: what was the answer to that?"
    source: seen

# Sources, best first: source code and documentation before threads, threads before blogs.
# kind: issue, pull-request, documentation, source, paper, release-notes, forum, blog, log.
references:
  - id: seen
    url: @url@
    title: "TODO: what is the source called?"
    kind: issue
    supports: "TODO: which claims does it support?"

perspectives:
  # For the person who decides on money and risk: no command, every acronym explained.
  executive:
    headline: "TODO: what is the failure, in plain words?"
    summary: "TODO: what does it cost, and what is to be decided?"
    returns: "TODO: what makes it come back?"
    owner: "TODO: which role decides?"
    prevention_price: "TODO: what does it cost to keep it away?"
    # The worked example: GPUs x price x (hours lost + hours down).
    cost: {gpus: 8, price: 2, hours_lost: 1, hours_down: 1, note: "TODO: from where?"}
    # Two to four choices, one of them recommended.
    choices:
      - choice: "TODO: what can be done about it?"
        price: "TODO: what does that cost?"
        result: "TODO: what does it bring?"
        recommended: true
      - choice: "TODO: what is the other way, such as doing nothing?"
        price: "TODO: what does that one cost?"
        result: "TODO: what does one get for it?"
  # For somebody tired: numbered steps, one command each; every output leads somewhere.
  on_call:
    steps:
      - phase: check
        title: "TODO: what is to be found out first?"
        where: "TODO: where?"
        command: "# TODO: which command tells?"
        outcomes:
          - {see: "TODO: what is seen when this is the failure?", go: 2}
          - {see: "TODO: what is seen when it is not?", go: stop}
      - phase: mitigate
        title: "TODO: what gets the run going?"
        where: "TODO: where?"
        command: "# TODO: which command does it?"
        outcomes:
          - {see: "TODO: what is seen when it worked?", go: 3}
          - {see: "TODO: what is seen when it did not?", go: stop}
      - phase: verify
        title: "TODO: how does one see that the job is well?"
        where: "TODO: where does one look?"
        outcomes:
          - {see: "TODO: what shows that it is?", go: done}
          - {see: "TODO: what shows that it is not?", go: stop}
    stop_when: ["TODO: when should on-call stop trying?"]
    wake: {role: "TODO: whom does one wake, by role?", why: "TODO: what can only they do?"}
    hand_over: ["TODO: what does one hand over: which logs, which outputs?"]

# The line to alert on, and what to do then.
monitor:
  fingerprint: @fingerprint@
  do: "TODO: what does one do when the alert fires?"

# How we know: `reported` (threads read), `documented` (source, documentation), `reproduced`
# (a script in tests/reproductions); else `not_reproduced` says why not.
evidence:
  reported: {threads: 1, text: "TODO: what do the reports show, and how did they end?"}
  added: "@date@"
  reviewed: "@date@"
"""
