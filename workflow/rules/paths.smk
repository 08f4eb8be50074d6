# Where files are: what comes with the workflow lies beside the Snakefile, wherever that is; what
# users have, and all results, in the working directory.
from pathlib import Path

from witness.base import shipped as packaged

# The folder of the Snakefile that includes this file. `workflow.source_path` would copy a file by
# itself, and a bias needs its background beside it.
PLACE = workflow.current_basedir.join("../..")


def shipped(name):
    """Return a file that comes with the workflow; that of the package if the workflow is remote."""
    if not Path(str(PLACE)).is_dir():
        return local(str(packaged.FOLDER / name))
    near = os.path.relpath(os.path.join(str(PLACE), name))
    # A checkout may move, as long as it is the working directory.
    return local(os.path.abspath(near) if near.startswith(os.pardir) else near)


def prolog_file(name, folder):
    """Return a Prolog file that the configuration names: the user's, or else a shipped one.

    That may be named without its folder. What neither has is left for the reader to complain of.
    """
    if not os.path.isfile(name):
        for other in (name, f"{folder}/{name}.pl"):
            if ".." not in Path(other).parts and os.path.isfile(shipped(other)):
                return shipped(other)
    return local(name)
