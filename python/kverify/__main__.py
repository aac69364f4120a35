"""``python -m kverify`` is the command ``kverify``, which asks :mod:`kverify.batch` for ``batch``."""

import os
import sys

from ._command import command


def main() -> None:
    """Becomes the command; its exit status is that of this process."""
    if sys.argv[1:2] == ["batch"]:
        from .batch import main as batch  # pylint: disable=import-outside-toplevel

        sys.exit(batch(sys.argv[2:]))
    program = command()
    os.execv(program, [program, *sys.argv[1:]])


if __name__ == "__main__":
    main()
