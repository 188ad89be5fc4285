"""Training on disk: one npz file of arrays, and JSON text in it; nothing in it is ever run."""

from __future__ import annotations

import json
import os
import stat
import zipfile
import zlib
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from tabular.dpdqn._kernels_training import Memory, Paths
from tabular.dpdqn.environment import IntervalWalk
from tabular.dpdqn.memory import new_paths, numbers_of, paths_of
from tabular.dpdqn.networks import MLP
from tabular.dpdqn.options import Algorithm1
from tabular.dpdqn.training import Training
from tabular.errors import InputError, must, show

FORMAT = "tabular/dpdqn-training/1"
# What reading arrays, JSON and the archive around them may end in if the file was damaged, or made to do harm.
_DAMAGED = (
    *(OSError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError, MemoryError, RuntimeError),
    *(EOFError, zipfile.BadZipFile, zlib.error),
)
_STORES = ("blocks", "low", "directory", "head", "normals", "drawn")


def save(training: Training, path: str | os.PathLike[str]) -> None:
    """Write all that is needed to continue; the file appears whole or not at all."""
    arrays: dict[str, Any] = {"header": np.array(json.dumps(_header(training))), "rewards": np.array(training.rewards)}
    for name in Memory._fields:
        arrays[f"memory/{name}"] = np.stack([getattr(memory, name) for memory in training.memories])
    for run, paths in training.paths.items():
        arrays |= {f"paths/{run}/{name}": getattr(paths, name) for name in _STORES}
    target = Path(path)
    with _part(target) as part:
        with open(part, "xb") as file:
            np.savez(file, **arrays)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, target)


def check_place(path: str | os.PathLike[str]) -> None:
    """Refuse now a place to which `save` could not write; nothing stays behind."""
    with _part(Path(path)) as part, open(part, "xb"):
        pass


@contextmanager
def _part(target: Path) -> Generator[Path]:
    """Lend a name beside a file to write to, which no other process takes; an error tells of the file itself."""
    if (target.exists() and not target.is_file()) or target.is_symlink() or not target.name:
        raise must("path", "name a file and no folder or device or link", show(str(target)))
    part = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        yield part
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(target)) from error
    finally:
        with suppress(OSError):
            part.unlink()


def load(path: str | os.PathLike[str]) -> Training:
    """Return the training that was saved; it continues to the same bits."""
    try:
        with _opened(path) as file, np.load(file, allow_pickle=False) as arrays:
            _check_sizes(arrays.zip, os.fstat(file.fileno()).st_size)
            return _restored({name: arrays[name] for name in arrays.files})
    except FileNotFoundError:
        raise must("path", "name a file", show(str(path))) from None
    except InputError:
        raise
    except _DAMAGED as error:
        raise must("path", "hold a saved training", f"{show(str(path))} ({type(error).__name__})") from None


@contextmanager
def _opened(path: str | os.PathLike[str]) -> Generator[BinaryIO]:
    """Open an ordinary file, and wait for nothing else."""
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK)) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise must("path", "name an ordinary file", show(str(path)))
        yield file


def _check_sizes(archive: zipfile.ZipFile, most: int) -> None:
    """Refuse an archive that would take more memory than it has bytes: `save` compresses nothing."""
    if (total := sum(info.file_size for info in archive.infolist())) > most:
        raise must("path", f"hold at most {most} bytes of arrays", str(total))


def _header(training: Training) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "options": asdict(training.options),
        "runs": training.runs,
        "seed": training.seed,
        "bits": training.bits,
        "widths": training.network.widths,
        "environment": asdict(training.environment),
    }


def _restored(arrays: dict[str, Any]) -> Training:
    header = json.loads(str(arrays["header"]))
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise must("format", f"be {FORMAT}", show(header.get("format") if isinstance(header, dict) else header))
    options = Algorithm1(**(header["options"] | {"exploration": tuple(header["options"]["exploration"])}))
    network, environment = MLP(tuple(header["widths"])), IntervalWalk(**header["environment"])
    kept, _ = numbers_of(options, environment, network)
    if header["runs"] * kept > sum(array.size for name, array in arrays.items() if name.startswith("memory/")):
        raise must("memory", f"hold {kept} numbers of each of {header['runs']} runs", "fewer")
    training = Training(
        options,
        header["runs"],
        header["seed"],
        network=network,
        environment=environment,
        rewards=arrays["rewards"],
        bits=header["bits"],
    )
    for i, memory in enumerate(training.memories):
        for name in Memory._fields:
            _copy(f"memory/{name}", arrays[f"memory/{name}"][i], getattr(memory, name))
        _check_memory(memory, training)
    for run in sorted({int(name.split("/")[1]) for name in arrays if name.startswith("paths/")}):
        training.paths[run] = _paths(training, run, arrays)
    return training


def _paths(training: Training, run: int, arrays: dict[str, Any]) -> Paths:
    actions = training.network.n_actions
    _, numbers = numbers_of(training.options, training.environment, training.network)
    if numbers > arrays[f"paths/{run}/blocks"].size:
        raise must(f"paths/{run}/blocks", f"hold {numbers} numbers", str(arrays[f"paths/{run}/blocks"].size))
    made = new_paths(training.options, training.environment, actions, training.seed, [run], training.bits)
    paths = paths_of(made, 0)
    for name in _STORES:
        _copy(f"paths/{run}/{name}", arrays[f"paths/{run}/{name}"], getattr(paths, name))
    capacity, block = paths.low.shape[2], paths.blocks.shape[4]
    _within("paths", paths.head[..., 0], 0, capacity)
    _within("paths", paths.head[..., 1], 0, paths.normals.shape[2])
    _within("paths", paths.directory[:, :, 0], 0, capacity - 1)
    _within("paths", paths.directory[:, :, 1], 0, block)
    _within("paths", paths.drawn, -1, 1 << 62)
    return paths


def _check_memory(memory: Memory, training: Training) -> None:
    """Refuse what would lead the compiled loops astray."""
    steps, episode = training.options.steps, training.environment.episode
    _within("clock", memory.clock[:2], 0, steps)
    if memory.clock[2] != memory.clock[0] % episode or memory.clock[3] != memory.clock[0] // episode:
        raise must("clock", "count the episodes of its steps", show(memory.clock.tolist()))
    _within("place", memory.place[:1], 0.0, 1.0)
    _within("seen", memory.seen[[0, 3]], 0.0, 1.0)
    if not np.isin(memory.seen[1], (0.0, 1.0)).all():
        raise must("seen", "hold actions 0 and 1", show(memory.seen[1].tolist()))


def _within(name: str, values: Any, least: float, most: float) -> None:
    if not ((values >= least) & (values <= most)).all():
        raise must(name, f"hold numbers from {least} to {most}", "others")


def _copy(name: str, source: Any, target: Any) -> None:
    """Copy an array into one of the same shape and type: a damaged file must not reach the compiled loops."""
    if source.shape != target.shape or source.dtype != target.dtype:
        raise must(name, f"be {target.dtype} of shape {target.shape}", f"{source.dtype} of shape {source.shape}")
    target[...] = source
