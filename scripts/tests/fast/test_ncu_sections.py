"""The section files of ncu_sections/: each is whole, is called as its file, and names what is spelled as a metric. So
does what `rungs ncu` asks for."""

import re

import pytest
from conftest import ROOT

from rungs.profile import counters

FOLDER = ROOT / "ncu_sections"
FILES = sorted(FOLDER.glob("*.section"))
TEXT = re.compile(r'"(?:[^"\\\n]|\\.)*"')
# unit__counter and a suffix; what is known of the launch has none.
METRIC = re.compile(r"""launch__[a-z0-9_]+ | sm__maximum_warps_per_active_cycle_pct
    | (?!launch__)[a-z][a-z0-9]*__[a-z0-9_]+ (?: \.(?:pct|ratio|max_rate) | \.(?:sum|avg|min|max)
      (?:\.(?:peak_sustained|per_second|per_cycle_(?:active|elapsed)|pct_of_peak_sustained_(?:active|elapsed)))?)""",
                    re.VERBOSE)


def faults(text, name):
    """What is wrong with the text of the section file of this name."""
    bare = TEXT.sub("", text)
    found = {key: value for key, value in re.findall(r'^(\w+): (?:"(\w[^"]*)"|\d+)$', text, re.MULTILINE)}
    metrics = re.findall(r'^\s+Name: "(.*)"$', text, re.MULTILINE)
    return [*(["braces"] if bare.count("{") != bare.count("}") or '"' in bare else []),
            *(["fields"] if f"{found.get('Identifier')}.section" != name or not {"DisplayName", "Order"} <= set(found)
              or not re.search(r"^Description:\n", text, re.MULTILINE) else []),
            *(metric for metric in metrics if not METRIC.fullmatch(metric))]


def test_each_section_is_whole_has_a_place_of_its_own_and_the_readme_speaks_of_it():
    assert {path.name: faults(path.read_text("ascii"), path.name) for path in FILES} == {
        path.name: [] for path in FILES}
    for field in ("DisplayName", "Order"):
        assert len({re.search(rf"^{field}: (.*)$", path.read_text(), re.MULTILINE)[1] for path in FILES}) == len(FILES)
    assert set(re.findall(r"`(Rungs\w+)`", (FOLDER / "README.md").read_text())) == {path.stem for path in FILES}
    assert [name for name in counters.collected() if not METRIC.fullmatch(name)] == []


@pytest.mark.parametrize(("old", "new", "wanted"), [
    ("Header {", "Header {{", "braces"), ('"DRAM Read"', '"DRAM Read', "braces"),
    ('"RungsTraffic"', '"RungsTrafic"', "fields"), ("Order:", "Ordre:", "fields"), ("Description:", "Text:", "fields"),
    *(("dram__bytes_read.sum", name, name) for name in (
        "dram__bytes_read", "derived__bytes", "DRAM__bytes.sum", "dram_bytes.sum", "dram__bytes.sum.sum",
        "dram__bytes sum", "", "launch__registers_per_thread.sum"))])
def test_planted_mistakes_are_caught(old, new, wanted):
    good = (FOLDER / "RungsTraffic.section").read_text()
    assert old in good and faults(good.replace(old, new, 1), "RungsTraffic.section") == [wanted]
