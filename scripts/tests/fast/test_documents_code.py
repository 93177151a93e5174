"""What the compiler makes of the documents' kernels: forms that it could undo, in the machine code of a real build."""

import re
from collections import Counter

import pytest
from test_static_facts import real  # noqa: F401

from rungs.static import cuda_sources, sass

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
    ("distance/gpu/white_check_past_l1", "white_check_past_l1", {r"LDG?\.E\.STRONG": ..., WORD: 0},
     "past the L1"),
]


@pytest.fixture(scope="module")
def code(real, tmp_path_factory):  # noqa: F811
    """{variant: {mangled kernel: its instructions}} of the first architecture of a build."""
    sources = {source.name: source for source in cuda_sources.sources(real)}
    texts, found = {}, {}
    for variant in {form[0] for form in FORMS}:
        source = sources[variant]
        if source.object not in texts:
            tools, folder = cuda_sources.find_tools(source.command[0]), tmp_path_factory.mktemp("code")
            cuda_sources.call([tools.cuobjdump, "-xelf", "all", source.object], "extraction", folder)
            cubin = next(folder.glob(f"*.sm_{source.architectures()[0]}.cubin"))
            texts[source.object] = sass.sections(cuda_sources.call([tools.nvdisasm, "-c", cubin], "disassembly"))
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
