# Where files are: what comes with the workflow lies beside the Snakefile, wherever that is; what
# users have, and all results, in the working directory.
import shlex
import sys
from pathlib import Path

import snakemake.jobs
from snakemake.script import PythonScript
from witness.base import shipped as packaged
from witness.pipeline import warm
from witness.pipeline.code import checksum

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


def code(script, *names):
    """Return the parameter by which a job runs again if the code of its script has changed.

    The names are those of `witness.pipeline.code`.
    """
    return lambda wildcards: checksum(shipped(f"workflow/scripts/{script}.py"), *names)


def prolog_file(name, folder):
    """Return a Prolog file that the configuration names: the user's, or else a shipped one.

    That may be named without its folder. What neither has is left for the reader to complain of.
    """
    if not os.path.isfile(name):
        for other in (name, f"{folder}/{name}.pl"):
            if ".." not in Path(other).parts and os.path.isfile(shipped(other)):
                return shipped(other)
    return local(name)


def full_name(name, folder):
    """Return `bias/paper.pl` for the short name `paper`, and any other name unchanged."""
    file = f"{folder}/{name}.pl"
    same = name and prolog_file(name, folder) == prolog_file(file, folder)
    return file if same else name


def from_here(path):
    """Return a path by which the user finds a file: the whole one with `--directory`."""
    return os.path.abspath(path) if workflow.overwrite_workdir else path


def ours(path):
    """Whether a script is one of this workflow."""
    scripts = os.path.abspath(shipped("workflow/scripts"))
    return os.path.abspath(os.path.dirname(path)) == scripts


# The time of a script is that of its checkout or its installation: only `code` says if it has changed.
# Profiles could tell Snakemake so, but a module has no profile.
def script_time(path, asked=snakemake.jobs.get_script_mtime):
    """Return the time that Snakemake compares with those of a job's outputs."""
    return 0 if ours(path) else asked(path)


snakemake.jobs.get_script_mtime = script_time
PythonScript.execute_script = warm.in_forks(PythonScript.execute_script, ours)


class Quoted(str):
    """A path that stands in commands as a shell has to read it."""

    def __format__(self, form):
        return shlex.quote(format(str(self), form))


# Snakemake puts this path into the command of each script, without quotes.
sys.executable = Quoted(sys.executable)
