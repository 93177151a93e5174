"""The tasks of `rungs fleet submit`: a run of bench for each GPU, in one folder that all hosts see.

The folder holds fleet.json (what is run), and of each task task-0003.csv with its side files, task-0003.log (what bench
said) and, once it has ended, task-0003.ended: its exit code and the node's name. A task without the last is running or
lost. `merge` puts the rows of all tasks into rows.csv, and says in tasks.csv how each went.
"""

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from rungs.data import files, records
from rungs.data.errors import BadUsage, CutShort, RowsError
from rungs.data.row_format import COLUMNS, refuse_before
from rungs.data.show import plain
from rungs.fleet.slurm import job, sbatch

PLAN, SCHEMA = "fleet.json", "rungs-fleet-1"
IDENTITY = ("case", "variant", "backend", "size", "params", "cache", "host", "device", "device_uuid")
TASKS = ["task", "gpu", "node", "state", "exit_code", "rows", "device_uuid"]
ENDED, FAILED, LOST = "ended", "failed", "lost or running"
SIGNAL = 128  # what a shell adds to a signal's number


@dataclass(frozen=True)
class Plan:
    """What is run: the program, bench's words, and the GPUs; those of a Slurm job are given by Slurm."""

    program: str
    words: list[str]
    gpus: list[str]  # as CUDA_VISIBLE_DEVICES names them, a task each; '' where Slurm chooses
    slurm: bool
    job: str = ""    # Slurm's id of the last job


def save(folder: Path, plan: Plan) -> None:
    """Writes the plan, whole or not at all."""
    files.write_whole(folder / PLAN, json.dumps({"schema": SCHEMA, **asdict(plan)}, indent=1) + "\n")


def load(folder: Path) -> Plan:
    """The plan of a folder; raises BadUsage where there is none."""
    try:
        said = json.loads((folder / PLAN).read_text(encoding="utf-8"))
        if said.pop("schema") != SCHEMA:
            raise ValueError("another schema")
        return Plan(**said)
    except (OSError, ValueError, TypeError, AttributeError, KeyError) as error:
        raise BadUsage(f"{folder}: no {PLAN} of {SCHEMA} there ({error}); expected the folder of a "
                       "`rungs fleet submit`") from None


def create(folder: Path, plan: Plan) -> None:
    """Makes the folder of a plan; raises BadUsage where it is there already."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadUsage(f"--out={folder}: is there already; expected a new folder, or --resume to complete it")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadUsage(f"--out={folder}: {error.strerror}; expected a folder that can be made") from None
    save(folder, plan)


def stem(task: int) -> str:
    """'task-0003'."""
    return f"task-{task:04d}"


def script(plan: Plan, folder: Path, task: str) -> str:
    """Shell that runs one task on the GPUs of CUDA_VISIBLE_DEVICES; `task`: its four digits, or an expression."""
    place = f"{shlex.quote(str(folder))}/task-{task}"
    words = shlex.join([plan.program, *plan.words, "--resume", "--progress=never"])
    return (f'rm -f {place}.ended\n{words} --out={place}.csv >>{place}.log 2>&1\ncode=$?\n'
            f'echo "$code $(uname -n)" >{place}.part && mv {place}.part {place}.ended\nexit $code')


def state_of(folder: Path, task: int) -> tuple[str, str, str]:
    """(state, exit code, node) of a task; the last two '' where it has not ended."""
    try:
        code, node = (folder / f"{stem(task)}.ended").read_text(encoding="utf-8").split()
    except (OSError, ValueError):
        return LOST, "", ""
    return ENDED if code in ("0", "1") else FAILED, code, node


def unfinished(folder: Path, plan: Plan) -> list[int]:
    """Numbers of the tasks whose rows are not all there."""
    return [task for task in range(len(plan.gpus)) if state_of(folder, task)[0] != ENDED]


def run_here(folder: Path, plan: Plan, tasks: list[int], concurrent: bool, say: Callable[[str], None]) -> None:
    """Runs tasks on this computer, one after another or all at the same time."""
    def one(task: int) -> None:
        say(f"{stem(task)} on GPU {plan.gpus[task]}")
        subprocess.run(["sh", "-c", script(plan, folder, f"{task:04d}")], stdin=subprocess.DEVNULL, check=False,
                       env={**os.environ, "CUDA_VISIBLE_DEVICES": plan.gpus[task]})

    with ThreadPoolExecutor(len(tasks) if concurrent else 1) as pool:
        list(pool.map(one, tasks))


def submit(folder: Path, plan: Plan, numbers: list[int], options: list[str]) -> str:
    """Writes job.sh, submits these tasks and, behind them, the merge; returns the array's job id. `options` go to both
    calls of sbatch. Raises UserError where sbatch fails."""
    files.write_whole(folder / "job.sh", job(
        "rungs", ["--ntasks=1", "--gpus-per-task=1", f'--output="{folder}/slurm-%a.log"'],
        'task=$(printf %04d "$SLURM_ARRAY_TASK_ID")', script(plan, folder, '"$task"')))
    merge = shlex.join([sys.executable, str(Path(__file__).resolve().parents[1]), "fleet", "join", str(folder)])
    files.write_whole(folder / "merge.sh", job("rungs-merge", ["--ntasks=1", f'--output="{folder}/merge.log"'],
                                               f"exec {merge}"))
    found = sbatch([f"--array={','.join(map(str, numbers))}", *options, str(folder / "job.sh")])
    sbatch([f"--dependency=afterany:{found}", *options, str(folder / "merge.sh")])
    return found


def merge(folder: Path) -> tuple[list[str], int, int]:
    """Writes rows.csv and tasks.csv of a folder, each whole or not at all. Returns lines on tasks that are lost or
    ended badly, the number of rows, and that of rows left out since the same GPU or host had them already. Raises
    RowsError where a task's file is not of bench."""
    plan = load(folder)
    found: dict[tuple, list[str]] = {}
    lines, troubles, twice = [], [], 0
    for task, gpu in enumerate(plan.gpus):
        state, code, node = state_of(folder, task)
        rows = _whole_rows(folder / f"{stem(task)}.csv")
        uuids = dict.fromkeys(row["device_uuid"] for row in rows if row["device_uuid"])
        for row in rows:
            key = tuple(row[column] for column in IDENTITY)
            twice += key in found
            found.setdefault(key, [row[column] for column in COLUMNS])
        lines.append([task, gpu, node, state, code, len(rows), "+".join(uuids)])
        if state != ENDED:
            how = f"ended with exit code {code} on {node}" if code else "has not ended: it is running, or lost"
            if code.isdigit() and int(code) > SIGNAL:
                how = f"ended by signal {int(code) - SIGNAL} on {node}"
            said = _last_line(folder / f"{stem(task)}.log")
            troubles.append(f"{stem(task)}{f' (GPU {gpu})' if gpu else ''}: {how}; {len(rows)} rows are there"
                            + (f"; it said: {said}" if said else ""))
        elif code == "1":
            troubles.append(f"{stem(task)} on {node}: rows failed or are incorrect, see {stem(task)}.log")
    files.write_whole(folder / "tasks.csv", records.csv_text(TASKS, lines))
    if found:
        files.write_whole(folder / "rows.csv", records.csv_text(COLUMNS, found.values()))
    return troubles, len(found), twice


def _last_line(path: Path) -> str:
    """The last line that a task said, '' where there is none."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    return plain(next((line for line in reversed(text.splitlines()) if line.strip()), ""), 200)


def _whole_rows(path: Path) -> list[dict[str, str]]:
    """The rows of a file whose last line may be cut, as text; raises RowsError where it is none of bench's."""
    if not path.is_file():
        return []
    found: list[dict[str, str]] = []
    lines = records.stream(path)
    try:
        _, header = next(lines, (0, []))
        refuse_before(path, header)
        if header and header != COLUMNS:
            raise RowsError(f"{path}:1: other columns than those of bench; expected the rows of this version")
        for _, fields in lines:
            found.append(dict(zip(COLUMNS, fields)))
    except CutShort:
        pass
    return found
