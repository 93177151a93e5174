"""What ladders show, of GPU and host each in pictures of their own; in no picture a text is on another."""

import hostile
import pytest
from conftest import ROWS, records
from figures import drawn, faults, in_order, many, picture, says, texts, written
from made_up_runs import bare_row, write
from report_data import bound_shares

GPU, HOST = ["gpu/slow", "gpu/quick", "gpu/wide", "peer/library"], ["host/slow", "host/quick"]


def test_the_check_of_texts_can_fail(style_on):
    figure = style_on.new_figure(2)
    figure.text(0.5, 0.5, "one")
    figure.text(0.505, 0.5, "two")
    figure.text(0.99, 0.1, "over the edge")
    assert faults(figure) == [("one", "two"), "over the edge"]


@pytest.mark.parametrize(("name", "rungs", "wanted", "times"), [
    ("tiles-ladder-cold-hot", [*GPU[:3], "gpu/wrong", GPU[3]], [
        "GPU", "48.0 us", "40.0 us", "50 %", "2.40x faster", "100 us", "incorrect: 7 mismatches, first at (3, 4)",
        "speed of light: cold 10.0 us, hot 8.00 us (measured fill)", "published, Made-up old GPU",
        "published, Made-up old GPU; size, tile not given"], [48, 20, 20.5, 12]),
    ("tiles-host-ladder-cold-hot", HOST, [
        "host", "9.00 ms", "7.20 ms", "13 %", "3.00x faster", "5 ms", "unstable",
        "speed of light: cold 400 us, hot 320 us (measured fill)", "published, Made-up old CPU"], [9000, 3000])])
def test_the_ladder_says_it_all_in_order_and_bars_are_as_long_as_their_times(style_on, name, rungs, wanted, times):
    figure = picture(ROWS, name)
    assert says(figure, "tiles: 1000x1000, tile=8, mode=plain", wanted[0], *rungs) and in_order(figure, rungs)
    assert set(wanted) <= set(written(figure))
    assert any("Made-up GPU, host Made-up CPU" in text and "cold and hot cache" in text for text in written(figure))
    cold = picture(ROWS, name.removesuffix("-hot"), "cold")
    assert [bar.get_x() + bar.get_width() for bar in cold.axes[0].patches] == pytest.approx(times)


@pytest.mark.parametrize("letters", [10, 20, 34])
@pytest.mark.parametrize(("fastest", "slowest"), [(90, 900_000), (3, 40), (15, 800), (150, 2e6), (0.002, 9e7)])
def test_the_times_under_a_ladder_stand_apart(style_on, write_rows, letters, fastest, slowest):
    """The longer the names, the narrower is the axis."""
    figure = picture(write_rows([bare_row("tiles/gpu/".ljust(letters + 6, letter), us)
                               for letter, us in (("m", slowest), ("n", fastest))]), "tiles-ladder-cold")
    place = dict(texts(figure))
    boxes = [place[label.get_text()] for label in figure.axes[0].get_xticklabels() if label.get_text() in place]
    assert len(boxes) >= 2
    assert all(right.x0 - left.x1 >= 0.1 * figure.dpi for left, right in zip(boxes, boxes[1:]))


def test_a_variant_without_rows_at_the_problem_is_named_and_one_without_a_time_can_be_drawn(style_on, write_rows):
    less = [row for row in records() if row["variant"] != "gpu/quick" or "tile=8" not in row["params"]]
    assert says(picture(write_rows(less), "tiles-ladder-cold-hot"), "not run at this problem: gpu/quick")
    bare = [dict(row, speed_of_light_percent="", improves="", device="", host="") for row in records()
            if row["variant"] == "gpu/wrong"]
    (name, figure), = drawn(write_rows(bare)).items()
    assert name == "tiles-ladder-cold-hot" and faults(figure) == []


def with_modes(modes=("fancy",)):
    """The made-up rows, the tiles at tile=8 in further modes as well."""
    made = records()
    return [*made, *(dict(row, params=row["params"].replace("mode=plain", f"mode={mode}")) for mode in modes
                     for row in made if row["case"] == "tiles" and "tile=8" in row["params"])]


def named(figure):
    """The variants that a figure names."""
    return {text for text in written(figure) if text.startswith(("host/", "gpu/", "peer/"))}


def test_gpu_and_host_have_a_picture_each_with_their_own_rows_alone(style_on, write_rows):
    figures = drawn(ROWS, "cold")
    assert named(figures["tiles-ladder-cold"]) == {*GPU, "gpu/wrong"}
    assert named(figures["tiles-host-ladder-cold"]) == {*HOST}
    for backend in ("cuda", "host"):
        alone = drawn(write_rows([row for row in records() if row["backend"] == backend and row["case"] != "sum"]))
        assert list(alone) == ["tiles-ladder-cold-hot"], "the plain name"
        assert all(name.startswith("host/") == (backend == "host") for name in named(alone["tiles-ladder-cold-hot"]))
    path = write_rows([row for row in records() if row["cache"] == "cold" or row["backend"] == "cuda"])
    assert [name for name in drawn(path) if "tiles" in name] == ["tiles-ladder-cold-hot", "tiles-host-ladder-cold"]


@pytest.mark.parametrize("made", [
    many(25), hostile.change(with_modes(hostile.NAMES[:2])),
    with_modes([f"a_long_word_{number}" for number in range(12)])], ids=["crowd", "hostile", "long"])
def test_nothing_is_cut_or_on_another(style_on, tmp_path, made):
    """Hostile texts are drawn as they are."""
    made = [dict(row, params=row["params"].replace("\n", " ").replace(";;", ";")) for row in made]
    path = write(tmp_path / "rows.csv", made)
    figures = drawn(path, counters={
        (row["case"], row["variant"], row["size"], row["params"]): dict.fromkeys(bound_shares(), 91) for row in made})
    assert len(figures) > 2
    assert {name: faults(figure) for name, figure in figures.items() if faults(figure)} == {}
    shown = [text for figure in figures.values() for text in written(figure)]
    assert not any("new\n" in text for text in shown)
    assert ("gpu/$x_1^{2$ and $unclosed" in shown) == any("$" in row["variant"] for row in made)
