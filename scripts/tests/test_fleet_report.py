"""`rungs fleet report` on made-up fleets: the slow GPU is named, in its resource, and no other."""

import numpy as np
import pandas as pd
import pytest
from conftest import Command
from made_up_runs import bare_row, write

from rungs.data import row_format
from rungs.data.records import csv_text
from rungs.statistics import fleet

FLEET = Command("fleet")
KINDS = {"memory": (3000, 90), "multiprocessors": (300, 20), "bus": (50, 95)}  # rate and share of the speed of light
ROWS = 8  # of each kind


def rows_of(gpu, draw, slow=None, **more):
    """Rows of one GPU, as dicts of text: ROWS of each kind, and the ceiling. slow: {kind: factor}."""
    own = draw.normal(0, 0.002)  # no two GPUs are alike
    overhead = draw.uniform(1, 3)
    found = [bare_row("fill/gpu/set", 100, gbps="4000")]
    for kind, (rate, share) in KINDS.items():
        factor = (slow or {}).get(kind, 1)
        for number in range(ROWS):
            us = (20 + 10 * number) * factor * np.exp(own + draw.normal(0, 0.002)) + overhead
            found.append(bare_row(f"{kind}/gpu/v{number}", f"{us:.6g}", gbps=f"{rate / factor:.6g}",
                                  speed_of_light_percent=str(share)))
    common = {"device_uuid": f"GPU-{gpu:08x}-x", "host": f"host{gpu % 4}", "binary": "b", "samples": "100",
              "iqr_percent": "0.2", "event_overhead_us": f"{overhead:.6g}", "sm_clock_mhz": "1980", "throttle": "none",
              "temperature_c": "40", **more}
    return [{**row, **common} for row in found]


def frame_of(rows):
    frame = pd.DataFrame(rows, columns=row_format.COLUMNS, dtype=object)
    numbers = {name: pd.to_numeric(frame[name]) for name in row_format.NUMBERS}
    return frame.assign(**numbers)


def fleet_of(seed, slow=None, gpus=8, runs=1):
    """Rows of a fleet; slow: {GPU's number: {kind: factor}}."""
    draw = np.random.default_rng(seed)
    return [row for gpu in range(gpus) for _ in range(runs) for row in rows_of(gpu, draw, (slow or {}).get(gpu))]


def named(rows, **options):
    return {(gpu.uuid[:12], *gpu.slow) for gpu in fleet.report(frame_of(rows), **options).slow}


@pytest.mark.parametrize("kind", KINDS)
def test_the_slow_gpu_is_named_in_its_resource_and_no_other(kind):
    for seed in range(15):
        assert named(fleet_of(seed, {3: {kind: 1.03}})) == {("GPU-00000003", kind)}, seed


def test_none_is_named_where_none_is_slow():
    for seed in range(40):
        assert not named(fleet_of(seed)), seed


def test_slow_in_all_is_named_in_all():
    assert named(fleet_of(1, {0: dict.fromkeys(KINDS, 1.05)})) == {("GPU-00000000", *fleet.RESOURCES)}


def test_two_slow_gpus_of_eight_do_not_hide_each_other():
    assert named(fleet_of(2, {0: {"memory": 1.03}, 5: {"memory": 1.04}})) == {("GPU-00000000", "memory"),
                                                                            ("GPU-00000005", "memory")}


def test_times_are_net_of_the_event_overhead():
    rows = fleet_of(3)
    assert not named(rows)
    assert named([{**row, "event_overhead_us": "1" if row["device_uuid"] < "GPU-00000001" else
                   row["event_overhead_us"]} for row in rows], threshold=0.1)


def test_a_noisy_fleet_hides_what_its_runs_differ_by():
    slow = fleet_of(4, {3: {"memory": 1.03}})
    assert named(slow)
    again = [{**row, "time_median_us": f"{float(row['time_median_us']) * 1.05:.6g}"} for row in slow]
    assert not named(slow + again)  # two runs of each GPU, 5 % apart


def test_few_gpus_are_not_judged():
    report = fleet.report(frame_of(fleet_of(5, {1: {"memory": 1.5}}, gpus=3)))
    assert not report.slow and report.notes == [
        "Made-up GPU: 3 GPUs are not judged; expected 4 or more of one name"]
    other = [{**row, "binary": row["device_uuid"]} for row in fleet_of(5, {1: {"memory": 1.5}})]
    assert "with the same program" in fleet.report(frame_of(other)).notes[0]


def test_a_cold_row_is_never_compared_with_a_hot_one():
    rows = [{**row, "cache": "hot", "time_median_us": "1"} if row["device_uuid"].startswith("GPU-00000002") else row
            for row in fleet_of(6)]
    report = fleet.report(frame_of(rows))
    assert not report.slow and not report.gpus[2].deviation


def files(folder, rows, facts=None):
    """A rows.csv for each GPU, its environment beside it."""
    for uuid in dict.fromkeys(row["device_uuid"] for row in rows):
        path = write(folder / uuid / "rows.csv", [row for row in rows if row["device_uuid"] == uuid])
        lines = [("cuda", "device_uuid", uuid), ("cuda", "ecc", (facts or {}).get(uuid, "on"))]
        path.with_name("rows.environment.csv").write_text(csv_text(["backend", "name", "value"], lines))
    return folder


def test_the_command_says_what_else_is_different(tmp_path, capsys):
    rows = fleet_of(7, {2: {"multiprocessors": 1.1}})
    odd = "GPU-00000002-x"
    rows = [{**row, "sm_clock_mhz": "1800", "throttle": "power cap+thermal", "temperature_c": "80"}
            if row["device_uuid"] == odd else row for row in rows]
    failed = {**rows[1], "status": "failed", "message": "x", "time_median_us": "", "variant": "gpu/broken"}
    folder = files(tmp_path / "runs", [*rows, failed], {odd: "off"})
    picture = tmp_path / "fleet.svg"
    assert FLEET.run("report", folder, f"--plot={picture}") == 1
    printed = capsys.readouterr().out
    assert "GPU-00000002 of host2 is 1" in printed and "slow in multiprocessors" in printed
    for words in ("clock -9.1 % against the others", "throttled by power cap in 100 % of its rows (0 % of the others')",
                  "throttled by thermal", "40 degrees hotter", "ecc is off, of most others on",
                  "GPU-00000000 of host0: 1 rows failed or incorrect"):
        assert words in printed
    assert picture.read_text().count("<svg") == 1
    assert FLEET.run("report", folder, "--threshold=20") == 0
    assert FLEET.run("report", folder, "--filter=^memory/") == 0


@pytest.mark.parametrize(("words", "why"), [
    (["report", "FOLDER/none"], "cannot be read"), (["report", "FOLDER"], "no rows.csv in this folder"),
    (["report", "FOLDER", "--nosuch"], "--nosuch is no option")])
def test_bad_input_is_one_line(tmp_path, capsys, words, why):
    assert why in FLEET.refused(capsys, *(word.replace("FOLDER", str(tmp_path)) for word in words))


def test_rows_of_a_host_alone_are_refused(tmp_path, capsys):
    write(tmp_path / "rows.csv", [bare_row("a/host/b", 5, samples="10")])
    assert "no row of a GPU" in FLEET.refused(capsys, "report", tmp_path)


def test_the_plot_needs_a_judged_gpu(tmp_path, capsys):
    folder = files(tmp_path / "runs", fleet_of(8, gpus=2))
    assert "no GPU is judged" in FLEET.refused(capsys, "report", folder, f"--plot={tmp_path / 'x.png'}")
    assert [path.name for path in tmp_path.iterdir()] == ["runs"]
