"""Proofs that a predicate never fires on a completable path (paper, section 5.4).

`prover` goes through all cases, `certificate` checks its answer without sharing its code, and
`firings` shows the cases.
"""
