"""Reads the rows that `bench` writes and turns them into plots and Markdown tables."""
