"""The audit of the documents' statements: complete, and in keeping with the claims, the differences and the tree."""

import re

from conftest import records

from rungs.data import checkout, claim_files

ROOT = checkout.root()
IDS = [f"{letter}{number}" for letter, last in (("D", 120), ("R", 40), ("M", 56), ("E", 49))
       for number in range(1, last + 1)]
HOW = re.compile(r"faithful|figure|difference|prose|claim( [A-Z]\d\d)+|(partly|missing): (\S+ ){0,11}\S+")
DOCUMENTS = {"D": "deck", "R": "deck-reduction", "M": "median", "E": "distance"}


AUDIT, DIFFERENCES = (records(ROOT / "reference/published" / name) for name in ("audit.csv", "differences.csv"))
CLAIMS = {claim.id for claim in claim_files.read(checkout.find(checkout.CLAIMS))}


def test_every_statement_has_one_line_that_says_how_and_where():
    assert list(AUDIT[0]) == ["statement", "document", "line", "what", "where", "how"]
    assert [line["statement"] for line in AUDIT] == IDS and len(IDS) == 265
    for line in AUDIT:
        assert line["document"] == DOCUMENTS[line["statement"][0]] and int(line["line"]) > 0, line
        assert 3 <= len(line["what"].split()) <= 12 and HOW.fullmatch(line["how"]), line
        assert line["where"] or line["how"] == "prose" or line["how"].startswith("missing"), line
        assert line["how"] != "figure" or "published.csv" in line["where"], line
        assert [path for path in line["where"].split() if not (ROOT / path).is_file()] == [], line["statement"]


def test_claims_exist_and_each_judges_a_statement():
    ours = [line["how"].removeprefix("claim ") for line in AUDIT if line["how"].startswith("claim ")]
    others = [line["claims"] for line in DIFFERENCES]
    assert {name for names in ours + others for name in names.split()} == CLAIMS


def test_differences_are_those_of_the_audit():
    assert {line["statement"] for line in DIFFERENCES} == {
        line["statement"] for line in AUDIT if line["how"] == "difference"}
    assert all((ROOT / "cases" / line["case"] / "case.hpp").is_file() for line in DIFFERENCES)
    assert all(line["costs_time"] in ("yes", "no") and line["why"] for line in DIFFERENCES)
