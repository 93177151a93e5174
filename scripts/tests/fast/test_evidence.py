"""Times joined to counters by `rungs evidence`, on small files made up for the tests."""

import hostile
import pytest
from conftest import Command
from made_up_runs import bare_row
from test_steps import READ, STALL, TIME, metrics

from rungs.data import counter_files
from rungs.profile import evidence
from rungs.profile.counters import COUNTERS

program = Command("evidence")

KEY = ("tiles", "gpu/slow", "1000x1000", "tile=8")


def row(variant, us, **change):
    """A cold row of tiles at 1000x1000, tile=8, of 1 % noise and 8 MB of work."""
    return bare_row(f"tiles/{variant}", us, **{"bytes": "8000000", **change})


# The time of a row is net of nothing: what an empty pair of events takes is a part of it.
TWO_ROWS = [row("gpu/slow", 40), row("gpu/quick", 20, improves="gpu/slow", event_overhead_us="5")]
RUN = dict.fromkeys(counter_files.RUN_COLUMNS, "") | {"device": "Made-up GPU", "compute_capability": "9.0"}
SLOW, BOTH = {"gpu/slow": metrics()}, {"gpu/slow": metrics(), "gpu/quick": metrics()}


@pytest.fixture
def run(write_rows, tmp_path, capsys, monkeypatch):
    """Runs `rungs evidence` on rows and counters ({variant: metrics} or {key: metrics}), the latter changed by a
    `broken` text by name; returns its exit code, stdout, stderr and the Lines that it shows."""
    def call(lines, counted, run=RUN, broken=None):
        path, shown, report = tmp_path / "counters.csv", [], evidence.report
        monkeypatch.setattr(evidence, "report", lambda lines: report(shown.extend(lines) or lines))
        keyed = {key if isinstance(key, tuple) else (KEY[0], key, *KEY[2:]): {name: (value, "") for name, value
                                                                              in found.items()}
                 for key, found in counted.items()}
        counter_files.write(path, keyed, [run] if run else [])
        if broken:
            (tmp_path / broken).write_text("metric,value\na,1\n")
        code = program.run(write_rows(lines), path)
        said = capsys.readouterr()
        return code, said.out, said.err, shown
    return call


def test_a_line_a_variant_with_its_time_and_counters(run):
    code, text, errors, (slow, quick) = run(TWO_ROWS, {**SLOW, "gpu/quick": metrics({TIME: 19_000})})
    assert (code, errors) == (0, "") and "gpu/quick is 2.00x faster than gpu/slow" in text
    assert [(line.variant, line.time_us, line.improves) for line in (slow, quick)] == [
        ("gpu/slow", 40, ""), ("gpu/quick", 20, "gpu/slow")]
    assert quick.value("kernel_time_percent") == 95 and slow.device == "Made-up GPU"
    for name, value in (("dram_bytes", 1e7), ("dram_over_work", 1.25), ("sectors_a_load_request", 8),
                        ("achieved_occupancy_percent", 50), ("registers", 40)):
        assert slow.value(name) == value
    assert slow.cell("top_stall") == "long scoreboard, 60 %" and (slow.bound.kind, slow.bound.limit) == (
        "latency", "wait")
    _, _, _, (slow, _) = run(TWO_ROWS, {"gpu/slow": {"kernels": 1}, "gpu/quick": metrics()})
    assert slow.value("kernels") == 1, "what a chip lacks is empty"
    assert {slow.cell(counter.name) for counter in COUNTERS if counter.name != "kernels"} == {""}
    assert slow.cell("top_stall") == "" and slow.bound.kind == ""


def test_the_join_is_by_size_and_parameters_too(run):
    other = row("gpu/slow", 99, params="tile=9")
    _, text, _, lines = run([*TWO_ROWS, other, row("gpu/slow", 7, cache="hot")],
                            {KEY: metrics(), (*KEY[:3], "tile=9"): metrics({READ: 0})})
    assert [(line.params, line.time_us, line.value("dram_bytes")) for line in lines] == [
        ("tile=8", 40, 1e7), ("tile=9", 99, 4e6)]
    assert "tile=8, Made-up GPU" in text and "tile=9, Made-up GPU" in text


def test_what_cannot_be_joined_is_named_on_one_line(run):
    for other, shown in (("gpu/other", "gpu/other"), (hostile.NAMES[-1], "host/new line tab and escape")):
        code, _, errors, lines = run(TWO_ROWS, {**SLOW, other: metrics()})
        assert code == 0 and errors == (
            f"rungs evidence: no counters of tiles/gpu/quick\nrungs evidence: no cold row of tiles/{shown}\n")
        assert [(line.variant, line.value("dram_over_work")) for line in lines] == [("gpu/slow", 1.25), (other, None)]


def test_hostile_names_break_neither_text_nor_tables(run):
    names = hostile.NAMES
    lines = [row(name, 10 + number, improves=names[number - 1] if number else "", device=hostile.DEVICE)
             for number, name in enumerate(names)]
    counted = {name: metrics({STALL.format("a|<b>\x1b\n"): 90}) for name in names}
    code, text, _, written = run(lines, counted, run={**RUN, "device": hostile.DEVICE})
    assert code == 0 and sorted(line.variant for line in written) == sorted(names)
    assert hostile.harmless(text, False)


def test_the_device_of_the_counters_chooses_the_rows(run):
    lines = [*TWO_ROWS, row("gpu/slow", 77, device="Other GPU", device_uuid="GPU-other")]
    assert run(lines, SLOW, run={**RUN, "device": "Other GPU"})[3][0].time_us == 77
    code, _, errors, _ = run(lines, SLOW, run=None)
    assert code == 2 and "cold rows of several GPUs" in errors


@pytest.mark.parametrize(("lines", "counted", "words", "broken"), [
    (TWO_ROWS, {("tiles", "gpu/slow", "5x5", ""): metrics()}, "no variant and problem of it has a cold GPU row", ""),
    ([row("gpu/slow", 40, backend="host")], SLOW, "no cold row of 'Made-up GPU'; there is no", ""),
    ([row("gpu/slow", 40, device="Other")], SLOW, "of 'Made-up GPU'; there is 'Other'", ""),
    *((TWO_ROWS, SLOW, f"{name}:1: the header is 'metric,value'", name)
      for name in ("counters.csv", "counters.runs.csv"))])
def test_files_that_are_broken_or_do_not_belong_together_are_one_line(run, lines, counted, words, broken):
    code, out, errors, written = run(lines, counted, broken=broken)
    assert (code, out, errors.count("\n"), written) == (2, "", 1, []) and words in errors


def test_no_sentence_without_both_sides_or_for_extreme_numbers(run):
    lines = [row("gpu/slow", ""), row("gpu/quick", 20, improves="gpu/slow"), row("gpu/next", 10, improves="gpu/none")]
    assert " than " not in run(lines, {**BOTH, "gpu/next": metrics()})[1]
    lines = [row("gpu/slow", "1e-18", bytes="1e-18"), row("gpu/quick", "1e18", improves="gpu/slow")]
    code, text, _, written = run(lines, {"gpu/slow": metrics({READ: 1e18}), "gpu/quick": metrics({READ: 0})})
    assert code == 0 and " than " not in text and written[0].value("dram_over_work") == pytest.approx(1e36)
