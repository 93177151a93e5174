"""The tasks as jobs of Slurm: an array with one task per band, and a job behind it that checks them all."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from rungs.bands.image import BandedImage, ranges
from rungs.cluster.slurm import job, sbatch
from rungs.data.errors import UserError


@dataclass(frozen=True)
class Wishes:
    """What a task gets. `extra`: further options of sbatch, such as --partition=gpu."""

    cpus: int | None = None
    gpus: int | None = None
    extra: tuple[str, ...] = ()

    def of_task(self) -> list[str]:
        """As options of sbatch, and of srun, which does not take them over from it."""
        return [*([f"--cpus-per-task={self.cpus}"] if self.cpus else []),
                *([f"--gpus-per-task={self.gpus}"] if self.gpus else [])]


def array_script(image: BandedImage, numbers: Sequence[int], wishes: Wishes, resume: bool) -> str:
    """One task per band. A task that Slurm starts again goes on where it was."""
    band = f'--band="$SLURM_ARRAY_TASK_ID/{image.bands}"'
    again = "--resume" if resume else "${SLURM_RESTART_COUNT:+--resume}"
    options = [f"--array={ranges(numbers)}", "--ntasks=1", "--requeue",
               f"--output={shlex.quote(str(image.output) + '.band-%a.%A.log')}", *wishes.of_task(), *wishes.extra]
    return job("engrave", options, "", " ".join(["exec srun --ntasks=1", *wishes.of_task(), shlex.join(image.command()),
                                                 band, again]))


def check_script(image: BandedImage, wishes: Wishes, reread: bool) -> str:
    """The last job."""
    options = ["--ntasks=1", f"--output={shlex.quote(str(image.output) + '.check.%j.log')}", *wishes.extra]
    return job("engrave-check", options, "", f"exec srun --ntasks=1 {shlex.join(image.check_command(reread))}")


def submit(array: str | None, check: str) -> list[str]:
    """Submits the array, where there is one, and the check behind it; returns the jobs' numbers."""
    if array is None:
        return [sbatch([], check)]
    first = sbatch([], array)
    try:
        return [first, sbatch([f"--dependency=afterok:{first}", "--kill-on-invalid-dep=yes"], check)]
    except UserError as error:
        raise UserError(f"job {first} was submitted, the check behind it was not: {error}") from None
