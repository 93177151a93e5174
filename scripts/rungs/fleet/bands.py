"""An image that `engrave` computes in bands, by jobs of Slurm or processes of this machine. The standard library alone.

For Slurm there is an array with one task per band, and a job behind it that checks them all.
"""

import shlex
import subprocess
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from rungs.data.errors import BadUsage, UserError, one_line
from rungs.fleet.slurm import job, sbatch

#: Options of engrave that the tasks set themselves.
OURS = ("--sink", "--output", "--band", "--resume", "--check", "--reread", "--incomplete", "--dump")


@dataclass(frozen=True)
class BandedImage:
    """`words`: the image, as options of engrave. `output`: the raw file that all bands share."""

    program: Path
    output: Path
    bands: int
    words: tuple[str, ...]

    def command(self, *more: str) -> list[str]:
        """The command that computes a band; `more` says which."""
        return [str(self.program), *self.words, "--sink=raw", f"--output={self.output}", *more]

    def band_command(self, number: int, resume: bool) -> list[str]:
        """The command that computes one band here; with `resume` what of it is not complete."""
        return self.command(f"--band={number}/{self.bands}", *(["--resume"] if resume else []))

    def check_command(self, reread: bool) -> list[str]:
        """The command that checks all bands and prints the image's digest."""
        return [str(self.program), f"--check={self.output}", *(["--reread"] if reread else [])]

    def incomplete(self) -> list[int]:
        """The numbers of the bands that are not complete. Raises BadUsage where engrave refuses the image."""
        done = subprocess.run(self.command(f"--incomplete={self.bands}"), capture_output=True, errors="replace",
                              check=False)
        if done.returncode != 0:
            raise BadUsage(one_line(done.stderr, 1000) or f"{self.program}: ended with exit code {done.returncode}")
        return list(map(int, done.stdout.split()))


def banded_image(program: Path, output: Path, bands: int, words: Sequence[str]) -> BandedImage:
    """Raises BadUsage where the program is not there, or `words` has an option that is not the image's."""
    if not program.is_file():
        raise BadUsage(f"--engrave {program}: no such file; expected the program engrave of a build "
                       "(cmake --build build --target engrave)")
    for word in words:
        if word.partition("=")[0] in OURS:
            raise BadUsage(f"{word}: each task sets this itself; expected options of the image alone, such as "
                           "--size=40000x30000")
    if not output.parent.is_dir():
        raise BadUsage(f"--output {output}: there is no such folder; expected one that all machines share")
    return BandedImage(program.resolve(), output.resolve(), bands, tuple(words))


def ranges(numbers: Sequence[int]) -> str:
    """"1,3-5" for ascending numbers."""
    parts = [[number for _, number in part] for _, part in groupby(enumerate(numbers), lambda one: one[1] - one[0])]
    return ",".join(f"{part[0]}-{part[-1]}" if len(part) > 1 else str(part[0]) for part in parts)


def run_bands(image: BandedImage, numbers: Sequence[int], at_once: int, resume: bool,
              say: Callable[[str], None]) -> list[int]:
    """Computes bands, `at_once` of them at a time; returns those that failed, each of which has been said. An interrupt
    ends the processes, which record what is there."""
    running: set[subprocess.Popen] = set()

    def one(number: int) -> tuple[int, str]:
        with subprocess.Popen(image.band_command(number, resume), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                              errors="replace") as process:
            running.add(process)
            error = process.communicate()[1]
            running.discard(process)
        return process.returncode, one_line(error, 1000) if error else ""

    failed = []
    with ThreadPoolExecutor(at_once) as pool:
        tasks = {pool.submit(one, number): number for number in numbers}
        try:
            for task in as_completed(tasks):
                code, error = task.result()
                if code != 0:
                    failed.append(tasks[task])
                    how = error or (f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}")
                    say(f"band {tasks[task]} of {image.bands}: {how}")
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in list(running):
                process.terminate()
            raise
    return sorted(failed)


def array_script(image: BandedImage, numbers: Sequence[int], of_task: Sequence[str], options: Sequence[str],
                 resume: bool) -> str:
    """One task per band. A task that Slurm starts again goes on where it was. `of_task` goes to sbatch and to srun,
    which does not take it over, `options` to sbatch alone."""
    log = shlex.quote(f"{image.output}.band-%a.%A.log")
    words = ["exec srun --ntasks=1", *of_task, shlex.join(image.command()),
             f'--band="$SLURM_ARRAY_TASK_ID/{image.bands}"',
             "--resume" if resume else "${SLURM_RESTART_COUNT:+--resume}"]
    return job("engrave", [f"--array={ranges(numbers)}", "--ntasks=1", "--requeue", f"--output={log}", *of_task,
                           *options], "", " ".join(words))


def check_script(image: BandedImage, options: Sequence[str], reread: bool) -> str:
    """The last job."""
    log = shlex.quote(f"{image.output}.check.%j.log")
    return job("engrave-check", ["--ntasks=1", f"--output={log}", *options], "",
               f"exec srun --ntasks=1 {shlex.join(image.check_command(reread))}")


def submit(array: str | None, check: str) -> list[str]:
    """Submits the array, where there is one, and the check behind it; returns the jobs' numbers."""
    if array is None:
        return [sbatch([], check)]
    first = sbatch([], array)
    try:
        return [first, sbatch([f"--dependency=afterok:{first}", "--kill-on-invalid-dep=yes"], check)]
    except UserError as error:
        raise UserError(f"job {first} was submitted, the check behind it was not: {error}") from None
