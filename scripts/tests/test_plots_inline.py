"""A plot inside a page: its colours follow the page, its links lead on, its identifiers are its own."""

import re

import pytest
from conftest import PUBLISHED, ROWS
from figures import machine_of

from rungs.data import published
from rungs.plots import inline, ladder, style


@pytest.fixture(scope="module")
def svg():
    with style.look():
        links = {"gpu/quick": "#tiles/gpu/quick"}
        figure = ladder.draw("tiles", machine_of(ROWS), published.read(PUBLISHED), ["cold", "hot"], links=links)
        return inline.svg(figure, "plot-7", "The <ladder>")


def test_every_colour_is_a_declared_variable_of_both_themes(svg):
    declared = dict(re.findall(r"--plot-([\w-]+): (.*);", inline.variables()))
    assert set(re.findall(r"var\(--plot-([\w-]+)\)", svg)) <= set(declared)
    assert not re.search("#[0-9a-f]{6}", svg)
    pairs = {re.findall("#[0-9a-f]{6}", pair)[0]: pair for pair in declared.values()}
    assert len(pairs) == len(set(declared.values()))  # no colour of the light theme stands for two of the dark one


def test_names_and_bars_lead_to_their_variant(svg):
    links = re.findall(r'<a href="([^"]*)"[^>]*>(<\w+)', svg)
    assert links.count(("#tiles/gpu/quick", "<path")) == 2 and links.count(("#tiles/gpu/quick", "<text")) == 1
    assert len(links) == 3


def test_text_is_text_and_identifiers_are_used(svg):
    assert ">gpu/quick</text>" in svg and 'aria-label="The &lt;ladder&gt;"' in svg
    ids = re.findall(r' id="([^"]*)"', svg)
    assert ids and all(name.startswith("plot-7-") and f"#{name}" in svg for name in ids)
    assert set(re.findall(r"url\(#([^)]*)\)", svg)) <= set(ids)
