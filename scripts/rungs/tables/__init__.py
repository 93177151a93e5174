"""Rows as text: Markdown tables, and text for a terminal."""
