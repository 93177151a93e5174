"""What a line of campaign.csv runs. The standard library alone."""

import shlex
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from rungs.data.records import packaged

TIME_LIMIT_S, MIN_TIME_S = "1", "0.05"  # of a line that names none
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


@dataclass(frozen=True)
class Command:
    """What one line runs, in the checkout's folder."""

    words: list[str]
    keep: str = ""  # the file that its output becomes; '' where it writes its files itself
    made: str = ""  # a file: where it is there, the command need not run


def table() -> list[Part]:
    """All parts, in their order."""
    parts = groupby(packaged("measure/campaign.csv"), lambda line: line["part"])
    return [Part(name, tuple(found)) for name, found in parts]


def command(line: Line, place: Place) -> Command:
    """The Command of a line."""
    file, bench, library = line["file"], str(place.bench), place.bench.with_name("libbench_c.so")
    rows = ["--out", str(place.folder / file), "--resume", "--progress=never", *_limits(line), *_chosen(line)]
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
        case other:
            raise ValueError(f"campaign.csv: no step {other!r}")
    return Command(words, file, file)


def _rungs(place: Place, *words: object) -> list[str]:
    return [place.python, "scripts/rungs", *map(str, words)]


def _chosen(line: Line) -> list[str]:
    words = [f"--{name}={line[column]}" for name, column in (
        ("backend", "backend"), ("filter", "filter"), ("sizes", "sizes"), ("cache", "caches")) if line[column]]
    params = [word for param in filter(None, line["params"].split(";")) for word in ("--param", param)]
    return [*words, *params, *shlex.split(line["options"])]


def _limits(line: Line) -> list[str]:
    return ["--time-limit", line["time_limit"] or TIME_LIMIT_S, "--min-time", line["min_time"] or MIN_TIME_S]
