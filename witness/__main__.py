"""Lets `python -m witness` do what the `witness` command does."""

import sys

from witness.cli import main

sys.exit(main())
