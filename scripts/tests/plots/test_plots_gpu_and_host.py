"""GPU and host have pictures of their own."""

import pytest
from conftest import records
from figures import drawn, faults, machine_of, picture, samples_of, written


def named(figure):
    """The variants that a figure names."""
    return {text for text in written(figure) if text.startswith(("host/", "gpu/", "peer/"))}


def with_host_tiles():
    """The made-up rows, the host's at another tile as well, so that both have a sweep."""
    return [*records(), *(dict(row, params="tile=4;mode=plain") for row in records()
                          if row["case"] == "tiles" and row["backend"] == "host")]


def test_gpu_and_host_have_a_picture_each_with_their_own_rows_alone(style_on, write_rows):
    path = write_rows(with_host_tiles())
    figures = drawn(path, samples=samples_of(path))
    host, gpu = {"host/slow", "host/quick"}, {"gpu/slow", "gpu/quick", "gpu/wide", "peer/library"}
    for what in ("samples-cold-hot", "tile-cold", "tile-hot"):
        assert named(figures[f"tiles-{what}"]) == gpu and named(figures[f"tiles-host-{what}"]) == host, what
    assert named(figures["tiles-ladder-cold-hot"]) == {*gpu, "gpu/wrong"}
    assert named(figures["tiles-host-ladder-cold-hot"]) == host
    assert {name: faults(figure) for name, figure in figures.items() if faults(figure)} == {}


@pytest.mark.parametrize("backend", ["cuda", "host"])
def test_rows_of_one_backend_have_one_picture_under_the_plain_name(style_on, write_rows, backend):
    path = write_rows([row for row in with_host_tiles() if row["backend"] == backend and row["case"] != "sum"])
    figures = drawn(path, samples=samples_of(path))
    assert sorted(figures) == ["tiles-ladder-cold-hot", "tiles-samples-cold-hot", "tiles-tile-cold", "tiles-tile-hot"]
    assert all(any(name.startswith("host/") == (backend == "host") for name in named(figure))
               for figure in figures.values())


def test_pictures_are_called_by_the_cache_states_of_their_own_rows(style_on, write_rows):
    path = write_rows([row for row in records() if row["cache"] == "cold" or row["backend"] == "cuda"])
    assert [name for name in drawn(path, kinds=["ladder"]) if "tiles" in name] == ["tiles-ladder-cold-hot",
                                                                                   "tiles-host-ladder-cold"]


def test_the_host_s_sweep_has_the_host_s_speed_of_light_and_published_figures(style_on, write_rows):
    figure = picture(write_rows(with_host_tiles()), "tiles-host-tile-cold")
    shown = written(figure)
    for text in ("host/slow", "host/quick", "host speed of light (fill, 10.0 GB/s)", "rate, GB/s (logarithmic)",
                 "published, Made-up old CPU"):
        assert shown.count(text) == 1, text
    assert [text.get_text() for text in figure.axes[0].get_xticklabels()] == ["4", "8"]


def test_sizes_of_another_run_s_gpu_do_not_join_the_host_s_sweep(style_on, write_rows):
    sums = [row for row in records() if row["case"] == "sum"]
    host = [dict(row, backend="host", variant="host/loop", improves="", device="Made-up CPU", device_uuid="")
            for row in sums if row["variant"] == "gpu/tree"]
    second = [dict(row, size="9000x9000", bytes="324000000", device_uuid="GPU-second")
              for row in sums if row["size"] == "3000x3000"]
    figures = drawn(write_rows(sums + host), kinds=["sweep"], sizes=machine_of(write_rows(second, "sizes.csv")))
    assert named(figures["sum-host-size-cold"]) == {"host/loop"}
    assert not any("9000x9000" in text for text in written(figures["sum-host-size-cold"]))
    assert any("9000x9000" in text for text in written(figures["sum-size-cold"]))
