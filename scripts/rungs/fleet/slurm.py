"""Slurm's scripts and commands."""

import subprocess
from collections.abc import Sequence

from rungs.data.errors import UserError, one_line


def job(name: str, options: Sequence[str], *lines: str) -> str:
    """The text of a job's script: `options` of sbatch, and lines of shell."""
    said = [f"#SBATCH {option}" for option in (f"--job-name={name}", *options)]
    return "\n".join(["#!/bin/sh", *said, *lines, ""])


def sbatch(words: Sequence[str], script: str | None = None) -> str:
    """Submits a job, from a file that `words` end with or from the text of a script; returns its number. Raises
    UserError with what sbatch says."""
    try:
        done = subprocess.run(["sbatch", "--parsable", *words], input=script, capture_output=True, errors="replace",
                              check=False)
    except OSError as error:
        raise UserError(f"sbatch cannot be run ({error.strerror}); expected a machine of a Slurm cluster (or "
                        "--local)") from None
    number = done.stdout.strip().partition(";")[0]  # behind it the cluster's name
    if done.returncode != 0 or not number.isdigit():
        raise UserError(f"sbatch: {one_line(done.stderr or done.stdout) or 'said nothing'}; expected a job's number")
    return number


def running(job: str) -> bool:
    """Whether Slurm still has a job; False where it does not know it any more, or there is no squeue."""
    try:
        done = subprocess.run(["squeue", "--noheader", f"--jobs={job}"], capture_output=True, errors="replace",
                              check=False)
    except OSError:
        return False
    return done.returncode == 0 and bool(done.stdout.strip())
