"""`rungs static --loops`: the machine code of hot loops, found in nvdisasm's text, written, and read for the
page. On a build whose tools are made up."""

import pytest
from conftest import Command
from static_reports import LISTING

from rungs.data import fact_files
from rungs.data.records import RowsError
from rungs.static.sass import MOST, Loop, hot_loops

program = Command("static")


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
    packed = cuda_build / "packed.loops.csv.gz"
    assert packed.read_bytes()[:2] == b"\x1f\x8b", "gzip"
    assert fact_files.read_loops(cuda_build / "packed.loops.csv") == found


def test_the_program_is_asked_for_its_commit_and_build(cuda_build):
    (cuda_build / "bench").write_text("#!/bin/sh\necho 'rungs bench 1.0'\necho 'commit  abc'\necho 'binary  12ef'\n")
    (cuda_build / "bench").chmod(0o755)
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
    assert fact_files.loops_of_rows([code], [{"commit": "", "binary": ""}]) == []
    assert fact_files.loops_of_rows([code], []) == []


def test_only_kernels_that_ran_are_shown_where_that_is_known():
    row, codes = {"commit": "abc", "binary": ""}, [fact_files.Code(name, "sm_90", 1, False, ["EXIT"], "abc", "")
                                                   for name in ("tiles<false>", "tiles<true>", "pixels")]
    assert fact_files.loops_of_rows(codes, [row]) == codes
    assert fact_files.loops_of_rows(codes, [row], {"tiles<1>"}) == [codes[1]]
    assert fact_files.loops_of_rows(codes, [row], {"other"}) == []


def test_a_missing_or_broken_file_and_a_missing_tool(cuda_build, capsys):
    assert fact_files.read_loops(cuda_build / "none.csv") == {}
    (cuda_build / "broken.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    with pytest.raises(RowsError, match="the header is"):
        fact_files.read_loops(cuda_build / "broken.csv")
    (cuda_build / "tools" / "nvdisasm").unlink()
    assert program.run(cuda_build, "--loops", cuda_build / "out.csv") == 2
    assert "no nvdisasm, which --loops needs" in capsys.readouterr().err and not (cuda_build / "out.csv").exists()
