"""Commands of the package: `dixie train` and `dataset`."""
