"""Variants written in Python, run by the engine of `bench` through its C interface."""
