"""Runs the commands of a chapter of the manual and compares what they print: ``transcript.py CHAPTER FOLDER``.

A transcript is a block of the language ``session``. ``$`` starts a command, which ``sh`` runs in the folder; ``? 1`` after it is its exit
status if that is not 0; what follows is all that it prints, where a line of ``...`` is any number of lines, and ``...`` in a line
any text.
"""

import re
import subprocess
import sys
from pathlib import Path


def commands(chapter):
    """The commands of the transcripts: the line where each stands, itself, its status, what it prints."""
    found, inside = [], False
    for number, line in enumerate(chapter.splitlines(), 1):
        if line.startswith("```"):
            inside = line == "```session"
        elif inside and line.startswith("$ "):
            found.append([number, line[2:], 0, []])
        elif inside and re.fullmatch(r"\? \d+", line) and not found[-1][3]:
            found[-1][2] = int(line[2:])
        elif inside:
            found[-1][3].append(line)
    return found


def is_alike(expected, printed):
    """Whether a text is what the transcript shows."""
    lines = [".*" if line == "..." else re.escape(line).replace(re.escape("..."), ".*") + "\n" for line in expected]
    # Lines of dots stand for whole lines, and flags let them cross line ends.
    pattern = "".join("(?:.*\n)*?" if line == ".*" else line for line in lines)
    return re.fullmatch(pattern, printed) is not None


def main():
    chapter, folder = Path(sys.argv[1]), Path(sys.argv[2])
    all_commands = commands(chapter.read_text(encoding="utf-8"))
    if not all_commands:
        sys.exit(f"{chapter} has no transcript")
    for number, command, status, expected in all_commands:
        done = subprocess.run(
            ["sh", "-c", command], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            encoding="utf-8", check=False,
        )
        while expected and not expected[-1]:
            expected.pop()
        # Empty lines at the end are not shown.
        printed = "\n".join(line.rstrip() for line in done.stdout.rstrip("\n").split("\n"))
        printed = printed + "\n" if printed else ""
        if done.returncode != status or not is_alike(expected, printed):
            wanted = "\n".join(expected)
            sys.exit(f"{chapter}:{number}: $ {command}\nstatus {done.returncode}, expected {status}\n{printed}--- expected:\n{wanted}")
        print(f"$ {command}", flush=True)


if __name__ == "__main__":
    main()
