"""Claims of documents judged on made-up rows. And the audit of the documents' statements: complete, and in keeping with
the claims, the differences and the tree."""

import math
import re

import pytest
from conftest import DATA, ROOT, records
from made_up_runs import bare_row as row
from made_up_side import side_line, write_side

from rungs.data import checkout, claim_files
from rungs.data.rows import RowsError
from rungs.statistics import claims
from rungs.statistics.claim_verdict import verdict_of

CLAIMS = DATA / "made_up_claims.csv"
SECOND = {"device": "Made-up GPU 2", "device_uuid": "GPU-second"}


def pair(slow=40, quick=10, **change):
    return [row("tiles/gpu/slow", slow, **change), row("tiles/gpu/quick", quick, **change)]


@pytest.fixture
def results(write_rows, tmp_path):
    """The results of a claim of the made-up ones, or of lines of a file of its own, over rows of one machine."""
    def judge(of, lines, metrics=()):
        path, known = write_rows(lines), CLAIMS
        if "," in of:
            known = tmp_path / "claims.csv"
            known.write_text(f"{','.join(claim_files.COLUMNS)}\n{of}\n")
        if metrics:
            write_side(path, metrics)
        machine, = claims.load([path])
        return [result for claim in claims.read(known) if claim.id == of or "," in of
                for result in claims.judge(claim, machine)]
    return judge


def verdicts(machine, count=2):
    """Of the first claims on a machine."""
    return [claims.judge(claim, machine)[0].verdict for claim in claims.read(CLAIMS)[:count]]


@pytest.mark.parametrize(("wanted", "ratios"), {  # (published, measured[, spread])
    # a quarter of 3 is 0.75; 0.25 is published the other way round; an unknown spread is none
    "holds": [(4, 4), (4, 3.25), (4, 4.75), (4, 4, math.nan), (0.25, 0.3), (1.13, 1.1), (1.05, 1.04), (1.049, 1.0),
                   (1.0, 1.02), (1.0, 1.1, 20)],
    "larger": [(4, 4.76), (4, 400), (0.25, 0.2), (1.13, 1.25)],
    # 1 + threshold is beyond it; a small spread does not lower the threshold, and no spread widens the tolerance
    "smaller": [(4, 3.24), (4, 1.03), (4, 1.04, 2), (4, 2.5, 60), (0.25, 0.35), (7.5, 3.8), (1.2, 1.08)],
    "no difference": [(4, 1.029), (4, 1), (4, 0.972), (4, 0.97, 4), (4, 1.5, 60), (4, 1.02, 1), (1.05, 1.0)],
    "reversed": [(4, 0.97), (0.25, 2), (1.05, 0.9)],  # 5 % is a difference, less is none
    "differs": [(1.049, 1.04), (1.0, 0.9), (1.0, 2)]}.items())
def test_verdicts(wanted, ratios):
    for published, measured, *spread in ratios:
        assert verdict_of(published, measured, *(spread or [0])) == wanted, (published, measured, spread)


@pytest.mark.parametrize(("claim", "first", "second"), [
    ("M9,made-up,constants,tiles/gpu/slow sides=run,tiles/gpu/slow sides=constant,tile=8,4,", 4, 1.5),
    ("M8,made-up,tiles,tiles/gpu/slow tile=8 sides=run,tiles/gpu/quick tile=4,,2,", 2, 1.5)])
def test_a_condition_can_give_each_variant_its_parameters(results, claim, first, second):
    """Of the problem or of versions; what is left is the setting."""
    lines = [row("tiles/gpu/slow", us, params=f"tile={tile};sides={sides};block={block}") for tile, sides, block, us in
             (("8", "run", 1, 40), ("8", "run", 2, 30), ("8", "constant", 1, 10), ("8", "constant", 2, 20))]
    found = results(claim, [*lines, row("tiles/gpu/quick", 20, params="tile=4")])
    assert [(one.open, one.ratio) for one in found] == [("1000x1000, block=1", first), ("1000x1000, block=2", second)]


def test_the_spread_is_half_of_both_noises_put_together(results):
    result, = results("M1", [row("tiles/gpu/slow", 40, iqr_percent="3"), row("tiles/gpu/quick", 10, iqr_percent="4")])
    assert result.spread == 2.5 and result.measured == "4.00x ± 2.5 %"
    result, = results("M1", [row("tiles/gpu/slow", 40, iqr_percent=""), row("tiles/gpu/quick", 10)])
    assert math.isnan(result.spread) and result.measured == "4.00x"
    result, = results("M1", [row("tiles/gpu/slow", 40), row("tiles/gpu/quick", 10, status="unstable")])
    assert (result.verdict, result.measured) == ("holds", "4.00x ± 0.7 % (unstable)")


def test_only_cold_rows_under_the_condition_count(results):
    others = [*pair(1, 9, size="999x999"), *pair(1, 9, params="tile=4"), *pair(1, 9, cache="hot"),
              *pair("", "", backend="simulator")]
    result, = results("M1", [*others, *pair()])
    assert result.verdict == "holds" and result.ratio == 4
    result, = results("M1", others)
    assert (result.verdict, result.reason) == ("not measured", "only hot rows: tiles/gpu/slow, tiles/gpu/quick")


@pytest.mark.parametrize(("change", "why"), [
    (None, "no row"), ({"status": "unsupported", "message": "needs a newer GPU"}, "unsupported (needs a newer GPU)"),
    ({"status": "incorrect"}, "incorrect"), ({"status": "failed", "cache": ""}, "failed"), ({}, "not timed"),
    ({"cache": "", "time_median_us": "9"}, "not timed"),  # of no cache state
    ({"cache": "hot"}, "only hot rows"), ({"params": "tile=4"}, "no row under this condition"),
    ({"backend": "simulator"}, "no row")])
def test_what_is_not_measured_says_why(results, change, why):
    lines = [row("tiles/gpu/slow", 40)] + ([] if change is None else [row("tiles/gpu/quick", "", **change)])
    result, = results("M1", lines)
    assert (result.verdict, result.measured) == ("not measured", "") and result.why == f"{why}: tiles/gpu/quick"


def test_each_setting_of_what_is_left_open_is_judged_by_itself(results):
    times = {"square": (10, 10), "dense": (20, 10), "sparse": (5, 10)}
    lines = [row(f"lattice/gpu/{name}", us, params=f"tile=8;lattice={lattice}")
             for lattice, both in times.items() for name, us in zip(("plain", "other"), both)]
    lines.append(row("lattice/gpu/plain", 7, params="tile=8;lattice=oblique"))
    found = results("M3", lines)
    assert [(result.open, result.verdict) for result in found] == [
        ("tile=8, lattice=square", "holds"), ("tile=8, lattice=dense", "differs"),
        ("tile=8, lattice=sparse", "differs"), ("tile=8, lattice=oblique", "not measured")]
    assert found[3].why == "no row under this condition: lattice/gpu/other"
    # What is named is not open, and a setting with hot rows alone has no line.
    lines = [*pair(params="tile=8;lattice=a"), *pair(params="tile=8;lattice=c", cache="hot")]
    assert [result.open for result in results("M1", lines)] == ["lattice=a"]


def test_each_version_of_what_is_left_open_is_judged_by_itself(results):
    """Axes that only one of the two variants has choose nothing of the other."""
    lines = [*(row("tiles/gpu/slow", us, params=f"tile=8;block={block}") for block, us in ((32, 40), (64, 80))),
             *(row("tiles/gpu/quick", 10, params=f"tile=8;block={block};type=float") for block in (32, 64)),
             row("tiles/gpu/other", 1, params="tile=8")]
    assert [(result.open, result.ratio) for result in results("M1", lines)] == [("block=32, type=float", 4),
                                                                                ("block=64, type=float", 8)]


def metric(name, value, metric="latency", **change):
    return side_line(row(f"division/gpu/{name}", 5, **change), "metric", metric, value, "cycles")


DIVISION = [row("division/gpu/divide", 5), row("division/gpu/multiply", 5)]


def test_a_metric_comes_from_the_side_file(results):
    throughput = [metric("divide", 1, metric="throughput"), metric("multiply", 1, metric="throughput")]
    result, = results("M4", DIVISION, [*throughput, metric("divide", 100), metric("multiply", 10)])
    assert (result.verdict, result.ratio, result.measured) == ("holds", 10, "10.0x")
    # Of two lines the later one counts; those of other rows do not.
    result, = results("M4", DIVISION, [metric("divide", 100), metric("multiply", 10), metric("divide", 5),
                                       metric("divide", 70, cache="hot"), metric("divide", 80, params="tile=4"),
                                       metric("divide", 90, device_uuid="GPU-second")])
    assert (result.verdict, result.ratio) == ("reversed", 0.5)


@pytest.mark.parametrize(("metrics", "change", "why"), [
    ([], {}, "no latency (no rows.side.csv next to the rows): division/gpu/divide, division/gpu/multiply"),
    ([metric("divide", 9)], {}, "no latency (not in rows.side.csv): division/gpu/multiply"),
    ([metric("divide", 9), metric("multiply", 0)], {}, "latency of 0, not above 0: division/gpu/multiply"),
    ([metric("divide", 9), metric("multiply", 9)], {"status": "incorrect", "time_median_us": ""},
     "incorrect: division/gpu/multiply")])
def test_a_missing_metric_says_why(results, metrics, change, why):
    result, = results("M4", [DIVISION[0], {**DIVISION[1], **change}], metrics)
    assert (result.verdict, result.why) == ("not measured", why)


def test_files_of_one_machine_are_put_together_and_rows_of_several_never_compared(write_rows):
    slow, quick = pair()
    host = row("tiles/host/slow", 2000)
    paths = [write_rows(lines, f"{name}.csv") for name, lines in (("slow", [host, slow]), ("quick", [quick]))]
    machine, = claims.load(paths)
    assert (machine.device, machine.host_device) == ("Made-up GPU", "Made-up CPU")
    assert verdicts(machine) == ["holds", "holds"]
    with pytest.raises(RowsError, match="quick.csv:2: the same variant, problem and cache as .*quick.csv:2"):
        claims.load([*paths, paths[1]])
    machines = claims.load([write_rows([slow, {**quick, **SECOND}]),
                            write_rows([{**host, "host": "made-up-other"}], "other.csv")])
    assert sorted(machine.device for machine in machines) == ["Made-up CPU", "Made-up GPU", "Made-up GPU 2"]
    assert [verdicts(machine) for machine in machines] == [["not measured"] * 2] * 3


def test_each_gpu_has_its_own_hosts_rows(write_rows):
    """Two computers with one CPU model, which bench gives as their host: no row of one is next to the other's."""
    first = write_rows([row("tiles/host/slow", 2000), row("tiles/gpu/slow", 40)], "first.csv")
    second = write_rows([row("tiles/host/slow", 100), row("tiles/gpu/slow", 50, device_uuid="GPU-2")], "second.csv")
    machines = claims.load([first, second])
    assert [claims.judge(claims.read(CLAIMS)[1], machine)[0].ratio for machine in machines] == [50, 2]
    assert claims.names_of(machines) == ["Made-up GPU, GPU-made-up", "Made-up GPU, GPU-2"]


IDS = [f"{letter}{number}" for letter, last in (("D", 120), ("R", 40), ("M", 56), ("E", 49))
       for number in range(1, last + 1)]
HOW = re.compile(r"faithful|figure|difference|prose|claim( [A-Z]\d\d)+|(partly|missing): (\S+ ){0,11}\S+")
DOCUMENTS = {"D": "deck", "R": "deck-reduction", "M": "median", "E": "distance"}
AUDIT, DIFFERENCES = (records(ROOT / "reference/published" / name) for name in ("audit.csv", "differences.csv"))
OURS = {claim.id for claim in claim_files.read(checkout.find(checkout.CLAIMS))}


def test_every_statement_has_one_line_that_says_how_and_where():
    assert list(AUDIT[0]) == ["statement", "document", "line", "what", "where", "how"]
    assert [line["statement"] for line in AUDIT] == IDS and len(IDS) == 265
    for line in AUDIT:
        assert line["document"] == DOCUMENTS[line["statement"][0]] and int(line["line"]) > 0, line
        assert 3 <= len(line["what"].split()) <= 12 and HOW.fullmatch(line["how"]), line
        assert line["where"] or line["how"] == "prose" or line["how"].startswith("missing"), line
        assert line["how"] != "figure" or "published.csv" in line["where"], line
        assert [path for path in line["where"].split() if not (ROOT / path).is_file()] == [], line["statement"]


def test_claims_exist_and_each_judges_a_statement():
    ours = [line["how"].removeprefix("claim ") for line in AUDIT if line["how"].startswith("claim ")]
    others = [line["claims"] for line in DIFFERENCES]
    assert {name for names in ours + others for name in names.split()} == OURS


def test_differences_are_those_of_the_audit():
    assert {line["statement"] for line in DIFFERENCES} == {
        line["statement"] for line in AUDIT if line["how"] == "difference"}
    assert all((ROOT / "cases" / line["case"] / "case.hpp").is_file() for line in DIFFERENCES)
    assert all(line["costs_time"] in ("yes", "no") and line["why"] for line in DIFFERENCES)
