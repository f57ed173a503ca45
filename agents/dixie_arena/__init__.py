"""Agents against agents: tournaments that one can believe."""
