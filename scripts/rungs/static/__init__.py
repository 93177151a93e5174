"""What is known of compiled kernels without running them."""
