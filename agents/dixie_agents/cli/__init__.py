"""Commands of the package: `dixie agents`, `play` and `record`."""
