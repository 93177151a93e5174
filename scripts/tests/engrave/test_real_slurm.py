"""`rungs fleet` and `rungs pipeline` with a real Slurm, on two nodes of this machine with made-up GPUs. It is started
only where it is asked for: RUNGS_TEST_SLURM=1."""

import csv
import re
import sys

import engraving
import pytest
import slurm_cluster
from conftest import SCRIPTS, run_program
from fake_bench import make

pytestmark = pytest.mark.skipif(bool(slurm_cluster.missing()), reason=slurm_cluster.missing())
TIMES = {f"tiles/gpu/{name}": us for name, us in (("first", 100), ("second", 200), ("third", 300))}
TASKS = slurm_cluster.GPUS * len(slurm_cluster.NODES)
SIZE = "--size=6000x9001"  # 51 MiB
BANDS = 8


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    with slurm_cluster.Cluster(tmp_path_factory.mktemp("slurm")) as made:
        yield made


@pytest.fixture
def rungs(cluster, monkeypatch):
    """Calls a command of rungs as a user of the cluster would."""
    monkeypatch.setenv("SLURM_CONF", cluster.environment["SLURM_CONF"])
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    return lambda *words, code=0: run_program(sys.executable, SCRIPTS / "rungs", *words, code=code)


def lines(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_sixteen_tasks_one_killed(cluster, rungs, tmp_path):
    """All rows are there after --resume, and none twice. The killed one is that of the first GPU of the first node,
    which is what a task gets that comes alone to an idle cluster."""
    out = tmp_path / "a fleet"
    bench = make(tmp_path / "bin" / "bench", TIMES, killed={"n10": 1}, seconds=15)  # all tasks at the same time
    assert f"{TASKS} tasks" in rungs("fleet", "submit", "--slurm", f"--gpus={TASKS}", f"--out={out}",
                                     f"--bench={bench}", "--filter=tiles/")
    assert "is still running" in rungs("fleet", "submit", "--resume", f"--out={out}", code=2)
    cluster.wait_for_jobs()
    states = [line["state"] for line in lines(out / "tasks.csv")]
    assert sorted(states) == ["ended"] * (TASKS - 1) + ["failed"]
    assert "ended by signal 9" in (out / "merge.log").read_text(encoding="utf-8")
    assert len(lines(out / "rows.csv")) == TASKS * len(TIMES) - 2
    assert "1 tasks" in rungs("fleet", "submit", "--resume", f"--out={out}")
    cluster.wait_for_jobs()
    assert {line["state"] for line in lines(out / "tasks.csv")} == {"ended"}
    found = sorted((row["variant"], row["device_uuid"]) for row in lines(out / "rows.csv"))
    assert found == sorted((name.partition("/")[2], f"GPU-{node}{gpu}") for name in TIMES
                           for node in slurm_cluster.NODES for gpu in range(slurm_cluster.GPUS))


def test_an_image_in_bands_one_cancelled(cluster, rungs, tmp_path):
    """The check waits for all tasks, and the digest is that of one process."""
    image = tmp_path / "image.raw"
    submit = ["pipeline", "submit", "--slurm", f"--bands={BANDS}", f"--output={image}",
              f"--engrave={engraving.program()}", "--cpus=1", SIZE]
    job, = re.findall(rf"^job (\d+): {BANDS} of {BANDS} bands$", rungs(*submit, "--sbatch=--hold"), re.MULTILINE)
    cluster.call("scancel", f"{job}_3")
    cluster.call("scontrol", "release", job)
    cluster.wait_for_jobs()
    assert not list(tmp_path.glob("image.raw.check.*")), "the check ran though a band is missing"
    assert "1 of 8 bands" in rungs(*submit, "--resume")
    cluster.wait_for_jobs()
    log, = tmp_path.glob("image.raw.check.*.log")
    whole = engraving.made(tmp_path, SIZE, "--sink=raw", "--output=whole.raw")
    assert whole["digest"] in log.read_text(encoding="utf-8")
    assert image.read_bytes() == (tmp_path / "whole.raw").read_bytes()
