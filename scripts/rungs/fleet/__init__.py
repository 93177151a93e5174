"""Many processes, builds, GPUs and hosts: what runs them, and where their rows and images go."""
