"""What `rungs try` makes of the rows that it is given, and of the verdicts of a folder."""

import pytest

from rungs.tries import judging


@pytest.mark.parametrize(("status", "message", "verdict"), [
    ("failed", "k(), block (0, 0, 0): no thread of the grid has got anywhere for 5 s of CPU time", "hangs"),
    ("failed", "k(), block (0, 0, 0), thread (7, 0, 0): a read through a null pointer at a.cu:3", "crashes"),
    ("incorrect", "race: in kernel k, block (0, 0, 0): thread (1, 0, 0) writes", "race"),
    ("incorrect", "undefined: in kernel k, block (0, 0, 0): thread (1, 0, 0) reads", "incorrect")])
def test_messages_of_the_simulator_are_judged(status, message, verdict):
    row = {"status": status, "message": message, "backend": "simulator", "size": "4x4", "params": "", "seed": 1}
    assert judging.of_row(row)[0] == verdict


def made_up(file, verdict, ratio=None):
    return {"file": file, "verdict": verdict, "against": "gpu/modulo", "time_us": 1.0 if ratio else None,
            "error": None if verdict in judging.GOOD else judging.error("why"),
            "ratio": ratio and dict(zip(("value", "low", "high"), ratio))}


def test_winners_that_cannot_be_told_apart_are_named():
    ranks = judging.ranked([made_up("slow.cu", "same", (1, 0.99, 1.01)), made_up("wrong.cu", "incorrect"),
                         made_up("b.cu", "faster", (1.99, 1.97, 2.01)), made_up("a.cu", "faster", (2, 1.98, 2.02))])
    assert [(one["file"], one["rank"]) for one in ranks] == [("a.cu", 1), ("b.cu", 1), ("slow.cu", 3),
                                                            ("wrong.cu", None)]
    assert judging.table(ranks)[-1] == "tied: a.cu, b.cu"
