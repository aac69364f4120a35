"""Where the command is."""

import os
import shutil
import sysconfig
from pathlib import Path


def command() -> str:
    """The path of the command: ``KVERIFY`` of the environment, that of this installation, or the first on ``PATH``.

    Raises ``FileNotFoundError`` if there is none.
    """
    named = os.environ.get("KVERIFY")
    if named:
        return named
    schemes = [sysconfig.get_path("scripts")]
    for scheme in ("posix_user", "nt_user"):
        if scheme in sysconfig.get_scheme_names():
            schemes.append(sysconfig.get_path("scripts", scheme))
    # `pip install --target` puts programs beside the packages.
    folders = [Path(__file__).resolve().parent.parent / "bin", *map(Path, filter(None, schemes))]
    for folder in folders:
        program = folder / ("kverify.exe" if os.name == "nt" else "kverify")
        if program.is_file() and os.access(program, os.X_OK):
            return str(program)
    found = shutil.which("kverify")
    if found is None:
        raise FileNotFoundError("there is no command kverify: install the wheel, or set KVERIFY to its path")
    return found
