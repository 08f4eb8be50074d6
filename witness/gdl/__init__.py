"""Single-player games in the Game Description Language.

`language/` reads the rules of a game, or writes those of a panel; `network/` is the game as a
network of gates, and its state machine; `analyses/` prove what holds in all states; `filters/` put
the analyses to use in a search; `play/` searches for plans. `derived` has the predicates of panels
that follow from their rules, through `path_game`.
"""
