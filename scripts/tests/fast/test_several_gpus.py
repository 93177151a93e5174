"""Side files of a run on several GPUs, whose lines name the GPU."""

import pandas as pd
import pytest
from conftest import Command
from made_up_runs import row, write
from made_up_side import side_line, write_side

from rungs.data import claim_files, fact_files, runs
from rungs.data.records import KEY as KEY_COLUMNS
from rungs.data.records import csv_text

KEY = ["stitch", "gpu/modulo", "cuda", "64x64", "repeater=1", "cold"]


def written(path, header, lines):
    path.write_text(csv_text(header, lines), encoding="utf-8")
    return path


def test_each_gpu_has_facts_of_its_own(tmp_path):
    path = written(tmp_path / "e.csv", fact_files.ENVIRONMENT, [
        ["", "commit", "abc", ""], ["host", "cores", "8", ""],
        *(["cuda", name, value, uuid] for uuid, gigabytes in (("GPU-a", "1"), ("GPU-b", "2"))
          for name, value in (("device_uuid", uuid), ("l2_bytes", gigabytes)))])
    assert fact_files.read_environment(path, "GPU-b")["cuda", "l2_bytes"] == ("2", 7)
    assert fact_files.read_environment(path)["cuda", "l2_bytes"][0] == "1", "of the first"
    assert fact_files.read_environment(path)["", "commit"][0] == "abc"
    assert fact_files.read_environment(tmp_path / "none.csv") == {}


def test_figures_go_to_the_row_of_their_gpu(tmp_path):
    gpus = [{**dict(zip(KEY_COLUMNS, KEY)), "device_uuid": uuid} for uuid in ("GPU-a", "GPU-b")]
    write_side(tmp_path / "rows.csv", [side_line(row, "metric", "latency", value, "cycles")
                                       for row, value in zip(gpus, (5, 6))])
    found = claim_files._with_metrics(tmp_path / "rows.csv", pd.DataFrame(gpus))
    assert list(found["metrics"]) == [{"latency": (5, "cycles")}, {"latency": (6, "cycles")}]


compare = Command("compare")


@pytest.fixture
def of_two(tmp_path):
    """Makes a file of one row on each of two GPUs; the medians in microseconds are given."""
    return lambda name, *medians: write(tmp_path / name, [
        row(us=us, device_uuid=uuid) for uuid, us in zip(("GPU-a1", "GPU-b2"), medians)])


def test_compare_takes_one_gpu_of_several(of_two, capsys):
    old, new = of_two("old.csv", 100, 100), of_two("new.csv", 100, 150)
    assert "choose one with --old-device and --new-device" in compare.refused(capsys, old, new)
    assert compare.run(old, new, "--old-device=GPU-a", "--new-device=GPU-a") == 0
    assert compare.run(old, new, "--old-device=GPU-b", "--new-device=GPU-b") == 1
    capsys.readouterr()
    for wrong in ("GPU-", "GPU-c"):
        assert "expected one of 'GPU-a1', 'GPU-b2'" in compare.refused(capsys, old, new, f"--old-device={wrong}")
    run = runs.load(new, device="GPU-b")
    assert [row["device_uuid"] for row in run.rows.values()] == ["GPU-b2"]
