"""`rungs measure`. The standard library alone."""

import argparse
import os
import shlex
import signal
import subprocess
import sys
import time
from contextlib import nullcontext
from pathlib import Path
from typing import TextIO

from rungs.data import checkout
from rungs.data.errors import BadUsage, complain, put
from rungs.measure import campaign

DESCRIPTION = """Measures every case on this machine into one folder, part by part: self-test, the documents' sizes cold
(some dirty and hot), sweeps over parameters and sizes, the documents' sizes again as a run of their own (for `rungs
compare`), Python's libraries, other tools' clocks, Nsight Compute's counters and compute-sanitizer.

Ctrl-C stops it, and the same command goes on: what the folder holds is not measured again. Machines of one model, and
GPUs of one host (CUDA_VISIBLE_DEVICES), may share the parts: a folder for each, then `rungs fleet join OUT FOLDER...`.
Nsight Compute profiles on one GPU at a time: keep its parts together."""
EPILOG = """PYTHON names the Python that has the libraries for the parts `peers` and `clocks` (default: the one that
runs this)."""
EXIT_CODES = {1: "a command of a part failed or found something"}
PASSES_ON = True  # parts may stand behind options
INTERRUPTED = "; the same command goes on"
GROUPS = ("sizes", "host-sizes")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", nargs="?", metavar="FOLDER",
                        help="where all files go; made if need be. --list and --dry-run do without")
    parser.add_argument("parts", nargs="*", metavar="PART",
                        help="what to run (default: all, in the order of --list); `sizes` is every sizes-... part, "
                             "`host-sizes` every host-sizes-... part. A part is meant to take less than ten minutes on "
                             "one GPU. A path before them is that of --bench")
    parser.add_argument("--bench", type=Path, metavar="PATH", help="the program (default: build/bench)")
    parser.add_argument("--list", action="store_true", help="print the parts and what each measures, run nothing")
    parser.add_argument("--dry-run", action="store_true", help="print the commands of the parts, run nothing")


def run(options: argparse.Namespace) -> int:
    table = campaign.table()
    known = (*GROUPS, *(part.name for part in table))
    words = [*filter(None, [options.folder]), *options.parts, *options.words]
    folder = Path("FOLDER")
    if unknown := next((word for word in words if word.startswith("-")), ""):
        raise BadUsage(f"{unknown} is no option; --help lists them")
    if words and words[0] not in known and (Path(words[0]).is_dir() or not options.list):
        folder = Path(words.pop(0)).absolute()
    elif not options.list and not options.dry_run:
        part = words[0] if words else ""
        raise BadUsage(f"{part} is a part; expected rungs measure FOLDER {part}, or ./{part} for a folder of that name"
                       if part else "no folder given; expected rungs measure FOLDER [PART...], see --help")
    bench = options.bench or Path(words.pop(0) if words and "/" in words[0] else checkout.built("bench"))
    chosen = _chosen(words, table, known)
    if options.list:
        width = max(len(part.name) for part in table)
        put("".join(f"{part.name:<{width}}  {part.what}\n" for part in chosen))
        return 0
    root = checkout.root()
    if not root or not (root / "scripts" / "rungs").is_dir():
        raise BadUsage("no checkout of Rungs here, whose cases are measured; expected one as the current folder")
    place = campaign.Place(folder, bench.absolute(), root, os.environ.get("PYTHON") or sys.executable)
    if options.dry_run:
        put("".join(_plan(chosen, place)))
        return 0
    if not bench.is_file() or not os.access(bench, os.X_OK):
        raise BadUsage(f"{bench} is not a program; build it with: cmake --preset dev && cmake --build build")
    place.folder.mkdir(parents=True, exist_ok=True)
    return _measure(chosen, place)


def _chosen(words: list[str], table: list[campaign.Part], known: tuple[str, ...]) -> list[campaign.Part]:
    """The parts that the words name, in the table's order; all for none. Raises BadUsage."""
    for word in words:
        if word not in known:
            raise BadUsage(f"{word!r} is not a part; expected {', '.join(known)}")
    return [part for part in table if not words or part.name in words
            or any(group in words and part.name.startswith(f"{group}-") for group in GROUPS)]


def _plan(parts: list[campaign.Part], place: campaign.Place) -> list[str]:
    """Lines: each part, and its commands in a shell's words."""
    lines = []
    for part in parts:
        lines.append(f"# {part.name}: {part.what}\n")
        for line in part.lines:
            if _to_do(command := campaign.command(line, place), place):
                kept = f" > {shlex.quote(str(place.folder / command.keep))}" if command.keep else ""
                lines.append(f"{shlex.join(command.words)}{kept}\n")
    return lines


def _measure(parts: list[campaign.Part], place: campaign.Place) -> int:
    """Runs the parts, saying how far they are; returns the exit code."""
    begun, failed = time.monotonic(), []
    for number_of_part, part in enumerate(parts, 1):
        started = time.monotonic()
        print(f"==> [{number_of_part}/{len(parts)}] {part.name}: {part.what} ({started - begun:.0f} s so far)",
              flush=True)
        if not all([_call(campaign.command(line, place), place) for line in part.lines]):
            failed.append(part.name)
        print(f"==> {part.name} took {time.monotonic() - started:.0f} s", flush=True)
    if (place.folder / campaign.ROWS).exists():
        print(f"==> rows are in {place.folder / campaign.ROWS}")
    if failed:
        complain("measure", f"went wrong, or found something: {', '.join(failed)}")
    return 1 if failed else 0


def _to_do(command: campaign.Command, place: campaign.Place) -> bool:
    return not command.made or not (place.folder / command.made).exists()


def _call(command: campaign.Command, place: campaign.Place) -> bool:
    """Runs a command, unless what it makes is there; keeps its output at exit code 0 or 1. Whether that is 0."""
    if not _to_do(command, place):
        print(f"{place.folder / command.made} is there", flush=True)
        return True
    made = place.folder / f"{command.keep}.part"
    try:
        with open(made, "w", encoding="utf-8") if command.keep else nullcontext() as out:
            code = _program(command.words, place.checkout, out)
        if command.keep and 0 <= code <= 1:
            made.replace(place.folder / command.keep)
    except OSError as error:
        complain("measure", f"{shlex.join(command.words)}: {error.strerror}: {error.filename}")
        return False
    finally:
        if command.keep:
            made.unlink(missing_ok=True)
    return code == 0


def _program(words: list[str], folder: Path, out: TextIO | None) -> int:
    """Runs a program to its end and returns its exit code. On Ctrl-C it ends by itself, and is waited for."""
    with subprocess.Popen(words, cwd=folder, stdin=subprocess.DEVNULL, stdout=out) as process:
        def stop(*_: object) -> None:
            process.terminate()
            raise KeyboardInterrupt
        before = signal.signal(signal.SIGTERM, stop)
        try:
            return process.wait()
        except KeyboardInterrupt:
            process.wait()
            raise
        finally:
            signal.signal(signal.SIGTERM, before)
