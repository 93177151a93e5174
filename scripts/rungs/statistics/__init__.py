"""What rows say: intervals, verdicts, steps in a history, claims and goals."""
