"""Reads the rows that `bench` writes and turns them into plots, tables, comparisons and a page.

A module imports only what stands below it: cli > report, plots, tables > profile > statistics, static, baselines >
data.
"""

__version__ = "1.0.0"
