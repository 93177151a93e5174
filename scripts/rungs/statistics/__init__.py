"""What rows say: intervals, verdicts, claims and goals."""
