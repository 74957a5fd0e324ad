"""The reference LP with native HiGHS through SciPy: python3 scipy_lp.py program.json highs-ds|highs-ipm. Prints one JSON object."""

import json
import sys
import time

import numpy as np
import scipy
from scipy.optimize import linprog
from scipy.sparse import csr_matrix

with open(sys.argv[1]) as file:
    data = json.load(file)
rows = len(data["rowLower"])
columns = len(data["cost"])
matrix = csr_matrix((data["value"], (data["rowIndex"], data["columnIndex"])), shape=(rows, columns))
lower = np.array([-np.inf if v is None else v for v in data["rowLower"]])
upper = np.array([np.inf if v is None else v for v in data["rowUpper"]])
equal = lower == upper
above = ~equal & np.isfinite(upper)
below = ~equal & np.isfinite(lower)
bounds = list(zip(data["columnLower"], data["columnUpper"]))
start = time.perf_counter()
answer = linprog(
    -np.array(data["cost"]),
    A_ub=scipy.sparse.vstack([matrix[above], -matrix[below]]) if above.any() or below.any() else None,
    b_ub=np.concatenate([upper[above], -lower[below]]),
    A_eq=matrix[equal],
    b_eq=upper[equal],
    bounds=bounds,
    method=sys.argv[2],
)
print(json.dumps({"seconds": time.perf_counter() - start, "objective": -answer.fun, "version": scipy.__version__}))
