# SPDX-License-Identifier: Apache-2.0
"""What `make dist` writes: SBOMs (sw/dist/sbom.py) of small archives, and which page the source
archive leaves out.
"""

import gzip
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = shutil.which("true")


def sha(kind, data):
    return hashlib.new(kind, data).hexdigest()


def archives(folder):
    """Of each kind one: {name: {name of a file: bytes}}."""
    folder.mkdir()
    files = {"weir-1.0-rc1/README.md": b"# Weir\n",
             "weir-1.0-rc1/generated/viewer.html": b"<html>\n"}
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        for name, data in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            tar.addfile(entry, io.BytesIO(data))
    (folder / "weir-1.0-rc1.tar.gz").write_bytes(gzip.compress(packed.getvalue(), mtime=0))
    with zipfile.ZipFile(folder / "weir_trace-1.0rc1-py3-none-any.whl", "w") as zipped:
        zipped.writestr("weir/__init__.py", "")
    root = folder.with_name(f"{folder.name}-root")
    (root / "DEBIAN").mkdir(parents=True)
    (root / "DEBIAN/control").write_text("Package: weir\nVersion: 1.0~rc1\nArchitecture: all\n"
                                         "Maintainer: x <x@x.example>\nDescription: x\n")
    (root / "usr/bin").mkdir(parents=True)
    shutil.copy(PROGRAM, root / "usr/bin/weir")
    subprocess.run(["dpkg-deb", "--build", root, folder / "weir_1.0~rc1_all.deb"], check=True,
                   capture_output=True)
    (folder / "notes.txt").write_text("no archive\n")
    return {"weir-1.0-rc1.tar.gz": files,
            "weir_trace-1.0rc1-py3-none-any.whl": {"weir/__init__.py": b""},
            "weir_1.0~rc1_all.deb": {"usr/bin/weir": Path(PROGRAM).read_bytes()}}


def sboms(folder):
    subprocess.run([sys.executable, ROOT / "sw/dist/sbom.py", folder], check=True,
                   env={**os.environ, "SOURCE_DATE_EPOCH": "1000000000"})
    return {path.name.removesuffix(".spdx.json"): path.read_text()
            for path in folder.glob("*.spdx.json")}


def test_sbom(tmp_path):
    """Each archive has one, with all its files and their hashes, with what is compiled in and what
    a program is linked with; every name in it is explained; the same archive gives the same bytes.
    """
    found = archives(tmp_path / "one")
    texts = sboms(tmp_path / "one")
    assert texts.keys() == found.keys()
    for name, files in found.items():
        of = json.loads(texts[name])
        assert (of["spdxVersion"], of["dataLicense"], of["name"]) == ("SPDX-2.3", "CC0-1.0", name)
        assert of["creationInfo"]["created"] == "2001-09-09T01:46:40Z"
        listed = {f["fileName"].removeprefix("./"): {c["algorithm"]: c["checksumValue"]
                                                     for c in f["checksums"]} for f in of["files"]}
        assert listed == {file: {"SHA1": sha("sha1", data), "SHA256": sha("sha256", data)}
                          for file, data in files.items()}
        package, *others = of["packages"]
        whole = (tmp_path / "one" / name).read_bytes()
        assert package["versionInfo"] in ("1.0-rc1", "1.0rc1", "1.0~rc1")
        assert package["licenseDeclared"] == "Apache-2.0"
        assert package["checksums"] == [{"algorithm": "SHA256",
                                         "checksumValue": sha("sha256", whole)}]
        code = sha("sha1", "".join(sorted(sha("sha1", d) for d in files.values())).encode())
        assert package["packageVerificationCode"]["packageVerificationCodeValue"] == code

        ids = [item["SPDXID"] for item in (of, *of["packages"], *of["files"])]
        ends = {end for r in of["relationships"] for end in (r["spdxElementId"],
                                                             r["relatedSpdxElement"])}
        assert len(ids) == len(set(ids)) and ends == set(ids)
        relations = {r["relatedSpdxElement"]: r["relationshipType"] for r in of["relationships"]}
        what = {p["name"]: (relations[p["SPDXID"]], p.get("versionInfo"), p["licenseDeclared"])
                for p in others}
        if name.endswith(".deb"):
            libc = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", "libc6"],
                                  capture_output=True, text=True, check=True).stdout
            assert what == {"libc6": ("DEPENDS_ON", libc, "LGPL-2.1-or-later"),
                            "fstapi": ("CONTAINS", None, "MIT"),
                            "fastlz": ("CONTAINS", None, "MIT")}
        elif name.endswith(".tar.gz"):
            llvm = "Apache-2.0 WITH LLVM-exception"
            assert what == {"zlib": ("CONTAINS", None, "Zlib"),
                            "lz4": ("CONTAINS", None, "BSD-2-Clause"),
                            "wasi-libc": ("CONTAINS", None,
                                          f"{llvm} AND MIT AND BSD-2-Clause AND CC0-1.0"),
                            "compiler-rt": ("CONTAINS", None, llvm)}
        else:
            assert not what
    shutil.copytree(tmp_path / "one", tmp_path / "two")
    assert sboms(tmp_path / "two") == texts


def test_the_archive_leaves_out_its_evidence():
    """It is written after the archive, which it is about."""
    said = subprocess.run(["git", "-C", ROOT, "check-attr", "export-ignore", "--",
                           "docs/evidence/release.md", "docs/evidence/plan.md"],
                          capture_output=True, text=True, check=True).stdout  # fmt: skip
    assert [line.split(": ")[-1] for line in said.splitlines()] == ["set", "unspecified"]
