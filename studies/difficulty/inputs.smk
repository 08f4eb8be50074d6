# What users have to supply, and the players who rate it.


def windmill(wildcards):
    """Return the dump of the Windmill, which users have to supply."""
    if STUDIES["windmill"] is None:
        raise WorkflowError(
            "this page needs a dump of the Windmill, which is not part of the repository: "
            '--config \'studies={"windmill": "PATH"}\''
        )
    return STUDIES["windmill"]


def ratings(wildcards):
    """Return the ratings of all players whom the study asks."""
    # Not at the top: every job of every rule would wait for this import.
    from studies.difficulty.study import players

    return [f"{KEPT}/difficulty/ratings/{name}.jsonl" for name in players()]
