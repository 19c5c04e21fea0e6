"""A diagnosis as JSON, in the shape that other programs rely on."""

from __future__ import annotations

from collections.abc import Sequence

from faultbook.diagnosis.answer import Diagnosis, Evidence, Explained, Finding
from faultbook.diagnosis.frames import Frame
from faultbook.signature.index import Command, FirstStep

Json = dict[str, object]


def as_json(diagnosis: Diagnosis) -> Json:
    """Return what `--format json` prints of a diagnosis."""
    first = diagnosis.initiating
    return {
        "file": diagnosis.files[0] if len(diagnosis.files) == 1 else list(diagnosis.files),
        "findings": [_finding(f) for f in diagnosis.findings],
        "explained": [_explained(e) for e in diagnosis.explained],
        "survived": [_explained(e) for e in diagnosis.survived],
        "harmless": [_explained(e) for e in diagnosis.harmless],
        "resembles": [
            {
                "entry": r.entry.id,
                "title": r.entry.title,
                "signature": r.signature,
                "line": r.line.line,
                "text": r.line.text,
                "file": r.line.file,
            }
            for r in diagnosis.resembles
        ],
        "unknown_errors": [
            {
                **_evidence(u.evidence),
                "count": u.count,
                "ranks": list(u.ranks),
                "frames": _frames(u.frames),
            }
            for u in diagnosis.unknown_errors
        ],
        "missing": list(diagnosis.missing),
        "initiating": {
            **_evidence(first.evidence),
            "entry": first.entry,
            "warning": first.warning,
            "unconfirmed": first.unconfirmed,
            "frames": _frames(first.frames),
        }
        if first
        else None,
        "problems": [problem.text for problem in diagnosis.problems],
    }


def _frames(frames: Sequence[Frame]) -> list[Json]:
    return [{"line": frame.line, "text": frame.text} for frame in frames]


def _evidence(evidence: Evidence) -> Json:
    return {
        "line": evidence.line,
        "text": evidence.text,
        "rank": evidence.rank,
        "host": evidence.host,
        "file": evidence.file,
    }


def _finding(finding: Finding) -> Json:
    return {
        "entry": finding.entry.id,
        "title": finding.entry.title,
        "role": str(finding.role),
        "confidence": str(finding.confidence),
        "reasons": list(finding.reasons),
        "evidence": [_evidence(e) for e in finding.evidence],
        "count": finding.count,
        "ranks": list(finding.ranks),
        "next": _next(finding.entry.first),
        "fix": _command(finding.entry.fix),
        "fixed_when": finding.entry.verify,
    }


def _next(step: FirstStep | None) -> Json | None:
    """Return the first step of the runbook that has a command."""
    if step is None:
        return None
    return {
        "step": step.number,
        "title": step.title,
        "where": step.where,
        "command": step.command,
        "outcomes": [{"see": o.see, "go": o.go, "note": o.note} for o in step.outcomes],
    }


def _command(command: Command | None) -> Json | None:
    if command is None:
        return None
    return {"text": command.text, "where": command.where, "command": command.command}


def _explained(explained: Explained) -> Json:
    return {
        "entry": explained.entry.id,
        "title": explained.entry.title,
        "by": explained.by,
        "why": explained.why,
        "evidence": [_evidence(e) for e in explained.evidence],
        "count": explained.count,
        "ranks": list(explained.ranks),
    }
