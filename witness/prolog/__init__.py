"""SWI-Prolog as a second opinion. It is optional: nothing else needs it."""
