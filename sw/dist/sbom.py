#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""SBOMs in SPDX 2.3 (JSON) of the files in a folder: sbom.py FOLDER writes FILE.spdx.json for each.

A package contains its files, with their hashes, and depends on the libraries that its programs are
linked with, in the version that this machine has: it is the one that built them. Sources that are
compiled in are contained. The same files give the same bytes.
"""

import datetime
import hashlib
import json
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import zipfile
from pathlib import Path

# What is compiled in, from elsewhere: {name: (licence, supplier, which files have it)}
INSIDE = {
    "fstapi": ("MIT", "Organization: GTKWave", r"(bin/|scripts/)weir$"),
    "fastlz": ("MIT", "Person: Ariya Hidayat", r"(bin/|scripts/)weir$"),
    "zlib": ("Zlib", "Organization: zlib", r"viewer\.html$"),
    "lz4": ("BSD-2-Clause", "Organization: LZ4", r"viewer\.html$"),
    "wasi-libc": ("Apache-2.0 WITH LLVM-exception AND MIT AND BSD-2-Clause AND CC0-1.0",
                  "Organization: WebAssembly", r"viewer\.html$"),
    "compiler-rt": ("Apache-2.0 WITH LLVM-exception", "Organization: LLVM", r"viewer\.html$"),
}
LICENCES = {"libyaml": "MIT", "libjansson": "MIT", "liblz4": "BSD-2-Clause", "libz": "Zlib",
            "libelf": "LGPL-3.0-or-later OR GPL-2.0-or-later", "libncursesw": "MIT",
            "libtinfo": "MIT", "libc": "LGPL-2.1-or-later", "libm": "LGPL-2.1-or-later"}
MULTIARCH = sysconfig.get_config_var("MULTIARCH")  # other folders have other machines' libraries


def contents(path, folder):
    """{name: bytes} of what an archive has."""
    if path.suffix == ".deb":
        subprocess.run(["dpkg-deb", "-x", path, folder], check=True)
        return {f.relative_to(folder).as_posix(): f.read_bytes()
                for f in sorted(folder.rglob("*")) if f.is_file() and not f.is_symlink()}
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as zipped:
            return {n: zipped.read(n) for n in sorted(zipped.namelist()) if not n.endswith("/")}
    with tarfile.open(path) as tar:
        return {m.name: tar.extractfile(m).read()
                for m in sorted(tar.getmembers(), key=lambda m: m.name) if m.isfile()}


def linked(data):
    """{soname: (Debian package, version)} of a program or library."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        said = subprocess.run(["objdump", "-p", file.name], capture_output=True, text=True).stdout
    found = {}
    for soname in re.findall(r"NEEDED +(\S+)", said):
        if soname.startswith("libweir"):
            continue
        owner = subprocess.run(["dpkg", "-S", f"*/{soname}"], capture_output=True, text=True).stdout
        mine = [line for line in owner.split("\n") if f"/{MULTIARCH}/" in line]
        package = (mine or [owner])[0].partition(": ")[0].split(",")[0]
        version = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package],
                                 capture_output=True, text=True).stdout
        found[soname] = (package.partition(":")[0], version)
    return found


def sbom(path, when):
    with tempfile.TemporaryDirectory() as folder:
        files = contents(path, Path(folder))
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    identifier = lambda text: re.sub(r"[^A-Za-z0-9.-]", "-", text)
    root = f"SPDXRef-Package-{identifier(path.name)}"
    packages = [{
        "SPDXID": root, "name": path.name,
        "versionInfo": re.search(r"\d+\.\d+([-~]?rc\d+)?", path.name)[0],
        "downloadLocation": "NOASSERTION", "filesAnalyzed": True, "licenseConcluded": "Apache-2.0",
        "licenseDeclared": "Apache-2.0", "licenseInfoFromFiles": ["NOASSERTION"],
        "copyrightText": "NOASSERTION", "supplier": "Organization: Weir",
        "checksums": [{"algorithm": "SHA256", "checksumValue": digest}],
        "packageVerificationCode": {"packageVerificationCodeValue": hashlib.sha1("".join(sorted(
            hashlib.sha1(d).hexdigest() for d in files.values())).encode()).hexdigest()},
    }]  # fmt: skip
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", root)]
    entries, needs, inside = [], {}, {}
    for number, (name, data) in enumerate(files.items()):
        entry = f"SPDXRef-File-{number}"
        entries.append({
            "SPDXID": entry, "fileName": f"./{name}", "licenseConcluded": "NOASSERTION",
            "licenseInfoInFiles": ["NOASSERTION"], "copyrightText": "NOASSERTION",
            "checksums": [{"algorithm": "SHA1", "checksumValue": hashlib.sha1(data).hexdigest()},
                          {"algorithm": "SHA256",
                           "checksumValue": hashlib.sha256(data).hexdigest()}],
        })  # fmt: skip
        relations.append((root, "CONTAINS", entry))
        if data[:4] == b"\x7fELF":
            needs |= linked(data)
        inside |= {k: v for k, v in INSIDE.items() if re.search(v[2], name)}
    other = {}
    for soname, (package, version) in needs.items():
        stem = re.match(r"[a-z]+[0-9]*(?:yaml|w)?(?=[-.])", soname)[0]
        licence = LICENCES.get(stem, "NOASSERTION")
        other.setdefault(package, ("DEPENDS_ON", version, licence, "Organization: Debian"))
    for name, (licence, supplier, _) in inside.items():
        other[name] = ("CONTAINS", None, licence, supplier)
    for name, (relation, version, licence, supplier) in sorted(other.items()):
        entry = f"SPDXRef-Package-{identifier(name)}"
        packages.append({
            "SPDXID": entry, "name": name, "downloadLocation": "NOASSERTION",
            "filesAnalyzed": False, "licenseConcluded": licence, "licenseDeclared": licence,
            "copyrightText": "NOASSERTION", "supplier": supplier,
            **({"versionInfo": version} if version else {}),
        })  # fmt: skip
        relations.append((root, relation, entry))
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": path.name, "documentNamespace": f"https://spdx.org/spdxdocs/weir-{digest}",
        "creationInfo": {"created": when, "creators": ["Organization: Weir", "Tool: sbom.py"]},
        "packages": packages, "files": entries,
        "relationships": [{"spdxElementId": a, "relationshipType": kind, "relatedSpdxElement": b}
                          for a, kind, b in relations],
    }  # fmt: skip


def main():
    seconds = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
    when = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
    for path in sorted(Path(sys.argv[1]).iterdir()):
        if path.name.endswith((".deb", ".whl", ".tar.gz")):
            text = json.dumps(sbom(path, when.strftime("%Y-%m-%dT%H:%M:%SZ")), indent=1)
            path.with_name(path.name + ".spdx.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
