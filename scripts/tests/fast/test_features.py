"""The tables of what the simulator runs, refuses and lacks."""

import pytest

from rungs.data.errors import RowsError
from rungs.tables import features

PROBES = '''// Sums.
#include "probe.hpp"

PROBE("one") {
}
PROBE(
    "two, `a` "
    "and `b`") { CHECK(true); }
REFUSED("three", "is wrong") {
'''
LACKING = "What each is | what is named.\n//// four | the_name\nkernel\n"


def test_each_probe_is_in_its_table(tmp_path):
    (tmp_path / "sums.cu").write_text(PROBES, encoding="utf-8")
    (tmp_path / features.OUT_OF_SCOPE).write_text(LACKING, encoding="utf-8")
    shown = {show: features.table(tmp_path, show)[2:] for show in ("works", "refuses", "lacks")}
    assert shown == {"works": ["| Sums | one; two, `a` and `b` |"], "refuses": ["| three | is wrong |"],
                     "lacks": ["| four | `the_name` |"]}
    assert features.lacking(tmp_path) == [("four", "the_name", "kernel\n")]


@pytest.mark.parametrize("text", [PROBES.replace('"one"', "one"), PROBES.replace("// Sums.", ""), "// Sums.\n"])
def test_a_probe_that_is_not_understood_is_told(tmp_path, text):
    (tmp_path / "sums.cu").write_text(text, encoding="utf-8")
    with pytest.raises(RowsError, match="sums.cu: no probes"):
        features.table(tmp_path, "works")
