"""Reading rows.csv: what is right is kept, and what is wrong is one clear line. What a variant is compiled for is no
parameter of the problem: its versions are shown side by side."""

import math

import hostile
import pytest
from conftest import ROWS, records
from made_up_runs import bare_row, write

from rungs.data import counter_files, row_format, rows
from rungs.data.errors import RowsError
from rungs.data.published import Published, defaults_of
from rungs.data.row_format import versions
from rungs.report import row_part
from rungs.tables.tables import ladder_table

COLUMNS = [*row_format.COLUMNS, "line", "technique", "step_kind"]


def test_stored_rows_are_read_whatever_the_order_of_their_columns(write_rows):
    frame = rows.read(ROWS)
    assert len(frame) == len(records()) and all("Made-up" in device for device in frame["device"])
    assert list(frame.columns) == COLUMNS
    assert list(frame["line"][:2]) == [2, 3] and frame["time_median_us"].dtype == float
    unsupported = frame[frame["status"] == "unsupported"].iloc[0]
    assert math.isnan(unsupported["time_median_us"])
    assert unsupported["message"] == "needs 66 KiB of shared memory"
    reversed_columns = write_rows(first_changed(max_error="inf"), columns=list(reversed(row_format.COLUMNS)))
    frame = rows.read(reversed_columns)
    assert list(frame.columns) == COLUMNS and frame["max_error"].iloc[0] == math.inf


def test_rows_have_the_steps_that_lie_next_to_them(write_rows):
    path = write_rows(records())
    assert {*rows.read(path)["technique"], *rows.read(path)["step_kind"]} == {"", "gain"}, "of older files"
    beside = path.with_name("rows.steps.csv")
    beside.write_text("case,variant,technique,step\ntiles,gpu/quick,carry bits,back\ntiles,gpu/slow,,question\n")
    frame = rows.read(path)
    found = dict(zip(zip(frame["case"], frame["variant"]), zip(frame["technique"], frame["step_kind"])))
    assert found.pop(("tiles", "gpu/quick")) == ("carry bits", "back")
    assert found.pop(("tiles", "gpu/slow")) == ("", "question") and set(found.values()) == {("", "gain")}
    beside.write_text("case,variant,technique,step\ntiles,gpu/quick,carry,up\n")
    with pytest.raises(RowsError, match=r"rows.steps.csv:2: step is 'up'; expected one of gain, back, question"):
        rows.read(path)


def test_hostile_text_survives_the_round_trip(write_rows):
    wanted = hostile.change(records())
    frame = rows.read(write_rows(wanted)).sort_values("line")
    for column in ("variant", "improves", "message", "device"):
        assert list(frame[column]) == [row[column] for row in wanted]
    # Three lines of message and more: the line numbers count lines of the file, not rows.
    assert frame["line"].iloc[1] > 3


def refused(path):
    with pytest.raises(RowsError) as caught:
        rows.read(path)
    message = str(caught.value)
    assert "\n" not in message and message.startswith(str(path))
    return message


def first_changed(**change):
    """The stored rows, the first of them changed."""
    first, *others = records()
    return [{**first, **change}, *others]


@pytest.mark.parametrize(("column", "text", "legal"), [
    ("schema", "rungs-row-9", "expected rungs-row-3"),
    ("status", "fine", "expected ok, incorrect, unsupported, failed, unstable"),
    ("backend", "gpu", "expected host, cuda, simulator"), ("cache", "lukewarm", "expected cold, dirty, hot, (empty)"),
    ("time_median_us", "-3", "expected a number"), ("time_median_us", "0", "expected a time above 0 us"),
    *(("gbps", text, "expected a number") for text in ("inf", "nan", "1_000", "1,000", "9" * 400)),
    ("size", "", "expected one like 1920x1080"), ("variant", "", "expected a name"),
    ("params", "tile", "expected name=value"), ("params", "tile=1;tile=2", "each name once"),
    ("backend", "simulator", "expected a time on ok and unstable rows"),
    ("status", "failed", "expected a time on ok and unstable rows"),
    ("status", "bad\nline" + "x" * 500, "expected ok")])
def test_a_wrong_field_is_named_with_its_line(write_rows, column, text, legal):
    message = refused(write_rows(first_changed(**{column: text})))
    assert ":2: " in message and (column in message or "time" in message) and legal in message and len(message) < 400


def test_rows_come_in_the_order_of_the_ladder_whatever_their_order_in_the_file(write_rows):
    frame = rows.read(ROWS)
    shuffled = rows.read(write_rows(records()[::-1]))
    first, second = (of.groupby(["case", "size", "params", "cache"])["variant"].agg(list) for of in (frame, shuffled))
    assert first.equals(second)


@pytest.mark.parametrize(("change", "words"), [
    (lambda made: [{name: text for name, text in row.items() if name != "gbps"} for row in made], [":1: ", "gbps"]),
    (lambda made: [dict(row, colour="red") for row in made], ["unknown column 'colour'"]),
    (lambda made: [*made, made[3]], [f":{len(records()) + 2}: ", "as line 5"])])
def test_columns_and_rows_that_are_missing_unknown_or_there_twice(write_rows, change, words):
    message = refused(write_rows(change(records())))
    assert all(word in message for word in words)


@pytest.mark.parametrize(("content", "wanted"), [
    (b"", "empty"), (b"\n\n", "empty"), (b"name,iterations,real_time\nBM_x,10,3.5\n", "not a file of rows"),
    (b"\x89PNG\r\n\x1a\n\xff\xfe", "UTF-8"), ((",".join(row_format.COLUMNS) + "\n").encode(), "no rows")])
def test_a_file_that_is_something_else(tmp_path, content, wanted):
    path = tmp_path / "rows.csv"
    assert "cannot be read" in refused(path)
    path.write_bytes(content)
    assert wanted in refused(path)


def test_a_cut_file_is_refused_wherever_it_is_cut(tmp_path):
    text = ROWS.read_bytes()
    start = text[:-1].rindex(b"\n") + 1
    path = tmp_path / "rows.csv"
    for end in range(start + 1, len(text)):
        path.write_bytes(text[:end])
        with pytest.raises(RowsError, match="cut"):
            rows.read(path)
    path.write_bytes(text[:start])  # cut between two rows is a file of fewer rows
    assert len(rows.read(path)) == len(records()) - 1
    path.write_bytes(text[:text.index(b'"7 mismatches') + 5])  # inside quotes
    assert "cut" in refused(path)
    lines = text.splitlines()
    path.write_bytes(b"\n".join([*lines[:2], lines[2] + b",more", b""]))
    assert ":3: 47 fields" in refused(path)


def test_the_speed_of_light_is_the_median_of_its_rows_and_named_by_their_ceiling():
    every = rows.read(ROWS)
    tiles = every[(every["case"] == "tiles") & (every["cache"] == "cold") & (every["backend"] == "cuda")]
    light = rows.speed_of_light(tiles)
    assert light == rows.SpeedOfLight(pytest.approx(10), "fill")
    assert rows.speed_of_light(tiles.assign(ceiling="copy+read")).source == "copy+read"
    assert rows.speed_of_light(tiles.assign(speed_of_light_percent=math.nan)) is None
    first = tiles.index == tiles.index[0]
    other = tiles.assign(ceiling=tiles["ceiling"].where(~first, "download"),
                         time_median_us=tiles["time_median_us"].where(~first, 1e6))
    assert rows.speed_of_light(other).source == "fill", "that of the row whose time is the median"


PLAIN = ("tiles", "gpu/plain", "tile=8")


def tiled(block, us):
    return bare_row("tiles/gpu/tiled", us, improves="gpu/plain", params=f"tile=8;block={block};type=float")


VERSIONS = [bare_row("tiles/gpu/plain", 40), tiled(128, 20), tiled(64, 25),
            bare_row("tiles/gpu/last", 10, improves="gpu/tiled")]


def test_a_name_that_not_every_variant_has_is_of_an_axis():
    one = ("tiles", "gpu/tiled", "tile=8;block=128;type=float")
    assert versions([PLAIN, one]) == {one: ("gpu/tiled", "tile=8")}
    other = ("tiles", "gpu/tiled", "tile=8;block=64;type=float")
    assert versions([PLAIN, one, other]) == {one: ("gpu/tiled block=128;type=float", "tile=8"),
                                             other: ("gpu/tiled block=64;type=float", "tile=8")}
    # One version keeps its name, at whatever problems.
    found = versions([PLAIN, *(("tiles", "gpu/tiled", f"tile={tile};block=64") for tile in (8, 16))])
    assert set(found.values()) == {("gpu/tiled", "tile=8"), ("gpu/tiled", "tile=16")}


@pytest.mark.parametrize("keys", [
    [PLAIN, ("tiles", "gpu/tiled", "tile=16")],                           # a parameter
    [("tiles", "gpu/tiled", "tile=8;block=64")],                          # of one variant alone nobody knows
    [PLAIN, ("fill", "gpu/store", "")],                                   # another case has other parameters
    [PLAIN, ("tiles", "gpu/plain", "tile=8;mode=x"), ("tiles", "gpu/b", "tile=8"), ("tiles", "gpu/b", "mode=x")], []])
def test_parameters_stay_what_they_are(keys):
    assert versions(keys) == {}


@pytest.fixture
def machine(tmp_path):
    found, = rows.machines(rows.read(write(tmp_path / "rows.csv", VERSIONS)))
    return found


def test_tables_show_all_versions_at_the_problem_of_their_case(machine):
    assert set(machine.rows["params"]) == {"tile=8"}
    text = "\n".join(ladder_table(machine.rows, machine, Published(), defaults_of(machine.rows, "tiles")))
    for name in ("gpu/plain", "gpu/tiled block=128;type=float", "gpu/tiled block=64;type=float", "gpu/last"):
        assert name in text, text


def test_side_files_and_commands_have_the_file_s_names(machine):
    found = machine.rows
    row = found[found["variant"] == "gpu/tiled block=128;type=float"].iloc[0]
    assert rows.key_of(row, counter_files.KEY) == ("tiles", "gpu/tiled", "1000x1000", "tile=8;block=128;type=float")
    command = row_part.command(row)
    assert "--filter=^tiles/gpu/tiled$" in command and "--param=block=128" in command and "block=64" not in command
    assert set(rows.as_in_the_file(found)["variant"]) == {"gpu/plain", "gpu/tiled", "gpu/last"}
