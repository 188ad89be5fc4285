"""Settings of all tests: the same examples on every machine, one thread per process."""

import os
import signal

# Before numpy is imported anywhere: tests run in parallel processes already.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

# Who is started in the background ignores Ctrl-C, or the end of a terminal, and tests send both.
for number, usual in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, usual)

from hypothesis import HealthCheck, settings  # noqa: E402  the environment comes first

settings.register_profile("suite", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("suite")
