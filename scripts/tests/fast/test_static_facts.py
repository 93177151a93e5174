"""`rungs static` on a build whose tools are made up, and on the real build that RUNGS_BENCH names the bench of: there
also what the compiler makes of the documents' kernels, forms that it could undo."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from command_line import program
from conftest import Command, records
from made_up_list import as_json
from static_reports import REPORT

from rungs.data import fact_files
from rungs.data.records import RowsError
from rungs.static import compiled, cuda_sources, sass

static_facts = Command("static")


def facts_of(build, *options):
    assert static_facts.run(build, "--out", build / "facts.csv", *options) == 0
    return records(build / "facts.csv")


def calls(build, program):
    """The command lines with which a tool of the build was called."""
    return [call for call in (build / "tools" / "calls.txt").read_text().splitlines() if call.startswith(program)]


def test_a_metric_a_row_out_of_the_objects_and_a_table_with_a_line_a_kernel(cuda_build):
    lines = static_facts.printed(cuda_build).splitlines()
    assert len(lines) == 5 and lines[0].split()[:4] == ["variant", "kernel", "on", "registers"]
    assert lines[1].split()[:4] == ["tiles/gpu/quick", "quick", "sm_90", "8"]
    rows = facts_of(cuda_build)
    assert list(rows[0]) == fact_files.COLUMNS
    assert list(dict.fromkeys((row["variant"], row["kernel"]) for row in rows)) == [
        ("gpu/quick", "quick"), ("gpu/quick", "slow"), ("gpu/slow", "quick"), ("gpu/slow", "slow")]
    slow = {row["metric"]: (row["value"], row["unit"]) for row in rows[-len(rows) // 4:] if row["kernel"] == "slow"}
    assert slow["registers"] == ("32", "registers") and slow["stack"] == ("96", "bytes")
    assert slow["block_threads_declared"] == ("128", "threads") and slow["sass_total"] == ("9", "instructions")
    assert slow["occupancy_estimate"] == ("100.0", "percent")
    assert {row["architecture"] for row in rows} == {"sm_90"}
    assert calls(cuda_build, "nvcc") == [], "nothing is compiled that the build holds"


def test_another_architecture_is_compiled_with_the_builds_own_command(cuda_build):
    rows = facts_of(cuda_build, "--architectures=75,90", "--filter=slow")
    assert {row["architecture"] for row in rows} == {"sm_75", "sm_90"}
    compiled, = (call for call in calls(cuda_build, "nvcc") if "--list" not in call)
    assert " -O3 -x cu slow.cu --generate-code=arch=compute_75,code=compute_75 -ptx -o " in compiled
    assert " -c" not in compiled and "compute_90" not in compiled


@pytest.mark.parametrize(("tool", "column", "gone"), [
    ("nvdisasm", "metric", "sass_total"), ("c++filt", "kernel", "quick")])
def test_a_missing_tool_is_said_and_the_rest_told(cuda_build, capsys, tool, column, gone):
    assert gone in {row[column] for row in facts_of(cuda_build, "--filter=gpu/")}
    (cuda_build / "tools" / tool).unlink()
    left = {row[column] for row in facts_of(cuda_build, "--filter=gpu/")}
    assert gone not in left and left
    error, = capsys.readouterr().err.splitlines()
    assert error.startswith(f"rungs static: no {tool}: without it there are no ") and "it comes with" in error


@pytest.mark.parametrize(("said", "code", "wanted"), [
    ("", 1, "tiles/gpu/quick: kernel slow spills on sm_90: 32 bytes stored, 56 loaded"), ("on purpose", 0, "")])
def test_check_finds_a_planted_spill(cuda_build, capsys, said, code, wanted):
    assert static_facts.run(cuda_build, "--check", "--bench", cuda_build / "tools" / "bench") == 0
    assert "3 variants on sm_90; 4 kernels were compiled alone" in capsys.readouterr().out
    assert calls(cuda_build, "nvdisasm") == []
    (cuda_build / "tools" / "report").write_text(REPORT)
    (cuda_build / "tools" / "list").write_text(as_json([("tiles/gpu/quick", "cuda", said),
                                                   ("tiles/gpu/slow", "cuda", "it was not looked at")]))
    assert static_facts.run(cuda_build, "--check", "--filter=quick", "--bench", cuda_build / "tools" / "bench") == code
    error = capsys.readouterr().err
    assert wanted in error and len(error.splitlines()) == code


def test_objects_of_variants_are_found_wherever_a_bench_puts_them(tmp_path):
    outputs = ["cases/CMakeFiles/rungs_ceilings_cuda.dir/read/peer/cub.cu.o",
               "CMakeFiles/mine_cuda.dir/cases/gemm/gpu/a.cu.o", "CMakeFiles/bench_cuda.dir/gemm/shared.cu.o",
               "CMakeFiles/harness_tests_cuda.dir/cases/ramp/gpu/nan.cu.o",
               "CMakeFiles/mine_host.dir/gemm/host/plain.cpp.o", "CMakeFiles/mine_simulator.dir/__/gemm/gpu/b.cu.o"]
    (tmp_path / "compile_commands.json").write_text(json.dumps(
        [{"directory": str(tmp_path), "file": "x.cu", "command": f"nvcc -c x.cu -o {output}"} for output in outputs]))
    assert [source.name for source in cuda_sources.sources(tmp_path)] == ["gemm/gpu/a", "read/peer/cub"]


def test_variants_compiled_together_are_found_and_compiled_alone(cuda_build):
    group = cuda_build / "cases/bench_groups/tiles_gpu_slow.cu"
    group.parent.mkdir()
    members = [cuda_build / "tiles" / name for name in ("gpu/slow.cu", "peer/library.cu")]
    group.write_text('#include "cases/tiles/gpu/load.hpp"\n'
                     + "".join(f'namespace rungs_{i} {{\n#include "{file}"\n}}\n' for i, file in enumerate(members)))
    path = cuda_build / "compile_commands.json"
    entry = {"directory": str(cuda_build), "file": str(group),
             "command": f"{cuda_build}/tools/nvcc -O3 --generate-code=arch=compute_90,code=[compute_90,sm_90] -x cu "
                        f"-c {group} -o cases/CMakeFiles/bench_cuda.dir/bench_groups/tiles_gpu_slow.cu.o"}
    path.write_text(json.dumps([entry]))
    found = cuda_sources.sources(cuda_build)
    assert [(source.name, source.file, source.shared) for source in found] == [
        ("tiles/gpu/slow", members[0], True), ("tiles/peer/library", members[1], True)]
    assert {row["variant"] for row in facts_of(cuda_build)} == {"gpu/slow", "peer/library"}
    assert [f" {file} " in text for file, text in zip(members, sorted(calls(cuda_build, "nvcc")))] == [True, True]
    group.unlink()
    with pytest.raises(RowsError, match="tiles_gpu_slow.cu: cannot be read"):
        cuda_sources.sources(cuda_build)


def test_a_stack_in_a_common_object_is_put_down_to_who_can_hold_the_kernel(tmp_path, monkeypatch):
    sources = [cuda_sources.Source("tiles", f"gpu/{name}", tmp_path / "group.o",
                                   ("nvcc", "--generate-code=arch=compute_90,code=[sm_90]"), tmp_path,
                                   tmp_path / f"{name}.cu", shared=True) for name in ("own", "other")]
    tools = cuda_sources.Tools(*["/bin/true"] * 4)
    for functions, suspects in (([], []), (["_ZN28rungs_cases_tiles_gpu_own_cu4workEv"], ["gpu/own"]),
                                (["_ZN5tiles13filter_stripsILj128ELb1EEEvPh"], ["gpu/own", "gpu/other"])):
        monkeypatch.setattr(compiled, "_with_stack", lambda *_, found=functions: found)
        assert [one.variant for one in sources if compiled.may_spill(one, "90", tools)] == suspects


#: How the text of compile_commands.json is changed.
BROKEN = {"not JSON": lambda text: "[", "no CUDA": lambda text: json.dumps(
              [entry for entry in json.loads(text) if "nvcc" not in entry["command"]]),
          "no architecture": lambda text: text.replace("--generate-code=arch=compute_90,code=[compute_90,sm_90]", ""),
          "broken": lambda text: text.replace("slow", "broken")}
#: Files of the build that are removed.
GONE = {"no commands": "compile_commands.json", "no nvcc": "tools/nvcc", "no ptxas": "tools/ptxas",
        "not built": "cases/CMakeFiles/bench_cuda.dir/tiles/gpu/slow.cu.o"}


@pytest.mark.parametrize(("what", "options", "wanted"), [
    ("no commands", [], "compile_commands.json: cannot be read: No such file or directory; expected"),
    ("not JSON", [], "compile_commands.json: not JSON"), ("no CUDA", [], "this build has no CUDA objects; expected"),
    ("no architecture", [], "its commands name no architecture; expected --architectures"),
    ("not built", [], "slow.cu.o: not there; expected a finished build"),
    ("broken", ["--architectures=75"], "tiles/gpu/broken for sm_75: nvcc failed with code 1: broken.cu(3): error:"),
    ("no ptxas", [], "no ptxas: without it there are no registers and spills"),
    ("no nvcc", ["--architectures=75"], "nvcc cannot be run: No such file"),
    *(("", [f"--architectures=75,{name}"], f"--architectures=75,{name}: nvcc knows no '{name}'; expected some of 75,90")
      for name in ("52", "", "--foo", "90aa", "75a", "90f")),
    ("", ["--filter=("], "argument --filter: '(' is not a regular expression (missing ), unterminated subpattern"),
    ("", ["--filter=nosuch"], "--filter=nosuch: no CUDA variant of"),
    ("", ["--check"], "/bench: No such file or directory; expected the program, built with cmake --build"),
    ("", ["--check", "--bench=/bin/true"], "/bin/true: what --list=json prints is no list of rungs-list-1"),
    ("", ["--out=/dev/null/facts.csv"], "/dev/null/facts.csv: cannot be written")])
def test_bad_input_is_one_line_and_code_2(cuda_build, capsys, what, options, wanted):
    commands = cuda_build / "compile_commands.json"
    if what in BROKEN:
        commands.write_text(BROKEN[what](commands.read_text()))
    if what in GONE:
        (cuda_build / GONE[what]).unlink()
    assert wanted in static_facts.refused(capsys, cuda_build, *options)


@pytest.fixture(scope="module")
def real():
    """The folder of the build that RUNGS_BENCH is in."""
    folder = Path(program()).parent
    try:
        missing = cuda_sources.find_tools(cuda_sources.sources(folder)[0].command[0]).missing()
    except RowsError as error:
        missing = [str(error)]
    if missing:
        pytest.skip(missing[0])
    return folder


def disassembled(source, folder):
    """nvdisasm's text of what the object of a source holds for its first architecture."""
    tools = cuda_sources.find_tools(source.command[0])
    cuda_sources.call([tools.cuobjdump, "-xelf", "all", source.object], "extraction", folder)
    cubin, = folder.glob(f"*.sm_{source.architectures()[0]}.cubin")
    return cuda_sources.call([tools.nvdisasm, "-c", cubin], "disassembly")


def test_what_ptxas_makes_is_what_the_object_holds(real, tmp_path):
    source, = (source for source in cuda_sources.sources(real) if source.name == "uv/gpu/target_loop")
    # The object may hold other variants as well: each is in a namespace of its own then.
    counts = {name: count for name, count in sass.count(disassembled(source, tmp_path)).items()
              if not source.shared or "uv_gpu_target_loop_cu" in name}
    (tmp_path / "ptx").mkdir()
    found = {}
    for _, _, kernel, _, metric, value, _ in compiled.facts(
            source, source.architectures()[0], cuda_sources.find_tools(source.command[0]), tmp_path / "ptx"):
        if metric == "registers":
            assert value > 0
        if metric.startswith("sass_"):
            found.setdefault(kernel, {})[metric.removeprefix("sass_")] = value
    assert len(counts) == 2 and sorted(map(repr, counts.values())) == sorted(map(repr, found.values()))


BYTE, WORD, PAIR = r"LDG\.E\.U8", r"LDG\.E$", r"LDG\.E\.64"
FORMS = [  # variant, pattern of the mangled kernel, {pattern of instructions: how many}, why
    ("stitch/gpu/modulo", "6moduloE", {"CALL": 0}, "64-bit remainders are narrowed to 32 bits"),
    ("stitch/gpu/modulo_64_bit", "modulo_64_bitE", {"CALL": 2}, "here they are not"),
    ("stitch/gpu/shared_repeater", "shared_repeater", {BYTE + r"|LDG\.E\.S8": ..., r"STS\.U8": ..., WORD: 0},
     "memcpy by one thread copies bytes"),
    ("stitch/gpu/shared_repeater_words", "shared_repeater_words", {BYTE: 0, WORD: ...}, "here words"),
    ("median/gpu/3x3_v1", "2v1E", {BYTE: 9}, "one load per value"),
    ("median/gpu/3x3_v2", "2v2I", {BYTE: 36}, "distant rows: nothing is shared"),
    ("median/gpu/3x3_v3", "2v3I", {BYTE: 18}, "adjacent rows: half of the loads"),
    ("median/gpu/5x5", "7window5ILj256ELj8E", {BYTE: 25, "STL": ...}, "the row loop stays; the bounds make it spill"),
    ("edm/gpu/k1_naive", "k1_naive", {WORD: 4, PAIR: 0}, "x and y, own point and other, one by one"),
    ("edm/gpu/k2_coalesced", "k2_coalescedE", {WORD: 4, PAIR: 0, "CALL": 2}, "the same, a 64-bit division, a root"),
    ("edm/gpu/k3_shared", "k3_sharedE", {r"LDS\.64": 2, r"LDS$": 0, WORD: 2}, "a staged point in one load"),
    ("edm/gpu/k3_two_loads", "k3_two_loads", {r"LDS$": 4, r"LDS\.64": 0}, "in two, which volatile forces"),
    ("reduce/gpu/tree_2x_load", "tree_2x_loadI", {"STS": 4, "LDS": 4}, "volatile: the sum goes through memory"),
    ("distance/gpu/white_distance_check", "white_distance_check", {WORD: ..., r"LDG?\.E\.STRONG": 0}, "a plain load"),
    ("distance/gpu/white_check_past_l1", "white_check_past_l1", {r"LDG?\.E\.STRONG": ..., WORD: 0}, "past the L1")]


@pytest.fixture(scope="module")
def code(real, tmp_path_factory):
    """{variant: {mangled kernel: its instructions}} of the first architecture of a build."""
    sources = {source.name: source for source in cuda_sources.sources(real)}
    texts, found = {}, {}
    for variant in {form[0] for form in FORMS}:
        source = sources[variant]
        if source.object not in texts:
            texts[source.object] = sass.sections(disassembled(source, tmp_path_factory.mktemp("code")))
        found[variant] = {kernel: [re.sub(r"^@!?U?P\w+\s+", "", one).split()[0] for one in lines
                                   if not one.startswith("@!PT")]
                          for kernel, (lines, _) in texts[source.object].items()
                          if not source.shared or source.namespace.search(kernel)}
    return found


@pytest.mark.parametrize(("variant", "kernel", "wanted"), [form[:3] for form in FORMS], ids=[form[0] for form in FORMS])
def test_the_compiler_leaves_the_form(code, variant, kernel, wanted):
    kernels = {name: Counter(lines) for name, lines in code[variant].items() if re.search(kernel, name)}
    assert kernels, sorted(code[variant])
    for name, counts in kernels.items():
        for pattern, number in wanted.items():
            there = sum(count for one, count in counts.items() if re.match(pattern, one))
            assert there > 0 if number is ... else there == number, (name, pattern, dict(counts))
