"""SQL over a store, by DuckDB."""

from pathlib import Path
from typing import Any

from rungs.data import energy_files, process_files, row_format
from rungs.data.errors import BadUsage
from rungs.data.show import plain

# Of all tables.
NUMBERS = {*row_format.NUMBERS, *process_files.NUMBERS, *energy_files.NUMBERS, "noise_percent", "floor_percent",
           "time_us", "sample", "value"}


def run(tables: dict[str, list[Path]], sql: str) -> tuple[list[str], list[tuple]]:
    """(names of columns, rows) that a SELECT gives over the tables of a store. Each has a column `run`, the run's id,
    and the columns of its files: numbers as DOUBLE with NULL for an empty field, all others as text. Raises BadUsage
    with DuckDB's own words where it refuses the SQL."""
    import duckdb

    connection = duckdb.connect(":memory:")
    for name, paths in tables.items():
        if paths:
            _view(connection, name, [str(path) for path in paths])
    try:
        done = connection.execute(sql)
        return [column[0] for column in done.description or []], done.fetchall()
    except duckdb.Error as error:
        known = ", ".join(name for name, paths in tables.items() if paths) or "no runs yet"
        raise BadUsage(f"{plain(str(error), 300)}; expected SQL over the tables {known}") from None


def _view(connection: Any, name: str, paths: list[str]) -> None:
    read = f"read_parquet([{', '.join(map(_text, paths))}], filename = true, union_by_name = true)"
    columns = [found[0] for found in connection.execute(f"DESCRIBE SELECT * FROM {read}").fetchall()]
    cells = [f"TRY_CAST({_name(column)} AS DOUBLE) AS {_name(column)}" if column in NUMBERS else _name(column)
             for column in columns if column != "filename"]
    connection.execute(f"CREATE VIEW {_name(name)} AS SELECT parse_path(filename)[-2] AS run, {', '.join(cells)} "
                       f"FROM {read}")


def _text(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _name(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
