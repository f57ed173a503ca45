"""Web tables: people and agents play in a browser, served only to this machine."""
