"""Tasks as a job array of Slurm."""

import shlex
import subprocess
import sys
from pathlib import Path

from rungs.data import files
from rungs.data.errors import BadUsage, RowsError
from rungs.data.show import plain
from rungs.fleet import tasks


def job(plan: tasks.Plan, folder: Path) -> str:
    """The script of the array: a task per GPU, whose number is the array's index."""
    return ("#!/bin/sh\n"
            "#SBATCH --job-name=rungs\n"
            "#SBATCH --ntasks=1\n"
            "#SBATCH --gpus-per-task=1\n"
            f"#SBATCH --output=\"{folder}/slurm-%a.log\"\n"
            'task=$(printf %04d "$SLURM_ARRAY_TASK_ID")\n' + tasks.script(plan, folder, '"$task"'))


def submit(folder: Path, plan: tasks.Plan, numbers: list[int], options: list[str]) -> str:
    """Writes job.sh, submits these tasks and, behind them, the merge; returns the array's job id. `options` go to both
    calls of sbatch. Raises RowsError where sbatch fails."""
    files.write_whole(folder / "job.sh", job(plan, folder))
    merge = shlex.join([sys.executable, str(Path(__file__).resolve().parents[1]), "fleet", "merge", str(folder)])
    files.write_whole(folder / "merge.sh", "#!/bin/sh\n#SBATCH --job-name=rungs-merge\n#SBATCH --ntasks=1\n"
                                           f"#SBATCH --output=\"{folder}/merge.log\"\nexec {merge}\n")
    found = _sbatch([f"--array={','.join(map(str, numbers))}", *options, str(folder / "job.sh")])
    _sbatch([f"--dependency=afterany:{found}", *options, str(folder / "merge.sh")])
    return found


def running(job_id: str) -> bool:
    """Whether Slurm still has a job; False where it does not know it any more, or there is no squeue."""
    try:
        done = subprocess.run(["squeue", "--noheader", f"--jobs={job_id}"], capture_output=True, text=True, check=False)
    except OSError:
        return False
    return done.returncode == 0 and bool(done.stdout.strip())


def _sbatch(words: list[str]) -> str:
    try:
        done = subprocess.run(["sbatch", "--parsable", *words], capture_output=True, text=True, check=False)
    except OSError as error:
        raise BadUsage(f"sbatch cannot be run ({error.strerror}); expected --slurm on a computer of the cluster, or "
                       "--local") from None
    found = done.stdout.strip().partition(";")[0]
    if done.returncode or not found.isdigit():
        raise RowsError(f"sbatch failed with exit code {done.returncode}: {plain(done.stderr, 200) or 'no message'}")
    return found
