# What the rules of studies share.
import witness


def sources(*parts):
    """Return the files of modules and packages of witness/: the code that a record depends on."""
    package = Path(witness.__file__).parent
    found = (file for part in parts for file in package.glob(part))
    return sorted({os.path.relpath(file) for file in found if file.is_file()})


def of_experiments(study, *files):
    """Return files of the experiments that a study is about, which must have been run before."""
    names = config["studies"][study]["experiments"]
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


def windmill(wildcards):
    """Return the dump of the Windmill, which users have to supply."""
    if config["studies"]["windmill"] is None:
        raise WorkflowError(
            "this page needs a dump of the Windmill, which is not part of the repository: "
            '--config \'studies={"windmill": "PATH"}\''
        )
    return config["studies"]["windmill"]


def ratings(wildcards):
    """Return the ratings of all players whom the study of difficulty asks."""
    # Not at the top: every job of every rule would wait for this import.
    from witness.report.studies.difficulty.study import players

    return [f"results/studies/difficulty/ratings/{name}.jsonl" for name in players()]
