"""Commands of the package: `dixie tournament`, `abilities`, `benchmark`, `verify` and `demo`."""
