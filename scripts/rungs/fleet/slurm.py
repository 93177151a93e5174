"""Tasks as a job array of Slurm."""

import shlex
import sys
from pathlib import Path

from rungs.cluster.slurm import sbatch
from rungs.data import files
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
    calls of sbatch. Raises UserError where sbatch fails."""
    files.write_whole(folder / "job.sh", job(plan, folder))
    merge = shlex.join([sys.executable, str(Path(__file__).resolve().parents[1]), "fleet", "join", str(folder)])
    files.write_whole(folder / "merge.sh", "#!/bin/sh\n#SBATCH --job-name=rungs-merge\n#SBATCH --ntasks=1\n"
                                           f"#SBATCH --output=\"{folder}/merge.log\"\nexec {merge}\n")
    found = sbatch([f"--array={','.join(map(str, numbers))}", *options, str(folder / "job.sh")])
    sbatch([f"--dependency=afterany:{found}", *options, str(folder / "merge.sh")])
    return found
