"""The game behind the interfaces of the field: PettingZoo (AEC and parallel), Gymnasium, and vectors."""
