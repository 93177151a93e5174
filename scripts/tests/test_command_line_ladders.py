"""A case with several ladders: `bench` lists and prints one after the other."""

from command_line import SMALL, list_document


def test_the_list_has_one_ladder_after_the_other(bench):
    median, = (case for case in list_document(bench)["cases"] if case["name"] == "median")
    ladders = [variant["ladder"] for variant in median["variants"]]
    assert list(dict.fromkeys(ladders)) == ["median 3x3", "median 5x5"] and ladders == sorted(ladders)
    of = {variant["variant"]: variant["ladder"] for variant in median["variants"]}
    assert of["gpu/5x5_shared_columns"] == "median 5x5" and of["gpu/3x3_v1"] == "median 3x3"
    for variant in median["variants"]:
        assert not variant["improves"] or of[variant["improves"]] == variant["ladder"], variant["name"]


def test_a_case_with_one_ladder_gives_it_the_cases_name(bench):
    stitch, = (case for case in list_document(bench)["cases"] if case["name"] == "stitch")
    assert {variant["ladder"] for variant in stitch["variants"]} == {"stitch"}


def test_each_ladder_is_a_table(bench):
    done = bench("--filter=median/host/.x._scalar", "--backend=host", *(word for word in SMALL if "repeater" not in word
                                                                       and word != "--param"))
    assert done.returncode == 0, done.stderr
    tables = [line for line in done.stdout.splitlines() if line.startswith("median")]
    assert [line.split("  ")[0] for line in tables] == ["median 3x3", "median 5x5"]
