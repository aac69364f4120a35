"""A run in shards: which files there are, which belong together, and what was made of them before. Nothing here needs Ray."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple

from ._command import command
from ._verify import KverifyError

#: The statuses of a run that came to its end.
_ANSWERS = (0, 1, 2, 3)


class ShardLost(RuntimeError):
    """A shard's run did not come to its end: worth another try, here or elsewhere."""


@dataclass(frozen=True)
class Plan:
    """A run before it starts."""

    #: Options of ``kverify check``.
    options: Tuple[str, ...]
    #: The first line of the results file of the whole.
    header: str
    #: Lines of what is not looked at.
    rest: Tuple[str, ...]
    shards: Tuple["Shard", ...]

    @property
    def files(self) -> int:
        """How many files there are to verify."""
        return sum(len(shard.paths) for shard in self.shards)


@dataclass(frozen=True)
class Shard:
    """Files that are verified together."""

    #: A hash of all that is known of the question: paths, texts, options, and who answers.
    name: str
    paths: Tuple[str, ...]
    #: They were found in folders: one without a kernel is no error.
    walked: bool


@dataclass
class Part:
    """A shard's answers."""

    shard: str
    #: Lines of a results file, the first and the last aside.
    lines: List[str]
    #: What was read, by SHA-256.
    inputs: Dict[str, str]
    seconds: float
    #: What verified it: a machine.
    where: str = ""
    #: How many files were looked at, those without a kernel among them.
    files: int = 0
    #: It was there already.
    resumed: bool = field(default=False, compare=False)

    def entries(self) -> Iterator[Mapping[str, Any]]:
        """The files' answers, as in ``kverify/1``."""
        for line in self.lines:
            yield json.loads(line)["file"]


def plan(sources: Sequence[str], listed: Optional[str], options: Sequence[str], size: int) -> Plan:
    """Finds the files, as ``kverify check`` finds them, and puts them into shards of about ``size`` by their texts.

    A file's shard hangs on its own text, so that a change moves no others; what is the same text lies together, and is asked once.
    """
    named = set(sources)
    if listed is not None:
        named.update(line for line in Path(listed).read_text(encoding="utf-8").splitlines() if line)
    with tempfile.TemporaryDirectory(prefix="kverify-") as folder:
        out = Path(folder) / "rest.jsonl"
        run = [command(), "check", *options, "--list", "--out", str(out)]
        run += [] if listed is None else ["--files-from", listed]
        done = _run([*run, "--", *sources], None)
        if done.returncode not in _ANSWERS or not out.is_file():
            raise KverifyError(_complaint(done))
        header, *rest = _lines(out)
    paths = [path for path in done.stdout.splitlines() if path]
    files = [(_digest(path), path) for path in paths]
    bits = max(0, (len(files) // max(size, 1)).bit_length())
    buckets: Dict[Tuple[str, bool], List[Tuple[str, str]]] = {}
    for digest, path in files:
        bucket = format(int(digest[:8], 16) >> (32 - bits), "x") if bits else ""
        buckets.setdefault((bucket, path not in named), []).append((digest, path))
    shards = []
    for (_, walked), members in sorted(buckets.items()):
        members.sort()
        question = json.dumps([header, list(options), walked, members])
        name = hashlib.sha256(question.encode()).hexdigest()[:32]
        shards.append(Shard(name, tuple(path for _, path in members), walked))
    return Plan(tuple(options), header, tuple(rest[:-1]), tuple(shards))


def verify(shard: Shard, options: Sequence[str], header: str, jobs: int, folder: Optional[str]) -> Part:
    """Verifies a shard, on the machine where this is called.

    Raises ``ShardLost`` if the run did not come to its end, and ``KverifyError`` if another try would end in the same way.
    """
    with tempfile.TemporaryDirectory(prefix="kverify-") as scratch:
        out, listed = Path(scratch) / "part.jsonl", Path(scratch) / "files"
        listed.write_text("".join(path + "\n" for path in shard.paths), encoding="utf-8")
        run = [command(), "check", *options, "--jobs", str(jobs), "--quiet", "--out", str(out), "--files-from", str(listed)]
        run += ["--allow-no-kernel"] if shard.walked else []
        watch = _Watch()
        done = _run(run, folder)
        words = _complaint(done)
        if done.returncode == 2 and not out.is_file():
            raise KverifyError(words)
        if done.returncode not in _ANSWERS or not out.is_file():
            raise ShardLost(words)
        first, *lines = _lines(out)
        if not lines or "end" not in json.loads(lines[-1]):
            raise ShardLost(f"the results file has no end: {words}")
        ours, theirs = (json.loads(line)["tool"] for line in (header, first))
        if ours != theirs:
            raise KverifyError(f"{os.uname().nodename} has another kverify: {theirs}, and here it is {ours}")
        read = {one["path"] for line in lines[:-1] for one in json.loads(line)["inputs"]}
        inputs = {path: _digest(os.path.join(folder or "", path)) for path in sorted(read | set(shard.paths))}
        where = f"{os.uname().nodename}:{os.getppid()}"
        return Part(shard.name, lines[:-1], inputs, watch.seconds(), where, len(shard.paths))


class Parts:
    """A folder of what was verified so far, which outlives the run. It is believed: it has to be the user's own."""

    def __init__(self, folder: Path, resume: bool) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        if not resume:
            for old in folder.glob("*.part"):
                old.unlink()

    def read(self, shard: Shard, options: Sequence[str]) -> Optional[Part]:
        """What is known of a shard, if all that was read for it is as it was, and the same would be asked of each file today: a makefile,
        a file beside it or one that comes has a say in how a file is read."""
        try:
            part = Part(**json.loads((self._folder / f"{shard.name}.part").read_text(encoding="utf-8")), resumed=True)
        except (OSError, ValueError, TypeError):
            return None
        unchanged = part.shard == shard.name and all(_digest(path) == digest for path, digest in part.inputs.items())
        return part if unchanged and _would_ask(part, shard, options) else None

    def write(self, part: Part) -> None:
        """Keeps a part: whole or not at all."""
        kept = {name: value for name, value in vars(part).items() if name != "resumed"}
        draft = self._folder / f"{part.shard}.draft"
        with draft.open("w", encoding="utf-8") as file:
            json.dump(kept, file)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(self._folder / f"{part.shard}.part")

    def merge(self, whole: Plan, out: Path) -> int:
        """Puts all parts together as one run would have written them, prints the table, and gives the exit status of one run."""
        joined = self._folder / "joined.jsonl"
        counts = {"files": 0, "kernels": 0}
        with joined.open("w", encoding="utf-8") as file:
            file.write(whole.header + "\n")
            for line in self._all_lines(whole):
                counts["files"] += 1
                counts["kernels"] += len(json.loads(line)["file"]["kernels"])
                file.write(line + "\n")
            file.write(json.dumps({"end": counts}) + "\n")
        merged = subprocess.run([command(), "merge", str(joined), "--out", str(out)], stdin=subprocess.DEVNULL, check=False)
        joined.unlink()
        return merged.returncode

    def _all_lines(self, whole: Plan) -> Iterator[str]:
        yield from whole.rest
        for shard in whole.shards:
            part = json.loads((self._folder / f"{shard.name}.part").read_text(encoding="utf-8"))
            yield from part["lines"]


def _would_ask(part: Part, shard: Shard, options: Sequence[str]) -> bool:
    """Whether the same would be asked of each of a shard's files as was when the part was made."""
    with tempfile.TemporaryDirectory(prefix="kverify-") as scratch:
        listed = Path(scratch) / "files"
        listed.write_text("".join(path + "\n" for path in shard.paths), encoding="utf-8")
        done = _run([command(), "check", *options, "--questions", "--files-from", str(listed)], None)
    if done.returncode != 0:
        return False
    asked = (json.loads(line) for line in done.stdout.splitlines())
    today = {one["path"]: one["question"] for one in asked}
    answered = (json.loads(line) for line in part.lines)
    return all(line.get("question") is not None and line["question"] == today.get(line["file"]["path"]) for line in answered)


class _Watch:
    def __init__(self) -> None:
        self._start = os.times().elapsed

    def seconds(self) -> float:
        return round(os.times().elapsed - self._start, 3)


def _run(run: Sequence[str], folder: Optional[str]) -> "subprocess.CompletedProcess[str]":
    streams: Mapping[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.run(run, cwd=folder, encoding="utf-8", errors="surrogateescape", check=False, **streams)


def _complaint(done: "subprocess.CompletedProcess[str]") -> str:
    words = done.stderr.strip()
    return words[7:] if words.startswith("error: ") else words or f"exit status {done.returncode}"


def _lines(path: Path) -> List[str]:
    # A line ends in "\n" alone: JSON may hold other separators.
    return path.read_text(encoding="utf-8").rstrip("\n").split("\n")


def _digest(path: str) -> str:
    """Of a file's text; one that cannot be read has a digest of its own, and is an error when it is verified."""
    try:
        with open(path, "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()
    except OSError:
        return hashlib.sha256(b"?" + os.fsencode(path)).hexdigest()
