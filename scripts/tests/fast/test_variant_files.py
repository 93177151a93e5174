"""A variant's file keeps its names to itself, and its path is the variant's name.

Two variants of a case stand in one namespace. If both define a template, a class or an inline function of the same
name outside an unnamed namespace, the linker keeps one of them for both (C++'s one definition rule), and says
nothing. Which one is seen depends on what the compiler inlined: a variant may be right until it is built another way.
"""

import re

import pytest
from conftest import ROOT

FILES = sorted(path for kind in ("host", "gpu", "peer") for path in ROOT.glob(f"cases/*/{kind}/*.c*")
               if path.suffix in (".cpp", ".cu"))

#: What may stand outside: comments, the preprocessor, Highway's own macros, and the ends of what stands inside.
HARMLESS = re.compile(r"\s|//|#|}|HWY_(BEFORE|AFTER)_NAMESPACE\(\);|HWY_EXPORT\(\w+\);|$")
OPENS, CLOSES = re.compile(r"namespace (?:(\S+) )?{"), re.compile(r"}  // namespace")


def shared_names(text):
    """Lines of a formatted source that define something outside every unnamed namespace."""
    open_namespaces, found = [], []
    for line in text.splitlines():
        if opens := OPENS.match(line):
            open_namespaces.append(opens[1])
        elif CLOSES.match(line):
            open_namespaces.pop()
        elif None not in open_namespaces and not HARMLESS.match(line):
            found.append(line)
    assert not open_namespaces, f"namespaces without an end: {open_namespaces}"
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_names_are_in_an_unnamed_namespace_and_the_path_is_the_variants(path):
    """One variant a file, which states no other name, so that scripts find the source of a row."""
    text = path.read_text()
    assert shared_names(text) == []
    assert len(re.findall(r"^const rungs::Variant<\S+> \w+{{$", text, re.MULTILINE)) == 1
    assert not re.search(r"^ *\.name\b", text, re.MULTILINE)


def test_a_name_outside_is_found():
    text = """namespace median::HWY_NAMESPACE {
template <class D>
HWY_INLINE void filter_strip(D d) {
}
namespace {
struct Kept {};
}  // namespace
}  // namespace median::HWY_NAMESPACE
"""
    assert len(FILES) > 90
    assert shared_names(text) == ["template <class D>", "HWY_INLINE void filter_strip(D d) {"]
