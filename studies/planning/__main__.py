"""Learn dead-end rules of a domain: `python -m studies.planning DOMAIN.pddl PROBLEM.pddl …`.

All states of each problem are explored, so problems should be small.
"""

import random
import sys

from studies.planning.instances import Plan
from studies.planning.strips import read_domain, read_instance
from studies.planning.study import MOST_STATES, learn, told

domain = read_domain(sys.argv[1])
problems = [read_instance(file, domain) for file in sys.argv[2:]]
seen = [(one, states) for one in problems if (states := one.explored(MOST_STATES))]
for key, value in told(learn(seen, Plan([], ()), random.Random(1), 600)).items():
    print(f"{key}: {value}")
