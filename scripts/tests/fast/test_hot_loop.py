"""The machine code of hot loops: found in nvdisasm's text, written by `rungs static --loops`, read for the page."""

import pytest
from conftest import Command
from static_reports import LISTING

from rungs.data import loop_files
from rungs.data.records import RowsError
from rungs.static.hot_loop import MOST, Loop, hot_loops

static_facts = Command("static")


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
        assert static_facts.run(cuda_build, "--loops", cuda_build / name) == 0
    found = loop_files.read(cuda_build / "rows.loops.csv")
    assert set(found) == {("tiles", "gpu/quick"), ("tiles", "gpu/slow")}
    assert [(*line, len(code)) for *line, code in found["tiles", "gpu/slow"] if line[0] == "slow"] == [
        ("slow", "sm_90", 3, True, 3)]
    packed = cuda_build / "packed.loops.csv.gz"
    assert packed.read_bytes()[:2] == b"\x1f\x8b", "gzip"
    assert loop_files.read(cuda_build / "packed.loops.csv") == found
    packed.write_bytes(packed.read_bytes()[:-20])
    with pytest.raises(RowsError, match="packed.loops.csv: cannot be read: .*expected a whole gzip file"):
        loop_files.read(cuda_build / "packed.loops.csv")


def test_a_missing_or_broken_file_and_a_missing_tool(cuda_build, capsys):
    assert loop_files.read(cuda_build / "none.csv") == {}
    (cuda_build / "broken.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    with pytest.raises(RowsError, match="the header is"):
        loop_files.read(cuda_build / "broken.csv")
    (cuda_build / "tools" / "nvdisasm").unlink()
    assert static_facts.run(cuda_build, "--loops", cuda_build / "out.csv") == 2
    assert "no nvdisasm, which --loops needs" in capsys.readouterr().err and not (cuda_build / "out.csv").exists()
