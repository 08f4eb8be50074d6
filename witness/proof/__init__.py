"""Proofs that a predicate never fires on a completable path (paper, section 5.4).

`prover` decides by the cases of the kernel (`witness.puzzle.views`), `counterexamples` looks for an
error, `certificate` determines again what is claimed, `all_paths` is the second opinion by brute
force, and `firings` finds examples of the cases.
"""
