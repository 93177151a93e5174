"""rungs convert: stored rows of the schema before, and what lies next to them, written anew."""

import pytest
from conftest import Command, records
from made_up_runs import write
from made_up_side import energy_of

from rungs.data import conversion, counter_files, energy_files, row_format, rows, side_table
from rungs.data.files import write_whole
from rungs.data.listing import Listed
from rungs.data.records import DEVICE, KEY, csv_text, read_records
from rungs.data.row_format import BEFORE, SCHEMA_BEFORE

convert = Command("convert")
OLD_KEY = [*KEY, DEVICE]


def before(made):
    """Rows as they were."""
    return [{name: row[name] for name in BEFORE} | {"schema": SCHEMA_BEFORE} for row in made]


def written(path, made):
    return write(path, made, BEFORE)


def cold(rows, case):
    return [row for row in rows if (row["case"], row["backend"], row["cache"]) == (case, "cuda", "cold")]


def tiles(rows):
    return cold(rows, "tiles")


def converted(path):
    assert convert.run(path) == 0
    return records(path)


def test_rows_are_those_of_this_version_afterwards(tmp_path, capsys):
    path = written(tmp_path / "rows.csv", before(records()))
    assert converted(tmp_path / "rows.csv") == records() and list(tmp_path.iterdir()) == [path]
    assert capsys.readouterr().out == f"{path}: {len(records())} rows\n"
    text = path.read_bytes()
    assert convert.run(tmp_path) == 0 and f"{tmp_path}: nothing to convert\n" == capsys.readouterr().out
    assert path.read_bytes() == text


def shares(made, factor):
    """The rows with another speed of light of tiles: so many times as much, or '' for none."""
    return [{**row, "speed_of_light_percent": factor and str(float(row["speed_of_light_percent"]) * factor)}
            if row in tiles(made) and row["speed_of_light_percent"] else row for row in made]


def fills(made, factor=1.0, **more):
    """The rows of the cold fill, so many times as fast."""
    return [{**row, "gbps": str(float(row["gbps"]) * factor), **more} for row in cold(made, "fill")]


@pytest.mark.parametrize(("change", "ceiling"), [
    (lambda made: made, "fill"), (lambda made: shares(made, 0.5), "ceilings"), (lambda made: shares(made, ""), ""),
    *((lambda made, name=name: [{**row, "variant": name} if row["case"] == "fill" else row for row in made], ceiling)
      for name, ceiling in (("gpu/download", "download"), ("gpu/upload_pageable", "pageable upload"),
                            ("gpu/both_ways", "transfer both ways"), ("gpu/vector_store", "fill"))),
    # A slow variant of another ceiling is not it.
    (lambda made: [*made, *fills(made, 0.999, case="read")], "fill"),
    (lambda made: [*made, *fills(made, 0.999, case="read"), *fills(made, 1.02, variant="gpu/fast")],
     "read")])
def test_a_speed_of_light_is_called_by_the_ceiling_that_it_is(tmp_path, change, ceiling):
    found = tiles(converted(written(tmp_path / "rows.csv", change(before(records())))))
    assert {(bool(row["time_median_us"]), row["ceiling"]) for row in found} == {(True, ceiling), (False, "")}


def test_a_ceiling_of_other_bytes_that_has_the_rate_by_chance_is_not_it(tmp_path):
    sums = [row for row in before(records()) if row["variant"] == "gpu/tree"]  # each at half of its speed of light
    fills = [{**row, "case": "fill", "gbps": str(2 * float(row["gbps"])), "speed_of_light_percent": ""} for row in sums]
    chance = [{**row, "case": "copy", "size": f"1x{row['bytes']}", "bytes": str(2 * int(row["bytes"]))}
              for row in fills]
    found = converted(written(tmp_path / "rows.csv", [*sums, *chance, *fills]))
    assert {row["ceiling"] for row in found if row["case"] == "sum"} == {"fill"}


def test_each_gpu_has_its_own_ceilings_unless_they_share_a_run(tmp_path):
    """Of two GPUs that measured the same, the other's ceiling is none; of two that measured parts of a run, it is."""
    made = [row for row in before(records()) if row["backend"] == "cuda"]
    slower = [{**row, DEVICE: "GPU-second", **({"gbps": str(float(row["gbps"]) / 2)} if row["case"] == "fill" else {})}
              for row in made]
    found = tiles(converted(written(tmp_path / "rows.csv", made + slower)))
    assert {(row[DEVICE], row["ceiling"]) for row in found if row["time_median_us"]} == {
        ("GPU-made-up", "fill"), ("GPU-second", "ceilings")}
    parts = [{**row, DEVICE: "GPU-second"} if row["case"] == "fill" else row for row in made]
    assert {row["ceiling"] for row in tiles(converted(written(tmp_path / "rows.csv", parts)))} == {"fill", ""}


def companion(path, kind, columns, *lines):
    path.with_suffix(f".{kind}.csv").write_text(csv_text(columns, lines), encoding="utf-8")


def test_the_files_beside_them_become_one_table(tmp_path):
    made = before(records())
    first, second = (row for row in made if row["variant"] == "gpu/slow" and row["size"] == "1000x1000"
                     and row["params"] == "tile=8;mode=plain")
    first["message"] = "waits inside its launch: launch latency is part of the time"
    path = written(tmp_path / "rows.csv", made)
    one, two = ([row[name] for name in OLD_KEY] for row in (first, second))
    companion(path, "metrics", [*OLD_KEY, "metric", "value", "unit"], [*two, "latency", 5, "cycles"],
           [*one, "latency", 7, "cycles"], [*one[:-1], "GPU-none", "latency", 9, "cycles"])
    companion(path, "counters", [*KEY, "metric", "value", "unit"], [*one[:-1], "dram_read", 4096, "bytes"])
    companion(path, "processes", [*OLD_KEY, "process", "samples", "time_median_us", "sm_clock_mhz"],
           [*one, 1, 40, 47.5, ""], [*one, 2, 41, 48.5, 1980])
    made_up = energy_of(second)
    names = [*energy_files.NUMBERS, *energy_files.MAY_BE_MISSING, energy_files.TEXT, "time_median_us"]
    companion(path, "energy", [*OLD_KEY, *names, "device"], [*two, *(made_up.get(name, "") for name in names), "a GPU"])
    said = conversion.convert(tmp_path)
    assert said == [f"{path}: {len(made)} rows",
                    f"{tmp_path / 'rows.side.csv'}: {2 + 1 + 5 + 1 + 16} lines",
                    f"{path}: 1 lines of the files next to it are of none of its rows; they stay in the old files"]
    assert len(list(tmp_path.iterdir())) == 2 + 4  # without such lines the old files go
    side = side_table.path_of(path)
    assert side_table.figures(side, "metric", "counter") == {
        tuple(one): {"latency": (7, "cycles"), "dram_read": (4096, "bytes")}, tuple(two): {"latency": (5, "cycles")}}
    assert [own for _, key, own in side_table.lines(side, "process")][2:] == [
        ["process", "samples", "2", "41", "", "bench"], ["process", "time_median_us", "2", "48.5", "us", "bench"],
        ["process", "sm_clock_mhz", "2", "1980", "MHz", "bench"]]
    assert side_table.waiting(side) == {tuple(one)}
    energy = energy_files.of_rows(path, rows.read(path))[tuple(two[:-1])]
    assert (energy["net_joules_per_launch"], energy["throttle"]) == (float(made_up["net_joules_per_launch"]), "none")


def test_counters_of_ncu_name_their_gpu(tmp_path):
    path = tmp_path / "counters.csv"
    path.write_text(csv_text(conversion.COUNTER_COLUMNS, [["tiles", "gpu/a", "9x9", "", "kernels", 1, ""],
                                                          ["tiles", "gpu/b", "9x9", "", "dram__bytes.sum", 5, "byte"]]))
    run = dict.fromkeys(counter_files.RUN_COLUMNS, "") | {"case": "tiles", "variants": "gpu/a", DEVICE: "GPU-1"}
    write(tmp_path / "counters.runs.csv", [run], counter_files.RUN_COLUMNS)
    assert conversion.convert(tmp_path) == [f"{path}: 2 variants and problems"]
    assert path.read_text().splitlines()[1:] == [
        "tiles,gpu/a,cuda,9x9,,cold,GPU-1,counter,kernels,,1,,ncu",
        "tiles,gpu/b,cuda,9x9,,cold,,counter,dram__bytes.sum,,5,byte,ncu"]
    assert conversion.convert(path) == []


def test_parameters_that_a_case_got_later_have_the_value_of_then(tmp_path):
    old = {**before(records())[0], "case": "edm", "params": "batch=256;points=uniform"}
    new = {**before(records())[1], "case": "edm", "params": "batch=256;points=uniform;rows=256"}
    found = converted(written(tmp_path / "rows.csv", [old, new]))
    assert [row["params"] for row in found] == [old["params"] + ";rows=16;sets=one", new["params"] + ";sets=one"]
    clocks = tmp_path / "clocks.csv"
    clocks.write_text("case,variant,size,params,clock\nedm,gpu/a,9x9,rows=8;sets=one,ncu\ndistance,gpu/b,9x9,,ncu\n")
    assert conversion.convert(clocks) == [f"{clocks}: 1 lines have the parameters that their cases got later"]
    assert clocks.read_text().splitlines()[1:] == ["edm,gpu/a,9x9,rows=8;sets=one,ncu",
                                                   "distance,gpu/b,9x9,profile=random,ncu"]


@pytest.mark.parametrize(("column", "value", "words"), [
    ("schema", "rungs-row-1", "a row of schema 'rungs-row-1'; expected rungs-row-2 in all"),
    *((column, value, "rows.csv: it, or a file next to it, is not as rungs-row-2 has it: ")
      for column, value in (("bytes", "abc"), ("gbps", "x"), ("speed_of_light_percent", "0")))])
def test_what_is_broken_is_named_and_left_as_it_is(tmp_path, capsys, column, value, words):
    first, *others = before(records())
    path = written(tmp_path / "rows.csv", [first, *({**row, column: value} for row in others)])
    text = path.read_bytes()
    assert words in convert.refused(capsys, path) and path.read_bytes() == text
    assert "nowhere: no such file or folder" in convert.refused(capsys, tmp_path / "nowhere")


def test_a_quote_that_is_never_closed_is_refused(tmp_path, capsys):
    path = written(tmp_path / "rows.csv", before(records()))
    text = path.read_bytes().replace(b"rungs-row-2", b'"rungs-row-2', 1)  # all that follows is between quotes
    path.write_bytes(text)
    assert "rows.csv:2: not CSV" in convert.refused(capsys, tmp_path) and path.read_bytes() == text


@pytest.mark.parametrize("cut", [-5, -1, -150])
def test_a_last_line_that_was_cut_is_left_out(tmp_path, cut):
    made = [{**row, "message": '"in quotes"'} for row in before(records())[:3]]
    path = written(tmp_path / "rows.csv", made)
    path.write_bytes(path.read_bytes().replace(b"\r\n", b"\n")[:cut])
    assert conversion.convert(tmp_path) == [f"{path}: its last line was cut, and is left out", f"{path}: 2 rows"]
    assert [row["variant"] for row in records(path)] == [row["variant"] for row in made[:2]]


def test_a_cut_file_that_needs_nothing_stays_as_it_is(tmp_path):
    (tmp_path / "clocks.csv").write_text("case,params\nfill,\nfil")
    assert conversion.convert(tmp_path) == [] and (tmp_path / "clocks.csv").read_text().endswith("\nfil")


def test_rows_of_an_older_schema_are_named_and_left(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("schema,case,params,noise_percent\nrungs-row-1,edm,batch=256,2\n")
    assert conversion.convert(tmp_path) == [f"{path}: rows of 'rungs-row-1', left as they are; only those of "
                                            "rungs-row-2 are converted"]
    assert path.read_text().endswith("rungs-row-1,edm,batch=256,2\n")


def test_compressed_files_are_converted_and_stay_compressed(tmp_path):
    made = before(records())
    path = written(tmp_path / "rows.csv", made)
    companion(path, "metrics", [*OLD_KEY, "metric", "value", "unit"], [*map(made[0].get, OLD_KEY), "a", 5, ""])
    (tmp_path / "clocks.csv").write_text("case,params\ndistance,\n")
    counted = csv_text(conversion.COUNTER_COLUMNS, [["tiles", "gpu/a", "9x9", "", "kernels", 1, ""]])
    (tmp_path / "counters.csv").write_text(counted)
    for file in list(tmp_path.iterdir()):
        write_whole(f"{file}.gz", file.read_bytes())
        file.unlink()
    assert len(conversion.convert(tmp_path)) == 4
    assert {file.name for file in tmp_path.iterdir()} == {
        "clocks.csv.gz", "counters.csv.gz", "counters.runs.csv", "rows.csv.gz", "rows.side.csv"}
    assert len(counter_files.read(tmp_path / "counters.csv")) == 1
    assert len(rows.read(path)) == len(made) and len(side_table.figures(side_table.path_of(path), "metric")) == 1
    assert read_records(tmp_path / "clocks.csv")[1][0][1] == ["distance", "profile=random"]


def test_a_side_table_that_is_there_is_not_overwritten(tmp_path, capsys):
    made = before(records())
    path = written(tmp_path / "rows.csv", made)
    companion(path, "metrics", [*OLD_KEY, "metric", "value", "unit"], [*map(made[0].get, OLD_KEY), "a", 5, ""])
    companion(path, "side", side_table.COLUMNS)
    before_it = {file: file.read_bytes() for file in tmp_path.iterdir()}
    assert "rows.side.csv: is there already; expected none" in convert.refused(capsys, path)
    assert {file: file.read_bytes() for file in tmp_path.iterdir()} == before_it
    line = [*(made[0][name] for name in OLD_KEY), "metric", "a", "", 5, "", "bench"]
    companion(path, "side", side_table.COLUMNS, line)  # as a conversion that was interrupted leaves it
    assert len(conversion.convert(path)) == 2 and len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("command", ["plot {}", "report {} --out page.html", "compare {} {}", "claims {}", "sizes {}",
                                     "evidence {} counters.csv", "check ncu {}", "fleet join out . ."])
def test_rows_of_the_schema_before_are_refused_with_what_to_do(tmp_path, monkeypatch, capsys, command):
    path = written(tmp_path / "rows.csv", before(records()))
    (tmp_path / "counters.csv").write_text(",".join(side_table.COLUMNS) + "\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("rungs.profile.profiling.version", lambda: "1")
    monkeypatch.setattr("rungs.data.listing.read", lambda bench: [Listed("tiles/gpu/slow", ("cuda",), "")])
    name, *words = command.format(path, path).split()
    said = Command(name).refused(capsys, *words)
    assert f"rows of rungs-row-2; expected those of {row_format.SCHEMA}: `rungs convert " in said
