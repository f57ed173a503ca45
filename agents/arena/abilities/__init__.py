"""Which permanent ability is strongest? Experiments that answer it, with their uncertainty."""
