"""One image computed by many tasks: bands, as jobs of Slurm or as processes of this machine."""
