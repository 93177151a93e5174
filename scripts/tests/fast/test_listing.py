"""The list of variants that scripts read: what is refused."""

import json

import pytest
from made_up_list import as_json

from rungs.data import listing
from rungs.data.records import RowsError

LIST = as_json([("tiles/host/plain", "host"), ("tiles/gpu/slow", "cuda,simulator", "24 bytes")])


def changed(change):
    document = json.loads(LIST)
    change(document)
    return json.dumps(document)


@pytest.mark.parametrize(("text", "words"), [
    ("", "Expecting value"), (LIST[:-9], "(Expecting"), ("[]", "list indices"), ("{}", "no 'schema'"),
    (changed(lambda one: one.update(schema="rungs-list-2\n")), r"schema is 'rungs-list-2\n'"),
    (changed(lambda one: one["cases"][0]["variants"][0].pop("spills")), "no 'spills'"),
    (changed(lambda one: one["cases"][0]["variants"][0].update(backends=[1])), "'tiles/host/plain' has a field")])
def test_anything_else_is_one_line(text, words):
    with pytest.raises(RowsError) as refused:
        listing.parse(text)
    said = str(refused.value)
    assert said.startswith("what --list=json prints is no list of rungs-list-1 (")
    assert words in said and "\n" not in said
