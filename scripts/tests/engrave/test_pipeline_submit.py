"""rungs pipeline submit: the scripts for Slurm, submitted to a made-up sbatch that runs them, and local processes."""

import os
import re
import signal
import subprocess
import sys
import time

import engraving
import pytest
from conftest import SCRIPTS, Command, executable
from engraving import made, record

SIZE = "--size=2000x3001"  # 5.7 MiB
PIPELINE = Command("pipeline")

#: Keeps the script, its options and its place in the order; answers with a number.
SBATCH = """#!/bin/bash
cd "{folder}"
count=$(ls job-*.sh 2>/dev/null | wc -l)
(( count != {refuses} )) || {{ echo "sbatch: error: no such partition" >&2; exit 1; }}
cat > job-$count.sh
echo "$@" > job-$count.options
echo "$((4711 + count)){cluster}"
"""
#: Runs what comes after its own options.
SRUN = """#!/bin/bash
while [[ $1 == --* ]]; do echo "$1" >> "{folder}/srun.options"; shift; done
exec "$@"
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The current folder, with the made-up tools on the path."""
    engraving.program()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{tmp_path}/tools:{os.environ['PATH']}")
    executable(tmp_path / "tools/srun", SRUN.format(folder=tmp_path))
    make_sbatch(tmp_path)
    return tmp_path


def make_sbatch(folder, refuses=-1, cluster=";north"):
    executable(folder / "tools/sbatch", SBATCH.format(folder=folder, refuses=refuses, cluster=cluster))


def submit(*words):
    return PIPELINE.run("submit", "--bands=3", "--output=image.raw", f"--engrave={engraving.program()}", SIZE, *words)


def array_of(script):
    """The numbers in --array."""
    text, = re.findall(r"^#SBATCH --array=(\S+)$", script, re.MULTILINE)
    return [number for part in text.split(",") for first, _, last in [part.partition("-")]
            for number in range(int(first), int(last or first) + 1)]


def run_task(folder, job, **variables):
    return subprocess.run(["bash", f"job-{job}.sh"], cwd=folder, capture_output=True, text=True, check=False,
                          env={**os.environ, **variables})


def run_array(folder, job):
    for number in array_of((folder / f"job-{job}.sh").read_text(encoding="utf-8")):
        done = run_task(folder, job, SLURM_ARRAY_TASK_ID=str(number))
        assert done.returncode == 0, done.stderr


def test_an_array_and_a_check_behind_it(folder, capsys):
    assert submit("--slurm", "--cpus=2", "--gpus=1", "--sbatch=--partition=long", "--reread") == 0
    assert capsys.readouterr().out == ("job 4711: 3 of 3 bands\njob 4712: the check; its digest will be in "
                                       f"{folder}/image.raw.check.4712.log\n")
    array, check = ((folder / f"job-{number}.sh").read_text(encoding="utf-8") for number in (0, 1))
    for option in ("array=1-3", "ntasks=1", "requeue", "cpus-per-task=2", "gpus-per-task=1", "partition=long"):
        assert f"#SBATCH --{option}\n" in array
    assert array.startswith("#!/bin/sh\n#SBATCH ") and "#SBATCH --partition=long\n" in check
    assert (folder / "job-0.options").read_text() == "--parsable\n"
    assert (folder / "job-1.options").read_text() == (
        "--parsable --dependency=afterok:4711 --kill-on-invalid-dep=yes\n")
    assert not list(folder.glob("image.raw*")), "nothing is computed yet"
    run_array(folder, 0)
    assert "--gpus-per-task=1\n" in (folder / "srun.options").read_text()
    checked = run_task(folder, 1)
    assert checked.returncode == 0 and "reread     yes" in checked.stdout
    assert f"digest     {made(folder, SIZE)['digest']}\n" in checked.stdout


def test_a_task_that_slurm_starts_again_goes_on(folder):
    assert submit("--slurm") == 0
    for again, computed in ({}, 2), ({}, 2), ({"SLURM_RESTART_COUNT": "1"}, 0):
        done = run_task(folder, 0, SLURM_ARRAY_TASK_ID="1", **again)
        assert f"computed   {computed << 20}\n" in done.stdout


def test_resume_submits_what_is_not_complete(folder, capsys):
    made(folder, SIZE, "--sink=raw", "--output=image.raw", "--band=2/3")
    assert submit("--slurm", "--resume") == 0
    script = (folder / "job-0.sh").read_text(encoding="utf-8")
    assert array_of(script) == [1, 3] and script.endswith("/3\" --resume\n")
    run_array(folder, 0)
    assert run_task(folder, 1).returncode == 0
    assert submit("--slurm", "--resume") == 0  # nothing is left but the check
    assert capsys.readouterr().out.splitlines()[2:] == [
        f"job 4713: the check; its digest will be in {folder}/image.raw.check.4713.log"]
    assert (folder / "job-2.options").read_text() == "--parsable\n"


def test_a_dry_run_prints_the_scripts(folder, capsys):
    assert submit("--slurm", "--dry-run") == 0
    printed = capsys.readouterr().out
    assert submit("--slurm") == 0
    for number in (0, 1):
        assert (folder / f"job-{number}.sh").read_text(encoding="utf-8") in printed
    capsys.readouterr()
    assert submit("--local", "--dry-run") == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 4 and lines[0].endswith("--band=1/3") and lines[3].endswith(f"--check={folder}/image.raw")
    assert not list(folder.glob("image.raw*"))


def test_what_sbatch_refuses_is_said(folder, capsys, monkeypatch):
    make_sbatch(folder, refuses=0)
    assert PIPELINE.refused(capsys, "submit", "--slurm", "--bands=3", "--output=image.raw",
                            f"--engrave={engraving.program()}", SIZE) == (
        "rungs pipeline: sbatch: sbatch: error: no such partition; expected a job's number\n")
    make_sbatch(folder, refuses=1)
    assert submit("--slurm") == 2
    assert "job 4711 was submitted, the check behind it was not: sbatch: " in capsys.readouterr().err
    (folder / "tools/sbatch").unlink()
    monkeypatch.setenv("PATH", str(folder / "tools"))  # Slurm may be installed here
    assert submit("--slurm") == 2
    assert "expected a machine of a Slurm cluster" in capsys.readouterr().err


#: engrave, but each call is noted, and the first one for band 2 is killed as soon as it has recorded something.
KILLED = """#!/bin/bash
case "$*" in *--incomplete*|*--check*) ;; *) echo "$@" >> calls ;; esac
case "$*" in *--band=2/3*) if [[ ! -e killed ]]; then
  touch killed
  "{program}" "$@" --step-mib=1 &
  task=$!
  disown  # bash then says nothing about its end
  until (( $(tail -n +2 image.raw.band-2-of-3.digests 2>/dev/null | wc -c) >= 40 )); do :; done
  kill -9 $task 2>/dev/null
  while kill -0 $task 2>/dev/null; do :; done
  kill -9 $$
fi;; esac
exec "{program}" "$@"
"""


@pytest.mark.parametrize("at_once", ["1", "3"])
def test_local_tasks_one_of_them_killed(folder, capfd, at_once):
    fake = executable(folder / "engrave", KILLED.format(program=engraving.program()))
    words = ["submit", "--local", "--bands=3", "--output=image.raw", f"--engrave={fake}", SIZE, "--at-once", at_once]
    assert PIPELINE.run(*words) == 1
    out, error = capfd.readouterr()
    assert out == "" and "band 2 of 3: was ended by signal 9\n" in error
    assert error.endswith("1 of 3 bands failed: 2 (--resume repeats them)\n")

    (folder / "calls").unlink()
    complete = record(folder / "image.raw", "2-of-3")["done"] == 2  # before the signal came
    assert PIPELINE.run(*words, "--resume") == 0
    calls = (folder / "calls").read_text(encoding="utf-8").splitlines() if (folder / "calls").exists() else []
    assert len(calls) == (0 if complete else 1) and all("--band=2/3 --resume" in call for call in calls)
    assert f"digest     {made(folder, SIZE)['digest']}\n" in capfd.readouterr().out


def test_an_interrupt_ends_the_tasks(folder):
    words = ["submit", "--local", "--bands=2", "--at-once=2", "--output=image.raw",
             f"--engrave={engraving.program()}", "--size=4000x40001", "--step-mib=1"]
    process = subprocess.Popen([sys.executable, SCRIPTS / "rungs", "pipeline", *words], stderr=subprocess.PIPE,
                               text=True)
    while len(list(folder.glob("image.raw.band-*.digests"))) < 2 and process.poll() is None:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    error = process.communicate(timeout=60)[1]
    assert process.returncode == 130 and "ended by Ctrl-C; --resume goes on\n" in error
    for band in ("1-of-2", "2-of-2"):
        assert record(folder / "image.raw", band)["done"] < 76


@pytest.mark.parametrize(("words", "expected"), [
    ("--local --band=1/2", "--band=1/2: each task sets this itself"),
    ("--local --sink raw", "--sink: each task sets this itself"),
    ("--local --size=9x9", "3 bands; expected at most 1"), ("--slurm --tree=oak", "--tree: 'oak'; expected chain|deck"),
    ("--local --gpus=1", "--gpus: has no effect; expected --slurm with it"),
    ("--slurm --at-once=2", "--at-once: has no effect; expected --local with it"),
    ("--local --output=nowhere/image", "there is no such folder"), ("--local --engrave=nowhere", "no such file")])
def test_what_is_refused(folder, capsys, words, expected):
    size = [] if "--size" in words else [SIZE]
    error = PIPELINE.refused(capsys, "submit", "--bands=3", "--output=image.raw", f"--engrave={engraving.program()}",
                             *size, *words.split())
    assert expected in error
    assert sorted(path.name for path in folder.iterdir()) == ["tools"]


@pytest.mark.parametrize("words", ["submit --local --output=f", "submit --output=f --bands=1",
                                   "submit --local --slurm --output=f --bands=1", "go --local --output=f --bands=1",
                                   "submit --local --output=f --bands=0"])
def test_bad_words_are_refused(capsys, words):
    assert "; see rungs pipeline --help\n" in PIPELINE.refused(capsys, *words.split())
