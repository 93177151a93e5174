"""Made-up PTX, and reports in the shapes that ptxas -v and nvdisasm print: two kernels, one that spills. And a build
folder whose CUDA tools are a script that writes these, whatever it is given."""

import json
import re
import sys
from pathlib import Path

from made_up_list import as_json

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

TOOL = """#!{python} -IS
import pathlib, sys
data, name, words = pathlib.Path(__file__).parent, pathlib.Path(__file__).name, sys.argv[1:]
with open(data / "calls.txt", "a") as calls:
    print(name, *words, file=calls)
if name == "nvcc" and words == ["--list-gpu-arch"]:
    print("compute_75\\ncompute_90")
elif name == "nvcc":
    source = pathlib.Path(words[words.index("-x") + 2])
    if "broken" in source.name:
        sys.exit("broken.cu(3): error: identifier is undefined")
    pathlib.Path(words[words.index("-o") + 1]).write_text((data / "ptx").read_text())
elif name == "cuobjdump" and words[0] == "-xptx":
    stem = pathlib.Path(words[2]).name.partition(".")[0]
    ptx = "" if stem == "library" else (data / "ptx").read_text()
    pathlib.Path(stem + ".sm_90.ptx").write_text(ptx)
elif name == "ptxas":
    pathlib.Path(words[words.index("-o") + 1]).write_text("cubin")
    print((data / "report").read_text(), end="")
elif name == "nvdisasm":
    print((data / "listing").read_text())
elif name == "c++filt":
    print(*("ns::" + word[3:-1] + "()" for word in words), sep="\\n")
elif name == "bench":
    print((data / "list").read_text(), end="")
"""


def make_build(folder):
    """Makes a build in `folder`: gpu/quick, gpu/slow and peer/library of a case `tiles`. Its tools are in tools/, and
    append their command lines to tools/calls.txt."""
    tools = folder / "tools"
    tools.mkdir()
    for name in ("nvcc", "cuobjdump", "ptxas", "nvdisasm", "c++filt", "bench"):
        (tools / name).write_text(TOOL.format(python=sys.executable))
        (tools / name).chmod(0o755)
    (tools / "ptx").write_text(PTX)
    (tools / "report").write_text(re.sub(r"\d+ bytes spill", "0 bytes spill", REPORT))
    (tools / "listing").write_text(LISTING)
    (tools / "list").write_text(as_json([("tiles/gpu/quick", "cuda"), ("tiles/gpu/slow", "cuda")]))
    commands = [("c++", "cases/CMakeFiles/bench_host.dir/tiles/host/plain.cpp.o"),
                ("c++", "cases/bench_simulator/CMakeFiles/bench_simulator.dir/__/__/__/cases/tiles/gpu/slow.cu.o"),
                (tools / "nvcc", "harness/CMakeFiles/rungs_cuda.dir/cuda/control_kernels.cu.o"),
                (tools / "nvcc", "harness/tests/CMakeFiles/harness_tests_cuda.dir/cases/ramp/gpu/crashes.cu.o"),
                *((tools / "nvcc", f"cases/CMakeFiles/bench_cuda.dir/tiles/{name}.cu.o")
                  for name in ("gpu/slow", "gpu/quick", "peer/library"))]
    entries = []
    for program, output in commands:
        name = Path(output).stem
        (folder / output).parent.mkdir(parents=True, exist_ok=True)
        (folder / output).write_text("object")
        (folder / name).write_text("// a source\n")
        command = f"ccache {program} -O3 --generate-code=arch=compute_90,code=[compute_90,sm_90] -x cu {name}"
        entries.append({"directory": str(folder), "file": name, "command": f"{command} -c -o {output}"})
    (folder / "compile_commands.json").write_text(json.dumps(entries))
