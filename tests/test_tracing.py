"""What the rest of the tree, and git, know of a quote that isn't in its file."""

from __future__ import annotations

from pathlib import Path

import pytest

import editapply
from editapply.model import Cause, Code, Elsewhere, Rejected
from tests.repositories import commit_files, needs_git, new_repository
from tests.trees import write_files

QUOTE = "def retry_count(settings):\n    return settings.retries\n"
WRITTEN = "def retry_count(settings):\n    return settings.retries + 1\n"


def block(path: str, search: str, written: str) -> str:
    return f"{path}\n```\n<<<<<<< SEARCH\n{search}=======\n{written}>>>>>>> REPLACE\n```\n"


def refused(root: Path, path: str, search: str = QUOTE, written: str = WRITTEN) -> Rejected:
    outcome = editapply.plan_under_root(block(path, search, written), str(root)).outcomes[0]
    assert isinstance(outcome, Rejected)
    return outcome


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    write_files(tmp_path, {"src/a.py": b"x = 1\n", "src/b.py": b"import os\n\n\n" + QUOTE.encode()})
    return tmp_path


def test_a_quote_that_stands_in_another_file(tree: Path) -> None:
    outcome = refused(tree, "src/a.py")
    assert (outcome.code, outcome.cause) == (Code.NOT_FOUND, Cause.OTHER_FILE)
    assert outcome.elsewhere == (Elsewhere("src/b.py", 4, 5),)
    assert outcome.correction is None


def test_a_path_that_is_misspelt(tree: Path) -> None:
    outcome = refused(tree, "src/bb.py", "import os\n", "import sys\n")
    assert (outcome.code, outcome.cause) == (Code.FILE_NOT_FOUND, Cause.MISSPELT_PATH)
    assert outcome.nearest[0] == "src/b.py"


def test_a_path_that_is_wrong_and_a_quote_that_stands_elsewhere(tree: Path) -> None:
    outcome = refused(tree, "lib/other.py")
    assert (outcome.code, outcome.cause) == (Code.FILE_NOT_FOUND, Cause.OTHER_FILE)
    assert outcome.elsewhere == (Elsewhere("src/b.py", 4, 5),)


def test_a_quote_that_is_there_in_another_form_is_not_looked_for_elsewhere(tree: Path) -> None:
    write_files(tree, {"src/a.py": QUOTE.upper().encode()})
    outcome = refused(tree, "src/a.py")
    assert (outcome.cause, outcome.elsewhere) == (Cause.LETTER_CASE, ())


def test_only_a_few_edits_are_traced(tree: Path) -> None:
    reply = "".join(block("src/a.py", QUOTE.replace("retry", f"retry{k}"), WRITTEN) for k in range(20)) + block(
        "src/a.py", QUOTE, WRITTEN
    )
    outcomes = editapply.plan_under_root(reply, str(tree)).outcomes
    assert all(isinstance(outcome, Rejected) and not outcome.elsewhere for outcome in outcomes)


@needs_git
def test_a_quote_of_an_older_version(tree: Path) -> None:
    new_repository(tree)
    write_files(tree, {"src/a.py": QUOTE.encode()})
    commit_files(tree, "Count retries", {}, when="2026-03-01")
    commit_files(tree, "Drop retries", {"src/a.py": b"x = 1\n"}, when="2026-03-04")
    outcome = refused(tree, "src/a.py")
    assert outcome.cause is Cause.STALE_QUOTE
    assert "the quote fits it as of commit" in outcome.detail
    assert "`Count retries`" in outcome.detail
    assert "`Drop retries`) changed it" in outcome.detail
