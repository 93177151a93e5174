"""Rows of many files as one frame, with the facts of the GPUs that made them."""

import re
from pathlib import Path

import pandas as pd

from rungs.data import environment, files
from rungs.data import rows as rungs_rows
from rungs.data.errors import RowsError


def read(paths: list[Path]) -> tuple[pd.DataFrame, dict[str, dict[str, str]]]:
    """(rows of all files, {device_uuid: {name: value}} of the environment files beside them). Raises RowsError."""
    facts: dict[str, dict[str, str]] = {}
    for path in paths:
        said = {name: value for (backend, name), (value, _) in environment.read(files.beside(path, "environment"))
                .items() if backend == "cuda"}
        if "device_uuid" in said:
            facts[said["device_uuid"]] = said
    return pd.concat([rungs_rows.read(path) for path in paths], ignore_index=True), facts


def find(paths: list[Path]) -> list[Path]:
    """The files of rows that files and folders name, each once; in a folder, at any depth, those that are called
    rows.csv or rows-....csv. Raises RowsError where a folder has none."""
    found: dict[Path, Path] = {}
    for path in paths:
        here = [path]
        if path.is_dir():
            here = sorted(file for file in path.rglob("rows*.csv") if re.fullmatch(r"rows(-[^.]+)?\.csv", file.name))
            if not here:
                raise RowsError(f"{path}: no rows.csv or rows-....csv in this folder or below; expected rows of bench")
        for file in here:
            found.setdefault(file.resolve(), file)
    return list(found.values())
