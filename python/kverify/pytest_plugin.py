"""For pytest: the fixture ``race_free``, and a test for each source with ``pytest --kverify``."""

from __future__ import annotations

from pathlib import Path
from typing import Callable, Iterator, Optional

import pytest

from ._results import Report
from ._verify import KverifyError, RaceError, assert_race_free

_ENDINGS = (".cu", ".cl")


@pytest.fixture
def race_free() -> Callable[..., Report]:
    """:func:`kverify.assert_race_free`: fails the test unless every kernel is proved."""
    return assert_race_free


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds ``--kverify`` and ``--kverify-option``."""
    group = parser.getgroup("kverify")
    group.addoption("--kverify", action="store_true", help="verify the CUDA and OpenCL sources that are collected")
    group.addoption(
        "--kverify-option",
        action="append",
        default=[],
        metavar="OPTION",
        help="an option for kverify, such as --kverify-option=--block=256 (may be given again)",
    )


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> Optional[pytest.Collector]:
    """A source, if ``--kverify`` asks for it. Kernels in Python files are for the fixture: tests hold racy ones on purpose."""
    if parent.config.getoption("kverify") and file_path.suffix in _ENDINGS:
        return _SourceFile.from_parent(parent, path=file_path)
    return None


class _SourceFile(pytest.File):
    def collect(self) -> Iterator[pytest.Item]:
        yield _SourceItem.from_parent(self, name="kverify")


class _SourceItem(pytest.Item):
    def runtest(self) -> None:
        assert_race_free(self.path, options=self.config.getoption("kverify_option"))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Optional[str] = None) -> str:  # type: ignore[override]
        if isinstance(excinfo.value, RaceError):
            return excinfo.value.report.text
        if isinstance(excinfo.value, KverifyError):
            return str(excinfo.value)
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> "tuple[Path, int, str]":
        return self.path, 0, f"kverify: {self.path.name}"
