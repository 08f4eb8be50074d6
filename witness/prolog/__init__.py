"""SWI-Prolog as a second opinion. Optional: nothing else needs it."""
