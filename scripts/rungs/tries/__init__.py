"""One kernel's file, compiled against a built bench, verified, timed and judged."""
