# What the rules of studies share.
def of_experiments(study, *files):
    """Return files of the experiments that a study is about, which must have been run before."""
    names = STUDIES[study]["experiments"]
    for name in names:
        try:
            check_format(f"results/{name}")
        except InputError as error:
            raise WorkflowError(str(error))
    found = [f"results/{name}/{file}" for name in names for file in files]
    own = f"results/{config['name']}/"
    missing = [
        file for file in found if not file.startswith(own) and not Path(file).exists()
    ]
    if missing:
        raise WorkflowError(
            f"studies.{study}.experiments: there is no {missing[0]}; run that experiment, or name "
            f'others: --config \'studies={{"{study}": {{"experiments": ["{config["name"]}"]}}}}\''
        )
    return found


def moved(old, new):
    """Return the input of a page under its old name: an error with the new one."""

    def refused(wildcards):
        raise WorkflowError(f"{old} has another name now: {new}")

    return refused
