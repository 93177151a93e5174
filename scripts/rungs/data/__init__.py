"""Files of rows and what lies beside them: read, checked and written. Nothing here knows of plots, tables or
commands."""
