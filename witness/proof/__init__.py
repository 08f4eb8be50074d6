"""Proofs that a predicate never fires on a completable path (paper, section 5.4).

`prover` decides by cases, `counterexamples` looks for an error, `certificate` checks the answer
without sharing code with the prover, and `firings` finds examples of the cases.
"""
