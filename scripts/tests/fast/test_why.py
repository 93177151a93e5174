"""`rungs why`: elasticities of made-up visits, what is refused, and what is said. And what scripts/README.md and
results/README.md say of it is what it prints of the stored runs."""

import math
import re
import shutil
from types import SimpleNamespace

import pytest
from conftest import ROOT, ROWS, Command, executable, records
from readme_rows import H100, H200, RESULTS, page
from test_pages_say import PAIR, STORED, changed

from rungs.data import counter_files, rows, setups, why_files
from rungs.data.records import csv_text, without_device
from rungs.data.why_files import Visit, Visits
from rungs.profile import evidence, limits
from rungs.statistics import why
from rungs.tables import techniques_text, why_text

program = Command("why")
LEVELS = {"sm": (1, 0.79, 0.55, 0.79, 1), "dram": (1, 0.9, 0.8, 0.9, 1)}
KEY = ["stitch", "gpu/modulo", "cuda", "64x64", "repeater=100", "cold", "GPU-1"]


def visits(elasticity, resource="dram", noise=0.0, placebo=1.0, dose=1.0):
    """Those of a kernel with a known elasticity; `noise` and `placebo` change times, `dose` what is taken."""
    found = []
    for turn, level in enumerate(LEVELS.get(resource, LEVELS["dram"]) * 2):
        left = 1 - dose * (1 - level)
        wobble = math.exp(noise * (-1) ** turn)
        time = 100 * left ** -elasticity * wobble
        found.append(Visit(level, left, False, time))
        found.append(Visit(level, left if resource == "sm" else 1, True,
                           placebo * (time if resource == "sm" else 100 * wobble)))
    return Visits(found)


def answers(**elasticities):
    return why.answers({name: visits(of, name) for name, of in elasticities.items()})


@pytest.mark.parametrize("resource", why_files.RESOURCES)
@pytest.mark.parametrize("elasticity", [0, 0.3, 1, 1.5])
def test_a_known_elasticity_is_found(resource, elasticity):
    found = why.answer(resource, visits(elasticity, resource))
    assert found.elasticity == pytest.approx(elasticity, abs=1e-9)
    assert found.low == pytest.approx(found.high, abs=1e-6)
    least = min(LEVELS.get(resource, LEVELS["dram"]))
    assert found.left == pytest.approx(least) and found.cost == pytest.approx(least ** -elasticity - 1)


def test_noise_is_in_the_interval():
    found = why.answer("dram", visits(0.8, noise=0.01))
    assert 0.02 < found.high - found.low < 0.5 and found.low < 0.8 < found.high
    assert why.answer("dram", visits(0.8, noise=0.01)) == found, "the same each time"


@pytest.mark.parametrize(("made", "reason"), [
    (visits(1, dose=0.2), "only 4 % of it was taken"),
    (visits(0, placebo=1.05), "the placebo alone moves the time by 5 %"),
    (visits(0.3, noise=0.1), "the elasticity is uncertain"), (Visits(), "there are no visits with less of it")])
def test_what_is_not_known_is_said(made, reason):
    found = why.answer("dram", made)
    assert found.verdict == why.UNKNOWN
    assert reason in found.reason and math.isnan(found.elasticity)


@pytest.mark.parametrize(("limit", "elasticities"), [
    ("sm", {"sm": 0.97, "dram": 0, "l2": 0, "occupancy": 0.7}),  # fewer blocks cost something, too
    ("dram", {"sm": 0.1, "dram": 0.9, "l2": 0.5, "occupancy": 0.1}),  # whose bytes the L2 passes on
    ("l2", {"sm": 0.3, "dram": 0.1, "l2": 0.4, "occupancy": 0.1}),
    ("few", {"sm": 1, "dram": 0, "l2": 0, "occupancy": 0.98}),
    ("wait", {"sm": 0, "dram": 0, "l2": 0, "occupancy": 0}),
    ("wait", {"sm": 0, "dram": 0, "l2": 1.5, "occupancy": 0}),   # each answer comes later
    ("", {"sm": 0, "dram": 0, "l2": 0})])                        # too few warps, or waiting
def test_a_kernel_has_one_limit(limit, elasticities):
    assert why.limit(answers(**elasticities)) == limit


def lines(**elasticities):
    return [[*KEY, name, f"{one.level:g}", f"{one.supply:.6g}", "yes" if one.placebo else "no", str(number),
             f"{one.time_us:.6g}", f"{0.99 * one.time_us:.6g}", f"{1.01 * one.time_us:.6g}", "15", ""]
            for name, of in elasticities.items() for number, one in enumerate(visits(of, name).visits)]


ALL = lines(sm=0.1, dram=0.9, l2=0.3) + [[*KEY, "occupancy", *[""] * 8, "one block each"]]


def write(path, made):
    path.write_text(csv_text(why_files.COLUMNS, made), encoding="utf-8")
    return path


def test_a_file_is_read_and_told(tmp_path):
    path = write(tmp_path / "rows.why.csv", ALL)
    text = program.printed(path)
    assert "stitch/gpu/modulo 64x64, repeater=100: limited by DRAM" in text
    said = " ".join(text.split())
    assert "DRAM 80 % +22.2 % 0.90 0.90 to 0.90 limits" in said and "occupancy unknown, one block each" in said


@pytest.mark.parametrize(("does", "said"), [
    ("echo 'bench: no CUDA device' >&2; exit 2", "/bench: no CUDA device"),
    ("echo 1 row: 1 failed; exit 1", "bench made no experiments: 1 row: 1 failed")])
def test_what_bench_refuses_or_does_not_measure_is_said(tmp_path, capsys, does, said):
    bench = executable(tmp_path / "bench", f"#!/bin/sh\n{does}\n")
    assert said in program.refused(capsys, "stitch/gpu/modulo", "--bench", bench)


def test_a_variant_is_measured_by_bench(tmp_path):
    stored = write(tmp_path / "stored.csv", ALL)
    bench = executable(tmp_path / "bench", '#!/bin/sh\nfor w; do case $w in --why=*) '
                       f'cp "{stored}" "${{w#--why=}}";; esac; done\necho "$*" > "{tmp_path}/words"\n')
    assert "limited by DRAM" in program.printed("stitch/gpu/modulo", "--bench", bench, "--sizes", "64", "--param",
                                                "repeater=100")
    words = (tmp_path / "words").read_text(encoding="utf-8")
    assert "--filter=^stitch/gpu/modulo$ --backend=cuda" in words and "--sizes=64 --param=repeater=100" in words


def test_our_known_limits():
    known = why_text.known(ROOT / "reference/known_limits.csv")
    assert len(known) >= 18 and {limit for limit, _ in known.values()} >= set(why.NAMES)
    for variant in known:
        assert (ROOT / "cases" / f"{variant}.cu").is_file(), variant


@pytest.mark.parametrize("words", [["a/gpu/b", "c/gpu/d"], ["x.csv", "a/gpu/b"], ["a/gpu/b", "--known", "k.csv"],
                                   ["x.csv", "--sizes", "64"]])
def test_words_that_contradict_each_other(words, capsys):
    assert "expected" in program.refused(capsys, *words)


@pytest.mark.parametrize(("counters", "tried", "limit", "badge"), [
    ("issue", "sm", "issue", "issue slots, as tried"), ("dram", "dram", "dram", "DRAM, as tried"),
    ("dram", "sm", "dram", "DRAM, tried: SM"), ("wait", "few", "few", "waiting, tried: too few warps"),
    ("few", "wait", "wait", "too few warps, tried: waiting"), ("atomic", "wait", "atomic", "atomics, as tried"),
    ("launch", "dram", "launch", "launches"), ("issue", "", "issue", "issue slots"),
    ("not counted", "l2", "l2", "not counted, tried: L2")])
def test_an_experiment_counts_before_counters_and_both_are_shown(counters, tried, limit, badge):
    line = SimpleNamespace(bound=SimpleNamespace(limit=counters, badge=limits.CLASSES.get(counters, counters)))
    assert limits.of(line, None, tried) == limit and limits.badge(line, None, tried) == badge


def test_the_experiments_beside_rows_reach_the_tables(tmp_path):
    shutil.copy(ROWS, tmp_path / "rows.csv")
    row = next(one for one in records() if (one["backend"], one["cache"]) == ("cuda", "cold"))
    key = [row[name] for name in why_files.COLUMNS[:len(KEY)]]
    write(tmp_path / "rows.why.csv", [[*key, *line[len(KEY):]] for line in lines(sm=0, dram=0, l2=0.5)])
    made, = setups.setups_of([setups.read(tmp_path)])[:1]
    source, = techniques_text.sources_of([made])
    assert source.counted(row).limit == "l2" and source.counted(row).badge.endswith("tried: L2")


def known_of(*names):
    return program.printed(*(RESULTS / PAIR / f"{name}.why.csv" for name in names), "--known",
                           ROOT / "reference" / "known_limits.csv").splitlines()


def test_the_runs_over_known_limits():
    lines, text = known_of("rows-known-1", "rows-known-2"), (ROOT / "scripts/README.md").read_text("utf-8")
    assert f"\n    {lines[-1]}\n" in text
    for named in (line.split()[0] for line in lines if line.endswith("<")):
        assert f"`{named}`" in text or f"`{named.rpartition('/')[2]}`" in text
    assert "the runs agree on 13, " in known_of("rows-known-1", "rows-known-2", "rows")[-1]
    assert "of the 13 that all three name" in page("scripts/README.md")


def test_where_counters_and_experiments_differ():
    path = RESULTS / PAIR / "rows.csv"
    visits = {(key[0], *key[3:5], key[1]): measured
              for key, measured in without_device(why_files.read(path.with_name("rows.why.csv"))).items()}
    machine, = rows.machines(rows.read(path))
    lines = evidence.lines_of(machine.rows, counter_files.read(RESULTS / H100 / "counters.csv")).values()
    named = [(line.bound.limit, limit, f"{line.case}/{line.variant}") for line in lines
             if (line.case, line.variant) not in changed()  # counted as it is now
             and (key := (*line.problem, line.variant)) in visits and (limit := why.limit(why.answers(visits[key])))]
    differ = [one for one in named if one[0] not in limits.AS_TRIED[one[1]]]
    assert f"Of {len(named)} kernels" in page(STORED) and f"they differ in {len(differ)}" in page(STORED)
    part = page(STORED).partition("they differ in")[2].partition("Two machines of one model.")[0]
    for first, then, name in differ:
        line, = (line for line in part.split(" - ") if name in line)
        assert f"{limits.CLASSES[first]}, then {limits.CLASSES.get(then, 'SM')}" in line, name


def test_what_holds_missed_goals():
    """Each variant that the README names is limited, by the stored visits, by what it says; at least four are named."""
    lines = program.printed(RESULTS / H200 / "rows.why.csv")
    limits = dict(re.findall(r"^(\S+) .*: limited by (\w+)$", lines, re.MULTILINE))
    said = page(STORED).partition("What holds some of the goals that are missed")[2]
    dram, _, multiprocessors = said.partition(", the multiprocessors ")
    named = [(name, limit) for text, limit in ((dram, "DRAM"), (multiprocessors, "SM"))
             for name in re.findall(r"\w+/gpu/\w+", text)]
    assert len(named) >= 4 and [one for one in named if limits[one[0]] != one[1]] == []
