"""Made-up PTX, and reports in the shapes that ptxas -v and nvdisasm print: two kernels, one that spills."""

PTX = """\
.version 9.0
.target sm_90
.visible .entry _Z4slowv(
\t.param .align 8 .b8 _Z4slowv_param_0[16],
\t.param .u32 _Z4slowv_param_1
)
.maxntid 16, 8, 1
.minnctapersm 2
{
\tret;
}
.entry _Z5quickv()
{
\tret;
}
"""

REPORT = """\
ptxas warning : Value of threads per SM for entry _Z4slowv is out of range. .minnctapersm will be ignored
ptxas info    : 29 bytes gmem, 16 bytes cmem[4]
ptxas info    : Compiling entry function '_Z4slowv' for 'sm_90'
ptxas info    : Function properties for _Z4slowv
    64 bytes stack frame, 8 bytes spill stores, 16 bytes spill loads
ptxas info    : Used 32 registers, used 1 barriers, 96 bytes cumulative stack size, 4352 bytes smem, 372 bytes cmem[0]
ptxas info    : Compile time = 16.579 ms
ptxas info    : Function properties for _Z6calledv
    32 bytes stack frame, 24 bytes spill stores, 40 bytes spill loads
ptxas info    : Compiling entry function '_Z5quickv' for 'sm_90'
ptxas info    : Function properties for _Z5quickv
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 8 registers, used 0 barriers
"""

LISTING = """
\t.target\tsm_90
//--------------------- .text._Z4slowv --------------------------
\t.section\t.text._Z4slowv,"ax",@progbits
.text._Z4slowv:
        .type           _Z4slowv,@function
_Z4slowv:
        /*0000*/                   LDC R1, c[0x0][0x28] ;
.L_x_0:
        /*0010*/              @!P0 IADD3 R2, R2, 0x1, RZ ;
        /*0020*/              @UP0 UIADD3 UR2, UR2, 0x1, URZ ;
        /*0030*/               @P1 BRA `(.L_x_0) ;
        /*0040*/                   CALL.REL.NOINC `($__internal_0_$__cuda_sm20_div_u64) ;
        /*0050*/                   EXIT ;
        .weak           $__internal_0_$__cuda_sm20_div_u64
$__internal_0_$__cuda_sm20_div_u64:
        /*0060*/                   IMAD R2, R2, R3, RZ ;
.L_x_2:
        /*0070*/                   MUFU.RCP R2, R2 ;
        /*0080*/                   RET.REL.NODEC R2 `(_Z4slowv) ;
.L_x_1:
        /*0090*/                   BRA `(.L_x_1);
        /*00a0*/                   NOP;
\t.section\t.text._Z5quickv,"ax",@progbits
_Z5quickv:
        /*0000*/                   EXIT ;
.L_x_3:
"""
