"""What a line of campaign.csv runs: a command, or a function of its own. The standard library alone."""

import os
import shlex
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any, TextIO

from rungs.data.records import packaged

TIME_LIMIT_S, MIN_TIME_S = "1", "0.05"  # of a line that names none
ROWS = "rows.csv"
Line = dict[str, str]
Call = Callable[[Any], int]  # of the text file for its output


@dataclass(frozen=True)
class Part:
    """Lines of the table that are run together."""

    name: str
    lines: tuple[Line, ...]

    @property
    def what(self) -> str:
        """What it measures, in words."""
        line = self.lines[0]
        cases, place = line["filter"].strip("^()/").replace("|", ", "), line["backend"].replace("cuda", "GPU")
        return line["what"] or f"{cases} on the {place}, cold, at {line['sizes'].replace(',', ', ')}"


@dataclass(frozen=True)
class Place:
    """With what is measured, and where it goes."""

    folder: Path
    bench: Path
    checkout: Path
    python: str


@dataclass(frozen=True)
class Command:
    """What one line runs, in the checkout's folder."""

    words: list[str]
    keep: str = ""  # the file that its output becomes; '' where it writes its files itself
    made: str = ""  # a file: where it is there, the command need not run
    call: Call | None = None  # runs in place of the words; writes its output to a text file


def table() -> list[Part]:
    """All parts, in their order."""
    parts = groupby(packaged("measure/campaign.csv"), lambda line: line["part"])
    return [Part(name, tuple(found)) for name, found in parts]


def command(line: Line, place: Place) -> Command:
    """The Command of a line."""
    file, bench, library = line["file"], str(place.bench), place.bench.with_name("libbench_c.so")
    rows = ["--out", str(place.folder / file), "--resume", "--progress=never", *_limits(line), *_chosen(line)]
    call: Call | None = None
    match line["step"]:
        case "":
            return Command([bench, *rows])
        case "python":  # a row of a library that the Python lacks is unsupported
            return Command(_rungs(place, "bench", "--load", "cases", "--library", library, *rows))
        case "ncu":
            return Command(_rungs(place, "ncu", "--out", place.folder, "--bench", bench, "--resume", *_chosen(line)))
        case "check-clocks":
            words = _rungs(place, "check", "clocks", "--library", library, "--out", place.folder / file)
            return Command(words, made=file)
        case "self-test":
            words = [bench, "--self-test", *_limits(line)[:2], "--progress=never"]
        case "check-ncu":
            words = _rungs(place, "check", "ncu", place.folder / "rows-ncu.csv", "--bench", bench, "--out",
                           place.folder / "ncu.csv", *_chosen(line))
        case "sanitize":
            words = ["scripts/sanitize.sh", bench]
        case "dirty-lines":
            words, call = ["dirty_lines"], partial(_dirty_lines, place)
        case "disk-rate":
            words, call = ["disk_rate"], _disk_rate
        case other:
            raise ValueError(f"campaign.csv: no step {other!r}")
    return Command(words, file, file, call)


def _rungs(place: Place, *words: object) -> list[str]:
    return [place.python, "scripts/rungs", *map(str, words)]


def _chosen(line: Line) -> list[str]:
    """The options that say what to run."""
    words = [f"--{name}={line[column]}" for name, column in (
        ("backend", "backend"), ("filter", "filter"), ("sizes", "sizes"), ("cache", "caches")) if line[column]]
    params = [word for param in filter(None, line["params"].split(";")) for word in ("--param", param)]
    return [*words, *params, *shlex.split(line["options"])]


def _limits(line: Line) -> list[str]:
    return ["--time-limit", line["time_limit"] or TIME_LIMIT_S, "--min-time", line["min_time"] or MIN_TIME_S]


def _dirty_lines(place: Place, out: TextIO) -> int:
    """An example's program, compiled here next to the results, since it is not part of the build."""
    program = place.folder / "dirty_lines.part"
    try:
        source = place.checkout / "cases/read/dirty_lines.cu"
        made = subprocess.run(["nvcc", "-O3", "-arch=native", source, "-o", program], check=False)
        return made.returncode or subprocess.run([program], stdout=out, check=False).returncode
    finally:
        program.unlink(missing_ok=True)


def _disk_rate(out: TextIO) -> int:
    """What the folder of the pipeline's files takes, by two programs, as its sinks write several blocks at once."""
    there = Path(os.environ.get("RUNGS_PIPELINE_FOLDER") or os.environ.get("TMPDIR") or "/tmp")
    files, blocks, block = [there / f"rungs-disk-{number}" for number in (1, 2)], 600, 8 << 20
    begun = time.monotonic()
    try:
        copies = [subprocess.Popen(["dd", "if=/dev/zero", f"of={file}", f"bs={block}", f"count={blocks}",
                                    "oflag=direct", "conv=fsync", "status=none"]) for file in files]
        codes = [copy.wait() for copy in copies]
        if any(codes):
            return 2
        rate = len(files) * blocks * block / (time.monotonic() - begun) / 1e9
        out.write(f"direct writes, two at once: {rate:.3g} GB/s\n")
        return 0
    finally:
        for file in files:
            file.unlink(missing_ok=True)
