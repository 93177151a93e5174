"""Published figures and the rows that they belong to."""

import pytest
from conftest import PUBLISHED

from rungs.data import published
from rungs.data.published import Defaults

FIGURES = published.read(PUBLISHED)
DEFAULTS = Defaults("1000x1000", {"tile": "8", "mode": "plain"})


def values(**change):
    row = {"case": "tiles", "variant": "gpu/slow", "size": "1000x1000", "params": "tile=8;mode=plain", **change}
    return [match.figure.value for match in FIGURES.matches(row, DEFAULTS)]


@pytest.mark.parametrize(("text", "sizes", "params"), [
    ("target=10240 repeater=100", ("10240x10240",), (("repeater", "100"),)), ("1920x1080", ("1920x1080",), ()),
    ("n=30336 block=256", ("30336", "30336x1", "30336x30336"), (("block", "256"),)),
    ("distance_max=15", (), (("distance_max", "15"),)), ("32-bit integer division", (), ())])
def test_conditions(text, sizes, params):
    assert published.parse_condition(text) == (sizes, params)


def test_a_figure_stands_only_beside_its_own_condition():
    assert values() == [100] and values(params="tile=16;mode=plain") == [120]
    for other in ({"params": "tile=4;mode=plain"}, {"size": "2000x2000"}, {"variant": "gpu/other"}, {"case": "other"}):
        assert values(**other) == []
        # What is left open must be as usual.
        assert values(**{"variant": "gpu/quick", **other}) == []
