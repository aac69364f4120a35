"""``python -m kverify`` is the command ``kverify``."""

import os
import sys

from ._command import command


def main() -> None:
    """Becomes the command; its exit status is that of this process."""
    program = command()
    os.execv(program, [program, *sys.argv[1:]])


if __name__ == "__main__":
    main()
