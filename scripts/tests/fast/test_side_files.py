"""Files next to rows, each with a header and lines of its own, and the list of variants: what is wrong is one line that
names it."""

import json
from dataclasses import replace

import pytest
from conftest import PUBLISHED, records
from made_up_list import as_json
from made_up_runs import write
from made_up_side import energy_of, write_energies

from rungs.data import catalogue, claim_files, clock_files, counter_files, fact_files, listing, side_table, why_files
from rungs.data import published as published_files
from rungs.data.clock_files import Timing
from rungs.data.errors import RowsError
from rungs.data.files import write_whole
from rungs.data.rows import read as read_rows
from rungs.data.setups import read_energies
from rungs.statistics import goals
from rungs.tables import why_text

# Of each file its reader, its columns and a good line.
GOOD = {
    catalogue: (catalogue.read, catalogue.COLUMNS, "carry,Name,Words.,data,large,None.,At DRAM."),
    published_files: (published_files.read, published_files.COLUMNS, "d,v,h,c,time_us,5,"),
    claim_files: (claim_files.read, claim_files.COLUMNS, "A,d,s,c/gpu/a,c/gpu/b,n=5,2,"),
    goals: (goals.read, goals.COLUMNS, "G1,s,tiles/gpu/top,speed of light,9x9 tile=8,1"),
    fact_files: (fact_files.read, fact_files.COLUMNS, "tiles,gpu/slow,k,sm_90,registers,40,x"),
    clock_files: (clock_files.read, clock_files.COLUMNS,
                  "tiles,gpu/slow,10x10,tile=8;mode=plain,ncu,12.5,Nsight Compute 2025.3,Made-up GPU"),
    side_table: (lambda path: side_table.figures(path, *side_table.KINDS), side_table.COLUMNS,
                 "tiles,gpu/slow,cuda,10x10,tile=8,cold,GPU-a,counter,a__b,,77,ns,ncu"),
    why_files: (why_files.read, why_files.COLUMNS,
                "tiles,gpu/slow,cuda,64x64,tile=8,cold,GPU-a,sm,1,0.9,no,0,99,98,100,15,"),
    why_text: (why_text.known, why_text.KNOWN, "tiles/gpu/slow,dram,x")}


@pytest.fixture
def refused(tmp_path):
    """The words with which a file of lines is refused, behind its name."""
    def read(of, *lines, header=""):
        reader, columns, _ = GOOD[of]
        path = tmp_path / "file.csv"
        path.write_text("\n".join([header or ",".join(columns), *lines]) + "\n", encoding="utf-8")
        with pytest.raises(RowsError) as error:
            reader(path)
        assert "\n" not in str(error.value) and str(error.value).startswith(f"{path}:")
        return str(error.value).removeprefix(f"{path}:")
    return read


@pytest.mark.parametrize(("of", "twice"), {
    catalogue: "3: id is 'carry'", published_files: "", claim_files: "3: id is 'A'", goals: "3: id is 'G1'",
    fact_files: "", clock_files: "3: the same kernel, clock and GPU as line 2", side_table: "",
    why_files: "3: visit '0' of sm appears twice; expected one", why_text: ""}.items())
def test_a_good_line_is_read_once(refused, tmp_path, of, twice):
    reader, columns, good = GOOD[of]
    assert refused(of, "1,2", header="a,b") == f"1: the header is 'a,b'; expected {','.join(columns)}"
    path = tmp_path / "good.csv"
    path.write_text(f"{','.join(columns)}\n{good}\n", encoding="utf-8")
    reader(path)
    assert not twice or refused(of, good, good).startswith(twice)


@pytest.mark.parametrize(("of", "old", "new", "words"), [
    (catalogue, "carry", "", "id is ''"), (catalogue, "data", "date", "group is 'date'; expected one of less work"),
    (catalogue, "At DRAM.", "", "a field is empty"), (published_files, "5", "0", "value is '0'"),
    (claim_files, "c/gpu/b", "", "faster is empty; expected a variant, or a condition with metric=NAME"),
    (claim_files, "c/gpu/a", "gpu/a", "slower is 'gpu/a'"), (claim_files, "c/gpu/b", "c/gpu/", "faster is 'c/gpu/'"),
    (claim_files, "2", "0", "published_ratio is '0'"), (goals, "tiles/gpu/top", "tiles/top", "variant is 'tiles/top'"),
    (goals, "speed of light", "roof",
     "against is 'roof'; expected 'speed of light', a time like '4 us', or one like stitch/gpu/modulo"),
    (goals, ",1", ",0", "at_least is '0'"), (goals, ",1", ",H200=1;H100", "at_least of H100 is ''"),
    (goals, "tile=8", "foo", "condition is '9x9 foo'"), (goals, "tile=8", "cache=dirty", "cache is 'dirty'"),
    (clock_files, "10x10", "10y", "size is '10y'; expected one like 1920x1080"),
    (clock_files, "tile=8", "tile", "params is 'tile;mode=plain'"), (clock_files, "12.5", "0", "time_us is '0'"),
    (clock_files, "Nsight Compute 2025.3", "", "tool is empty"), (clock_files, "ncu", "sundial", "clock is 'sundial'"),
    (side_table, ",77", "", "12 fields where the header has 13"), (fact_files, "40", "nan", "value is 'nan'"),
    (side_table, "77", "nan", "value is 'nan'; expected a number from 0 to 1e+18"),
    (side_table, "a__b", "", "name is empty"), (side_table, "counter", "noise", "kind is 'noise'; expected one of"),
    (side_table, "ncu", "nsys", "source is 'nsys'"), (why_files, "sm", "bus", "resource is 'bus'"),
    (why_files, "0.9", "1.5", "supply is '1.5'; expected a number from 0.001 to 1"),
    (why_files, "99", "0", "time_median_us is '0'; expected a number"),
    (why_files, "98", "900", "time_median_us is 99; expected one from time_low_us to time_high_us"),
    (why_text, "tiles/gpu/slow", "tiles", "variant is 'tiles'"), (why_text, ",x", ",", "reason is empty"),
    (why_text, "dram", "bus", "limit is 'bus'; expected one of sm")])
def test_a_broken_line_is_named(refused, of, old, new, words):
    good = GOOD[of][2]
    assert good.count(old) == 1
    assert refused(of, good.replace(old, new)).startswith(f"2: {words}")


FIGURES = published_files.read(PUBLISHED)
DEFAULTS = published_files.Defaults("1000x1000", {"tile": "8", "mode": "plain"})


def values(**change):
    row = {"case": "tiles", "variant": "gpu/slow", "size": "1000x1000", "params": "tile=8;mode=plain", **change}
    return [match.figure.value for match in FIGURES.matches(row, DEFAULTS)]


@pytest.mark.parametrize(("text", "sizes", "params"), [
    ("target=10240 repeater=100", ("10240x10240",), (("repeater", "100"),)), ("1920x1080", ("1920x1080",), ()),
    ("n=30336 block=256", ("30336", "30336x1", "30336x30336"), (("block", "256"),)),
    ("distance_max=15", (), (("distance_max", "15"),)), ("32-bit integer division", (), ())])
def test_conditions_of_published_figures(text, sizes, params):
    assert published_files.parse_condition(text) == (sizes, params)


def test_a_published_figure_stands_only_beside_its_own_condition():
    assert values() == [100] and values(params="tile=16;mode=plain") == [120]
    for other in ({"params": "tile=4;mode=plain"}, {"size": "2000x2000"}, {"variant": "gpu/other"}, {"case": "other"}):
        assert values(**other) == []
        # What is left open must be as usual.
        assert values(**{"variant": "gpu/quick", **other}) == []


def test_times_are_read_as_they_were_written(refused, tmp_path):
    case, variant, size, params, clock, _, tool, gpu = GOOD[clock_files][2].split(",")
    timings = [Timing(case, variant, size, params, clock, 12.3456, 'a "tool", quoted', gpu),
               Timing(case, variant, size, params, "do_bench", 1234567.0, tool, gpu)]
    clock_files.write(tmp_path / "clocks.csv", timings)
    assert clock_files.read(tmp_path / "clocks.csv") == [timings[0], replace(timings[1], time_us=1234570.0)]
    with pytest.raises(RowsError, match="cannot be written"):
        clock_files.write(tmp_path / "clocks.csv" / "none.csv", timings)
    assert [one.name for one in tmp_path.iterdir()] == ["clocks.csv"]
    assert refused(clock_files).startswith("2: no times") and refused(why_files).startswith(" no visits")


def test_counters_are_written_plainly_and_read_back(tmp_path):
    key = ("tiles", "gpu/comma", "10x10", "")
    counters = {key: {"a": (419431424.0, "byte"), "b": (0.123456789123, ""), "c": (1e-7, "%")}}
    runs = [{**dict.fromkeys(counter_files.RUN_COLUMNS, ""), "case": "tiles", "variants": "gpu/comma gpu/other",
             "device_uuid": "GPU-a"}]
    counter_files.write(tmp_path / "counters.csv", counters, runs)
    text = (tmp_path / "counters.csv").read_text()
    assert ",cold,GPU-a,counter,a,,419431424,byte,ncu\n" in text
    read = counter_files.read(tmp_path / "counters.csv")[key]
    assert counter_files.values(read) == pytest.approx({"a": 419431424, "b": 0.123456789, "c": 1e-7})
    write_whole(tmp_path / "counters.csv.gz", (tmp_path / "counters.csv").read_bytes())
    (tmp_path / "counters.csv").unlink()
    for name in ("counters.csv", "counters.csv.gz"):
        assert counter_files.read(tmp_path / name)[key] == read and counter_files.read_runs(tmp_path / name) == runs
    counter_files.write(tmp_path / "counters.csv", counters, runs)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["counters.csv.gz", "counters.runs.csv"]
    (tmp_path / "counters.csv").write_text(text + text.splitlines()[1] + "\n")
    with pytest.raises(RowsError, match=":5: 'a' of 'tiles/gpu/comma' appears twice"):
        counter_files.read(tmp_path / "counters.csv")


@pytest.mark.parametrize(("change", "words"), [
    ({"joules_per_launch": "nan"}, "joules_per_launch is 'nan'"), ({"size": "x"}, "size is 'x'"),
    ({"time_median_us": ""}, "of a row of nan us .* of the same run"),
    ({"time_median_us": "77.7"}, "of a row of 77.7 us .* of the same run"),
    ({"device_uuid": "GPU-other"}, "us on GPU-other, .* of the same run")])
def test_what_is_no_energy_of_the_run_is_refused(tmp_path, change, words):
    path = write(tmp_path / "rows.csv", records())
    first, second, *_ = [energy_of(row) for row in records() if row["case"] == "tiles" and row["backend"] == "cuda"
                         and row["cache"] == "hot" and row["time_median_us"]]
    write_energies(path, [first])
    assert len(read_energies(path, read_rows(path))) == 1
    write_energies(path, [{**second, **change}])
    with pytest.raises(RowsError, match=rf"^[^\n]*rows\.side\.csv:\d+: [^\n]*{words}"):
        read_energies(path, read_rows(path))


LIST = as_json([("tiles/host/plain", "host"), ("tiles/gpu/slow", "cuda,simulator", "24 bytes")])


def list_with(change):
    document = json.loads(LIST)
    change(document)
    return json.dumps(document)


@pytest.mark.parametrize(("text", "words"), [
    ("", "Expecting value"), (LIST[:-9], "(Expecting"), ("[]", "list indices"), ("{}", "no 'schema'"),
    (list_with(lambda one: one.update(schema="rungs-list-2\n")), r"schema is 'rungs-list-2\n'"),
    (list_with(lambda one: one["cases"][0]["variants"][0].pop("spills")), "no 'spills'"),
    (list_with(lambda one: one["cases"][0]["variants"][0].update(backends=[1])), "'tiles/host/plain' has a field")])
def test_what_is_no_list_of_variants_is_one_line(text, words):
    with pytest.raises(RowsError) as refused:
        listing.parse(text)
    said = str(refused.value)
    assert said.startswith("what --list=json prints is no list of rungs-list-1 (")
    assert words in said and "\n" not in said
