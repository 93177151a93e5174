"""`rungs fleet submit`."""

import argparse
import re
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from rungs.cli.options import about, refuse_ours
from rungs.cli.parts import fleet_join
from rungs.data import checkout, gpus
from rungs.data.errors import BadUsage
from rungs.data.terminal import complain, put

DESCRIPTION = """Runs bench once per GPU. Words that are no options here go to bench.

""" + about("fleet/tasks", skip_first=False)
EPILOG = """--slurm submits an array with a task per GPU, and behind it a job that merges. Which GPU a task gets is
Slurm's choice: tasks.csv says which. To meet each GPU, submit as many tasks as there are and choose nodes by --sbatch.

Examples:
  rungs fleet submit --local --out fleet --filter=^stitch/gpu/ --cache=cold
  rungs fleet submit --slurm --gpus=16 --out /shared/fleet --sbatch=--partition=gpu --sbatch=--time=60 --filter=gpu/
  rungs fleet submit --resume --out /shared/fleet"""
EXIT_CODES = {0: "all tasks ended (with --slurm: submitted)", 1: "a task is lost or has rows that failed"}
INTERRUPTED = "; --resume goes on"
PASSES_ON = True  # words that are no options here go to bench
OURS = ("--out", "--progress", "--retry-failed", "--device")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="a new folder, that all hosts see")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--local", action="store_true", help="run the tasks on this computer, one after another")
    where.add_argument("--slurm", action="store_true", help="submit the tasks as a job array")
    parser.add_argument("--resume", action="store_true",
                        help="run the tasks of FOLDER again that are lost; rows that are there stay")
    parser.add_argument("--gpus", metavar="N|LIST", help="how many GPUs, or with --local which, as "
                        "CUDA_VISIBLE_DEVICES names them: 0,2,GPU-1a2b (default with --local: all)")
    parser.add_argument("--concurrent", action="store_true",
                        help="with --local: all GPUs at the same time, which share the host's bus and power")
    parser.add_argument("--sbatch", action="append", default=[], metavar="OPTION", help="an option for sbatch, such as "
                        "--sbatch=--partition=gpu; may be given again")
    parser.add_argument("--bench", type=Path, default=checkout.built("bench"), metavar="PATH",
                        help="the program (default: build/bench)")


def run(options: argparse.Namespace) -> int:
    from rungs.fleet import tasks
    from rungs.fleet.slurm import running

    folder = options.out.absolute()
    plan = _resumed(options, folder) if options.resume else _new(options)
    if plan.slurm and options.concurrent or not plan.slurm and options.sbatch:
        raise BadUsage("--concurrent is for --local, and --sbatch for --slurm; expected them there")
    if not options.resume:
        tasks.create(folder, plan)
    numbers = tasks.unfinished(folder, plan)
    if plan.slurm and numbers:
        if plan.job and running(plan.job):
            raise BadUsage(f"{folder}: job {plan.job} is still running; expected --resume once it has ended")
        job = tasks.submit(folder, plan, numbers, options.sbatch)
        tasks.save(folder, replace(plan, job=job))
        put(f"job {job}: {len(numbers)} tasks; rows.csv will be in {folder}\n")
        return 0
    if numbers:
        tasks.run_here(folder, plan, numbers, options.concurrent, partial(complain, "fleet"))
    return fleet_join.merged(folder)


def _new(options: argparse.Namespace) -> Any:
    """The Plan of a new folder; raises BadUsage."""
    from rungs.fleet import tasks

    if not options.local and not options.slurm:
        raise BadUsage("submit: expected --local, --slurm or --resume")
    refuse_ours(options.words, OURS)
    if not options.bench.is_file():
        raise BadUsage(f"--bench={options.bench}: no such file; expected the program, built with cmake --build")
    return tasks.Plan(str(options.bench.resolve()), options.words, _gpus(options), options.slurm)


def _resumed(options: argparse.Namespace, folder: Path) -> Any:
    from rungs.fleet import tasks

    if given := [*options.words, *(f"--{name}" for name in ("gpus", "local", "slurm") if getattr(options, name))]:
        raise BadUsage(f"--resume: {given[0]} is in {tasks.PLAN} already; expected --resume and --out alone")
    return tasks.load(folder)


def _gpus(options: argparse.Namespace) -> list[str]:
    """A name per task."""
    text = options.gpus or ""
    if options.slurm:
        if not re.fullmatch(r"[1-9]\d{0,4}", text):
            raise BadUsage(f"--gpus={text}: expected with --slurm the number of tasks, a GPU each")
        return [""] * int(text)
    known = gpus.visible()
    if not text:
        if not known:
            raise BadUsage("no GPU found (nvidia-smi -L); expected --gpus with names as for CUDA_VISIBLE_DEVICES")
        return known
    names = text.split(",")
    if len(names) == 1 and text.isdigit() and known and 0 < int(text) <= len(known):
        return known[:int(text)]
    if not all(re.fullmatch(r"[\w./:-]+", name) for name in names) or len(set(names)) < len(names):
        raise BadUsage(f"--gpus={text}: expected a number, or different names such as 0,1 or GPU-1a2b")
    return names
