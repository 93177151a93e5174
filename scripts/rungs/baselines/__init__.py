"""What people would call from Python today, measured into rows like bench's; see `rungs peers`."""
