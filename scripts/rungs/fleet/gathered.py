"""Rows of many files as one frame, with the facts of the GPUs that made them."""

from pathlib import Path

import pandas as pd

from rungs.data import environment, files, records
from rungs.data import rows as rungs_rows


def read(paths: list[Path]) -> tuple[pd.DataFrame, dict[str, dict[str, str]]]:
    """(rows of all files, {device_uuid: {name: value}} of the environment files beside them). Raises RowsError."""
    facts: dict[str, dict[str, str]] = {}
    for path in paths:
        nodes = {}
        if path.name == "rows.csv" and (path.parent / "tasks.csv").is_file():  # of `rungs fleet submit`
            nodes = {uuid: line["node"] for _, line in records.read_dicts(path.parent / "tasks.csv",
                                                                         ("node", "device_uuid"), "tasks.csv")
                     for uuid in line["device_uuid"].split("+")}
        tasks = sorted(path.parent.glob("task-*.environment.csv")) if nodes else []
        for file in [files.beside(path, "environment"), *tasks]:
            for said in environment.gpus(file):
                if "device_uuid" in said:
                    facts[said["device_uuid"]] = said
        for uuid, node in nodes.items():
            facts.setdefault(uuid, {})["node"] = node
    return pd.concat([rungs_rows.read(path) for path in paths], ignore_index=True), facts


def find(paths: list[Path]) -> list[Path]:
    """The files of rows that files and folders name, each once; in a folder, at any depth, those that are called
    rows.csv or rows-....csv, and those of a store. Raises RowsError where a folder has none."""
    found: dict[Path, Path] = {}
    for path in paths:
        for file in files.rows_below(path, True) if path.is_dir() else [path]:
            found.setdefault(file.resolve(), file)
    return list(found.values())
