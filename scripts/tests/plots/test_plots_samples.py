"""The distribution of raw samples."""

import numpy as np
import pytest
from conftest import ROWS, records
from figures import drawn, faults, names, picture, plotted, refused, samples_of, says, written
from made_up_runs import write_sampled
from scipy.signal import find_peaks

from rungs.data import rows
from rungs.plots import distribution, drawing


@pytest.mark.parametrize(("name", "variants"), [
    ("tiles-samples-cold-hot", ["gpu/slow", "gpu/quick", "gpu/wide", "peer/library"]),
    ("tiles-host-samples-cold-hot", ["host/slow", "host/quick"])])
def test_each_row_with_samples_has_a_shape_and_its_figures(style_on, name, variants):
    figure = picture(ROWS, name, samples=samples_of(ROWS))
    assert says(figure, *variants, "deviation from the row's median (logarithmic away from 0)")
    assert "gpu/wrong" not in written(figure)  # it has no time
    assert len(figure.axes[0].collections) == written(figure).count("2000") == 2 * len(variants)


def test_no_samples_no_plot(style_on):
    assert drawn(ROWS, kinds=["samples"]) == {}
    some = {key: times for key, times in samples_of(ROWS).items() if key[1] == "gpu/slow" and key[5] == "cold"}
    (name, figure), = drawn(ROWS, kinds=["samples"], samples=some).items()
    assert name == "tiles-samples-cold-hot"
    assert len(figure.axes[0].collections) == 1 and "cold cache (strong)" not in written(figure)


@pytest.mark.parametrize(("name", "count"), [("tiles-samples-cold-hot", 8), ("tiles-host-samples-cold-hot", 4)])
def test_few_samples_are_dots(style_on, name, count):
    figure = picture(ROWS, name, samples=samples_of(ROWS, count=12))
    assert not figure.axes[0].collections
    dots = [line for line in figure.axes[0].lines if line.get_marker() == "o"]
    assert len(dots) == count and all(len(line.get_xdata()) == 12 for line in dots)


@pytest.mark.parametrize("name", ["tiles-samples-cold-hot", "tiles-host-samples-cold-hot"])
@pytest.mark.parametrize(("count", "noise"), [(1, 0.0), (40, 0.0), (500, 0.0001), (500, 0.5), (3000, 20.0)])
def test_quiet_and_wild_rows_fit(style_on, count, noise, name):
    figure = picture(ROWS, name, samples=samples_of(ROWS, count, noise))
    assert faults(figure) == []
    low, high = figure.axes[0].get_xlim()
    assert all(low <= x <= high for line in figure.axes[0].lines if line.get_transform() == figure.axes[0].transData
               for x in line.get_xdata())


@pytest.mark.parametrize("noise", [0.0002, 0.002, 0.02, 0.2])
def test_one_peak_stays_one_and_two_stay_two(noise):
    random = np.random.default_rng(3)
    times = 100 * (1 + noise * random.standard_normal(20000))
    both = np.concatenate([times[:10000], times[10000:] + 100 * 8 * noise])
    for wanted, values in ((1, times), (2, both)):
        percent = distribution.deviations(values)
        low, high = distribution.placed([percent.min(), percent.max()])
        _, height = distribution.density(percent, low - 0.1, high + 0.1)
        peaks, _ = find_peaks(height, prominence=0.1)  # ripples aside
        assert len(peaks) == wanted and height.max() == 1 and height.min() >= 0


def test_there_is_no_density_outside_the_samples():
    percent = np.linspace(-1, 1, 5000)
    x, height = distribution.density(percent, -3, 3)
    end = distribution.placed(1)
    assert height[np.abs(x) > end + 0.05].max() == 0 and height[np.abs(x) < end - 0.2].min() > 0.9


def fitted():
    """The made-up rows, each with samples of which its number and median are."""
    return [(dict(row, samples="11"), [float(row["time_median_us"]) * (1 + step / 1000) for step in range(-5, 6)])
            if row["time_median_us"] else (row, []) for row in records()]


def test_samples_next_to_the_rows_are_found(tmp_path):
    path = write_sampled(tmp_path / "rows.csv", fitted())
    assert plotted(path, tmp_path / "p", "--plots", "samples") == 0
    assert names(tmp_path / "p") == ["sum-samples-cold.svg", "tiles-host-samples-cold-hot.svg",
                                     "tiles-samples-cold-hot.svg"]


@pytest.mark.parametrize("change", [lambda times: [time * 1.01 for time in times], lambda times: times[1:-1]])
def test_samples_of_another_run_are_refused_where_they_are_needed(tmp_path, capsys, change):
    path = write_sampled(tmp_path / "rows.csv", [(row, change(times) if row["variant"] == "gpu/quick" else times)
                                                 for row, times in fitted()])
    error = refused(capsys, path, tmp_path / "p")
    assert "rows.samples.csv" in error and "of the same run" in error
    assert plotted(path, tmp_path / "p", "--plots", "ladder", "--case", "sum") == 0


def test_samples_that_two_gpus_could_mean_are_left_out(tmp_path):
    second = [(dict(row, device_uuid="GPU-2"), []) for row in records()
              if row["backend"] == "cuda" and row["case"] == "sum"]
    path = write_sampled(tmp_path / "rows.csv", fitted() + second)
    kept = drawing.samples(path, rows.read(path))
    assert {key[0] for key in kept} == {"tiles", "fill", "copy"}
