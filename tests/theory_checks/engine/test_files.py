"""Places at which something is to be written are looked at before any work."""

import errno
import os
from pathlib import Path

import pytest

from theory_checks.engine import files
from theory_checks.engine.files import FileError, check_folder, check_place, is_writable, write_text


@pytest.mark.parametrize(("check", "kind"), [(check_place, "a file"), (check_folder, "a folder")])
def test_nothing_can_be_written_below_a_file(tmp_path, check, kind):
    (tmp_path / "file").write_text("kept")

    with pytest.raises(FileError) as error:
        check(tmp_path / "file" / "under")

    place = tmp_path / "file" / "under"
    assert str(error.value) == f"--out must name {kind} or nothing yet, got a place below a file at {place}"


@pytest.mark.parametrize("check", [check_place, check_folder])
def test_a_folder_that_may_not_be_written_is_refused_before_any_work(tmp_path, check, monkeypatch):
    asked = []
    monkeypatch.setattr(os, "access", lambda path, _: asked.append(path))

    with pytest.raises(FileError, match=r"--out must .* a folder that can be written, got"):
        check(tmp_path / "new" / "under")
    assert asked == [tmp_path]


def test_a_folder_is_written_where_it_stands_or_can_be_made(tmp_path):
    assert is_writable(tmp_path)
    assert is_writable(tmp_path / "new" / "under")


@pytest.mark.parametrize("check", [check_place, check_folder])
def test_a_place_below_more_new_folders_than_can_be_made_is_refused(tmp_path, check):
    place = tmp_path / ("n/" * 1200)

    with pytest.raises(FileError, match=r"--out must .* a folder that can be written, got"):
        check(place)
    assert is_writable(tmp_path / ("n/" * 50))


@pytest.mark.parametrize("kind", ["a file", "a link to nowhere", "no place for files"])
def test_a_folder_in_which_no_file_can_be_made_is_not_writable(tmp_path, kind, monkeypatch):
    place = tmp_path / "place"
    if kind == "a file":
        place.touch(mode=0o777)
    elif kind == "a link to nowhere":
        place.symlink_to(tmp_path / "nowhere")
    else:  # as /proc, where the superuser may write and nobody can

        def refuse(**_):
            raise FileNotFoundError

        monkeypatch.setattr(files, "TemporaryFile", refuse)

    assert not is_writable(place)
    assert not is_writable(place / "under")
    assert list(tmp_path.glob("*/*")) == []


def test_folders_that_were_made_for_a_file_that_cannot_be_written_do_not_stay(tmp_path, monkeypatch):
    (tmp_path / "there").mkdir()

    def full(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    for folder in ("there", "there/new/under", "new"):
        with pytest.raises(OSError, match="No space left"):
            write_text(tmp_path / folder / "page", "text")

    assert [path.name for path in tmp_path.rglob("*")] == ["there"]


def test_half_a_letter_is_written_as_an_escape(tmp_path):
    write_text(tmp_path / "page", "a \ud800 b")

    assert (tmp_path / "page").read_text() == "a \\ud800 b"
