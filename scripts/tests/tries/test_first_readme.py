"""The first README's file of 20 lines, right and with its error: `rungs try` says what the README shows."""

import re

import pytest
from conftest import ROOT
from test_tries import ended, pytestmark  # noqa: F401

README = (ROOT / "README.md").read_text(encoding="utf-8")
KERNEL = re.search(r"<!-- walk-through: \S+/(\S+) -->\n```cpp\n(.*?)```", README, re.DOTALL)
RIGHT = "row[x % sides.width]"
WRONG = re.search(r"^With `(.*)` in the loop", README, re.MULTILINE)


def plain(text):
    """The text without the values of pixels, which are others each time."""
    return re.sub(r"expected \S+, got \S+", "expected X, got Y", text)


@pytest.mark.parametrize(("line", "code", "first"), [(RIGHT, 0, "correct"), (WRONG[1], 1, "incorrect")])
def test_it_says_what_the_readme_shows(cache, tmp_path, line, code, first):
    shown = re.search(rf"^    {first}  .*\n(    .*\n)*", README, re.MULTILINE)
    file = tmp_path / KERNEL[1]
    assert KERNEL[2].count(RIGHT) == 1
    file.write_text(KERNEL[2].replace(RIGHT, line), encoding="utf-8")
    found, said, errors = ended(cache, file)
    assert found == code, errors
    assert plain(said).startswith(plain(re.sub("^    ", "", shown[0], flags=re.MULTILINE))), said
