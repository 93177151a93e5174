"""What the page's script does without a page, in Node.js: addresses, and changes of counters."""

import json
import shutil
import subprocess

import pytest
from conftest import SCRIPTS

from rungs.report import page

TEMPLATES = SCRIPTS / "rungs" / "report" / "templates"
NODE = shutil.which("node")
KNOWN = {"cases": [{"name": "median", "steps": ["gpu/v1", "gpu/v1_wide", "host/odd #@/name"],
                    "sizes": ["8x8", "9x9;image=noise;frames=1", "9x9;image=flat;frames=1"]},
                   {"name": "median/odd", "steps": ["gpu/v1"], "sizes": []}],
         "cache": ["cold", "hot", "-"], "gpu": ["h100", "h200", "both"], "technique": ["carry", "reuse"],
         "limit": ["issue", "dram"]}

needs_node = pytest.mark.skipif(not NODE, reason="no Node.js on PATH (Debian: nodejs)")


def ran(file, expression, *values):
    """What a JavaScript expression of `values` is, behind the text of a file of the page's script."""
    text = (TEMPLATES / file).read_text(encoding="utf-8")
    program = f"{text}\nconst values = {json.dumps(values)};\nconsole.log(JSON.stringify({expression}));"
    done = subprocess.run([NODE, "-e", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


ADDRESSES = [
    ("", {}), ("#", {}), ("#the-facts", None), ("#carry", {"technique": "carry"}), ("#case=%E0%A4%A", None),
    ("#case=median&step=nothing&cache=lukewarm", {"case": "median"}), ("#gpu=h300&limit=none", {}),
    ("#case=median&step=v1&size=9x9", {"case": "median", "step": "gpu/v1", "size": "9x9;image=noise;frames=1"}),
    ("#case=other&q=x", {"q": "x"})]


@needs_node
def test_an_address_means_a_state_of_what_is_known():
    found = ran("address.js", "values[0].map(text => stateOf(text, values[1]))", [text for text, _ in ADDRESSES], KNOWN)
    assert found == [wanted for _, wanted in ADDRESSES]
    states = [{"case": "median", "step": "gpu/v1"}, {"technique": "carry"},
              {"case": "median", "step": "host/odd #@/name", "q": "a division & 50 %"}]
    assert ran("address.js", "values[0].map(addressOf)", states)[:2] == ["#case=median&step=v1", "#carry"]
    assert ran("address.js", "values[0].map(addressOf).map(text => stateOf(text, values[1]))", states, KNOWN) == states


CHANGES = [
    (["", "100", 100], ["", "41", 41], "-59 %"), (["", "100", 100], ["", "150", 150], "+50 %"),
    (["", "1", 1], ["", "2.5", 2.5], "2.50x"), (["", "0", 0], ["", "5", 5], ""), (["", "5", 5], ["", "5", 5], "same"),
    (["", "16 %", 16.2], ["", "23 %", 23.4], "+7 points"), (["", "a word", None], ["", "other", None], ""),
    (None, ["", "5", 5], ""), (["", "5", 5], None, "")]


@needs_node
def test_changes_of_counters():
    found = ran("rung.js", "values[0].map(([before, after]) => changeOf(before, after))", CHANGES)
    assert found == [text for _, _, text in CHANGES]


def test_every_script_and_sheet_is_on_the_page_once():
    used = {*page.SCRIPTS, page.SHEET, "page.html"}
    assert {path.name for path in TEMPLATES.iterdir()} == used
    for path in [path for path in TEMPLATES.iterdir() if path.suffix in (".js", ".css")]:
        lines = path.read_text(encoding="utf-8").splitlines()
        assert len(lines) <= 250 and max(map(len, lines)) <= 120, path.name
