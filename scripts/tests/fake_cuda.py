"""A build folder whose CUDA tools are a script that writes what static_reports.py holds, whatever it is given."""

import json
import re
import sys
from pathlib import Path

from made_up_list import as_json
from static_reports import LISTING, PTX, REPORT

TOOL = """#!{python} -IS
import pathlib, sys
data, name, words = pathlib.Path(__file__).parent, pathlib.Path(__file__).name, sys.argv[1:]
with open(data / "calls.txt", "a") as calls:
    print(name, *words, file=calls)
if name == "nvcc" and words == ["--list-gpu-arch"]:
    print("compute_75\\ncompute_90")
elif name == "nvcc" and words == ["--version"]:
    print("Cuda compilation tools, release 13.0, V13.0.88")
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
elif name == "cuobjdump":
    print(" Function _Z5quickv:\\n  REG:8 CONSTANT[0]:528")
elif name == "nvdisasm":
    print((data / "listing").read_text())
elif name == "c++filt":
    print(*("ns::" + word[3:-1] + "()" for word in words), sep="\\n")
elif name == "bench":
    print((data / "list").read_text(), end="")
"""


def make_build(folder):
    """Makes a build in `folder`: gpu/quick, gpu/slow and peer/library of a case `tiles`; its tools are in tools/.

    They append their command lines to tools/calls.txt.
    """
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
                (tools / "nvcc", "harness/tests/CMakeFiles/harness_tests_cuda.dir/cases/ramp/gpu/crashes.cu.o")]
    commands += [(tools / "nvcc", f"cases/CMakeFiles/bench_cuda.dir/tiles/{name}.cu.o")
                 for name in ("gpu/slow", "gpu/quick", "peer/library")]
    entries = []
    for program, output in commands:
        (folder / output).parent.mkdir(parents=True, exist_ok=True)
        (folder / output).write_text("object")
        (folder / Path(output).stem).write_text("// a source\n")
        command = f"{program} -O3 --generate-code=arch=compute_90,code=[compute_90,sm_90] -x cu {Path(output).stem}"
        entries.append({"directory": str(folder), "file": Path(output).stem, "command": f"{command} -c -o {output}"})
    (folder / "compile_commands.json").write_text(json.dumps(entries))
