"""Files of rows and what lies next to them: read, checked and written. Nothing here knows of plots, tables or
commands."""
