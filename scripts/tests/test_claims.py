"""Claims of documents compared with made-up rows."""

import csv
import math
import os
import subprocess
import sys

import hostile
import pytest
from conftest import DATA, PUBLISHED, SCRIPTS, Command, records
from made_up_runs import bare_row

from rungs.data import checkout, claim_files, schema_1
from rungs.data.rows import RowsError
from rungs.statistics import claims
from rungs.tables import tables

program = Command("claims")
tables_program = Command("tables")

CLAIMS = DATA / "made_up_claims.csv"


def row(name, us, **change):
    """A cold, timed row of 'case/variant', 1000x1000, tile=8, of 1 % noise; a time of '' is none."""
    if "/host/" in name:
        change = {"backend": "host", "device": "Made-up CPU", "device_uuid": "", **change}
    return bare_row(name, us, **{"size": "1000x1000", **change})


def pair(slow=40, quick=10, **change):
    """The rows of claim M1."""
    return [row("tiles/gpu/slow", slow, **change), row("tiles/gpu/quick", quick, **change)]


@pytest.fixture
def results(write_rows):
    """The results of one claim over rows, on the one machine that they are of."""
    def judge(name, lines, metrics=()):
        path = write_rows(lines)
        if metrics:
            write_rows(metrics, "rows.metrics.csv", claim_files.METRIC_COLUMNS)
        machine, = claims.load([path])
        claim, = (claim for claim in claims.read(CLAIMS) if claim.id == name)
        return claims.judge(claim, machine)
    return judge


def run(*arguments):
    return program.main([*map(str, arguments), "--claims", str(CLAIMS)])


@pytest.mark.parametrize(("published", "measured", "spread", "wanted"), [
    (4, 4, 0, claims.HOLDS),
    (4, 2, 0, claims.HOLDS),             # exactly half of the gain on a log scale
    (4, 1.99, 0, claims.WEAKER),
    (4, 400, 0, claims.HOLDS),
    (4, 1.03, 0, claims.WEAKER),         # 1 + threshold is beyond it
    (4, 1.029, 0, claims.NO_DIFFERENCE),
    (4, 1, 0, claims.NO_DIFFERENCE),
    (4, 0.972, 0, claims.NO_DIFFERENCE),
    (4, 0.97, 0, claims.REVERSED),
    (4, 0.97, 4, claims.NO_DIFFERENCE),  # the spread is larger than 3 %
    (4, 1.5, 60, claims.NO_DIFFERENCE),
    (4, 3, 60, claims.HOLDS),
    (4, 1.04, 2, claims.WEAKER),         # a small spread does not lower the threshold
    (4, 1.02, 1, claims.NO_DIFFERENCE),
    (4, 4, math.nan, claims.HOLDS),
    (0.25, 0.5, 0, claims.HOLDS),        # published the other way round
    (0.25, 0.6, 0, claims.WEAKER),
    (0.25, 2, 0, claims.REVERSED),
    (1.05, 1.04, 0, claims.HOLDS),       # 5 % is a difference
    (1.05, 1.0, 0, claims.NO_DIFFERENCE),
    (1.05, 0.9, 0, claims.REVERSED),
    (1.049, 1.0, 0, claims.HOLDS),       # less is none
    (1.049, 1.04, 0, claims.DIFFERS),
    (1.0, 1.02, 0, claims.HOLDS),
    (1.0, 0.9, 0, claims.DIFFERS),
    (1.0, 2, 0, claims.DIFFERS),
    (1.0, 1.1, 20, claims.HOLDS),
])
def test_verdicts(published, measured, spread, wanted):
    assert claims.verdict_of(published, measured, spread) == wanted


@pytest.mark.parametrize(("slow", "verdict"), [(40, "holds"), (15, "weaker"), (10.1, "no difference"), (5, "reversed")])
def test_a_claim_of_two_rows(results, slow, verdict):
    result, = results("M1", pair(slow))
    assert (result.verdict, result.open) == (verdict, "")
    assert result.ratio == pytest.approx(slow / 10)


def test_the_spread_is_half_of_both_noises_put_together(results):
    result, = results("M1", [row("tiles/gpu/slow", 40, iqr_percent="3"), row("tiles/gpu/quick", 10, iqr_percent="4")])
    assert result.spread == 2.5 and result.measured == "x4.00 ± 2.5 %"
    noisy = [row("tiles/gpu/slow", 11, iqr_percent="30"), row("tiles/gpu/quick", 10, iqr_percent="40")]
    assert results("M1", noisy)[0].verdict == "no difference"
    result, = results("M1", [row("tiles/gpu/slow", 40, iqr_percent=""), row("tiles/gpu/quick", 10)])
    assert math.isnan(result.spread) and result.measured == "x4.00"


def test_unstable_rows_count_and_are_marked(results):
    slow, quick = pair()
    result, = results("M1", [slow, dict(quick, status="unstable")])
    assert (result.verdict, result.measured) == ("holds", "x4.00 ± 0.7 % (unstable)")


def test_host_against_gpu(results):
    result, = results("M2", [row("tiles/host/slow", 2000), row("tiles/gpu/slow", 40)])
    assert (result.verdict, result.ratio) == ("holds", 50)


def test_only_cold_rows_under_the_condition_count(results):
    others = [*pair(1, 9, size="999x999"), *pair(1, 9, params="tile=4"), *pair(1, 9, cache="hot"),
              *(dict(line, time_median_us="", iqr_percent="", backend="simulator") for line in pair())]
    result, = results("M1", [*others, *pair()])
    assert result.verdict == "holds" and result.ratio == 4
    result, = results("M1", others)
    assert (result.verdict, result.reason) == ("not measured", "only hot rows: tiles/gpu/slow, tiles/gpu/quick")
    result, = results("M1", others[:4])
    assert result.reason == "no row under this condition: tiles/gpu/slow, tiles/gpu/quick"


@pytest.mark.parametrize(("change", "why"), [
    (None, "no row: tiles/gpu/quick"),
    ({"status": "unsupported", "message": "needs a newer GPU"}, "unsupported (needs a newer GPU): tiles/gpu/quick"),
    ({"status": "incorrect"}, "incorrect: tiles/gpu/quick"),
    ({"status": "failed", "cache": ""}, "failed: tiles/gpu/quick"),
    ({"status": "ok"}, "not timed: tiles/gpu/quick"),
    ({"cache": "", "time_median_us": "9"}, "not timed: tiles/gpu/quick"),  # of no cache state
    ({"cache": "hot"}, "only hot rows: tiles/gpu/quick"),
    ({"params": "tile=4"}, "no row under this condition: tiles/gpu/quick"),
    ({"backend": "simulator"}, "no row: tiles/gpu/quick"),
])
def test_what_is_not_measured_says_why(results, change, why):
    lines = [row("tiles/gpu/slow", 40)] + ([] if change is None else [row("tiles/gpu/quick", "", **change)])
    result, = results("M1", lines)
    assert (result.verdict, result.why, result.measured) == ("not measured", why, "")


def test_absurd_times_are_no_ratio(results):
    result, = results("M1", pair("1e18", "1e-18"))
    assert result.verdict == "not measured" and "1e+36" in result.why
    result, = results("M1", pair("1e-18", "1e18"))
    assert result.verdict == "not measured"


def test_each_setting_of_what_is_left_open_is_judged_by_itself(results):
    times = {"square": (10, 10), "dense": (20, 10), "sparse": (5, 10)}
    lines = [row(f"lattice/gpu/{name}", us, params=f"tile=8;lattice={lattice}")
             for lattice, both in times.items() for name, us in zip(("plain", "other"), both)]
    lines.append(row("lattice/gpu/plain", 7, params="tile=8;lattice=oblique"))
    found = {result.open: result.verdict for result in results("M3", lines)}
    assert found == {"tile=8, lattice=square": "holds", "tile=8, lattice=dense": "differs",
                     "tile=8, lattice=sparse": "differs", "tile=8, lattice=oblique": "not measured"}
    assert list(found)[0] == "tile=8, lattice=square"
    assert results("M3", lines)[3].why == "no row under this condition: lattice/gpu/other"


def test_what_is_named_is_not_open(results):
    lines = [line for lattice in ("a", "b") for line in pair(params=f"tile=8;lattice={lattice}")]
    assert [result.open for result in results("M1", lines)] == ["lattice=a", "lattice=b"]
    assert [result.open for result in results("M1", pair(params=""))] == [""]


def test_a_setting_with_hot_rows_alone_has_no_line(results):
    lines = [*pair(params="tile=8;lattice=a"), *pair(params="tile=8;lattice=b", cache="hot")]
    assert [result.open for result in results("M1", lines)] == ["lattice=a"]


def test_one_frame_is_preferred(results):
    def both(frames, slow):
        change = {"size": "1920x1080", "params": f"frames={frames};image=noise"}
        return [row("frames/gpu/one", slow, **change), row("frames/gpu/many", 10, **change)]
    result, = results("M5", [*both(64, 5), *both(1, 20)])
    assert (result.verdict, result.open) == ("holds", "image=noise")
    found = results("M5", [*both(64, 5), *both(16, 20)])
    assert [(result.verdict, result.open) for result in found] == [("reversed", "frames=64, image=noise"),
                                                                   ("holds", "frames=16, image=noise")]


def metric(name, value, unit="cycles", metric="latency", **change):
    return {"case": "division", "variant": f"gpu/{name}", "backend": "cuda", "size": "1000x1000", "params": "tile=8",
            "cache": "cold", "metric": metric, "value": str(value), "unit": unit, **change}


DIVISION = [row("division/gpu/divide", 5), row("division/gpu/multiply", 5)]


def test_a_metric_comes_from_the_side_file(results):
    throughput = [metric("divide", 1, metric="throughput"), metric("multiply", 1, metric="throughput")]
    result, = results("M4", DIVISION, [metric("divide", 100), metric("multiply", 10), *throughput])
    assert (result.verdict, result.measured, result.open) == ("holds", "x10.0", "1000x1000, tile=8")
    # Of two lines the later one counts; those of other rows do not.
    result, = results("M4", DIVISION, [metric("divide", 100), metric("multiply", 10), metric("divide", 5),
                                       metric("divide", 70, cache="hot"), metric("divide", 80, params="tile=4")])
    assert (result.verdict, result.ratio) == ("reversed", 0.5)


@pytest.mark.parametrize(("metrics", "why"), [
    ([], "no latency (no rows.metrics.csv beside the rows): division/gpu/divide, division/gpu/multiply"),
    ([metric("divide", 9)], "no latency (not in rows.metrics.csv): division/gpu/multiply"),
    ([metric("divide", 9), metric("multiply", 9, unit="us")],
     "latency of 9 us, not of cycles above 0: division/gpu/multiply"),
    ([metric("divide", 9), metric("multiply", 0)], "latency of 0 cycles, not of cycles above 0: division/gpu/multiply"),
])
def test_a_missing_metric_says_why(results, metrics, why):
    result, = results("M4", DIVISION, metrics)
    assert (result.verdict, result.why) == ("not measured", why)


def test_a_metric_of_a_wrong_row_is_none(results):
    lines = [DIVISION[0], dict(DIVISION[1], status="incorrect", time_median_us="")]
    result, = results("M4", lines, [metric("divide", 100), metric("multiply", 10)])
    assert result.why == "incorrect: division/gpu/multiply"


def test_a_side_file_that_could_mean_two_devices_is_not_used(write_rows):
    path = write_rows(DIVISION + [dict(line, device_uuid="GPU-second") for line in DIVISION])
    write_rows([metric("divide", 100), metric("multiply", 10)], "rows.metrics.csv")
    machines = claims.load([path])
    assert len(machines) == 2
    for machine in machines:
        result, = claims.judge(claims.read(CLAIMS)[3], machine)
        assert result.verdict == "not measured" and "does not name the device" in result.why


@pytest.mark.parametrize(("content", "wanted"), [
    ("a,b\n1,2\n", "rows.metrics.csv:1: the header"),
    (",".join(claim_files.METRIC_COLUMNS) + "\nc,v,b,s,p,cold,latency,quick,cycles\n", "rows.metrics.csv:2: value is"),
    (",".join(claim_files.METRIC_COLUMNS) + "\nc,v,b\n", "rows.metrics.csv:2: 3 fields")])
def test_a_broken_side_file(write_rows, tmp_path, capsys, content, wanted):
    path = write_rows(pair())
    (tmp_path / "rows.metrics.csv").write_text(content, encoding="utf-8")
    assert run(path) == 2
    captured = capsys.readouterr()
    assert wanted in captured.err and captured.err.count("\n") == 1 and captured.out == ""


def test_files_of_one_machine_are_put_together(write_rows):
    slow, quick = pair()
    host = row("tiles/host/slow", 2000)
    paths = [write_rows([line], f"{name}.csv") for name, line in (("host", host), ("slow", slow), ("quick", quick))]
    machine, = claims.load(paths)
    assert (machine.device, machine.host_device) == ("Made-up GPU", "Made-up CPU")
    assert [claims.judge(claim, machine)[0].verdict for claim in claims.read(CLAIMS)[:2]] == ["holds", "holds"]
    with pytest.raises(RowsError, match="quick.csv:2: the same variant, problem and cache as .*quick.csv:2"):
        claims.load([*paths, paths[2]])


def test_rows_of_different_machines_are_never_compared(write_rows):
    slow, quick = pair()
    path = write_rows([slow, dict(quick, device="Made-up GPU 2", device_uuid="GPU-second")])
    other = write_rows([dict(row("tiles/host/slow", 2000), host="made-up-other")], "other.csv")
    machines = claims.load([path, other])
    assert sorted(machine.device for machine in machines) == ["Made-up CPU", "Made-up GPU", "Made-up GPU 2"]
    for claim in claims.read(CLAIMS)[:2]:
        assert [claims.judge(claim, machine)[0].verdict for machine in machines] == ["not measured"] * 3


def test_dirty_rows_of_an_old_file_are_never_judged_with_cold_ones(write_rows, tmp_path):
    slow, quick = pair()
    old = tmp_path / "old.csv"
    with open(old, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, schema_1.COLUMNS, extrasaction="ignore")
        writer.writeheader()
        writer.writerow({**slow, "schema": schema_1.SCHEMA})
    with pytest.raises(RowsError, match="its caches are dirty .*expected files of one state"):
        claims.load([write_rows([quick]), old])
    assert len(claims.load([old])) == 1


def test_each_gpu_has_its_own_hosts_rows(write_rows):
    """Two computers with one CPU model, which bench gives as their host: no row of one stands beside the other's."""
    first = write_rows([row("tiles/host/slow", 2000), row("tiles/gpu/slow", 40)], "first.csv")
    second = write_rows([row("tiles/host/slow", 100), row("tiles/gpu/slow", 50, device_uuid="GPU-2")], "second.csv")
    ratios = [claims.judge(claims.read(CLAIMS)[1], machine)[0].ratio for machine in claims.load([first, second])]
    assert ratios == [50, 2]


def test_the_text(write_rows, capsys):
    slow = dict(row("tiles/gpu/slow", 15), device="Made-up GPU 2", device_uuid="GPU-second")
    path = write_rows([*pair(), slow, dict(pair()[1], device="Made-up GPU 2", device_uuid="GPU-second"),
                       row("tiles/host/slow", 2000)])
    assert run(path) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Made-up GPU, host Made-up CPU"
    assert lines[1].split() == ["claim", "published", "measured", "verdict", "statement"]
    assert lines[2].split() == "M1 x4 x4.00 ± 0.7 % holds the quick one is four times faster".split()
    assert lines[5].endswith("division is dear [no row: division/gpu/divide, division/gpu/multiply]")
    assert lines[7] == "  2 holds, 3 not measured"
    assert lines[8:10] == ["", "Made-up GPU 2, host Made-up CPU"]
    assert "weaker" in lines[11] and "x1.50" in lines[11]
    for block in (lines[1:7], lines[10:16]):  # fixed width: the last column starts at one place
        column = block[0].index("statement")
        assert {line[column - 2:column] for line in block} == {"  "} and all(line[column] != " " for line in block)


def test_markdown_has_two_columns_a_device_and_a_line_a_setting(write_rows, capsys):
    def lattice(kind, slow, **change):
        return [row(f"lattice/gpu/{name}", us, params=f"lattice={kind}", **change)
                for name, us in (("plain", slow), ("other", 10))]
    second = {"device": "Made-up GPU 2", "device_uuid": "GPU-second"}
    path = write_rows([*pair(), *lattice("a", 10), *lattice("b", 20), *lattice("b", 10, **second)])
    assert run(path, "--markdown") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "| claim | published | measured, Made-up GPU | verdict | measured, Made-up GPU 2 | verdict |"
    table = {cells[0]: cells[1:] for cells in (line.strip("| ").split(" | ") for line in lines[2:])}
    assert table["M1: the quick one is four times faster"] == [
        "x4", "x4.00 ± 0.7 %", "holds", tables.NOTHING, "not measured: no row: tiles/gpu/slow, tiles/gpu/quick"]
    assert table["M3: the lattice does not matter (lattice=a)"] == [
        "x1.02", "x1.00 ± 0.7 %", "holds", tables.NOTHING, "not measured: no row at this setting"]
    assert table["M3: the lattice does not matter (lattice=b)"] == [
        "x1.02", "x2.00 ± 0.7 %", "differs", "x1.00 ± 0.7 %", "holds"]
    assert sum(name.startswith("M3") for name in table) == 2


def test_devices_of_one_name_are_told_apart(write_rows):
    machines = claims.load([write_rows([*pair(), *pair(device_uuid="GPU-second")])])
    assert claims.names_of(machines) == ["Made-up GPU, GPU-made-up", "Made-up GPU, GPU-second"]


def test_out_is_written_whole_or_not_at_all(write_rows, tmp_path, capsys, monkeypatch):
    path = write_rows(pair())
    assert run(path) == 0
    text = capsys.readouterr().out
    out = tmp_path / "claims.txt"
    assert run(path, "--out", out) == 0 and capsys.readouterr().out == ""
    assert out.read_text(encoding="utf-8") == text

    def fail(*_):
        raise OSError(28, "No space left on device")
    before = sorted(tmp_path.iterdir())
    monkeypatch.setattr(os, "replace", fail)
    assert run(path, "--markdown", "--out", out) == 2
    error = capsys.readouterr().err
    assert f"{out}: cannot be written: No space left" in error and error.count("\n") == 1
    assert out.read_text(encoding="utf-8") == text and sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("name", ["rows.csv", "rows.metrics.csv", "claims.csv", "../{0}/rows.csv"])
def test_out_never_replaces_what_is_read(write_rows, tmp_path, capsys, name):
    path = write_rows(pair())
    copy = tmp_path / "claims.csv"
    copy.write_bytes(CLAIMS.read_bytes())
    before = {file: file.read_bytes() for file in tmp_path.iterdir()}
    out = tmp_path / name.format(tmp_path.name)
    assert program.main([str(path), "--claims", str(copy), "--out", str(out)]) == 2
    assert "it is read too" in capsys.readouterr().err
    assert {file: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_bad_input_is_one_line(write_rows, tmp_path, capsys):
    simulated = [dict(line, backend="simulator", time_median_us="") for line in pair()]
    for arguments, wanted in (([tmp_path / "none.csv"], "none.csv: cannot be read"),
                              ([write_rows(simulated, "simulated.csv")], "only simulator rows"),
                              ([write_rows(pair()), "--out", tmp_path / "no" / "out"], "cannot be written"),
                              ([write_rows(pair()), "--out", tmp_path], "is a folder; expected the name of a file")):
        assert run(*arguments) == 2
        captured = capsys.readouterr()
        assert wanted in captured.err and captured.err.count("\n") == 1 and captured.out == ""
        assert captured.err.startswith("rungs claims: ")


GOOD = "A,d,s,c/gpu/a,c/gpu/b,n=5,2,"


@pytest.mark.parametrize(("lines", "wanted"), [
    (None, ":1: the header"), ([GOOD, GOOD], ":3: id is 'A'"), ([",d,s,c/gpu/a,c/gpu/b,n=5,2,"], ":2: id is ''"),
    (["A,d,s,gpu/a,c/gpu/b,n=5,2,"], ":2: slower is 'gpu/a'"),
    (["A,d,s,c/gpu/a,c/gpu/,n=5,2,"], ":2: faster is 'c/gpu/'"),
    (["A,d,s,c/gpu/a,c/gpu/b,n=5,twice,"], ":2: published_ratio is 'twice'"),
    (["A,d,s,c/gpu/a,c/gpu/b,n=5,0,"], ":2: published_ratio is '0'"),
    (["A,d,s,c/gpu/a,c/gpu/b,n=5,-2,"], ":2: published_ratio is '-2'"),
    (["A,d,s,c/gpu/a,c/gpu/b,n=5,nan,"], ":2: published_ratio is 'nan'"),
    (["A,d,s,c/gpu/a,c/gpu/b,n=5,1e308,"], ":2: published_ratio is '1e308'"), (["A,d"], ":2: 2 fields")])
def test_bad_claims(tmp_path, lines, wanted):
    path = tmp_path / "claims.csv"
    header = ",".join(claim_files.COLUMNS) if lines else "a,b"
    path.write_text("\n".join([header, *(lines or ["1,2"])]) + "\n", encoding="utf-8")
    with pytest.raises(RowsError, match=wanted):
        claims.read(path)


def test_the_projects_own_claims(write_rows):
    known = {claim.id: claim for claim in claims.read(checkout.find(checkout.CLAIMS))}
    assert (known["P08"].sizes, known["P08"].params) == (("10240x10240",), (("repeater", "128"),))
    assert (known["P14"].sizes, known["P14"].params) == ((), (("distance_max", "15"),))
    assert known["E01"].sizes == ("30336", "30336x1", "30336x30336")
    assert [name for name, claim in known.items() if claim.metric] == ["E06"]
    assert [name for name, claim in known.items() if claims.verdict_of(claim.ratio, 1) == "holds"] == [
        "P13", "P21", "E05"]  # the three that say that something changes nothing
    times = {"stitch/host/basic": 86000, "stitch/host/indexed": 10000, "stitch/gpu/modulo": 200}
    machine, = claims.load([write_rows([row(name, us, size="10240x10240", params="repeater=100")
                                        for name, us in times.items()])])
    verdicts = {name: claims.judge(claim, machine)[0].verdict for name, claim in known.items()}
    assert {name for name, verdict in verdicts.items() if verdict == "holds"} == {"P01", "P05"}
    assert set(verdicts.values()) == {"holds", "not measured"}


def hostile_claims(folder):
    """claims.csv with the hostile variants of hostile.change, and hostile words in every other column."""
    path = folder / "hostile_claims.csv"
    slow, quick = (f"tiles/{name}" for name in hostile.NAMES[:2])
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(claim_files.COLUMNS)
        for number, (a, b) in enumerate([(slow, quick), (quick, slow), ("x/<b>/|`\n", "x/\x1b[31m/\u202e")]):
            writer.writerow([f"<{number}>|\n", "<d>", hostile.MESSAGE, a, b, "", "2", hostile.MESSAGE])
    return path


def test_hostile_text_stays_in_its_line_and_cell(write_rows, tmp_path, capsys):
    path = write_rows(hostile.change(records()))
    known = hostile_claims(tmp_path)
    assert program.main([str(path), "--claims", str(known)]) == 0
    text = capsys.readouterr().out
    machines = claims.load([path])
    results = [result for machine in machines for claim in claims.read(known)
               for result in claims.judge(claim, machine)]
    # A line a result, and of each machine its name, the head, the count and a line between.
    assert len(text.splitlines()) == len(results) + 4 * len(machines) - 1
    assert all(c.isprintable() or c == "\n" for c in text)
    assert any(result.verdict != "not measured" for result in results)

    page = tmp_path / "page.md"
    end = "<!-- /generated -->"
    page.write_text(f"<!-- generated: claims rows=rows.csv -->\n{end}\nafter\n", encoding="utf-8")
    options = [str(page), "--published", str(PUBLISHED), "--claims", str(known)]
    assert tables_program.main(options) == 0 and tables_program.main([*options, "--check"]) == 0
    text = page.read_text(encoding="utf-8")
    assert text.endswith(f"{end}\nafter\n") and text.count(end) == 1
    assert "<script>" not in text and "<b>" not in text and "<0>" not in text
    table = [line.replace("\\|", "") for line in text.splitlines() if line.startswith("|")]
    assert len(table) > 3 and len({line.count("|") for line in table}) == 1


def test_a_block_with_a_case_and_several_files(write_rows, tmp_path, capsys):
    """Only that case's claims, only machines with rows of it."""
    write_rows(pair(), "first.csv")
    write_rows([row("lattice/gpu/plain", 9, device="Made-up GPU 2", device_uuid="GPU-second")], "second.csv")
    page = tmp_path / "page.md"
    page.write_text("<!-- generated: claims rows=first.csv,second.csv case=tiles -->\n<!-- /generated -->\n",
                    encoding="utf-8")
    options = [str(page), "--published", str(PUBLISHED), "--claims", str(CLAIMS)]
    assert tables_program.main([*options, "--check"]) == 1
    assert tables_program.main(options) == 0 and tables_program.main([*options, "--check"]) == 0
    lines = page.read_text(encoding="utf-8").splitlines()
    assert lines[2:6] == [
        "| claim | published | measured, Made-up GPU | verdict |", "| --- | ---: | ---: | ---: |",
        "| M1: the quick one is four times faster | x4 | x4.00 ± 0.7 % | holds |",
        "| M2: the GPU beats the host | x50 | – | not measured: no row: tiles/host/slow |"]
    assert sum(line.startswith("|") for line in lines) == 4
    write_rows(pair(15), "first.csv")
    assert tables_program.main([*options, "--check"]) == 1  # other rows make it stale


def test_the_program_runs_from_anywhere_without_an_install(write_rows, tmp_path):
    path = write_rows(pair())
    for known, wanted in ([], "indexed loop"), (["--claims", str(CLAIMS)], "x4.00 ? 0.7 %"):
        done = subprocess.run([sys.executable, str(SCRIPTS / "claims.py"), str(path), *known], cwd=tmp_path,
                              env={**os.environ, "PYTHONIOENCODING": "ascii"}, capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith("Made-up GPU\n") and wanted in done.stdout
