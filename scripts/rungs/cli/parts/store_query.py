"""`rungs store query`."""

import argparse
from pathlib import Path

from rungs.data.markdown import fixed_width
from rungs.data.records import csv_text
from rungs.data.show import plain, significant
from rungs.data.terminal import put

HELP = "run SQL over a store, by DuckDB"
DESCRIPTION = """Runs SQL over the tables of a store: `rows`, and a table for each kind of file beside them: samples,
environment, counters, counters_runs and so on. Each has a column `run`, the run's id. Times are in microseconds."""
EPILOG = """Exit codes: 0, or 2 where the SQL or the store is not right.
Examples:
  rungs store query "select device, min(time_median_us) from rows where variant = 'gpu/modulo' group by device"
  rungs store query --csv "select run, quantile_cont(time_us, 0.9) as p90 from samples group by run" > p90.csv"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("sql", metavar="SQL", help="a SELECT")
    parser.add_argument("--store", type=Path, default=Path("rungs-store"), metavar="FOLDER",
                        help="the store (default: rungs-store)")
    parser.add_argument("--csv", action="store_true", help="print CSV, with all digits")


def run(options: argparse.Namespace) -> int:
    from rungs.fleet import query, store

    header, lines = query.run(store.tables(options.store), options.sql)
    if options.csv:
        put(csv_text(header, (["" if value is None else value for value in line] for line in lines)))
    else:
        put("\n".join(fixed_width([header, *([_shown(value) for value in line] for line in lines)], len(header)))
            + f"\n{len(lines)} row{'' if len(lines) == 1 else 's'}\n")
    return 0


def _shown(value: object) -> str:
    if value is None:
        return ""
    return significant(value, 6, trim=True) if isinstance(value, float) else plain(str(value), 60)
