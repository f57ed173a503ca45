"""The web table: people and agents at one table, in a browser, served on this machine only."""
