"""`rungs pipeline submit`. The standard library alone."""

import argparse
import shlex
import subprocess
from pathlib import Path

from rungs.cli.options import whole
from rungs.data import checkout
from rungs.data.errors import BadUsage
from rungs.data.terminal import complain, put
from rungs.fleet import bands

DESCRIPTION = """Computes one image of the case pipeline in bands, each by a process of `engrave`, into one raw file:

  rungs pipeline submit --slurm --bands 16 --output /shared/image.raw --size=2000000x2000000
  rungs pipeline submit --local --bands 4 --output image.raw --size=40000x30000

--slurm submits a job array with one task per band, and a job that checks all bands when the last task has succeeded.
--local runs the tasks as processes of this machine. All other options describe the image and go to engrave
(`engrave --help`). The digest is that of one process."""
EXIT_CODES = {0: "submitted, or computed and checked", 1: "a band or the check failed"}
PASSES_ON = True  # words that are no options here go to engrave
INTERRUPTED = "; --resume goes on"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=["submit"])
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--slurm", action="store_true", help="as jobs, by sbatch")
    where.add_argument("--local", action="store_true", help="as processes of this machine")
    parser.add_argument("--output", type=Path, required=True, metavar="FILE",
                        help="the raw file, in a folder that all machines share; records lie next to it")
    parser.add_argument("--bands", type=whole(1, 1_000_000), required=True, metavar="N",
                        help="one task each; at most one per MiB of the image")
    parser.add_argument("--resume", action="store_true", help="repeat only bands that are not complete")
    parser.add_argument("--reread", action="store_true", help="the check reads the file again")
    parser.add_argument("--dry-run", action="store_true", help="print the scripts or commands, and run nothing")
    parser.add_argument("--engrave", type=Path, default=checkout.built("engrave"), metavar="PATH",
                        help="the program, at a place that all machines share (default: build/engrave)")
    parser.add_argument("--cpus", type=whole(1, 100_000), metavar="N", help="with --slurm: CPUs of a task")
    parser.add_argument("--gpus", type=whole(1, 1000), metavar="N",
                        help="with --slurm: GPUs of a task; engrave itself uses none")
    parser.add_argument("--sbatch", action="append", default=[], metavar="OPTION",
                        help="with --slurm: a further option of sbatch, as in --sbatch=--partition=long; may be given "
                             "again")
    parser.add_argument("--at-once", type=whole(1, 100_000), metavar="N",
                        help="with --local: processes at a time (default: 1, which uses all CPUs)")


def run(options: argparse.Namespace) -> int:
    for name, other in (("cpus", "slurm"), ("gpus", "slurm"), ("sbatch", "slurm"), ("at_once", "local")):
        if getattr(options, name) and not getattr(options, other):
            raise BadUsage(f"--{name.replace('_', '-')}: has no effect; expected --{other} with it")
    words = [word for word in options.words if word != "--"]
    image = bands.banded_image(options.engrave, options.output, options.bands, words)
    incomplete = image.incomplete()
    numbers = incomplete if options.resume else list(range(1, image.bands + 1))
    return _slurm(image, numbers, options) if options.slurm else _local(image, numbers, options)


def _slurm(image: bands.BandedImage, numbers: list[int], options: argparse.Namespace) -> int:
    of_task = [f"--{what}-per-task={count}" for what in ("cpus", "gpus") if (count := getattr(options, what))]
    array = bands.array_script(image, numbers, of_task, options.sbatch, options.resume) if numbers else None
    check = bands.check_script(image, options.sbatch, options.reread)
    if options.dry_run:
        put(f"{array or ''}\n# when all tasks have succeeded (--dependency=afterok):\n{check}")
        return 0
    ids = bands.submit(array, check)
    if array:
        put(f"job {ids[0]}: {len(numbers)} of {image.bands} bands\n")
    put(f"job {ids[-1]}: the check; its digest will be in {image.output}.check.{ids[-1]}.log\n")
    return 0


def _local(image: bands.BandedImage, numbers: list[int], options: argparse.Namespace) -> int:
    if options.dry_run:
        commands = [image.band_command(number, options.resume) for number in numbers]
        put("".join(f"{shlex.join(words)}\n" for words in [*commands, image.check_command(options.reread)]))
        return 0
    failed = bands.run_bands(image, numbers, options.at_once or 1, options.resume,
                             lambda text: complain("pipeline", text))
    if failed:
        complain("pipeline", f"{len(failed)} of {image.bands} bands failed: {bands.ranges(failed)} (--resume repeats "
                             "them)")
        return 1
    return 1 if subprocess.run(image.check_command(options.reread), check=False).returncode else 0
