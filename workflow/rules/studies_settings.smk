# The key `studies` of the configuration, to which each study in studies/ adds its own.
import sys

# An installed package does not have the module `studies`.
sys.path.insert(0, os.path.abspath(shipped(".")))
from studies.settings import declared, filled, section_schema

try:
    STUDIES = checked(
        {"studies": config["studies"]},
        {"properties": {"studies": section_schema(CONFIG_SCHEMA)}},
    )["studies"]
except InputError as error:
    raise WorkflowError(f"{MODULE}{error}")
STUDIES = config["studies"] = filled(STUDIES, CONFIG_SCHEMA)
