# What users have to supply; the dump of the Windmill is asked for beside the page about difficulty.


def play_pages(wildcards):
    """Return the puzzles of witnesspuzzles.com, which users have to supply."""
    if STUDIES["play_pages"] is None:
        raise WorkflowError(
            "this page needs puzzles of witnesspuzzles.com, which are not part of the repository: "
            '--config \'studies={"play_pages": "PATH"}\''
        )
    return STUDIES["play_pages"]
