"""The report page: what was run on what, every ladder, every variant, and what to be careful with, in one HTML file."""
