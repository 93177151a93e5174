"""What a line of campaign.csv runs: a command, or a function of its own. The standard library alone."""

import os
import shlex
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, TextIO

from rungs.data.records import packaged

TIME_LIMIT_S, MIN_TIME_S = 1, 0.05  # of a line that names none
ROWS = "rows.csv"
Line = dict[str, str]


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
    time_limit: float | None = None  # seconds, in place of those of the table
    min_time: float | None = None
    dry: bool = False

    @property
    def c_library(self) -> Path:
        """What Python loads, next to bench."""
        return self.bench.with_name("libbench_c.so")


@dataclass(frozen=True)
class Command:
    """What one line runs, in the checkout's folder."""

    words: list[str]
    keep: str = ""  # the file that its output becomes; '' where it writes its files itself
    made: str = ""  # a file: where it is there, the command need not run
    call: Callable[[Any], int] | None = None  # runs in place of the words; writes its output to a text file


def table() -> list[Part]:
    """All parts, in their order."""
    parts = groupby(packaged("measure/campaign.csv"), lambda line: line["part"])
    return [Part(name, tuple(found)) for name, found in parts]


def command(line: Line, place: Place) -> Command:
    """The Command of a line."""
    return STEPS[line["step"]](line, place)


def sizes(place: Place) -> Command:
    """The table of which variant was timed at which sizes: what follows all parts."""
    return Command(_rungs(place, "sizes", place.folder / ROWS, "--bench", place.bench), keep="sizes.txt")


def _rungs(place: Place, *words: object) -> list[str]:
    return [place.python, "scripts/rungs", *map(str, words)]


def _chosen(line: Line) -> list[str]:
    """The options that say what to run."""
    words = [f"--{name}={line[column]}" for name, column in (
        ("backend", "backend"), ("filter", "filter"), ("sizes", "sizes"), ("cache", "caches")) if line[column]]
    params = [word for param in filter(None, line["params"].split(";")) for word in ("--param", param)]
    return [*words, *params, *shlex.split(line["options"])]


def _limits(line: Line, place: Place) -> list[str]:
    return [word for option, given, usual in (("--time-limit", place.time_limit, line["time_limit"] or TIME_LIMIT_S),
                                              ("--min-time", place.min_time, line["min_time"] or MIN_TIME_S))
            for word in (option, str(usual if given is None else f"{given:g}"))]


def _rows(line: Line, place: Place) -> list[str]:
    return ["--out", str(place.folder / line["file"]), "--resume", "--progress=never", *_limits(line, place),
            *_chosen(line)]


def _bench(line: Line, place: Place) -> Command:
    return Command([str(place.bench), *_rows(line, place)])


def _python(line: Line, place: Place) -> Command:
    """Variants in Python; a row of a library that the Python lacks is unsupported."""
    return Command(_rungs(place, "bench", "--load", "cases", "--library", place.c_library, *_rows(line, place)))


def _ncu(line: Line, place: Place) -> Command:
    return Command(_rungs(place, "ncu", "--out", place.folder, "--bench", place.bench, "--resume", *_chosen(line)))


def _self_test(line: Line, place: Place) -> Command:
    return _kept(line, [str(place.bench), "--self-test", *_limits(line, place)[:2], "--progress=never"])


def _check_clocks(line: Line, place: Place) -> Command:
    out = place.folder / line["file"]
    return Command(_rungs(place, "check", "clocks", "--library", place.c_library, "--out", out), made=line["file"])


def _check_ncu(line: Line, place: Place) -> Command:
    """With the times between kernels where there is PyTorch, which measures them."""
    gaps = ["--gaps", place.c_library] if place.dry or _has_torch(place.python) else []
    return _kept(line, _rungs(place, "check", "ncu", place.folder / "rows-ncu.csv", "--bench", place.bench, "--out",
                              place.folder / "ncu.csv", *_chosen(line), *gaps))


def _has_torch(python: str) -> bool:
    try:
        return not subprocess.run([python, "-c", "import torch"], check=False, stderr=subprocess.DEVNULL).returncode
    except OSError:
        return False


def _sanitize(line: Line, place: Place) -> Command:
    return _kept(line, ["scripts/sanitize.sh", str(place.bench)])


def _dirty_lines(line: Line, place: Place) -> Command:
    """An example's program, compiled here next to the results, since it is not part of the build."""
    program = place.folder / "dirty_lines.part"

    def run(out: TextIO) -> int:
        try:
            source = place.checkout / "cases/read/dirty_lines.cu"
            made = subprocess.run(["nvcc", "-O3", "-arch=native", source, "-o", program], check=False)
            return made.returncode or subprocess.run([program], stdout=out, check=False).returncode
        finally:
            program.unlink(missing_ok=True)
    return _kept(line, ["dirty_lines"], run)


def _disk_rate(line: Line, place: Place) -> Command:
    """What the folder of the pipeline's files takes: two programs at once, as its sinks write several blocks at once,
    until all is on the disk."""
    there = Path(os.environ.get("RUNGS_PIPELINE_FOLDER") or os.environ.get("TMPDIR") or "/tmp")
    files, blocks, block = [there / f"rungs-disk-{number}" for number in (1, 2)], 600, 8 << 20

    def run(out: TextIO) -> int:
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
    return _kept(line, ["disk_rate"], run)


def _kept(line: Line, words: list[str], call: Callable[[TextIO], int] | None = None) -> Command:
    """A command whose output becomes the line's file, once."""
    return Command(words, line["file"], line["file"], call)


STEPS: dict[str, Callable[[Line, Place], Command]] = {
    "": _bench, "python": _python, "ncu": _ncu, "self-test": _self_test,
    "check-clocks": _check_clocks, "check-ncu": _check_ncu, "sanitize": _sanitize, "dirty-lines": _dirty_lines,
    "disk-rate": _disk_rate}
