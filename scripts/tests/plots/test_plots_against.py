"""One GPU against another: ratios of times, problem by problem."""

import re

import pytest
from conftest import ROWS, records
from figures import drawn, faults, in_order, machine_of, names, picture, plotted, refused, says, written
from report_data import on_another_gpu

from rungs.plots import against, catalogue

OTHER = "Made-up bigger GPU"


def other_rows(factors=None, **fields):
    """The GPU rows of another machine: times by {variant: factor}, twice as long where none is given."""
    gpu = [row for row in records() if row["backend"] == "cuda"]
    return on_another_gpu(gpu, factors, host="other-host", **fields)


def bars(figure):
    """Where the bars end, top to bottom."""
    found = sorted(figure.axes[0].patches, key=lambda bar: bar.get_y())
    return [bar.get_x() + bar.get_width() for bar in found]


def test_ratios_in_the_order_of_the_ladder(style_on, write_rows):
    other = machine_of(write_rows(other_rows({"gpu/slow": 3.0, "gpu/quick": 0.5}), "other.csv"))
    figure = picture(ROWS, "tiles-against-Made-up-bigger-GPU-cold", "cold", others={OTHER: other})
    assert bars(figure) == pytest.approx([3.0, 0.5, 2.0, 2.0])
    assert in_order(figure, ["gpu/slow", "gpu/quick", "gpu/wide", "peer/library"])
    assert says(figure, "3.00x", "0.50x", "144 us", "48.0 us", "tiles: Made-up GPU against Made-up bigger GPU", OTHER,
                "Made-up GPU", "ratio of the medians (logarithmic)", "not timed on both at this problem: gpu/wrong")
    assert not any("host/" in text for text in written(figure))


def test_the_floors_ratio_where_both_have_one(style_on, write_rows):
    none = machine_of(write_rows(other_rows(speed_of_light_percent=""), "other.csv"))
    figure = picture(ROWS, "tiles-against-Made-up-bigger-GPU-cold", "cold", others={OTHER: none})
    assert not any("speed of light" in text for text in written(figure))
    two = machine_of(write_rows(other_rows(), "other.csv"))  # twice the time at the same share
    figure = picture(ROWS, "tiles-against-Made-up-bigger-GPU-cold", "cold", others={OTHER: two})
    assert "speed of light: 2.00x" in written(figure)


def test_whiskers_are_half_the_noise_of_both(style_on, write_rows):
    other = machine_of(write_rows(other_rows(iqr_percent="4"), "other.csv"))
    mine = machine_of(write_rows([dict(row, iqr_percent="3") for row in records()]))
    figure = against.draw("tiles", mine, other, ("a", "b"), catalogue.Sources().published, ["cold"])
    ends = sorted(line.get_xdata()[1] / line.get_xdata()[0] for line in figure.axes[0].lines
                  if len(line.get_xdata()) == 2 and line.get_ydata()[0] == line.get_ydata()[1]
                  and line.get_xdata()[0] != line.get_xdata()[1] and line.get_clip_on())
    assert ends == pytest.approx([1.025 ** 2] * len(ends)) and len(ends) == 4


def test_problems_that_one_lacks_are_left_out(style_on, write_rows):
    half = [row for row in other_rows() if "tile=2" in row["params"]]
    (name, figure), = drawn(ROWS, kinds=["against"], others={OTHER: machine_of(write_rows(half, "other.csv"))}).items()
    assert name == "tiles-against-Made-up-bigger-GPU-cold-hot"
    shown = written(figure)
    assert any(text.startswith("1000x1000, tile=2") for text in shown)


def test_hosts_stand_against_hosts_where_there_is_no_gpu(style_on, write_rows):
    mine = [row for row in records() if row["backend"] == "host"]
    theirs = [dict(row, host="other-host", device="Other CPU") for row in mine]
    two = machine_of(write_rows(mine)), machine_of(write_rows(theirs, "other.csv"))
    figure = against.draw("tiles", *two, ("a", "b"), catalogue.Sources().published, ["cold"])
    assert bars(figure) == pytest.approx([1, 1])


@pytest.mark.parametrize("factor", [1.0, 1.001, 1.3, 40.0, 1e-3, 1e6])
def test_near_and_far_ratios_fit(style_on, write_rows, factor):
    factors = {row["variant"]: factor for row in records()}
    other = machine_of(write_rows(other_rows({**factors, "gpu/slow": 1.02}), "other.csv"))
    figure = picture(ROWS, "tiles-against-Made-up-bigger-GPU-cold-hot", others={OTHER: other})
    assert faults(figure) == []
    assert len([text for text in written(figure) if re.fullmatch(r"[0-9.e+-]+x", text)]) > 8  # ticks and ratios


def test_another_run_of_a_gpu_of_the_same_name_is_called_so(style_on, write_rows):
    same = machine_of(write_rows(other_rows(), "other.csv"))
    shown = written(picture(ROWS, "tiles-against-Made-up-GPU-cold-hot", others={"Made-up GPU": same}))
    assert "tiles: Made-up GPU against Made-up GPU, other run" in shown


def test_files_of_several_others(tmp_path, write_rows):
    second, third = (write_rows(other_rows(), f"{name}.csv") for name in ("second", "third"))
    for folder, others in (("p", [second]), ("q", [second, third])):
        options = [word for other in others for word in ("--against", other)]
        assert plotted(ROWS, tmp_path / folder, "--plots", "against", "--case", "sum", *options) == 0
    assert names(tmp_path / "p") == ["sum-against-Made-up-bigger-GPU-cold.svg"] and len(names(tmp_path / "q")) == 2


def test_nothing_in_common_is_refused(tmp_path, write_rows, capsys):
    foreign = write_rows([dict(row, size="5x5") for row in other_rows() if row["case"] == "sum"
                          and row["size"] == "100x100"], "other.csv")
    for path, wanted in ((foreign, f"--against={foreign}: no timed row"), (tmp_path / "none.csv", "cannot be read")):
        assert wanted in refused(capsys, ROWS, tmp_path / "p", "--against", path)
