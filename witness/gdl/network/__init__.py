"""A grounded game as a network of gates, and the state machine that runs on it.

`construction` makes the `network` of a game. `kleene` defines what a literal of it says; `arrays`
and `kernel` are the compiled twin. `state_machine` plays the game.
"""
