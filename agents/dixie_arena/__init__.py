"""Agents against agents: tournaments with results you can trust."""
