"""``kverify batch``: many files on one machine or on a cluster of Ray, with the results of one run of ``kverify check --out``.

Each shard is a task of Ray. One whose worker or machine is lost is given to another; what is done is kept in a folder beside the
results, so that a run that was stopped goes on with ``--resume``. ``pip install 'kverify[ray]'`` brings Ray.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any, Iterator, List, Optional, Sequence

from . import _shards
from ._results import File, read_file
from ._shards import Part, Parts, Plan, Shard, ShardLost
from ._verify import KverifyError

#: Shards that Ray is given at a time: enough for a cluster that grows, and few enough to wait for.
_IN_FLIGHT = 1000


class LostError(RuntimeError):
    """Shards without an answer after all tries; the others are kept."""


def verify_many(
    sources: Sequence[str],
    *,
    parts: str,
    listed: Optional[str] = None,
    options: Sequence[str] = (),
    resume: bool = False,
    address: Optional[str] = None,
    ship: bool = False,
    shard_files: int = 32,
    cpus: int = 1,
    retries: int = 3,
) -> Iterator[File]:
    """Verifies files, and gives each one's answers as they come.

    ``sources`` are files, folders and patterns, ``listed`` is a file that names more of them, a line each, and ``options`` are options
    of ``kverify check``. ``parts`` is a folder that keeps what is done; with ``resume`` it is taken from there. ``address`` is that of
    a cluster (by default one that runs here or that ``RAY_ADDRESS`` names, else this machine alone). All machines see the files under
    the same paths, unless ``ship`` has Ray send them the current folder.

    Raises ``LostError`` at the end if shards have no answer, and ``KverifyError`` if the options are wrong.
    """
    whole = _shards.plan(sources, listed, options, shard_files)
    for part in _run(whole, Parts(Path(parts), resume), address, ship, cpus, retries):
        for entry in part.entries():
            yield read_file(entry)


def _run(whole: Plan, kept: Parts, address: Optional[str], ship: bool, cpus: int, retries: int) -> Iterator[Part]:
    """The parts as they come, first those that are there already. Each is kept before it is given."""
    waiting: List[Shard] = []
    for shard in whole.shards:
        part = kept.read(shard, whole.options)
        if part is None:
            waiting.append(shard)
        else:
            yield part
    if not waiting:
        return
    ray = _ray(address, ship)
    task = ray.remote(num_cpus=cpus, max_retries=retries, retry_exceptions=[ShardLost])(_shards.verify)
    folder = None if ship else os.getcwd()
    in_flight: dict[Any, Shard] = {}
    lost: List[str] = []
    waiting.reverse()
    while waiting or in_flight:
        while waiting and len(in_flight) < _IN_FLIGHT:
            shard = waiting.pop()
            in_flight[task.remote(shard, whole.options, whole.header, cpus, folder)] = shard
        done, _ = ray.wait(list(in_flight), num_returns=1)
        for answer in done:
            shard = in_flight.pop(answer)
            try:
                part = ray.get(answer)
            except ray.exceptions.RayTaskError as error:
                if not isinstance(error.cause, ShardLost):
                    raise error.cause from error
                lost.append(f"{shard.paths[0]} and {len(shard.paths) - 1} more: {error.cause}")
                continue
            except ray.exceptions.RayError as error:
                lost.append(f"{shard.paths[0]} and {len(shard.paths) - 1} more: {error}")
                continue
            kept.write(part)
            yield part
    if lost:
        raise LostError("no answer after all tries:\n  " + "\n  ".join(lost))


def _ray(address: Optional[str], ship: bool) -> Any:
    """Ray, connected to a cluster, or to this machine alone."""
    try:
        import ray  # pylint: disable=import-outside-toplevel
    except ImportError as missing:
        raise KverifyError("there is no Ray here: pip install 'kverify[ray]'") from missing
    if ray.is_initialized():
        return ray
    settings: dict[str, Any] = {"log_to_driver": False, "logging_level": "WARNING"}
    if ship:
        settings["runtime_env"] = {"working_dir": "."}
    try:
        ray.init(address=address or "auto", **settings)
    except ConnectionError:
        if address:
            raise
        ray.init(address="local", include_dashboard=False, **settings)
    return ray


class _Progress:
    """What is done, on the standard error: one line that changes on a terminal, else a line every ten seconds."""

    def __init__(self, files: int) -> None:
        self._files = files
        self._done = 0
        self._fresh = 0
        self._verdicts: Counter[str] = Counter()
        self._start = time.monotonic()
        self._next = 0.0
        self._said = -1
        self._is_terminal = sys.stderr.isatty()

    def add(self, part: Part) -> None:
        self._done += part.files
        self._fresh += 0 if part.resumed else part.files
        for entry in part.entries():
            self._verdicts.update(kernel["verdict"] for kernel in entry["kernels"])
            self._verdicts["input errors"] += bool(entry["errors"])
        now = time.monotonic()
        if now >= self._next:
            self._next = now + (0.2 if self._is_terminal else 10.0)
            self._say("\r\x1b[K" if self._is_terminal else "", "" if self._is_terminal else "\n")

    def end(self) -> None:
        if self._is_terminal or self._said != self._done:
            self._say("\r\x1b[K" if self._is_terminal else "", "\n")

    def _say(self, before: str, after: str) -> None:
        self._said = self._done
        seconds = time.monotonic() - self._start
        verdicts = ", ".join(f"{count} {verdict}" for verdict, count in sorted(self._verdicts.items()) if count)
        rest = (self._files - self._done) * seconds / self._fresh if self._fresh else 0
        left = f", about {rest:.0f} s to go" if rest >= 1 else ""
        print(f"{before}{self._done}/{self._files} files in {seconds:.0f} s{left}: {verdicts}", end=after, file=sys.stderr, flush=True)


def main(words: Optional[Sequence[str]] = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        prog="kverify batch",
        description="Verifies many files on one machine or on a cluster of Ray. The exit status is that of one `kverify check`.",
        epilog="What follows `--` are options of `kverify check`, such as: kverify batch src --out all.jsonl -- --block 256",
    )
    parser.add_argument("sources", nargs="*", metavar="FILE", help="files, folders, or patterns in quotes")
    parser.add_argument("--files-from", metavar="FILE", help="a file that names more of them, a line each")
    parser.add_argument("--out", metavar="FILE.jsonl", required=True, help="where the results go; FILE.jsonl.parts keeps what is done")
    parser.add_argument("--resume", action="store_true", help="go on after a run that was stopped, with what is in FILE.jsonl.parts")
    parser.add_argument("--address", help="a cluster's; by default one that is running here, or this machine alone")
    parser.add_argument("--ship", action="store_true", help="send the current folder to all machines, which do not share one")
    parser.add_argument("--shard-files", type=int, default=32, metavar="N", help="about how many files are verified at a time (32)")
    parser.add_argument("--cpus", type=int, default=1, metavar="N", help="CPUs for each shard (1)")
    parser.add_argument("--retries", type=int, default=3, metavar="N", help="how often a lost shard is tried again (3)")
    words = list(sys.argv[1:] if words is None else words)
    own, options = (words[: words.index("--")], words[words.index("--") + 1 :]) if "--" in words else (words, [])
    arguments = parser.parse_args(own)
    if not arguments.sources and arguments.files_from is None:
        parser.error("there is no source")
    try:
        return _main(arguments, options)
    except (KverifyError, LostError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2


def _main(arguments: argparse.Namespace, options: Sequence[str]) -> int:
    whole = _shards.plan(arguments.sources, arguments.files_from, options, arguments.shard_files)
    kept = Parts(Path(arguments.out + ".parts"), arguments.resume)
    progress = _Progress(whole.files)
    for part in _run(whole, kept, arguments.address, arguments.ship, arguments.cpus, arguments.retries):
        progress.add(part)
    progress.end()
    return kept.merge(whole, Path(arguments.out))


if __name__ == "__main__":
    sys.exit(main())
