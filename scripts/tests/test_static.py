"""What is read from reports of ptxas and cuobjdump; reports made up for the tests in the tools' shape."""

import pytest
from made_up_list import as_json
from static_reports import PTX, REPORT

from rungs.data import listing
from rungs.static import compiled, kernel_names, occupancy, spills


def test_resources_of_each_kernel_with_the_spills_of_what_it_calls():
    assert compiled.resources(REPORT) == {
        "_Z4slowv": {"registers": 32, "static_shared": 4352, "stack": 96, "spill_stores": 32, "spill_loads": 56},
        "_Z5quickv": {"registers": 8, "static_shared": 0, "stack": 0, "spill_stores": 0, "spill_loads": 0}}


def test_constants_are_of_all_banks():
    usage = ("Resource usage:\n Common:\n  GLOBAL:0 CONSTANT[3]:99\n Function _Z4slowv:\n"
             "  REG:32 STACK:96 SHARED:5376 LOCAL:0 CONSTANT[0]:552 CONSTANT[2]:8 TEXTURE:0\n"
             " Function _Z5quickv:\n  REG:8 STACK:0 SHARED:0 LOCAL:0 CONSTANT[0]:528 TEXTURE:0\n")
    assert compiled.constants(usage) == {"_Z4slowv": 560, "_Z5quickv": 528}


def test_threads_a_block_are_known_where_the_kernel_declares_them():
    assert compiled.block_threads(PTX) == {"_Z4slowv": 128, "_Z5quickv": None}
    assert compiled.block_threads(PTX.replace("maxntid 16, 8, 1", "reqntid 64"))["_Z4slowv"] == 64
    assert not compiled.block_threads(".version 9.0\n.target sm_90\n")


@pytest.mark.parametrize(("architecture", "threads", "registers", "shared", "blocks", "percent"), [
    ("90", 256, 32, 0, 8, 100),       # 32 x 32 registers a warp: 16 warps a partition, as many as there are places
    ("90a", 256, 33, 0, 6, 75),       # 1056, so 1280 with the rounding: 12 warps a partition
    ("90", 256, 255, 0, 1, 12.5),     # 2 warps a partition
    ("90", 1024, 65, 0, 0, 0),        # 32 warps of 2304 registers are more than there are: no launch
    ("90", 1024, 64, 0, 1, 50), ("90", 32, 16, 0, 32, 50),  # 32 blocks at most
    ("90", 33, 16, 0, 32, 100),       # a warp that is not full counts whole
    ("90", 544, 40, 0, 2, 53.125),    # 12 warps of 1280 a partition, not 51 an SM
    ("90", 256, 16, 57000, 4, 50),    # 57000 + 1024, in 128s: 58112, four of them in 228 KiB
    ("90", 256, 16, 58000, 3, 37.5),  # four would fit without what the system takes
    ("75", 256, 16, 32768, 2, 50), ("75", 256, 16, 32769, 1, 25),  # nothing reserved, 64 KiB
    ("75", 64, 16, 0, 16, 100), ("80", 256, 64, 0, 4, 50),
    ("86", 256, 40, 0, 6, 100), ("120", 512, 40, 0, 3, 100)])  # 48 warps
def test_occupancy_by_hand(architecture, threads, registers, shared, blocks, percent):
    sm = occupancy.limits(architecture)
    assert occupancy.resident_blocks(sm, threads, registers, shared) == blocks
    assert occupancy.percent(sm, threads, blocks) == percent


def test_an_architecture_of_unknown_limits_has_no_estimate():
    assert occupancy.limits("52") is None
    resource = {"registers": 32, "static_shared": 0}
    assert compiled.occupancy_metrics("52", 128, resource) == [("block_threads_declared", 128, "threads")]
    assert compiled.occupancy_metrics("90", None, resource)[0] == ("block_threads_assumed", 256, "threads")


@pytest.mark.parametrize(("demangled", "short"), [
    (["(anonymous namespace)::modulo(float*, unsigned int)"], ["modulo"]),
    (["distance::fill_plane(unsigned int*, unsigned long, unsigned int)"], ["fill_plane"]),
    (["void (anonymous namespace)::tree<(reduce::Op)0>(int*)"], ["tree"]),
    (["void (anonymous namespace)::tree<(reduce::Op)0>(int*)", "void (anonymous namespace)::tree<(reduce::Op)1>(int*)"],
     ["tree<0>", "tree<1>"]),
    (["void a::loop<(anonymous namespace)::Way<unsigned int>, 4>(x::Way)",
      "void a::loop<(anonymous namespace)::Way<long>, 4>(x::Way)", "void a::other<int>(float)"],
     ["loop<Way<unsigned int>>", "loop<Way<long>>", "other"]),
    (["void lib::V_1::run<lib::V_1::hub<unsigned int, unsigned long long, std::plus<void> >::Policy, int>(int)",
      "void lib::V_1::run<lib::V_1::hub<unsigned int, unsigned long long, std::plus<void> >::Policy, long>(int)"],
     ["run<int>", "run<long>"]),
    (["void lib::run<lib::hub<unsigned int, unsigned long long, std::plus<void> >::Policy>(int)",
      "void lib::run<lib::hub<unsigned int, unsigned int, std::plus<void> >::Policy>(int)"], ["run#2", "run#1"]),
    (["_Z4slowv"], ["_Z4slowv"])])
def test_short_names(demangled, short):
    assert kernel_names.shorten(demangled) == short


SAID = {"tiles/host/plain": "", "tiles/gpu/quick": "", "tiles/gpu/slow": "24 bytes, a window [5x5] of them"}


def spilling(variant, stores, loads=0, architecture="sm_90"):
    return [("tiles", variant, "kernel", architecture, metric, value, "")
            for metric, value in (("spill_stores", stores), ("registers", 255), ("spill_loads", loads))]


def test_what_variants_say():
    listed = listing.parse(as_json([(name, "cuda,simulator", why) for name, why in SAID.items()]))
    assert spills.said(listed) == SAID


@pytest.mark.parametrize(("facts", "wanted"), [
    (spilling("gpu/quick", 0) + spilling("gpu/slow", 24, 40), []),
    (spilling("gpu/quick", 0) + spilling("gpu/slow", 0) + spilling("gpu/slow", 8, 8, "sm_75"), []),
    (spilling("gpu/quick", 8) + spilling("gpu/slow", 24), ["tiles/gpu/quick: kernel kernel spills on sm_90: 8 bytes"]),
    (spilling("gpu/quick", 0, 4) + spilling("gpu/slow", 24), ["0 bytes stored, 4 loaded; expected none"]),
    (spilling("gpu/quick", 0) + spilling("gpu/slow", 0), ["tiles/gpu/slow: says that it spills ('24 bytes"]),
    (spilling("gpu/unlisted", 8) + spilling("gpu/slow", 24), ["tiles/gpu/unlisted: kernel kernel spills"])])
def test_complaints(facts, wanted):
    seen = {"tiles/gpu/quick", "tiles/gpu/slow"}
    found = spills.complaints(facts, SAID, seen)
    assert len(found) == len(wanted) and all(part in line for part, line in zip(wanted, found))
    assert not spills.complaints(spilling("gpu/quick", 0), SAID, {"tiles/gpu/quick"}), "gpu/slow was not looked at"
