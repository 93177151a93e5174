"""One process of bench, and the rows that it wrote, whatever became of it."""

import re
import subprocess
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rungs.data import rows as rungs_rows
from rungs.data.errors import BadUsage, BrokenRows, RowsError
from rungs.data.listing import BAD_USAGE
from rungs.data.sample_files import KEY
from rungs.data.show import plain

LONGEST_FILTER = 1000  # characters


@dataclass(frozen=True)
class Process:
    """A process of bench that has ended: `rows` as dicts by key, `code` its exit code (negative: a signal's number),
    `said` its last line on stderr."""

    rows: dict
    code: int
    said: str = ""

    @property
    def trouble(self) -> str:
        """How it ended, '' where all of its rows are there."""
        if self.code in (0, 1):
            return ""
        how = f"ended by signal {-self.code}" if self.code < 0 else f"ended with exit code {self.code}"
        return f"{how}{': ' + self.said if self.said else ''}"


def filters(names: Sequence[str]) -> list[tuple[str, list[str]]]:
    """[(bench's --filter, names)] for exactly these variants: one, or as many as bench's limit on its length asks for,
    each for a process of its own."""
    found: list[list[str]] = []
    room = 0
    for name in names:
        if len(re.escape(name)) + 1 > room:
            found.append([])
            room = LONGEST_FILTER - len("^()$")
        found[-1].append(name)
        room -= len(re.escape(name)) + 1
    return [(f"--filter=^({'|'.join(map(re.escape, group))})$", group) for group in found]


def call(program: Path, words: Sequence[str], out: Path) -> Process:
    """Runs bench with `words` and --out. Raises BadUsage with bench's own line where it refuses the words, and
    RowsError where it wrote what are no rows."""
    command = [str(program), *words, f"--out={out}", "--progress=never"]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                              check=False)
    except OSError as error:
        raise RowsError(f"{program}: cannot be run: {error.strerror}; expected the program bench") from None
    lines = [plain(line, 200) for line in done.stderr.decode("utf-8", "replace").splitlines() if line.strip()]
    said = lines[-1] if lines else ""
    if done.returncode == BAD_USAGE:
        raise BadUsage(f"{program}: {said}")
    return Process(read(out), done.returncode, said)


def read(path: Path) -> dict[tuple, dict]:
    """{key: row} of a file that bench wrote; of one that ended early, as far as its lines are whole."""
    if not path.is_file():
        return {}
    text = path.read_bytes()
    whole = text[:text.rfind(b"\n") + 1]
    if whole != text:
        path.write_bytes(whole)
    if whole.count(b"\n") < 2:  # a header alone
        return {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", BrokenRows)  # they are judged
        return {tuple(row[column] for column in KEY): row for row in rungs_rows.read(path).to_dict("records")}
