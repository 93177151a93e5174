"""What every command needs that hands work to a cluster."""
