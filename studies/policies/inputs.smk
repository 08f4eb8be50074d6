# What the study of policies reads.
def h_levin(wildcards):
    """Return the puzzles of Orseau and Lelis, which users have to supply."""
    if STUDIES["h_levin"] is None:
        raise WorkflowError(
            "this page needs puzzles of levilelis/h-levin, which are not part of the repository: "
            '--config \'studies={"h_levin": "h-levin/problems/witness"}\''
        )
    return STUDIES["h_levin"]
