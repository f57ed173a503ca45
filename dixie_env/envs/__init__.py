"""The game behind standard interfaces: PettingZoo (AEC and parallel), Gymnasium, and vectors."""
