"""Algorithm 2 (paper, section 4.2): candidates, their race and triage, the test set.

`witness.experiment(folder)` is the function of the library
(`witness.library.experiment.experiment`). `rankings` runs the triage under several rankings at
once; `compare_learners` puts learners side by side.
"""

from witness.base.callable_package import make_callable

make_callable(__name__, "witness.library.experiment:experiment")
