"""A claim's headline and its other settings, and claims that are not judged, on made-up rows."""

import pytest
from made_up_runs import bare_row as row
from test_claims import CLAIMS, pair

from rungs.data import claim_files
from rungs.data.rows import RowsError
from rungs.statistics import claims
from rungs.statistics.claim_verdict import NOT_MEASURED


def test_the_headline_is_our_default_input_and_the_others_say_where_the_order_turns(write_rows, tmp_path):
    path = tmp_path / "claims.csv"
    path.write_text(",".join(claim_files.COLUMNS) + "\nM9,made-up,masks,tiles/gpu/slow,tiles/gpu/quick,"
                    "tile=8 | 9x9 mask=b block=4,4,\n")
    claim, = claims.read(path)
    times = {("9x9", "a", 4): 40, ("9x9", "b", 2): 5, ("9x9", "b", 4): 20, ("8x8", "b", 4): 5, ("9x9", "c", 4): 9}
    lines = [row(f"tiles/gpu/{name}", us, size=size, params=f"tile=8;mask={mask};block={block}")
             for (size, mask, block), slow in times.items() for name, us in (("slow", slow), ("quick", 10))]
    machine, = claims.load([write_rows([*lines, row("tiles/gpu/other", 1, size="9x9", params="tile=8;mask=a")])])
    results = claims.judge(claim, machine)
    found = claims.headline_of(claim, results)
    assert (found.problem[0], found.open, found.verdict) == ("9x9", "9x9, mask=b, block=4", "smaller")
    assert claims.others_of(found, results) == (
        "0.500x to 4.00x", "1 holds, 3 reversed (block=2, 8x8, mask=c)")
    assert claims.headline_of(claim, results[1:2]) is results[1] and claims.others_of(found, [found]) == ("", "")


def test_a_claim_that_a_difference_bears_on_is_not_judged(write_rows, tmp_path):
    path = tmp_path / "claims.csv"
    path.write_text(CLAIMS.read_text(encoding="utf-8"), encoding="utf-8")
    differences = tmp_path / "differences.csv"
    lines = [",".join(claim_files.DIFFERENCES), "X1,tiles,one barrier,two,a race,yes,M1 M2", "X2,tiles,a,b,c,no,"]
    differences.write_text("\n".join(lines) + "\n", encoding="utf-8")
    machine, = claims.load([write_rows(pair())])
    found = {claim.id: claims.judge(claim, machine)[0] for claim in claims.read(path)}
    one = found["M1"]
    assert (one.verdict, one.ratio, one.why) == ("not judged", 4, "differs from the document: X1")
    assert found["M2"].verdict == NOT_MEASURED
    differences.write_text("statement\nX1\n", encoding="utf-8")
    with pytest.raises(RowsError, match="differences.csv:1: the header"):
        claims.read(path)
