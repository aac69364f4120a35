"""The results: the JSON document ``kverify/1`` as data classes. What it holds besides is in ``raw``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, Mapping, Optional, Tuple

Verdict = Literal["proved", "conditional", "violated", "suspect", "unknown"]


@dataclass(frozen=True)
class Message:
    """Something that is said about a place. Lines and columns count from 1, columns in bytes."""

    message: str
    line: int
    column: int


@dataclass(frozen=True)
class Assumption:
    """What a verdict takes for granted."""

    id: str
    text: str


@dataclass(frozen=True)
class Access:
    """One of the places of a finding."""

    line: int
    column: int
    end_line: int
    end_column: int
    what: str
    text: str
    path: Optional[str]


@dataclass(frozen=True)
class Finding:
    """Something that is wrong, or may be."""

    rule: str
    status: Literal["confirmed", "possible"]
    severity: Literal["error", "warning", "note"]
    message: str
    accesses: Tuple[Access, ...]
    witness: str
    help: str
    ignored: bool
    raw: Mapping[str, Any] = field(repr=False, compare=False)


@dataclass(frozen=True)
class Kernel:
    """A kernel under one configuration, and what is known of it."""

    name: str
    instantiation: str
    path: Optional[str]
    line: int
    verdict: Verdict
    assumptions: Tuple[Assumption, ...]
    contract: Optional[str]
    findings: Tuple[Finding, ...]
    reasons: Tuple[Message, ...]
    left_out: bool
    raw: Mapping[str, Any] = field(repr=False, compare=False)

    @property
    def is_proved(self) -> bool:
        """Whether nothing can go wrong, under the assumptions."""
        return self.verdict == "proved"


@dataclass(frozen=True)
class File:
    """A source."""

    path: str
    language: Literal["cuda", "opencl"]
    errors: Tuple[Message, ...]
    warnings: Tuple[Message, ...]
    kernels: Tuple[Kernel, ...]


@dataclass(frozen=True)
class Report:
    """All that one run says."""

    files: Tuple[File, ...]
    exit_status: int
    text: str = field(repr=False)
    raw: Mapping[str, Any] = field(repr=False, compare=False)

    @property
    def kernels(self) -> Tuple[Kernel, ...]:
        """The kernels of all files."""
        return tuple(kernel for file in self.files for kernel in file.kernels)

    @property
    def is_proved(self) -> bool:
        """Whether every kernel is proved, there is one, and nothing was lost on the way."""
        errors = any(file.errors for file in self.files)
        return self.exit_status == 0 and bool(self.kernels) and not errors and all(k.is_proved for k in self.kernels)


def read_report(raw: Mapping[str, Any], exit_status: int, text: str) -> Report:
    """The document as data classes."""
    files = tuple(read_file(file) for file in raw["files"])
    return Report(files=files, exit_status=exit_status, text=text, raw=raw)


def read_file(raw: Mapping[str, Any]) -> File:
    """A file of the document, or of a results file."""
    return File(
        path=raw["path"],
        language=raw["language"],
        errors=_messages(raw["errors"]),
        warnings=_messages(raw.get("warnings", ())),
        kernels=tuple(_kernel(kernel) for kernel in raw["kernels"]),
    )


def _kernel(raw: Mapping[str, Any]) -> Kernel:
    return Kernel(
        name=raw["name"],
        instantiation=raw["instantiation"],
        path=raw.get("path"),
        line=raw["line"],
        verdict=raw["verdict"],
        assumptions=tuple(Assumption(id=a["id"], text=a["text"]) for a in raw["assumptions"]),
        contract=raw.get("contract"),
        findings=tuple(_finding(finding) for finding in raw["findings"]),
        reasons=_messages(raw["reasons"]),
        left_out=raw.get("left_out", False),
        raw=raw,
    )


def _finding(raw: Mapping[str, Any]) -> Finding:
    return Finding(
        rule=raw["rule"],
        status=raw["status"],
        severity=raw["severity"],
        message=raw["message"],
        accesses=tuple(_access(access) for access in raw["accesses"]),
        witness=raw["witness"]["text"],
        help=raw["help"],
        ignored=raw.get("ignored") is not None,
        raw=raw,
    )


def _access(raw: Mapping[str, Any]) -> Access:
    places = {name: raw[name] for name in ("line", "column", "end_line", "end_column")}
    return Access(**places, what=raw["what"], text=raw["text"], path=raw.get("path"))


def _messages(raw: Any) -> Tuple[Message, ...]:
    return tuple(Message(message=m["message"], line=m["line"], column=m["column"]) for m in raw)
