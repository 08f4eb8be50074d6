"""A grounded game as a network of gates, and the state machine that runs on it.

`construction` makes the `network` of a game. `kleene` defines what it says, and `evaluation` does
so for single literals; `arrays` and `kernel` are the compiled twin. `state_machine` plays the game.
"""
