"""Why averages of Table 2 may differ from the paper's: how pruned children are counted."""
