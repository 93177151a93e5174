"""Side files of a run on several GPUs, whose lines name the GPU."""

import re

import pandas as pd
import pytest
from conftest import Command
from made_up_runs import row, write
from made_up_side import side_line, write_side

from rungs.data import claim_files, fact_files, runs, sample_files
from rungs.data.records import KEY as KEY_COLUMNS
from rungs.data.records import RowsError, csv_text

KEY = ["stitch", "gpu/modulo", "cuda", "64x64", "repeater=1", "cold"]


def written(path, header, lines):
    path.write_text(csv_text(header, lines), encoding="utf-8")
    return path


def test_samples_of_a_row_that_several_gpus_have_are_left_out(tmp_path):
    other = [*KEY[:5], "hot"]
    path = written(tmp_path / "s.csv", sample_files.COLUMNS, [
        [*KEY, "GPU-a", 0, 5, ""], [*KEY, "GPU-b", 0, 6, ""],
        *([*other, "GPU-a", number, us, ""] for number, us in ((0, 9), (0, 7), (1, 8)))])  # interrupted, resumed
    assert {key: list(times) for key, times in sample_files.read(path).items()} == {tuple(other): [7, 8]}


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


@pytest.mark.parametrize(("change", "wanted"), [
    (lambda text: text.replace("time_us", "time_ms"), ":1: the header is 'case,variant"),
    (lambda text: text[:-1], ":6: the last line does not end"),
    (lambda text: text.replace(",3,", ",3,nan,", 1), ":5: 11 fields"),
    *((lambda text, us=us: re.sub(r",3,[\d.]+,", f",3,{us},", text), f":5: time_us is {us!r}")
      for us in ("nan", "0", "1_0", "<b>\x1b")),
    (lambda text: re.sub(r",3(,[\d.]+,)", r",7\1", text), ":5: sample is '7'; expected 3, the row's next, or 0"),
    (lambda text: text + '"open\n', ":7: not CSV")])
def test_bad_samples(tmp_path, change, wanted):
    path = written(tmp_path / "s.csv", sample_files.COLUMNS, [[*KEY, "GPU-a", number, 5.5, ""] for number in range(5)])
    path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")
    with pytest.raises(RowsError) as error:
        sample_files.read(path)
    assert f"{path}{wanted}" in str(error.value) and "\x1b" not in str(error.value)
