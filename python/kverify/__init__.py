"""Verifies CUDA and OpenCL kernels: no data races and no barrier divergence, or a witness.

All work is done by the command ``kverify`` of this package, in a process of its own; results are those of its JSON document
``kverify/1`` (``docs/schema/kverify-1.schema.json``).
"""

from ._command import command
from ._results import Access, Assumption, File, Finding, Kernel, Message, Report, Verdict
from ._verify import KverifyError, RaceError, assert_race_free, verify

__all__ = [
    "Access",
    "Assumption",
    "File",
    "Finding",
    "Kernel",
    "KverifyError",
    "Message",
    "RaceError",
    "Report",
    "Verdict",
    "assert_race_free",
    "command",
    "verify",
]
