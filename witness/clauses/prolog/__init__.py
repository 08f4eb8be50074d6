"""SWI-Prolog, which is optional: `process` finds it and asks it, `worker.pl` answers."""
