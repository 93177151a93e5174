"""Counts of instructions, on listings made up for the tests in the shape that nvdisasm prints."""

import pytest
from static_reports import LISTING

from rungs.static import sass

EXAMPLES = {
    "async_copy": ["LDGSTS.E.64 [R9], desc[UR8][R2.64]", "DEPBAR.LE SB0, 0x0", "LDGDEPBAR",
                   "UBLKCP.S.G [UR4], [UR6], UR5"],
    "barrier": ["BAR.SYNC.DEFER_BLOCKING 0x0", "SYNCS.EXCH.64 URZ, [UR7], UR12"],
    "fence": ["MEMBAR.SC.GPU", "FENCE.VIEW.ASYNC.S"],
    "constant_load": ["LDC R1, c[0x0][0x28]", "ULDC.64 UR10, c[0x0][0x208]", "LDCU UR4, c[0x0][0x360]"],
    "exchange": ["SHFL.DOWN PT, R2, R3, 0x10, 0x1f", "REDUX.SUM UR6, R2", "VOTEU.ANY UR6, UPT, PT", "MATCH.ANY R4, R2"],
    "uniform": ["UIADD3 UR4, UR4, 0x1, URZ", "ULOP3.LUT UR5, UR4, UR6, URZ, 0xc0, !UPT",
                "UVIMNMX.U32 UR4, UR5, UR6, UPT"],
    "min_max": ["VIMNMX.U32 R2, R3, R4, PT", "IMNMX R2, R3, R4, !PT", "VIMNMX3.U32 R2, R3, R4, R5, !PT",
                "FMNMX R0, R1, R2, !PT", "VIADDMNMX.U32 R0, R5, 0x1, R6, PT"],
    "conversion": ["I2F.U32.RP R0, R12", "F2I.FTZ.U32.TRUNC.NTZ R7, R6", "I2FP.F32.S32 R4, R4"],
    "special_function": ["MUFU.RCP R0, R0", "MUFU.RSQ R7, R24"],
    "move": ["MOV R0, 0x980", "IMAD.MOV.U32 R4, RZ, RZ, R10", "IMAD.U32 R2, RZ, RZ, UR4", "S2R R3, SR_TID.X",
             "HFMA2.MMA R5, -RZ, RZ, 0, 0", "CS2R R4, SRZ"],
    "shift": ["SHF.R.U32.HI R4, RZ, 0x1, R4", "IMAD.SHL.U32 R2, R2, 0x8, RZ"],
    "integer_64": ["IMAD.WIDE.U32 R4, R7, UR5, R4", "IADD3.X R5, R6, R7, RZ, P0, !PT",
                   "LEA.HI.X R17, R20, UR13, R17, 0x2, P0",
                   "ISETP.GE.U32.AND.EX P0, PT, R14, R13, PT, P0", "IADD.64 R2, R2, UR4", "SHF.R.U64 R2, R2, 0x3, R5",
                   "IMAD.X R14, RZ, RZ, R14, P0"],
    "integer": ["IMAD R3, R3, UR4, R2", "IADD3 R7, -R18, RZ, RZ", "VIADD R6, R0, 0xffffffe", "LEA R6, R20, UR6, 0x3",
                "IMAD.HI.U32 R16, R7, R17, R6", "IMAD.IADD R7, R7, 0x1, -R12", "LEA.HI R2, R2, R3, RZ, 0x1",
                "IABS R2, R3"],
    "permute": ["PRMT R4, R5, 0xba98, RZ"],
    "logic": ["LOP3.LUT R26, R4, R17, RZ, 0xf3, !PT"],
    "compare_select": ["ISETP.GT.U32.AND P0, PT, R0, 0x727fffff, PT", "PLOP3.LUT P0, PT, PT, PT, UP0, 0x80, 0x0",
                       "SEL R2, R3, R4, P0"],
    "float": ["FADD R7, R17, -R7", "FFMA R24, R0, R0, R7", "FMUL.FTZ R6, R7, 0.5",
              "FFMA2 R2, R4.F32x2, R6.F32x2, R8.F32x2"],
    "double": ["DFMA R2, R4, R6, R8"],
    "global_load_8": ["LDG.E.U8.CONSTANT R3, desc[UR4][R2.64]", "LDG.E.S8.SYS R3, [R2]"],
    "global_load_16": ["LDG.E.U16 R3, desc[UR4][R2.64]"],
    "global_load_64": ["LDG.E.64.CONSTANT R4, desc[UR4][R2.64]", "LDG.E.64.SYS R4, [R2]"],
    "global_load_128": ["LDG.E.EF.128 R4, desc[UR4][R2.64]", "LDG.E.LTC128B.128 R4, desc[UR4][R2.64]"],
    "global_load_256": ["LDG.E.ENL2.256 R8, R4, desc[UR4][R2.64]"],
    "global_load_32": ["LDG.E R4, desc[UR4][R2.64]", "LDG.E.CONSTANT.SYS R4, [R2]",
                       "LDG.E.LTC128B R4, desc[UR4][R2.64]"],
    "global_store_8": ["STG.E.U8 desc[UR4][R2.64], R5"],
    "global_store_16": ["STG.E.U16 desc[UR4][R2.64], R5"],
    "global_store_64": ["STG.E.64 desc[UR4][R2.64], R4"],
    "global_store_128": ["STG.E.EF.128.SYS [R2], R4"],
    "global_store_256": ["STG.E.ENL2.256 desc[UR4][R2.64], R4, R8"],
    "global_store_32": ["STG.E desc[UR8][R16.64], R23"],
    "generic_access": ["LD.E.STRONG.GPU R2, desc[UR4][R2.64]", "ST.E.64.SYS [R2], R4"],
    "shared_load": ["LDS.64 R6, [R6]", "LDS.U.128 R4, [R2]", "LDSM.16.M88 R2, [R3]"],
    "shared_store": ["STS [R2], R3"],
    "local": ["STL.64 [R1], R4", "LDL R2, [R3]"],
    "atomic_global": ["ATOMG.E.EXCH.STRONG.GPU PT, R5, desc[UR4][R2.64], R5", "ATOM.E.ADD.STRONG.SM PT, RZ, [R2], R3"],
    "reduction_global": ["REDG.E.MIN.STRONG.GPU desc[UR4][R2.64], R5", "RED.E.ADD.STRONG.GPU [R2], R5"],
    "atomic_shared": ["ATOMS.ADD RZ, [R2], R3"],
    "convergence": ["BSSY B0, `(.L_x_0)", "BSYNC B0"],
    "call_division_64": ["CALL.REL.NOINC `($__internal_0_$__cuda_sm20_div_u64)",
                         "CALL.REL.NOINC `($__internal_2_$__cuda_sm20_rem_s64)"],
    "call_other": ["CALL.REL.NOINC `($__internal_1_$__cuda_sm20_sqrt_rn_f32_slowpath)", "CALL.ABS.NOINC R4",
                   "CALL.REL.NOINC `($__internal_0_$__cuda_sm20_div_u16)"],
    "branch": ["BRA `(.L_x_3)", "BRA.U UP0, `(.L_x_3)", "CALL.REL.NOINC `(.L_x_1)"],
    "other": ["EXIT", "RET.REL.NODEC R6 `(_Z4slowv)", "POPC R2, R3", "NANOSLEEP 0x64"],
}


@pytest.mark.parametrize(("kind", "instruction"), [(k, line) for k, lines in EXAMPLES.items() for line in lines])
def test_class_of_an_instruction(kind, instruction):
    assert sass.class_of(instruction) == kind


def test_each_class_has_an_example():
    assert list(EXAMPLES) == [*(name for name, _, _ in sass.CLASSES), "other"]


def test_counts_by_kernel_leave_out_padding_and_know_subroutines():
    counts = sass.count(LISTING)
    assert list(counts) == ["_Z4slowv", "_Z5quickv"]
    first = {name: number for name, number in counts["_Z4slowv"].items() if number}
    assert first == {"total": 9, "in_subroutines": 3, "constant_load": 1, "integer": 2, "uniform": 1, "branch": 1,
                     "call_division_64": 1, "special_function": 1, "other": 2}
    assert {name for name, number in counts["_Z5quickv"].items() if number} == {"total", "other"}


def test_a_loop_of_one_instruction_is_padding_only_where_it_is_a_branch_to_itself():
    counts = sass.count(LISTING.replace("`(.L_x_1);", "`(.L_x_2);"))
    assert counts["_Z4slowv"]["branch"] == 2
