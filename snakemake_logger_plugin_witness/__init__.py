"""What `snakemake` prints: a line or two for each stage that ends, and whatever is wrong.

Snakemake finds this package by its name, and the profiles choose it (`logger: witness`). Its own
text, of which its log has every line, stands for `--dry-run`, `--verbose`, `--debug-dag` and
`--printshellcmds`; what `--quiet` is told to leave out is left out here, too.
"""

import logging
import sys

from snakemake_interface_logger_plugins.base import LogHandlerBase
from snakemake_interface_logger_plugins.common import LogEvent

#: How the messages begin that say nothing about the experiment. They have no kind by which to know
#: them; one that is not listed is printed.
CHATTER = (
    "Assuming unrestricted shared filesystem usage",
    "Building DAG of jobs",
    "Conda environments: ignored",
    "Elapsed time: ",
    "Execute ",
    "Select jobs to execute",
    "Singularity containers: ignored",
    "Using shell: ",
)

#: How the message begins after Ctrl-C. The jobs that end by it are no mistakes.
STOPPED = "Terminating processes on user request"


class LogHandler(LogHandlerBase):
    """Prints the `milestones` of finished jobs; Snakemake prints the rest."""

    writes_to_stream = True
    writes_to_file = False
    has_filter = False  # Snakemake adds its own, which heed --quiet
    has_formatter = False
    needs_rulegraph = False

    def __post_init__(self) -> None:
        from snakemake.logging import ColorizingTextHandler

        chosen = self.common_settings
        self._as_it_is = (
            chosen.dryrun or chosen.verbose or chosen.debug_dag or chosen.printshellcmds
        )
        stream = sys.stdout if chosen.stdout else sys.stderr
        self._printer = ColorizingTextHandler(nocolor=chosen.nocolor, stream=stream)
        self._progress = None
        self._stopped = False

    def emit(self, record: logging.LogRecord) -> None:
        """Print a message, or what it means for the experiment; a mistake here stops no run."""
        event = getattr(record, "event", None)
        try:
            if self._stopped:
                return
            if record.getMessage().startswith(STOPPED) and not self._as_it_is:
                self._stopped = True
                print("interrupted; the same command goes on from here", file=self._printer.stream)
            elif self._as_it_is or record.levelno >= logging.WARNING or event is None:
                if self._as_it_is or not self._is_chatter(record.getMessage()):
                    self._printer.setFormatter(self.formatter)
                    self._printer.emit(record)
            else:
                for line in self._lines(event, record):
                    print(line, file=self._printer.stream, flush=True)
        except Exception:
            self.handleError(record)

    def _is_chatter(self, message: str) -> bool:
        fine = self._progress is not None and self._progress.complete
        return message.startswith(CHATTER) or (fine and message.startswith("Complete log(s): "))

    def _lines(self, event: LogEvent, record: logging.LogRecord) -> list[str]:
        if event == LogEvent.RUN_INFO:
            from witness.pipeline.report.milestones import (
                Progress,  # other workflows should not wait for it
            )

            self._progress = Progress(record.stats)
            return [self._progress.begin()]
        if self._progress is not None and event == LogEvent.JOB_INFO:
            self._progress.started(record.jobid, record.rule_name, record.output)
        elif self._progress is not None and event == LogEvent.JOB_FINISHED:
            return self._progress.finished(record.job_id)
        return []
