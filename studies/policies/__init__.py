"""Searches that a policy guides, with predicates that prune: LevinTS and PHS* beside A*."""
