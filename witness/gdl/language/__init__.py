"""The Game Description Language.

`kif` reads its notation, `rulesheet` its rules, and `wellformed` checks that they make a game;
`grounding` replaces variables by values. `from_puzzle` writes a panel as a game.
"""
