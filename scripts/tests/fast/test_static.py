"""What is read from reports of ptxas, cuobjdump and nvdisasm, made up for the tests in the tools' shape; and
`rungs static --loops`: the hot loops, written, and read for the page."""

import pytest
from conftest import Command, executable
from static_reports import LISTING, PTX

from rungs.data import fact_files, kernel_names
from rungs.static import compiled, occupancy, sass
from rungs.static.sass import MOST, Loop, hot_loops

program = Command("static")


def test_threads_a_block_are_known_where_the_kernel_declares_them():
    assert compiled.block_threads(PTX) == {"_Z4slowv": 128, "_Z5quickv": None}
    assert compiled.block_threads(PTX.replace("maxntid 16, 8, 1", "reqntid 64"))["_Z4slowv"] == 64
    assert not compiled.block_threads(".version 9.0\n.target sm_90\n")


@pytest.mark.parametrize(("architecture", "threads", "registers", "shared", "blocks", "percent"), [
    ("90a", 256, 33, 0, 6, 75),       # 1056, so 1280 with the rounding: 12 warps a partition
    ("90", 256, 255, 0, 1, 12.5),     # 2 warps a partition
    ("90", 1024, 65, 0, 0, 0),        # 32 warps of 2304 registers are more than there are: no launch
    ("90", 33, 16, 0, 32, 100),       # 32 blocks at most; a warp that is not full counts whole
    ("90", 544, 40, 0, 2, 53.125),    # 12 warps of 1280 a partition, not 51 an SM
    ("90", 256, 16, 57000, 4, 50),    # 57000 + 1024, in 128s: 58112, four of them in 228 KiB
    ("90", 256, 16, 58000, 3, 37.5),  # four would fit without what the system takes
    ("75", 256, 16, 32768, 2, 50), ("120", 512, 40, 0, 3, 100)])  # nothing reserved, 64 KiB; 48 warps
def test_occupancy_by_hand(architecture, threads, registers, shared, blocks, percent):
    assert occupancy.estimate(architecture, threads, registers, shared) == (blocks, percent)


def test_an_architecture_of_unknown_limits_has_no_estimate():
    resource = {"registers": 32, "static_shared": 0}
    assert compiled.occupancy_metrics("52", 128, resource) == [("block_threads_declared", 128, "threads")]
    assert compiled.occupancy_metrics("90", None, resource)[0] == ("block_threads_assumed", 256, "threads")


@pytest.mark.parametrize(("demangled", "short"), [
    (["(anonymous namespace)::modulo(float*, unsigned int)"], ["modulo"]),
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
    for one, name in zip(short, demangled):
        assert kernel_names.is_of(one, kernel_names.whole(name))


@pytest.mark.parametrize(("short", "launched", "same"), [
    ("tiles<false>", "void (anonymous namespace)::tiles<(bool)0>(unsigned char *, int)", True),
    ("tiles<true>", "void (anonymous namespace)::tiles<(bool)0>(unsigned char *, int)", False),
    ("fixed<1920u>", "fixed<(unsigned int)1920, (unsigned int)1080>(int)", True),
    ("fixed<1920u>", "fixed<(unsigned int)256, (unsigned int)64>(int)", False),
    ("v3", "v3(int)", True), ("v3", "v3_padded(int)", False)])
def test_the_kernel_that_ran_is_found_among_those_of_its_file(short, launched, same):
    assert kernel_names.is_of(short, kernel_names.whole(launched)) is same


SAID = {"tiles/host/plain": "", "tiles/gpu/quick": "", "tiles/gpu/slow": "24 bytes, a window [5x5] of them"}


def spilling(variant, stores, loads=0, architecture="sm_90"):
    return [("tiles", variant, "kernel", architecture, metric, value, "")
            for metric, value in (("spill_stores", stores), ("registers", 255), ("spill_loads", loads))]


@pytest.mark.parametrize(("facts", "wanted"), [
    (spilling("gpu/quick", 0) + spilling("gpu/slow", 24, 40), []),
    (spilling("gpu/quick", 0) + spilling("gpu/slow", 0) + spilling("gpu/slow", 8, 8, "sm_75"), []),
    (spilling("gpu/quick", 8) + spilling("gpu/slow", 24), ["tiles/gpu/quick: kernel kernel spills on sm_90: 8 bytes"]),
    (spilling("gpu/quick", 0) + spilling("gpu/slow", 0), ["tiles/gpu/slow: says that it spills ('24 bytes"]),
    (spilling("gpu/unlisted", 8) + spilling("gpu/slow", 24), ["tiles/gpu/unlisted: kernel kernel spills"])])
def test_complaints(facts, wanted):
    seen = {"tiles/gpu/quick", "tiles/gpu/slow"}
    found = compiled.complaints(facts, SAID, seen)
    assert len(found) == len(wanted) and all(part in line for part, line in zip(wanted, found))
    assert not compiled.complaints(spilling("gpu/quick", 0), SAID, {"tiles/gpu/quick"}), "gpu/slow was not looked at"


#: Names of instructions of classes that tables show, or that other patterns might take.
NAMES = {
    "uniform": "UIADD3 ULOP3.LUT UVIMNMX.U32", "min_max": "VIMNMX.U32 IMNMX VIMNMX3.U32 FMNMX VIADDMNMX.U32",
    "special_function": "MUFU.RCP MUFU.RSQ", "move": "MOV IMAD.MOV.U32 S2R CS2R", "shift": "SHF.R.U32.HI IMAD.SHL.U32",
    "integer_64": "IMAD.WIDE.U32 IADD3.X LEA.HI.X ISETP.GE.U32.AND.EX IADD.64 SHF.R.U64 IMAD.X",
    "integer": "IMAD IADD3 VIADD LEA IMAD.HI.U32 IMAD.IADD LEA.HI IABS", "permute": "PRMT", "logic": "LOP3.LUT",
    "compare_select": "ISETP.GT.U32.AND PLOP3.LUT SEL", "float": "FADD FFMA FMUL.FTZ FFMA2", "local": "STL.64 LDL",
    "atomic_global": "ATOMG.E.EXCH.STRONG.GPU ATOM.E.ADD.STRONG.SM",
    "reduction_global": "REDG.E.MIN.STRONG.GPU RED.E.ADD.STRONG.GPU", "call_other": "CALL.ABS.NOINC",
    "branch": "BRA BRA.U", **{f"global_load_{bits}": f"LDG.E{more}" for bits, more in (
        (8, ".U8.CONSTANT LDG.E.S8.SYS"), (16, ".U16"), (32, ".LTC128B LDG.E"), (64, ".64.SYS"), (256, ".ENL2.256"))},
    "global_store_128": "STG.E.EF.128.SYS STG.E.LTC128B.128", "other": "EXIT RET.REL.NODEC POPC NANOSLEEP"}
#: What follows a name tells nothing, but of these.
EXAMPLES = [
    *((kind, f"{name} R4, desc[UR4][R2.64]") for kind, names in NAMES.items() for name in names.split()),
    ("integer", "IMAD R3, R3, UR4, R2"), ("move", "IMAD.U32 R2, RZ, RZ, UR4"), ("move", "HFMA2.MMA R5, -RZ, RZ, 0, 0"),
    ("integer_64", "IMAD.X R14, RZ, RZ, R14, P0"), ("branch", "CALL.REL.NOINC `(.L_x_1)"),
    *((f"call_{kind}", f"CALL.REL.NOINC `($__internal_0_$__cuda_sm20_{name})") for kind, name in (
        ("division_64", "div_u64"), ("division_64", "rem_s64"), ("other", "sqrt_rn_f32_slowpath"),
        ("other", "div_u16")))]


def test_class_of_an_instruction():
    assert [(sass.class_of(instruction), instruction) for _, instruction in EXAMPLES] == EXAMPLES


def test_counts_by_kernel_leave_out_padding():
    counts = sass.count(LISTING)
    first = {name: number for name, number in counts["_Z4slowv"].items() if number}
    assert first == {"total": 9, "constant_load": 1, "integer": 2, "uniform": 1, "branch": 1, "call_division_64": 1,
                     "special_function": 1, "other": 2}
    # A loop of one instruction is padding only where it is a branch to itself.
    counts = sass.count(LISTING.replace("`(.L_x_1);", "`(.L_x_2);"))
    assert counts["_Z4slowv"]["branch"] == 2


def listing(*lines):
    """nvdisasm's text of one kernel: a line that ends with a colon is a label."""
    code = (line if line.endswith(":") else f"        /*{16 * place:04x}*/    {line} ;"
            for place, line in enumerate(lines))
    return "\n".join(["\t.section\t.text.k,\"ax\"", *code])


def test_the_longest_of_the_innermost_loops_is_the_hot_one():
    found = hot_loops(listing("MOV R1, R2", ".L_a:", "ADD R1, R1, 1", ".L_b:", "MUL R2, R2, R3", "@P0 BRA `(.L_b)",
                              ".L_c:", "LDG R4, [R5]", "FADD R4, R4, R6", "@!P1 BRA `(.L_c)", "@P2 BRA `(.L_a)", "EXIT",
                              ".L_d:", "BRA `(.L_d)", "NOP"))
    assert found == {"k": Loop(["LDG R4, [R5]", "FADD R4, R4, R6", "@!P1 BRA .L_c"], 3, True)}


def test_a_kernel_without_a_loop_is_given_whole_without_padding():
    found = hot_loops(listing("@P0 BRA `(.L_on)", "MOV R1, R2", ".L_on:", "@P1 EXIT", "STG [R1], R2", "EXIT", ".L_d:",
                              "BRA `(.L_d)", "NOP"))
    assert found["k"] == Loop(["@P0 BRA .L_on", "MOV R1, R2", "@P1 EXIT", "STG [R1], R2", "EXIT"], 5, False)
    long = hot_loops(listing(*["FADD R1, R1, R2"] * (MOST + 9), "EXIT"))["k"]
    assert len(long.instructions) == MOST and long.whole == MOST + 10
    assert hot_loops("") == {} and hot_loops(LISTING)["_Z4slowv"].instructions[-1] == "@P1 BRA .L_x_0"


def test_the_file_of_loops_is_written_and_read_also_compressed(cuda_build):
    for name in ("rows.loops.csv", "packed.loops.csv.gz"):
        assert program.run(cuda_build, "--loops", cuda_build / name) == 0
    found = fact_files.read_loops(cuda_build / "rows.loops.csv")
    assert set(found) == {("tiles", "gpu/quick"), ("tiles", "gpu/slow")}
    one, = [code for code in found["tiles", "gpu/slow"] if code.kernel == "slow"]
    assert (one.architecture, one.instructions, one.is_loop, len(one.lines)) == ("sm_90", 3, True, 3)
    assert (one.commit, one.binary) == ("", ""), "there is no program in this build"
    assert (cuda_build / "packed.loops.csv.gz").read_bytes()[:2] == b"\x1f\x8b", "gzip"
    assert fact_files.read_loops(cuda_build / "packed.loops.csv") == found


def test_the_program_is_asked_for_its_commit_and_build(cuda_build):
    executable(cuda_build / "bench", "#!/bin/sh\necho 'rungs bench 1.0'\necho 'commit  abc'\necho 'binary  12ef'\n")
    assert program.run(cuda_build, "--loops", cuda_build / "rows.loops.csv") == 0
    assert {(code.commit, code.binary) for codes in fact_files.read_loops(cuda_build / "rows.loops.csv").values()
            for code in codes} == {("abc", "12ef")}


@pytest.mark.parametrize(("commit", "binary", "belongs"), [
    ("abc", "", True), ("", "12ef", True), ("abd", "12ef", True), ("abc", "34", True), ("abd", "34", False),
    ("", "", False), ("abc-dirty", "", False), ("abc-dirty", "12ef", True)])
def test_machine_code_belongs_to_rows_of_its_program_or_commit(commit, binary, belongs):
    code = fact_files.Code("slow", "sm_90", 1, False, ["EXIT"], commit, binary)
    row = {"commit": "abc-dirty" if "dirty" in commit else "abc", "binary": "12ef"}
    assert fact_files.loops_of_rows([code], [{"commit": "", "binary": ""}, row]) == [code] * belongs


def test_a_missing_file_and_a_missing_tool(cuda_build, capsys):
    assert fact_files.read_loops(cuda_build / "none.csv") == {}
    (cuda_build / "tools" / "nvdisasm").unlink()
    assert program.run(cuda_build, "--loops", cuda_build / "out.csv") == 2
    assert "no nvdisasm, which --loops needs" in capsys.readouterr().err and not (cuda_build / "out.csv").exists()
