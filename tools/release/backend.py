"""Build the package with setuptools, so that building the same files gives the same bytes.

setuptools gives wheels the time SOURCE_DATE_EPOCH, but the files' own modes, which depend on the
umask. It gives sdists the files' own times and owners as well.
"""

from __future__ import annotations

import gzip
import io
import os
import stat
import tarfile
import zipfile
from pathlib import Path
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import (
    build_editable,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

os.environ.setdefault("SOURCE_DATE_EPOCH", "315532800")  # 1980, the first year that zip files know


def build_sdist(sdist_directory: str, config_settings: dict[str, Any] | None = None) -> str:
    """Build an sdist; returns the name of its file."""
    name: str = build_meta.build_sdist(sdist_directory, config_settings)
    path = Path(sdist_directory, name)
    path.write_bytes(normal_sdist(path.read_bytes(), int(os.environ["SOURCE_DATE_EPOCH"])))
    return name


def build_wheel(
    wheel_directory: str,
    config_settings: dict[str, Any] | None = None,
    metadata_directory: str | None = None,
) -> str:
    """Build a wheel; returns the name of its file."""
    name: str = build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)
    path = Path(wheel_directory, name)
    path.write_bytes(normal_wheel(path.read_bytes()))
    return name


def normal_sdist(archive: bytes, time: int) -> bytes:
    """The same .tar.gz in order of names; all members have the same time and no owner."""
    data = io.BytesIO()
    with (
        tarfile.open(fileobj=io.BytesIO(archive)) as old,
        gzip.GzipFile("", "wb", fileobj=data, mtime=time) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as new,
    ):
        for member in sorted(old.getmembers(), key=lambda member: member.name):
            member.mtime, member.pax_headers = time, {}
            member.uid = member.gid = 0
            member.uname = member.gname = ""
            member.mode = _mode(member.mode)
            new.addfile(member, old.extractfile(member) if member.isfile() else None)
    return data.getvalue()


def normal_wheel(archive: bytes) -> bytes:
    """The same .zip, with modes of members that do not depend on the umask."""
    data = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(data, "w") as new:
        for member in old.infolist():
            content = old.read(member)
            member.external_attr = (stat.S_IFREG | _mode(member.external_attr >> 16)) << 16
            new.writestr(member, content)
    return data.getvalue()


def _mode(mode: int) -> int:
    return 0o755 if mode & stat.S_IXUSR else 0o644
