"""Files that --resume must not take."""

import pytest
from command_line import POINTER, QUICK, check_refused, files, with_field


DAMAGE = {
    "another schema": lambda text: with_field(text, "schema", "rungs-row-0"),
    "other columns": lambda text: text.replace("time_median_us", "time_median_ns", 1),
    "cut in mid-line": lambda text: text[:-20],
    "cut before the line end": lambda text: text[:-1],
    "cut in the header": lambda text: text[:30],
    "empty": lambda text: "",
    "only a line end": lambda text: "\n",
    "a foreign CSV": lambda text: "name,age\nada,36\n",
    "no CSV": lambda text: "\x00\x01\x02" * 50,
    "an open quote": lambda text: text.rstrip("\n") + ',"open\n',
    "too few fields": lambda text: text + "rungs-row-1,stitch,host/pointer\n",
    "too many fields": lambda text: text.rstrip("\n") + ",1,2\n",
    "the header twice": lambda text: text.split("\n")[0] + "\n" + text,
    "a time that is no number": lambda text: with_field(text, "time_median_us", "fast"),
    "another device": lambda text: with_field(text, "device", "Another Processor"),
    "another commit": lambda text: with_field(text, "commit", "0123456789ab"),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_resume_refuses_and_keeps(bench, tmp_path, one_row_file, damage):
    path = tmp_path / "r.csv"
    path.write_text(DAMAGE[damage](one_row_file), newline="")
    before = files(tmp_path)
    check_refused(bench(*POINTER, *QUICK, "--sizes=64", "--param", "repeater=16,32", "--out=r.csv",
                        "--resume", "--json=j.json"), "--resume", "r.csv")
    assert files(tmp_path) == before
