"""A CSV as Parquet: all fields as the text that they were, so that nothing is lost. Needs pyarrow."""

from collections.abc import Iterator
from pathlib import Path

from rungs.data.errors import RowsError

SUFFIX = ".parquet"


def stream(path: Path) -> Iterator[tuple[int, list[str]]]:
    """What records.stream yields, of a file that `write` made; raises RowsError where it is none."""
    import pyarrow
    from pyarrow import parquet

    try:
        table = parquet.read_table(path)
    except (OSError, pyarrow.ArrowException) as error:
        raise RowsError(f"{path}: cannot be read: {str(error).splitlines()[0]}") from None
    yield 1, list(table.column_names)
    line = 2
    for batch in table.to_batches():
        for fields in zip(*(column.to_pylist() for column in batch.columns)):
            yield line, list(fields)
            line += 1


def write(path: Path, header: list[str], body: list[list[str]]) -> None:
    """Writes a header and rows of text; raises RowsError where it cannot."""
    import pyarrow
    from pyarrow import parquet

    columns = [pyarrow.array([fields[at] for fields in body], pyarrow.string()) for at in range(len(header))]
    try:
        parquet.write_table(pyarrow.Table.from_arrays(columns, names=header), path, compression="zstd")
    except OSError as error:
        raise RowsError(f"{path}: cannot be written: {error.strerror or error}") from None
