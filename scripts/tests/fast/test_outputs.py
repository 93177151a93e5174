"""What commands have in common: options that are wrong, and files to write that are read too."""

import pytest

from rungs.cli.main import main


@pytest.mark.parametrize("words", [
    *(f"compare a.csv b.csv {option}" for option in (
        "--threshold nan", "--threshold -1", "--threshold much", "--filter (")),
    *(f"plot a.csv {option}" for option in (
        "--formats gif", "--formats ", "--cache warm", "--theme pink", "--plots pie")),
    *(f"measure folder {option}" for option in ("--time-limit 0", "--time-limit x", "--min-time 3600", "--min-time ")),
    *(f"check clocks --out=c.csv --seed {number}" for number in ("-1", "1e3", "18446744073709551616", ""))])
def test_a_bad_option_is_named(capsys, words):
    *others, option, value = words.split(" ")
    assert main([*others, f"{option}={value}"]) == 2
    error, = capsys.readouterr().err.splitlines()
    assert f"argument {option}: " in error and value in error


@pytest.mark.parametrize(("words", "read"), [
    ("claims rows.csv --claims claims.csv --out", "rows.csv rows.side.csv claims.csv ../{0}/rows.csv"),
    ("compare old.csv new.csv --json", "old.csv new.csv")])
def test_what_is_read_is_never_written_over(tmp_path, monkeypatch, capsys, words, read):
    monkeypatch.chdir(tmp_path)
    for out in read.format(tmp_path.name).split():
        assert main([*words.split(), out]) == 2
        assert "it is read too; expected another file" in capsys.readouterr().err
    assert main([*words.split(), "."]) == 2
    assert "is a folder; expected the name of a file" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("out", ["counters.csv", "counters.csv.gz"])
def test_a_packed_file_is_not_written_over_by_either_name(tmp_path, monkeypatch, capsys, out):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "counters.csv.gz").touch()
    assert main(["claims", "rows.csv", "--claims", "claims.csv", "--counters", "counters.csv", "--out", out]) == 2
    assert "it is read too" in capsys.readouterr().err
