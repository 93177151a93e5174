"""Runs kernels written in Python, and turns the rows of a bench into plots, tables, comparisons and a page.

Imports go one way: cli > report, plots, tables, fleet > profile > statistics, static, engine > data.

A file with variants in Python uses `rungs.variant`, `rungs.Unsupported` and `rungs.torch_compiled`."""

from rungs.data.errors import Unsupported
from rungs.engine.frameworks import torch_compiled
from rungs.engine.variants import variant

__all__ = ["Unsupported", "torch_compiled", "variant"]
__version__ = "1.0.0"
