"""Counters of Nsight Compute and times by other tools' clocks."""
