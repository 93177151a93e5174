"""The rules of ncu_sections/, run on kernels made up for the tests, without Nsight Compute."""

import importlib
import itertools
import math
import sys
import types

import pytest
import section_files
from conftest import ROOT
from fake_nv_rules import MSG, OTHER, Domain, Kernel, Range, make_module

FOLDER = ROOT / "ncu_sections"
RULES = sorted(path.stem for path in FOLDER.glob("Rungs*.py"))


@pytest.fixture
def nv_rules(monkeypatch):
    """A module that stands in for NvRules, where the rules find it."""
    module = make_module()
    monkeypatch.setitem(sys.modules, "NvRules", module)
    monkeypatch.syspath_prepend(str(FOLDER))
    yield module
    for name in ("rungs_rule", *RULES):
        sys.modules.pop(name, None)


@pytest.fixture
def said(nv_rules):
    """Applies a rule to a kernel and returns its messages, as (kind, text)."""
    def apply(rule, kernel):
        messages = []
        importlib.import_module(rule).apply((kernel, messages))
        return messages
    return apply


def collected(section):
    return set(section_files.values(section_files.parse((FOLDER / f"{section}.section").read_text()), "Name"))


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_has_what_nsight_compute_asks_for_wants_only_what_its_section_collects_and_bears_any_hole(said, rule):
    module, every = importlib.import_module(rule), dict.fromkeys(collected(rule), 1)
    assert module.get_identifier() == rule + "Rule" and module.get_name() and module.get_description()
    assert (FOLDER / f"{module.get_section_identifier()}.section").exists()
    assert not hasattr(importlib.import_module("rungs_rule"), "get_identifier")
    for kernel in (Kernel(), Kernel(domains=[])):
        assert all(kind == "WARNING" and "has no" in text for kind, text in said(rule, kernel))
    whole = Kernel(every, [])
    said(rule, whole)
    assert whole.asked and whole.asked <= set(every)
    for name, number in itertools.product(every, (0, 1, math.nan, None)):
        said(rule, Kernel({**every, name: number}, []))
        said(rule, Kernel({other: number for other in every if other != name}))


READ, WRITTEN = "dram__bytes_read.sum", "dram__bytes_write.sum"


PAYLOAD = [Domain("other", Range(5)), Domain("rungs", Range(7), Range(800_000_000), Range(9, OTHER),
                                             Range(11, has_attributes=False))]


@pytest.mark.parametrize(("domains", "read", "written", "kind", "words"), [
    (PAYLOAD, 419e6, 429e6, "OK", "DRAM moved 848 MB: 419 MB read, 429 MB written. That is 1.06 times the 800 MB"),
    (PAYLOAD, 800e6, 429e6, "OPTIMIZATION", "1.54 times the 800 MB that the problem needs at least: something is"),
    (PAYLOAD, 0, 100e6, "OK", "0.12 times the 800 MB that the problem needs at least: the rest stayed in the L2"),
    *((none, 1e9, 0, "OK", "DRAM moved 1 GB: 1 GB read, 0 B written. No NVTX range") for none in (
        None, [], [Domain("rungs")], [Domain("other", Range(800))], [Domain("rungs", Range(0), Range(8, OTHER))],
        [None]))])
def test_traffic_against_the_payload_of_the_range(said, domains, read, written, kind, words):
    [message] = said("RungsTraffic", Kernel({READ: read, WRITTEN: written}, domains))
    assert message[0] == kind and words in message[1] and ("times" in message[1]) == (domains is PAYLOAD)


LOADS = "l1tex__t_{}_pipe_lsu_mem_global_op_ld.sum"
COALESCING = {LOADS.format("requests"): 1e6, LOADS.format("sectors"): 32e6}
USED = "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.ratio"
ATOMICS = {"gpu__time_duration.sum": 1e6,
           **{f"l1tex__t_{what}_pipe_lsu_mem_global_op_{kind}.sum": number for what, kind, number in [
               ("requests", "atom", 0), ("requests", "red", 3e6), ("sectors", "atom", 0), ("sectors", "red", 4.5e6)]}}
BUSY = "lts__d_atomic_input_cycles_active.{}.pct_of_peak_sustained_elapsed"
WAVEFRONTS = "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum"
CONFLICTS = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"
STALLS = {f"smsp__average_warps_issue_stalled_{name}_per_issue_active.ratio": cycles for name, cycles in [
    ("selected", 1), ("not_selected", 3.5), ("long_scoreboard", 2.5), ("wait", 1)]}
STALLED = ("Of 8.0 cycles between two instructions of a warp, 2.5 (31 %) wait for a load from global or local memory "
           "(long_scoreboard).")
ISSUED = "smsp__issue_active.avg.pct_of_peak_sustained_active"
OCCUPANCY = {"sm__warps_active.avg.pct_of_peak_sustained_active": 44, "sm__maximum_warps_per_active_cycle_pct": 50}
LIMIT = "launch__occupancy_limit_"
SPEED = "__throughput.avg.pct_of_peak_sustained_elapsed"


@pytest.mark.parametrize(("rule", "metrics", "kind", "words"), [
    ("Traffic", {"dram__bytes_op_read.sum": 1e6, "dram__bytes_op_write.sum": 2e6}, "OK",
     "DRAM moved 3 MB: 1 MB read, 2 MB written."),  # the names of newer chips
    *[("Traffic", {READ: 1e9, **hole}, "WARNING", f"has no {WRITTEN}.")
      for hole in ({}, {WRITTEN: math.nan}, {WRITTEN: None})],
    ("Coalescing", {**COALESCING, USED: 4}, "OPTIMIZATION",
     "32 sectors each; 4 of the 32 bytes of a sector are used. Lanes side by side"),
    ("Coalescing", {**COALESCING, USED: 4, LOADS.format("sectors"): 1.3e6}, "OK",
     "1.3 sectors each; 4 of the 32 bytes of a sector are used. So few sectors"),
    ("Coalescing", {**COALESCING, USED: 32}, "OK",
     "Loads: 1 M requests of warps take 32 sectors each; 32 of the 32 bytes of a sector are used."),
    ("Coalescing", COALESCING, "OK", "32 sectors each (4 is perfect"),
    ("Atomics", {**ATOMICS, BUSY.format("avg"): 1, BUSY.format("max"): 97}, "OPTIMIZATION",
     "the busiest for 97 %: few addresses"),
    ("Atomics", {**ATOMICS, BUSY.format("avg"): 70, BUSY.format("max"): 97}, "OPTIMIZATION",
     "the atomics themselves are the limit"),
    ("Atomics", {**ATOMICS, BUSY.format("avg"): 1, BUSY.format("max"): 2}, "OK",
     "busy for 1 % of the time, the busiest for 2 %."),
    ("Atomics", ATOMICS, "OK",
     "3 M atomic requests of warps (0 atom, 3 M red), 1.5 sectors a request, 3 k a microsecond."),
    ("SharedMemory", {WAVEFRONTS: 8e6, CONFLICTS: 4e6}, "OPTIMIZATION", "of 8 M wavefronts (50 %): stores "),
    ("SharedMemory", {WAVEFRONTS: 8e6, CONFLICTS: 0.4e6}, "OK", "of 8 M wavefronts (5 %): stores "),
    ("Latency", STALLS, "OK", STALLED),
    ("Latency", {**STALLS, ISSUED: 20}, "OPTIMIZATION", STALLED + " Instructions are issued in 20 % of the cycles."),
    ("Latency", {**STALLS, ISSUED: 95}, "OK", STALLED + " Instructions are issued in 95 % of the cycles, so waiting"),
    ("Latency", OCCUPANCY, "OK", "Occupancy is 44 % where 50 % is possible."),
    ("Latency", {**OCCUPANCY, LIMIT + "registers": 2, LIMIT + "shared_mem": 2, LIMIT + "warps": 8}, "OK",
     "50 % is possible, limited by registers and shared memory."),
    ("Latency", {**OCCUPANCY, LIMIT + "registers": 32, LIMIT + "warps": 64, LIMIT + "blocks": 32}, "OK",
     "50 % is possible, limited by the 32 blocks that a multiprocessor holds."),
    ("Latency", {**OCCUPANCY, LIMIT + "registers": 4, "launch__waves_per_multiprocessor": 0.09}, "OPTIMIZATION",
     "limited by registers. The grid is 0.09 of one wave: too few blocks to fill the GPU."),
    ("Roofline", {"dram" + SPEED: 91, "sm" + SPEED: 50}, "OK",
     "Nearest to its peak is DRAM at 91 % (SM 50 %): it is the limit."),
    ("Roofline", {"dram" + SPEED: 70, "sm" + SPEED: 50}, "OK", "DRAM at 70 % (SM 50 %)."),
    ("Roofline", {"dram" + SPEED: 20, "sm" + SPEED: 50}, "OPTIMIZATION", "SM at 50 % (DRAM 20 %): no unit is full")])
def test_what_a_rule_says(said, rule, metrics, kind, words):
    [message] = said(f"Rungs{rule}", Kernel(metrics))
    assert message[0] == kind and words in message[1]


def test_nothing_is_said_of_what_is_not_used(said):
    assert said("RungsAtomics", Kernel(dict.fromkeys(ATOMICS, 0))) == []
    unused = dict.fromkeys(collected("RungsSharedMemory"), 0)
    assert said("RungsSharedMemory", Kernel(unused)) == []
    assert said("RungsSharedMemory", Kernel({**unused, WAVEFRONTS: 6e6})) == []  # global stores take some as well
    for name in ("shared_ld", "shared_st", "shared_atom", "ldgsts"):
        assert said("RungsSharedMemory", Kernel({**unused, WAVEFRONTS: 6e6, f"smsp__inst_executed_op_{name}.sum": 1}))


def test_busiest_pipe_and_local_memory(said):
    metrics = {"smsp__inst_executed_pipe_xu.avg.pct_of_peak_sustained_active": 91.2,
               "smsp__inst_executed_pipe_alu.avg.pct_of_peak_sustained_active": 40, "smsp__inst_executed.sum": 200e6,
               "smsp__inst_executed_pipe_xu.sum": 50e6, "smsp__inst_executed_op_local_ld.sum": 12e6,
               "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum": 1e6, "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum": 0}
    assert said("RungsInstructionMix", Kernel(metrics)) == [
        ("OPTIMIZATION", "Busiest is the pipe xu (conversion, special function, division) at 91 % of its peak: it is "
                         "the limit. Of 200 M warp instructions go to xu 25 %."),
        ("OPTIMIZATION", "Local memory is used: 12 M loads and 0 stores of warps, 32 MB. An array is indexed at run "
                         "time, or registers did not suffice.")]


def test_every_section_has_a_rule_and_every_stall_that_is_collected_has_words(nv_rules):
    assert RULES == sorted(path.stem for path in FOLDER.glob("*.section"))
    names = {name.split("stalled_")[1].split("_per_issue")[0]
             for name in collected("RungsLatency") if "stalled" in name}
    rule = importlib.import_module("RungsLatency")
    assert names == {*rule.WAITS, *rule.READY}


def test_older_versions_name_the_kinds_of_messages_elsewhere(said, nv_rules):
    del nv_rules.MsgType
    nv_rules.IFrontend = types.SimpleNamespace(**{f"MsgType_MSG_{kind.name}": kind for kind in MSG})
    assert said("RungsTraffic", Kernel())[0][0] == "WARNING"


@pytest.mark.parametrize(("number", "text"), [(0, "0 B"), (999.6, "1 kB"), (999.4, "999 B"), (838860800, "839 MB"),
                                              (1.5e12, "1.5 TB")])
def test_numbers_are_short(nv_rules, number, text):
    assert importlib.import_module("rungs_rule").short(number, "B") == text
