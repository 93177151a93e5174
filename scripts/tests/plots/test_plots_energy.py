"""The energy ladder, and the file of energies that it reads."""

import math

import pytest
from conftest import ROWS, records
from figures import names, picture, plotted, refused, says, written
from made_up_runs import write
from made_up_side import energy_of, write_energies

from rungs.data import energy_files, rows
from rungs.data.errors import RowsError
from rungs.plots import energy

TILES = [row for row in records() if row["case"] == "tiles" and row["backend"] == "cuda" and row["cache"] == "hot"
         and row["time_median_us"]]


def test_rows_have_their_energies_and_one_below_zero_and_a_throttled_gpu_are_said(style_on, tmp_path):
    one, two, *others = TILES
    path = write(tmp_path / "rows.csv", records())
    write_energies(path, [energy_of(one, 119), energy_of(two, throttle="power cap"), *map(energy_of, others)])
    figure = picture(ROWS, "tiles-energy", energies=energy_files.of_rows(path, rows.read(path)))
    shown, variants = written(figure), {row["variant"] for row in TILES}
    assert says(figure, *variants, "energy of a launch (logarithmic)", "power cap")
    assert shown.count("20 %") == len(variants) - 1, "idle: 120 of 600 W"
    assert any("which was 120 W" in text for text in shown)
    assert any(text.startswith("-") and text.endswith("J") for text in shown)


def test_faster_and_cheaper_are_told_apart():
    made = rows.read(ROWS)
    here = made[(made["case"] == "tiles") & (made["cache"] == "hot") & (made["backend"] == "cuda")
                & (made["size"] == TILES[0]["size"]) & (made["params"] == TILES[0]["params"])]
    slow, quick = (here[here["variant"] == name].iloc[0] for name in ("gpu/slow", "gpu/quick"))
    assert quick["improves"] == "gpu/slow"
    times = quick["time_median_us"] / slow["time_median_us"]
    mine = {slow.name: {"net_joules_per_launch": 2.0}, quick.name: {"net_joules_per_launch": 4.0}}
    assert energy.faster_and_less(quick, here, mine) == pytest.approx((1 / times, 0.5))
    mine[slow.name]["net_joules_per_launch"] = -1.0
    assert math.isnan(energy.faster_and_less(quick, here, mine)[1])
    assert all(map(math.isnan, energy.faster_and_less(slow, here, mine)))


def test_energies_next_to_the_rows_are_found(tmp_path, capsys):
    path = write(tmp_path / "rows.csv", records())
    assert plotted(path, tmp_path / "none", "--plots", "energy") == 0
    assert "energy needs energies next to the rows" in capsys.readouterr().out
    write_energies(path, map(energy_of, TILES))
    assert plotted(path, tmp_path / "p", "--plots", "energy") == 0
    assert names(tmp_path / "p") == ["tiles-energy.svg"]


@pytest.mark.parametrize("change", [{"time_median_us": "77.7"}, {"device_uuid": "GPU-other"}])
def test_energies_of_another_run_are_refused(tmp_path, capsys, change):
    path = write(tmp_path / "rows.csv", records())
    write_energies(path, [energy_of(row, **(change if row is TILES[1] else {})) for row in TILES])
    error = refused(capsys, path, tmp_path / "p")
    assert "rows.side.csv" in error and "of the same run" in error and TILES[1]["variant"] in error
    assert plotted(path, tmp_path / "p", "--plots", "ladder", "--case", "sum") == 0


@pytest.mark.parametrize(("change", "words"), [
    ({"joules_per_launch": ""}, "has no joules_per_launch"), ({"joules_per_launch": "0"}, "joules_per_launch is 0"),
    ({"joules_per_launch": "nan"}, "joules_per_launch is 'nan'"), ({"idle_watts": "-1"}, "idle_watts is '-1'"),
    ({"ci_low": "9"}, "expected a value from ci_low to ci_high"), ({"size": "x"}, "size is 'x'"),
    ({"launches": "0"}, "launches is 0")])
def test_what_is_no_energy_is_refused(tmp_path, change, words):
    path = write_energies(tmp_path / "rows.csv", [energy_of(TILES[0]), {**energy_of(TILES[1]), **change}])
    with pytest.raises(RowsError, match=r"^[^\n]*rows\.side\.csv:\d+: ") as error:
        energy_files.read(path)
    assert words in str(error.value)


def test_unknown_numbers_are_nan_and_twice_is_refused(tmp_path):
    lines = [energy_of(TILES[0], temperature_c="", pj_per_byte="")]
    found, = energy_files.read(write_energies(tmp_path / "rows.csv", lines)).values()
    assert math.isnan(found["temperature_c"]) and math.isnan(found["pj_per_byte"])
    assert energy_files.idle_joules(found) == pytest.approx(found["joules_per_launch"] / 5, rel=1e-4)
    with pytest.raises(RowsError, match="appears twice"):
        energy_files.read(write_energies(tmp_path / "rows.csv", lines * 2))
