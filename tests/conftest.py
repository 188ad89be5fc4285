"""Settings of all tests: the same examples on every machine, one thread per process."""

import os
import signal

# Before numpy is imported anywhere: tests run in parallel processes already.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

# Who is started in the background ignores Ctrl-C, and tests send it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

from hypothesis import HealthCheck, settings  # noqa: E402  the environment comes first

settings.register_profile("suite", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("suite")
