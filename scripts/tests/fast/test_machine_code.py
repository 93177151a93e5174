"""Whether machine code counts as the same: what a compiler draws anew or places elsewhere is no change."""

import json

import pytest

from rungs.data.errors import RowsError
from rungs.static import machine_code
from rungs.static.cuda_sources import Source
from rungs.static.machine_code import Part


def sass(kernel="4work", operation="IADD3 R1, R2, 0x3", at="0010", encoding="0x0ffffffe04027810", path="a",
         hash="dfd24702", number="10578", file="cases_tiles"):
    """What cuobjdump prints of two kernels in two namespaces, in each of which is an unnamed one with a drawn name."""
    name = f"_GLOBAL__N__{hash}_{len(file)}_{file}_cu_b2e8660c_{number}"
    text = f"Fatbin elf code:\narch = sm_90\nidentifier = {path}\n\n\tcode for sm_90\n\t.target\tsm_90\n\n"
    for namespace, code in (("34rungs_cases_tiles_gpu_first_cu", operation),
                            ("35rungs_cases_tiles_gpu_second_cu", "EXIT")):
        text += (f"\t\tFunction : _ZN{namespace}{len(name)}{name}{kernel}EPfj\n\t.headerflags @\"EF\"\n"
                 f"        /*{at}*/    {code} ;   /* {encoding} */\n        /* 0x000fe400078e00ff */\n")
    return text + f"Fatbin ptx code:\narch = sm_90\nidentifier = {path}\n"


HOST = """
x.o:     file format elf64-x86-64

Contents of section .rodata.cst4:
 {constant}
Contents of section .rodata.str1.1:
 0000 {text}
Contents of section .comment:
 0000 {text}

Disassembly of section .text:

<_Z{stub}__device_stub__first>:
	mov    ${value},%eax
	call   <{next}+0x{place}>
			R_X86_64_PLT32	_ZSt20__throw_length_errorPKc-0x4

Disassembly of section .text.startup:

<_GLOBAL__sub_I_tmpxft_{file}_00000000_6_tiles.cpp>:
	ret
"""


def host(**more):
    return HOST.format(**{"constant": "0000 1", "text": "a", "stub": "208", "value": "0x3", "place": "19",
                          "next": ".LC61", "file": "00002c46", **more})


def jump(to=10):
    return f"<_Z4workv>:\n\tjmp    <_Z4workv+0x{to}>\n"


@pytest.mark.parametrize(("code", "more", "same"), [
    *((sass, more, True) for more in ({"at": "0100"}, {"encoding": "0x1"}, {"path": "b"}, {"hash": "00000001"},
                                      {"number": "7"}, {"file": "another_file"})),
    *((sass, more, False) for more in ({"operation": "IADD3 R1, R2, 0x4"}, {"kernel": "5works"})),
    *((host, more, True) for more in ({"text": "b"}, {"stub": "7"}, {"place": "21"}, {"file": "00007591"},
                                      {"next": "_ZN5other4workEv"})),
    *((host, more, False) for more in ({"value": "0x4"}, {"constant": "0000 2"})), (jump, {"to": 20}, False)])
def test_what_is_the_same_code_and_what_another(code, more, same):
    assert (machine_code.digests(code(**more)) == machine_code.digests(code())) == same


@pytest.fixture
def together(tmp_path, monkeypatch):
    """What `same` says of the variant tiles/gpu/NAME, of two that are compiled together: it gets what is printed of the
    common object of each build, and of each variant compiled alone."""
    def same(name, common, alone):
        parts = []
        for build in ("old", "new"):
            (tmp_path / build).write_text(build)
            source = Source("tiles", f"gpu/{name}", tmp_path / build, ("nvcc", "-c", "x.cu", "-o", "x.o"), tmp_path,
                            tmp_path / "x.cu", shared=True)
            parts.append([Part(source.object, source)])
        texts = {tmp_path / build: text for build, text in zip(("old", "new"), common)}
        monkeypatch.setattr(machine_code, "_disassembled", lambda file, _: machine_code.digests(texts[file]))
        compiled = iter(alone)
        monkeypatch.setattr(machine_code, "_compiled_alone", lambda source: machine_code.digests(next(compiled)))
        return machine_code.same(*parts)
    return same


def test_of_variants_compiled_together_only_the_changed_one_changes(together):
    common = (sass(), sass(operation="IMAD R1"))
    assert not together("first", common, common)
    assert together("second", common, ())  # nothing of it has changed: it need not be compiled
    common = (host(), host(value="0x4"))  # what a changed neighbour does to host code
    assert together("first", common, (host(), host()))
    assert not together("first", common, common)


def test_a_source_of_several_is_compiled_alone(tmp_path, monkeypatch):
    called = []
    monkeypatch.setattr(machine_code.cuda_tools, "call", lambda words, *_: called.append(list(map(str, words))) or "")
    monkeypatch.setattr(machine_code.cuda_tools, "locate", lambda name, _: name)
    source = Source("tiles", "gpu/first", tmp_path / "group.o",
                    ("nvcc", "-O3", "-MD", "-MT", "group.o", "-MF", "group.d", "-c", "first.cu", "-o", "group.o"),
                    tmp_path, tmp_path / "first.cu", shared=True)
    machine_code._compiled_alone(source)
    *words, file = called[0]
    assert words == ["nvcc", "-O3", "-c", "first.cu", "-o"] and file.endswith("/alone.o")
    assert [call[0] for call in called[1:]] == ["objdump", "cuobjdump"]
    assert all(call[-1] == file for call in called[1:])


def test_the_parts_of_a_build(tmp_path):
    outputs = ["cases/CMakeFiles/bench_host.dir/tiles/host/plain.cpp.o", "c/bench_host.dir/bench_cases/tiles.cpp.o",
               "c/other_host.dir/tiles/host/plain.cpp.o", "c/bench_host.dir/lonely/host/plain.cpp.o",
               "c/rungs_ceilings_host.dir/fill/host/set.cpp.o", "c/rungs_ceilings_host.dir/some_cases/fill.cpp.o"]
    entries = [{"directory": str(tmp_path), "file": "x.cpp", "command": f"c++ -c x.cpp -o {output}"}
               for output in outputs]
    (tmp_path / "compile_commands.json").write_text(json.dumps(entries))
    found = machine_code.parts_of(tmp_path, "bench")
    assert {name: [part.object.name for part in parts] for name, parts in found.items()} == {
        "tiles/host/plain": ["plain.cpp.o", "tiles.cpp.o"], "fill/host/set": ["set.cpp.o", "fill.cpp.o"]}
    with pytest.raises(RowsError, match="expected a finished build"):
        machine_code.same(found["tiles/host/plain"], found["tiles/host/plain"])
    (tmp_path / "compile_commands.json").write_text("{")
    with pytest.raises(RowsError, match="not JSON"):
        machine_code.parts_of(tmp_path, "bench")
    assert machine_code.parts_of(tmp_path / "none", "bench") == {}
