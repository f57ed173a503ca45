"""Attacks from outside: what people and fuzzers type, send and load. `make attack` runs the long ones."""
