"""Verifying from Python."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from pathlib import Path
from typing import Iterable, Optional, Sequence, Union

from ._command import command
from ._results import Report, read_report

Sizes = Union[int, Sequence[int]]
Source = Union[str, "os.PathLike[str]"]

#: The statuses of runs that verified something: all proved, something wrong, a file that cannot be read, something unknown.
_ANSWERS = (0, 1, 2, 3)


class KverifyError(RuntimeError):
    """The command gave no answer: wrong options, or it cannot run."""


class RaceError(AssertionError):
    """Not every kernel is proved. ``report`` holds what was found."""

    def __init__(self, report: Report) -> None:
        super().__init__("\n" + report.text)
        self.report = report


def verify(
    source: Union[Source, Iterable["os.PathLike[str]"]],
    *,
    block: Optional[Sizes] = None,
    grid: Optional[Sizes] = None,
    assume: Union[str, Sequence[str]] = (),
    kernel: Union[str, Sequence[str]] = (),
    language: Optional[str] = None,
    options: Sequence[str] = (),
    timeout: Optional[float] = None,
) -> Report:
    """Verifies kernels.

    ``source`` is the text of kernels, or the path of a file or a folder (as ``Path``, or as a string that names one), or several paths.
    A string of several lines, or with a brace, is a text; a text is CUDA unless ``language`` is ``"opencl"``. ``block`` and ``grid`` are
    sizes as ``--block`` and ``--grid`` take them, ``assume`` what the callers guarantee, ``options`` any other options of
    ``kverify check``. ``timeout`` are seconds for the whole run.

    Raises ``KverifyError`` if there is no answer, and ``FileNotFoundError`` if a file or the command is missing.
    """
    arguments = [command(), "check"]
    for name, sizes in (("--block", block), ("--grid", grid)):
        if sizes is not None:
            arguments += [name, _sizes(sizes)]
    for name, values in (("--assume", assume), ("--kernel", kernel)):
        for value in [values] if isinstance(values, str) else values:
            arguments += [name, value]
    arguments += options
    if isinstance(source, str) and _is_text(source):
        with tempfile.TemporaryDirectory(prefix="kverify-") as folder:
            path = Path(folder) / ("source.cl" if language == "opencl" else "source.cu")
            path.write_text(source, encoding="utf-8")
            return _run(arguments, [path], timeout)
    paths = [source] if isinstance(source, (str, os.PathLike)) else list(source)
    if language is not None:
        arguments += ["--language", language]
    return _run(arguments, [Path(path) for path in paths], timeout)


def assert_race_free(source: Union[Source, Iterable["os.PathLike[str]"]], **arguments: object) -> Report:
    """Verifies like :func:`verify`, and raises :class:`RaceError` unless every kernel is proved.

    A kernel that is unknown, or free under a contract only, is not proved; neither is a source without one.
    """
    report = verify(source, **arguments)  # type: ignore[arg-type]
    if not report.is_proved:
        raise RaceError(report)
    return report


def _is_text(source: str) -> bool:
    return "\n" in source or "{" in source


def _sizes(sizes: Sizes) -> str:
    return str(sizes) if isinstance(sizes, int) else ",".join(str(size) for size in sizes)


def _run(arguments: Sequence[str], paths: Sequence[Path], timeout: Optional[float]) -> Report:
    if not paths:
        raise ValueError("there is no source")
    for path in paths:
        if not path.exists():
            raise FileNotFoundError(str(path))
    with tempfile.TemporaryDirectory(prefix="kverify-") as folder:
        document = Path(folder) / "report.json"
        run = [*arguments, "--report", f"json={document}", "--", *map(str, paths)]
        try:
            done = subprocess.run(
                run,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                timeout=timeout,
                encoding="utf-8",
                errors="replace",
                check=False,
            )
        except subprocess.TimeoutExpired as late:
            raise KverifyError(f"no answer within {timeout} seconds") from late
        if done.returncode not in _ANSWERS or not document.is_file():
            raise KverifyError(done.stderr.strip() or done.stdout.strip() or f"exit status {done.returncode}")
        return read_report(json.loads(document.read_text(encoding="utf-8")), done.returncode, done.stdout)
