"""The functions of `dixie_training`: what the commands do, from Python and with the same words."""
