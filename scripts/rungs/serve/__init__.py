"""`rungs serve`: tries of kernels, each within limits, for programs that search for one."""
