from __future__ import annotations

import pytest

from editapply.comments import syntax_of
from editapply.matching.differences import Kind, is_other_form, is_slip, kind_of, typo_in
from editapply.normalize import tokens_of


@pytest.mark.parametrize(
    ("quoted", "found", "slip"),
    [
        ("recive", "receive", True),
        ("receivee", "receive", False),
        ("recceive", "receive", True),
        ("reecive", "receive", True),
        ("recieve", "receive", True),
        ("Receive", "receive", False),
        ("RECEIVE", "receive", False),
        ("userid_x", "user_id_x", True),
        ("user__id_x", "user_id_x", False),
        ("user_mount", "user_count", False),
        ("receivex", "receive", False),
        ("receiver", "receive", False),
        ("receives", "receive", False),
        ("receive2", "receive", False),
        ("receive1", "receive12", False),
        ("receive21", "receive12", False),
        ("rceieve", "receive", False),
        ("eceive", "receive", False),
        ("receiv", "receive", False),
        ("reCEIVE", "receive", True),
        ("größr_als", "größer_als", True),
        ("_receive", "receive", False),
        ("confg", "config", True),
        ("conf", "confi", False),
        ("chek", "check", False),
        ("usr", "user", False),
        ("value", "values", False),
        ("values", "value", False),
        ("receive", "receive_", False),
        ("123456", "12356", False),
        ("größer_al", "größer_als", False),
        ("", "receive", False),
    ],
)
def test_is_slip(quoted: str, found: str, slip: bool) -> None:
    assert is_slip(quoted, found) == slip


@pytest.mark.parametrize(
    ("quoted", "found", "typo"),
    [
        ("run(recive)", "run(receive)", ("recive", "receive")),
        ("recive = recive", "receive = receive", ("recive", "receive")),
        ("recive = receive", "receive = receive", ("recive", "receive")),
        ("run(recive, othr_name)", "run(receive, other_name)", None),
        ("run(recive)", "run(receive, a)", None),
        ('"recive"', '"receive"', None),
        ("receive", "receive", None),
    ],
)
def test_typo_in(quoted: str, found: str, typo: tuple[str, str] | None) -> None:
    assert typo_in(tokens_of(quoted), tokens_of(found)) == typo


@pytest.mark.parametrize(
    ("suffix", "quoted", "found", "kind"),
    [
        ("py", "x = 1  # a", "x = 1  # b", Kind.COMMENT),
        ("py", "x = 1", "x = 1  # b", Kind.COMMENT),
        ("py", "# a", "# b", Kind.COMMENT),
        ("py", "x = 2  # a", "x = 1  # b", Kind.OTHER),
        ("txt", "x # a", "x # b", Kind.OTHER),
        ("c", "x = 1; // a", "x = 1; /* b */", Kind.COMMENT),
        ("c", "x # a", "x # b", Kind.OTHER),
        ("py", "f(a)", "f(a),", Kind.PUNCTUATION),
        ("py", "f(a,)", "f(a)", Kind.PUNCTUATION),
        ("py", "f(a b)", "f(a, b)", Kind.OTHER),
        ("js", "f(a)", "f(a);", Kind.PUNCTUATION),
        ("c", "f(a)", "f(a);", Kind.OTHER),
        ("py", "recive(a)", "receive(a)", Kind.TYPO),
        ("py", "recive(a)  # x", "receive(a)  # y", Kind.OTHER),
        ("py", "a < b", "a <= b", Kind.MEANING),
        ("py", "a == b", "a != b", Kind.MEANING),
        ("py", "if a", "if not a", Kind.MEANING),
        ("py", "x = True", "x = False", Kind.MEANING),
        ("py", "x = None", "x = 0", Kind.OTHER),
        ("py", "a and b", "a or b", Kind.MEANING),
        ("py", "x = 1", "x = 2", Kind.OTHER),
        ("js", "a && b", "a || b", Kind.MEANING),
    ],
)
def test_kind_of(suffix: str, quoted: str, found: str, kind: Kind) -> None:
    assert kind_of(quoted, found, syntax_of(f"a.{suffix}"), suffix) is kind


@pytest.mark.parametrize(
    ("quoted", "found", "other_form"),
    [
        ("run(alpha)", "run(alpha, beta)", True),
        ("run(alpha, beta)", "run(alpha)", True),
        ("return alpha.beta", "return alpha.gamma", True),
        ("run(alpha)", "stop(alpha)", True),
        ("run(alpha)", "run(beta, gamma, delta, one, two)", True),
        ("run(1)", "run(2)", False),
        ('run("a")', 'run("b")', True),
        ("alpha = run()", "beta = run()", True),
        ("total = run(a)", "total_sum = run(a)", True),
        ("self.alpha = run()", "self.beta = run()", False),
        ("if alpha:", "if beta:", False),
        ("run(alpha, beta, {", "run(alpha, gamma, {", False),
        ("", "run(alpha)", False),
    ],
)
def test_is_other_form(quoted: str, found: str, other_form: bool) -> None:
    assert is_other_form(quoted, found) == other_form
