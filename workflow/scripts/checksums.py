"""Write the SHA-256 checksums of files, as `sha256sum --check` reads them in the same folder."""

import hashlib
from pathlib import Path

from witness.base.files import write_text
from witness.pipeline.report.job import logged

with logged(snakemake.log[0]):
    folder = Path(snakemake.output[0]).parent
    lines = [
        f"{hashlib.sha256(Path(name).read_bytes()).hexdigest()}  "
        f"{Path(name).relative_to(folder).as_posix()}\n"
        for name in snakemake.input
    ]
    write_text(snakemake.output[0], "".join(lines))
