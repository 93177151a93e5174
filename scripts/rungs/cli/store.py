"""`rungs store`."""

import argparse

from rungs.cli import parts
from rungs.cli.parts import store_add, store_query

PARTS = {"add": store_add, "query": store_query}
DESCRIPTION = """Keeps runs of bench as Parquet, and queries them, with the packages pyarrow and duckdb (the extra
`store`). `rungs history`, `compare` and `fleet report` read a store where they take a folder."""
EPILOG = "`rungs store PART --help` describes each."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parts.add(parser, PARTS)


def run(options: argparse.Namespace) -> int:
    return parts.run(options, PARTS)
