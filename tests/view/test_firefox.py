# SPDX-License-Identifier: Apache-2.0
"""The page in headless Firefox: it draws what it draws in Chromium."""

import base64
import subprocess

import scene


def test_firefox_draws_the_same(tab, view, tmp_path):
    """Colours of 62 x 35 parts are compared: letters and the edges of boxes differ."""
    (tmp_path / "t.fxt").write_bytes(scene.system())
    page = view(tmp_path / "t.fxt", tmp_path / "t.html")
    picture = tmp_path / "firefox.png"
    drawn = tab(page, width=1240, height=700)
    drawn.settle()
    mine = drawn.grid(62, 35)
    for attempt in range(3):  # on a busy machine it may take its picture before the page is drawn
        profile = tmp_path / f"profile{attempt}"
        profile.mkdir()
        subprocess.run([
            "firefox-esr", "--headless", "--profile", profile, "--window-size=1240,700",
            "--screenshot", picture, page.as_uri()
        ],
                       check=True,
                       capture_output=True,
                       timeout=240)
        data = base64.b64encode(picture.read_bytes()).decode()
        shown = tmp_path / f"shown{attempt}.html"
        shown.write_text(f'<body style="margin:0"><img src="data:image/png;base64,{data}" '
                         'width="1240">')
        other = tab(shown, viewer=False, width=1240, height=700)
        other.settle()
        theirs = other.grid(62, 35)
        apart = [(x, y) for y in range(35) for x in range(62)
                 if max(abs(a - b) for a, b in zip(mine[y][x], theirs[y][x])) > 40]
        if len(apart) <= 62 * 35 // 25:
            break
    assert len(apart) <= 62 * 35 // 25, (len(apart), apart[:20])
    # and it is no empty page
    assert len({tuple(c // 32 for c in cell) for row in theirs for cell in row}) > 10
