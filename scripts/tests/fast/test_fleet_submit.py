"""`rungs fleet submit` with made-up programs: a task per GPU, lost tasks told and completed, no row lost or twice."""

import json
import os
import subprocess

import pytest
from conftest import Command, executable, records
from fake_bench import calls, make

from rungs.data import rows as rungs_rows

FLEET = Command("fleet")
TIMES = {f"tiles/gpu/{name}": us for name, us in (("first", 100), ("second", 200), ("third", 300))}
SBATCH = """#!/bin/sh
cd {folder}
echo "$@" >>sbatch.calls
[ -f fails ] && {{ echo "sbatch: error: no such partition" >&2; exit 1; }}
number=$(wc -l <sbatch.calls)
for word; do script=$word; done
cp "$script" "script-$number"
echo "$number;cluster"
"""


@pytest.fixture(autouse=True)
def no_gpus(monkeypatch):
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    monkeypatch.setenv("PATH", os.environ["PATH"])


@pytest.fixture
def program(tmp_path):
    return lambda **more: make(tmp_path / "bin" / "bench", {**TIMES, "tiles/host/plain": 50}, **more)


def check_whole(folder, gpus):
    """Every GPU has every row once, and the host has its once."""
    found = [(row["variant"], row["device_uuid"]) for row in records(folder / "rows.csv")]
    expected = [(name.partition("/")[2], f"GPU-{gpu}") for gpu in gpus for name in TIMES] + [("host/plain", "")]
    assert sorted(found) == sorted(expected)
    rungs_rows.read(folder / "rows.csv")


@pytest.mark.parametrize("more", [[], ["--concurrent"]])
def test_a_task_per_gpu(program, tmp_path, capsys, more):
    out = tmp_path / "fleet"
    bench = program()
    assert FLEET.run("submit", "--local", f"--out={out}", f"--bench={bench}", "--gpus=0,1,5", "--filter=tiles/",
                     "--sizes=8 or 9", *more) == 0
    check_whole(out, "015")
    printed = capsys.readouterr().out
    assert "10 rows" in printed and "2 rows left out: another task had them on the same GPU or host" in printed
    assert sorted(call.split()[0] for call in calls(bench)) == ["0", "1", "5"]
    assert all("--filter=tiles/ --sizes=8 or 9 --resume" in call for call in calls(bench))
    assert [tuple(line[name] for name in ("gpu", "state", "device_uuid", "node"))
            for line in records(out / "tasks.csv")] == [(gpu, "ended", f"GPU-{gpu}", os.uname().nodename)
                                                        for gpu in "015"]


def test_a_killed_task_is_told_and_completed(program, tmp_path, capsys):
    out, bench = tmp_path / "fleet", program(killed={"1": 2})
    assert FLEET.run("submit", "--local", f"--out={out}", f"--bench={bench}", "--gpus=0,1,2") == 1
    said = capsys.readouterr().out
    assert "task-0001 (GPU 1): ended by signal 9" in said and "2 rows are there" in said
    assert f"rungs fleet submit --resume --out {out}" in said
    assert len(records(out / "rows.csv")) == 9
    before = len(calls(bench))
    assert FLEET.run("submit", "--resume", f"--out={out}") == 0
    check_whole(out, "012")
    assert [call.split()[0] for call in calls(bench)[before:]] == ["1"]
    assert FLEET.run("submit", "--resume", f"--out={out}") == 0 and len(calls(bench)) == before + 1


def test_rows_that_failed_and_a_task_that_is_lost_with_its_shell_are_told(program, tmp_path, capsys):
    out, bench = tmp_path / "fleet", program(broken=["tiles/gpu/second"])
    assert FLEET.run("submit", "--local", f"--out={out}", f"--bench={bench}", "--gpus=0,1") == 1
    assert "rows failed or are incorrect, see task-0000.log" in capsys.readouterr().out
    (out / "task-0001.ended").unlink()
    (out / "task-0001.csv").write_text((out / "task-0001.csv").read_text()[:-20])
    assert FLEET.run("join", out) == 1
    assert "task-0001 (GPU 1): has not ended: it is running, or lost; 3 rows are there" in capsys.readouterr().out


@pytest.fixture
def slurm(tmp_path, monkeypatch):
    """A made-up sbatch and squeue, and a way to run the scripts that were submitted."""
    executable(tmp_path / "slurm" / "sbatch", SBATCH.format(folder=tmp_path / "slurm"))
    executable(tmp_path / "slurm" / "squeue", f"#!/bin/sh\ncat {tmp_path / 'slurm' / 'queue'}\n")
    (tmp_path / "slurm" / "queue").write_text("")
    monkeypatch.setenv("PATH", f"{tmp_path / 'slurm'}:{os.environ['PATH']}")

    def run(number, *tasks):
        script = str(tmp_path / "slurm" / f"script-{number}")
        return [subprocess.run(["sh", script], check=False, capture_output=True,
                               env={**os.environ, "SLURM_ARRAY_TASK_ID": str(task),
                                    "CUDA_VISIBLE_DEVICES": str(task)}).returncode for task in tasks]
    return run


def test_slurm_gets_an_array_and_a_merge(program, slurm, tmp_path, capsys):
    out, bench = tmp_path / "a fleet", program(killed={"2": 1})
    assert FLEET.run("submit", "--slurm", f"--out={out}", f"--bench={bench}", "--gpus=3", "--sbatch=--partition=x",
                     "--filter=tiles/gpu/(first|second|third)|host") == 0
    assert "job 1: 3 tasks" in capsys.readouterr().out
    said = (tmp_path / "slurm" / "sbatch.calls").read_text().splitlines()
    assert said == [f"--parsable --array=0,1,2 --partition=x {out}/job.sh",
                    f"--parsable --dependency=afterany:1 --partition=x {out}/merge.sh"]
    script = (out / "job.sh").read_text()
    assert script.startswith("#!/bin/sh\n#SBATCH ") and "--gpus-per-task=1" in script
    assert slurm(1, 0, 1, 2) == [0, 0, 137]
    assert slurm(2, 0) == [1]  # the merge
    assert len(records(out / "rows.csv")) == 8
    (tmp_path / "slurm" / "queue").write_text("1_2 running\n")
    assert "job 1 is still running" in FLEET.refused(capsys, "submit", "--resume", f"--out={out}")
    (tmp_path / "slurm" / "queue").write_text("")
    assert FLEET.run("submit", "--resume", f"--out={out}") == 0
    assert "--array=2 " in (tmp_path / "slurm" / "sbatch.calls").read_text().splitlines()[2]
    assert slurm(3, 2) == [0] and slurm(4, 0) == [0]
    check_whole(out, "012")


@pytest.mark.parametrize(("words", "why"), [
    (["--bench=BENCH"], "expected --local, --slurm or --resume"),
    (["--local", "--bench=T/none"], "no such file"),
    (["--local", "--bench=BENCH", "--gpus=0,0"], "expected a number, or different names"),
    (["--local", "--bench=BENCH", "--gpus=$(x)"], "expected a number, or different names"),
    (["--local", "--bench=BENCH", "--gpus=0", "--sbatch=x"], "--sbatch for --slurm"),
    (["--slurm", "--bench=BENCH", "--gpus=0"], "the number of tasks"),
    (["--slurm", "--bench=BENCH", "--gpus=1", "--concurrent"], "--concurrent is for --local"),
    (["--local", "--bench=BENCH", "--gpus=0", "--device=1"], "--device=1: bench gets it from here"),
    (["--resume"], "no fleet.json")])
def test_bad_usage_is_one_line_and_leaves_nothing(program, tmp_path, capsys, words, why):
    bench = program()
    said = FLEET.refused(capsys, "submit", f"--out={tmp_path / 'fleet'}",
                         *(word.replace("BENCH", str(bench)).replace("T/", f"{tmp_path}/") for word in words))
    assert why in said and not (tmp_path / "fleet").exists()


def test_a_folder_is_used_once_and_resumed_as_it_was(program, tmp_path, capsys):
    out, words = tmp_path / "fleet", ["--local", f"--bench={program()}", "--gpus=0"]
    assert FLEET.run("submit", f"--out={out}", *words) == 0 and capsys.readouterr()
    assert "is there already" in FLEET.refused(capsys, "submit", f"--out={out}", *words)
    assert "--filter=x is in fleet.json already" in FLEET.refused(capsys, "submit", f"--out={out}", "--resume",
                                                                 "--filter=x")
    (out / "fleet.json").write_text(json.dumps({"schema": "rungs-fleet-9"}))
    assert "expected the folder of a" in FLEET.refused(capsys, "join", out)


def test_where_sbatch_fails_it_is_told(program, slurm, tmp_path, capsys):
    (tmp_path / "slurm" / "fails").touch()
    words = ["--slurm", f"--bench={program()}", "--gpus=1"]
    assert "no such partition" in FLEET.refused(capsys, "submit", f"--out={tmp_path / 'fleet'}", *words)
    (tmp_path / "slurm" / "fails").unlink()
    assert FLEET.run("submit", "--resume", f"--out={tmp_path / 'fleet'}") == 0
