"""The processes that clear up after workers: a terminal that closes must not end them before there is nothing left."""

from __future__ import annotations

import signal
from multiprocessing import resource_tracker as of_python

from joblib.externals.loky.backend import resource_tracker as of_joblib


def start_trackers() -> None:
    """Start both with SIGHUP blocked, as they block other signals: they end with the process that they work for."""
    if not hasattr(signal, "SIGHUP"):
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})
    try:
        of_python.ensure_running()
        of_joblib.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
