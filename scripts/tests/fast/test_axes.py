"""What a variant is compiled for is no parameter of the problem: its versions are shown side by side."""

import pytest
from made_up_runs import bare_row, write

from rungs.data import counter_files, rows
from rungs.data.published import Published, defaults_of
from rungs.data.row_format import versions
from rungs.report import row_part
from rungs.tables.tables import ladder_table

PLAIN = ("tiles", "gpu/plain", "tile=8")


def tiled(block, us):
    return bare_row("tiles/gpu/tiled", us, improves="gpu/plain", params=f"tile=8;block={block};type=float")


ROWS = [bare_row("tiles/gpu/plain", 40), tiled(128, 20), tiled(64, 25),
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
    """The one machine of a file of the rows."""
    found, = rows.machines(rows.read(write(tmp_path / "rows.csv", ROWS)))
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
