"""Times joined to counters, on small files made up for the tests."""

import hostile
import pytest
from made_up_runs import bare_row
from test_steps import READ, STALL, TIME, metrics

from rungs.data import counter_files, rows
from rungs.profile import evidence
from rungs.profile.counters import COUNTERS

KEY = ("tiles", "gpu/slow", "1000x1000", "tile=8")


def row(variant, us, **change):
    """A cold row of tiles at 1000x1000, tile=8, of 1 % noise and 8 MB of work."""
    return bare_row(f"tiles/{variant}", us, **{"bytes": "8000000", **change})


# The time of a row is net of nothing: what an empty pair of events takes is a part of it.
TWO_ROWS = [row("gpu/slow", 40), row("gpu/quick", 20, improves="gpu/slow", event_overhead_us="5")]
RUN = dict.fromkeys(counter_files.RUN_COLUMNS, "") | {"device": "Made-up GPU", "compute_capability": "9.0"}
SLOW, BOTH = {"gpu/slow": metrics()}, {"gpu/slow": metrics(), "gpu/quick": metrics()}


@pytest.fixture
def run(write_rows, tmp_path):
    """The Lines of rows and counters ({variant: metrics} or {key: metrics}), and the sentences of their steps."""
    def call(lines, counted):
        path, counters = write_rows(lines), tmp_path / "counters.csv"
        counter_files.write(counters, {
            key if isinstance(key, tuple) else (KEY[0], key, *KEY[2:]):
            {name: (value, "") for name, value in found.items()} for key, found in counted.items()}, [RUN])
        machine, = rows.machines(rows.read(path))
        found = list(evidence.lines_of(machine.rows, counter_files.read(counters)).values())
        return found, list(evidence.sentences(found).values())
    return call


def test_a_line_a_variant_with_its_time_and_counters(run):
    (slow, quick), (text,) = run(TWO_ROWS, {**SLOW, "gpu/quick": metrics({TIME: 19_000})})
    assert "gpu/quick is 2.00x faster than gpu/slow" in text
    assert [(line.variant, line.time_us, line.improves) for line in (slow, quick)] == [
        ("gpu/slow", 40, ""), ("gpu/quick", 20, "gpu/slow")]
    assert quick.value("kernel_time_percent") == 95 and slow.device == "Made-up GPU"
    for name, value in (("dram_bytes", 1e7), ("dram_over_work", 1.25), ("sectors_a_load_request", 8),
                        ("achieved_occupancy_percent", 50), ("registers", 40)):
        assert slow.value(name) == value
    assert slow.cell("top_stall") == "long scoreboard, 60 %" and (slow.bound.kind, slow.bound.limit) == (
        "latency", "wait")
    (slow, _), _ = run(TWO_ROWS, {"gpu/slow": {"kernels": 1}, "gpu/quick": metrics()})
    assert slow.value("kernels") == 1, "what a chip lacks is empty"
    assert {slow.cell(counter.name) for counter in COUNTERS if counter.name != "kernels"} == {""}
    assert slow.cell("top_stall") == "" and slow.bound.kind == ""


def test_the_join_is_by_size_and_parameters_too(run):
    other = row("gpu/slow", 99, params="tile=9")
    lines, _ = run([*TWO_ROWS, other, row("gpu/slow", 7, cache="hot")],
                   {KEY: metrics(), (*KEY[:3], "tile=9"): metrics({READ: 0})})
    assert [(line.params, line.time_us, line.value("dram_bytes")) for line in lines] == [
        ("tile=8", 40, 1e7), ("tile=9", 99, 4e6)]


def test_hostile_names_break_no_sentence(run):
    names = hostile.NAMES
    lines = [row(name, 10 + number, improves=names[number - 1] if number else "", device=hostile.DEVICE)
             for number, name in enumerate(names)]
    counted = {name: metrics({STALL.format("a|<b>\x1b\n"): 90}) for name in names}
    written, said = run(lines, counted)
    assert sorted(line.variant for line in written) == sorted(names)
    assert said and all(text.isprintable() for text in said)


def test_no_sentence_without_both_sides_or_for_extreme_numbers(run):
    lines = [row("gpu/slow", ""), row("gpu/quick", 20, improves="gpu/slow"), row("gpu/next", 10, improves="gpu/none")]
    assert run(lines, {**BOTH, "gpu/next": metrics()})[1] == []
    lines = [row("gpu/slow", "1e-18", bytes="1e-18"), row("gpu/quick", "1e18", improves="gpu/slow")]
    written, said = run(lines, {"gpu/slow": metrics({READ: 1e18}), "gpu/quick": metrics({READ: 0})})
    assert said == [] and written[0].value("dram_over_work") == pytest.approx(1e36)
