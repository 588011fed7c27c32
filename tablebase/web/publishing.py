"""Write files to a folder or a zip file: all of them, and never over other files.

They are the page's, or those of the JavaScript package.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from tablebase.support.files import replacing
from tablebase.web.site import GENERATOR


class OccupiedError(ValueError):
    """The target holds files that are not ours."""


def publish(files: Mapping[str, bytes], target: Path, *, force: bool = False) -> None:
    """Write files to a folder, or to a zip file if the name ends in `.zip`.

    `files` are named by their relative paths. If a folder already holds such files, they are
    replaced once all the new ones are written, with everything in their folders; other files stay.
    A folder that holds other files is written to, and a zip file replaced, only with `force`.

    Raises `OccupiedError` without it, and if a folder of others would be replaced.
    """
    target = target.resolve()
    if _is_zip(target):
        if target.exists() and not force:
            raise OccupiedError(f"{target} exists: expected a new zip file")
    elif target.exists() and not target.is_dir():
        raise ValueError(f"{target} is no folder: expected one, or the name of a .zip")
    elif target.is_dir() and not _is_ours(target, files):
        _check(target, files, force)
    target.parent.mkdir(parents=True, exist_ok=True)
    if _is_zip(target):
        with replacing(target) as temporary:
            _write_zip(files, temporary)
    else:
        _write_folder(files, target)


def _is_zip(target: Path) -> bool:
    return target.suffix.lower() == ".zip"


def _check(target: Path, files: Mapping[str, bytes], force: bool) -> None:
    """Check that a folder of others loses nothing but, with `force`, files of the same names."""
    if any(target.iterdir()) and not force:
        raise OccupiedError(
            f"{target} holds other files: expected a new or empty folder, or one with what this "
            "command has written"
        )
    for name in sorted({path.split("/")[0] for path in files}):
        folder = target / name
        if folder.is_dir() and any(folder.iterdir()):
            raise OccupiedError(
                f"{folder} holds other files, which would be lost: expected another folder"
            )


def _is_ours(folder: Path, files: Mapping[str, bytes]) -> bool:
    """Whether a folder holds what these files are: a page of ours, or a package."""
    found = (folder / name for name in ("index.html", "package.json") if name in files)
    return any(path.is_file() and f'"{GENERATOR} '.encode() in path.read_bytes() for path in found)


def _write_zip(files: Mapping[str, bytes], path: Path) -> None:
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for name, data in files.items():
            # Without a date, the same files give the same bytes.
            entry = ZipInfo(name)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data, ZIP_DEFLATED)


def _write_folder(files: Mapping[str, bytes], folder: Path) -> None:
    # Inside an existing folder, which may be a mount of its own.
    beside = folder if folder.is_dir() else folder.parent
    with tempfile.TemporaryDirectory(prefix=".site-", dir=beside) as name:
        fresh, old = Path(name, "fresh"), Path(name, "old")
        for path, data in files.items():
            file = fresh / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
        if not folder.is_dir():
            fresh.rename(folder)
            return
        old.mkdir()
        # `index.html` comes last: until then visitors get the old page.
        for entry in sorted(fresh.iterdir(), key=lambda entry: entry.name == "index.html"):
            target = folder / entry.name
            if target.is_dir():
                target.rename(old / entry.name)
            entry.replace(target)
