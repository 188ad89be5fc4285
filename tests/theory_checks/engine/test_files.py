"""Places at which something is to be written are looked at before any work."""

import pytest

from theory_checks.engine.files import FileError, check_folder, check_place


@pytest.mark.parametrize(("check", "kind"), [(check_place, "a file"), (check_folder, "a folder")])
def test_nothing_can_be_written_below_a_file(tmp_path, check, kind):
    (tmp_path / "file").write_text("kept")

    with pytest.raises(FileError) as error:
        check(tmp_path / "file" / "under")

    place = tmp_path / "file" / "under"
    assert str(error.value) == f"--out must name {kind} or nothing yet, got a place below a file at {place}"
