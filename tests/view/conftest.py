# SPDX-License-Identifier: Apache-2.0
"""One Chromium for the tests of a worker; pages of traces, each written once."""

import subprocess

import browser as chromium
import pytest


@pytest.fixture(scope="session")
def browser():
    one = chromium.Browser()
    yield one
    one.close()


@pytest.fixture
def tab(browser):
    """tab(path, fragment, width=..., dark=...) opens a page, which must make no request and have
    no error."""
    pages = []

    def open(path, fragment="", viewer=True, **options):
        page = chromium.Page(browser, **options)
        pages.append(page)
        return page.open(path, fragment, **({} if viewer else {"ready": None}))

    yield open
    problems = [problem for page in pages for problem in page.problems()]
    for page in pages:
        page.close()
    assert not problems


@pytest.fixture(scope="session")
def view(program):
    """view(path or bytes, folder, *options) writes a page with the sanitized command."""
    def write(path, page, *options, code=0):
        done = subprocess.run(
            [program("build/weir-san"), "view", *map(str, options), "-o", page, path],
            capture_output=True,
            text=True,
            timeout=120)
        assert done.returncode == code, done.stderr
        assert "Sanitizer" not in done.stderr and "runtime error" not in done.stderr, done.stderr
        return page

    return write
