from __future__ import annotations

import pytest

from editapply.errors import ReplyError
from editapply.formats import format_block, format_blocks, parse, parse_reply
from editapply.model import Edit, Problem, Reading

NAMED = "src/a.py\n"


def block(search: str, replace: str, opening: str = "<<<<<<< SEARCH") -> str:
    return f"{opening}\n{search}=======\n{replace}>>>>>>> REPLACE\n"


SECOND = block("c\n", "d\n")


def only_edit(reply: str) -> Edit:
    edits = parse_reply(reply)
    assert len(edits) == 1
    return edits[0]


def test_everything_that_an_edit_holds() -> None:
    reply = "Look:\n\nsrc/a.py:3-4\n```python\n" + block("a\n\n  b\n", "c\n") + "```\n"
    assert parse_reply(reply) == [
        Edit(path="src/a.py", search="a\n\n  b\n", replace="c\n", hint=(3, 4), index=1, reply_line=5)
    ]


@pytest.mark.parametrize(
    ("reply", "path"),
    [
        pytest.param(NAMED + block("a\n", "b\n"), "src/a.py", id="line above"),
        pytest.param(NAMED + "\n\n```\n" + block("a\n", "b\n"), "src/a.py", id="above the fence, blank lines between"),
        pytest.param("```\nsrc/a.py\n" + block("a\n", "b\n"), "src/a.py", id="inside the fence"),
        pytest.param("```python:src/a.py\n" + block("a\n", "b\n"), "src/a.py", id="info string"),
        pytest.param("b.txt\n```\nb.txt\n" + block("a\n", "b\n"), "b.txt", id="above and inside"),
        pytest.param("<path>src/a.py</path>\n" + block("a\n", "b\n"), "src/a.py", id="xml element"),
        pytest.param("<path>src/a.py</path>\n<diff>\n" + block("a\n", "b\n"), "src/a.py", id="xml element and a tag"),
        pytest.param('<edit file="src/a.py">\n' + block("a\n", "b\n"), "src/a.py", id="xml attribute"),
        pytest.param(block("a\n", "b\n", "<<<<<<< SEARCH src/a.py"), "src/a.py", id="behind the marker"),
        pytest.param("Change `src/a.py`:\n" + block("a\n", "b\n"), "src/a.py", id="sentence"),
        pytest.param(NAMED + "It is broken.\n\nSo:\n" + block("a\n", "b\n"), "src/a.py", id="the only name further up"),
        pytest.param("src/a.py\n/a.py\n" + block("a\n", "b\n"), "/a.py", id="the nearest of two"),
        pytest.param("src/b.py\n```x:src/a.py\nsrc/a.py\n" + block("a\n", "b\n"), None, id="two that contradict"),
        pytest.param("python\n" + block("a\n", "b\n"), None, id="a language"),
        pytest.param(block("a\n", "b\n"), None, id="none"),
        pytest.param(
            "Create `src/a.py`:\n" + block("", "b\n"), "src/a.py", id="a sentence that says so creates a file"
        ),
        pytest.param("See `src/a.py`:\n" + block("", "b\n"), None, id="another sentence creates no file"),
        pytest.param("Create:\n\n`src/a.py`\n" + block("", "b\n"), "src/a.py", id="a line does"),
        pytest.param("a.py\nb.py is not it.\n" + block("a\n", "b\n"), None, id="another file between"),
    ],
)
def test_the_file_name(reply: str, path: str | None) -> None:
    assert [edit.path for edit in parse(reply).edits] == ([] if path is None else [path])


def test_a_sentence_with_two_files_names_neither() -> None:
    reply = "Update the `Dockerfile` so that it copies app.py:\n" + block("a\n", "b\n")
    assert [edit.path for edit in parse(reply).edits] != ["app.py"]


@pytest.mark.parametrize(
    ("between", "mentions"),
    [
        ("", ()),
        ("and then\n", ()),
        ("src/a.py is done.\n", ()),
        ("The same in b.py, see `Makefile`.\nSo:\n", ("Makefile", "b.py")),
    ],
)
def test_a_name_taken_over_comes_with_the_paths_named_in_between(between: str, mentions: tuple[str, ...]) -> None:
    edits = parse_reply(NAMED + block("a\n", "b\n") + between + block("c\n", "d\n"))
    assert [(edit.path, edit.mentions) for edit in edits] == [("src/a.py", ()), ("src/a.py", mentions)]


@pytest.mark.parametrize(
    ("content", "search", "replace"),
    [
        pytest.param("a\n=======\nb\n", "a\n", "b\n", id="plain"),
        pytest.param("=======\nb\n", "", "b\n", id="empty SEARCH"),
        pytest.param("a\n=======\n", "a\n", "", id="empty REPLACE"),
        pytest.param("\n=======\n\n\nb\n\n", "\n", "\n\nb\n\n", id="blank lines stay"),
        pytest.param("  a\t \n=======\nb\x0c\n", "  a\t \n", "b\x0c\n", id="blanks and form feeds stay"),
        pytest.param("a\rb\n=======\nc\u2028d\x85\n", "a\rb\n", "c\u2028d\x85\n", id="other line breaks are content"),
        pytest.param("a\n====\n======= x\n=======\nb\n", "a\n====\n======= x\n", "b\n", id="dividers that are none"),
        pytest.param("a\n==========\n=======\nb\n", "a\n==========\n", "b\n", id="longer underline"),
        pytest.param("a\n  =======\n=======\nb\n", "a\n  =======\n", "b\n", id="indented divider is content"),
        pytest.param("```\na\n```\n=======\n```\nb\n```\n", "```\na\n```\n", "```\nb\n```\n", id="fences"),
        pytest.param("<think>\n=======\n</think>\n", "<think>\n", "</think>\n", id="reasoning tags"),
        pytest.param(
            "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n=======\nb\n",
            "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n",
            "b\n",
            id="git conflict",
        ),
    ],
)
def test_the_sides(content: str, search: str, replace: str) -> None:
    edit = only_edit(f"{NAMED}<<<<<<< SEARCH\n{content}>>>>>>> REPLACE\n")
    assert (edit.search, edit.replace, edit.readings) == (search, replace, ())


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_the_reply_may_have_any_line_end(newline: str) -> None:
    edit = only_edit((NAMED + block("a\nb\n", "c\n")).replace("\n", newline))
    assert (edit.path, edit.search, edit.replace) == ("src/a.py", "a\nb\n", "c\n")


def test_a_reply_that_ends_with_its_end_marker() -> None:
    assert only_edit((NAMED + block("a\n", "b\n")).rstrip("\n")).replace == "b\n"


@pytest.mark.parametrize(
    ("content", "readings"),
    [
        pytest.param(
            "a\n=======\nb\n=======\nc\n",
            (Reading("a\n", "b\n=======\nc\n", False), Reading("a\n=======\nb\n", "c\n", True)),
            id="heading in one side",
        ),
        pytest.param(
            "=======\nRelease\n=======\nb\n",
            (Reading("", "Release\n=======\nb\n", True), Reading("=======\nRelease\n", "b\n", True)),
            id="new file with a heading",
        ),
        pytest.param(
            "=======\nTop\n=======\nb\n",
            (Reading("", "Top\n=======\nb\n", False), Reading("=======\nTop\n", "b\n", True)),
            id="underline of another length",
        ),
    ],
)
def test_readings(content: str, readings: tuple[Reading, ...]) -> None:
    edit = only_edit(f"{NAMED}<<<<<<< SEARCH\n{content}>>>>>>> REPLACE\n")
    assert edit.readings == readings
    assert (edit.search, edit.replace) == (readings[0].search, readings[0].replace)


def test_an_indented_block_loses_its_indentation() -> None:
    lines = (NAMED + "```\n" + block("  a\n\n b\n", "c\n") + "```\n").split("\n")
    edit = only_edit("\n".join("   " + line if line else line for line in lines))
    assert (edit.search, edit.replace, edit.readings) == ("  a\n\n b\n", "c\n", ())


def test_markers_that_alone_are_indented_leave_two_readings() -> None:
    edit = only_edit(f"{NAMED}  <<<<<<< SEARCH\n  a\n  =======\n    b\n  >>>>>>> REPLACE\n")
    assert edit.readings == (Reading("a\n", "  b\n"), Reading("  a\n", "    b\n"))


def test_content_less_indented_than_the_markers_stays() -> None:
    edit = only_edit(f"{NAMED}  <<<<<<< SEARCH\na\n  =======\n  b\n  >>>>>>> REPLACE\n")
    assert (edit.search, edit.replace, edit.readings) == ("a\n", "  b\n", ())


PROBLEMS = [
    pytest.param("<<<<<<< SEARCH\na\n=======\nb\n", 2, "cut off", id="cut off in REPLACE"),
    pytest.param("<<<<<<< SEARCH\na\n", 2, "`=======` and `>>>>>>> REPLACE`", id="cut off in SEARCH"),
    pytest.param("<<<<<<< SEARCH\na\n>>>>>>> REPLACE\n", 2, "no `=======` line between", id="no divider"),
    pytest.param("a\n=======\nb\n>>>>>>> REPLACE\n", 5, "without `<<<<<<< SEARCH` before it", id="no opening"),
    pytest.param("<<<<<<< SEARCH\n=======\n>>>>>>> REPLACE\n", 2, "both sides are empty", id="both sides empty"),
    pytest.param("<<<<<<< SEARCH\n\n=======\n \n>>>>>>> REPLACE\n", 2, "both sides are empty", id="both blank"),
    pytest.param("<<<<<<< SEARCH\n" + "a\n=======\n" * 13 + ">>>>>>> REPLACE\n", 2, "13 lines look like", id="many"),
    pytest.param("<think>\n" + block("a\n", "b\n"), 2, "never closed", id="reasoning unclosed"),
]


@pytest.mark.parametrize(("content", "line", "words"), PROBLEMS)
def test_a_broken_block(content: str, line: int, words: str) -> None:
    parsed = parse(NAMED + content)
    assert parsed.edits == ()
    assert [(problem.index, problem.reply_line) for problem in parsed.problems] == [(1, line)]
    assert words in parsed.problems[0].message


def test_broken_blocks_have_messages_of_their_own() -> None:
    contents = [str(param.values[0]) for param in PROBLEMS]
    messages = {parse(NAMED + content).problems[0].message for content in contents}
    assert len(messages) == len(contents) - 1


def test_a_missing_end_marker_does_not_swallow_the_next_block() -> None:
    parsed = parse(f"{NAMED}<<<<<<< SEARCH\na\n=======\nb\n\nb.py\n{SECOND}")
    assert [(edit.path, edit.search, edit.index) for edit in parsed.edits] == [("b.py", "c\n", 2)]
    assert [(problem.index, problem.reply_line, problem.path) for problem in parsed.problems] == [(1, 2, "src/a.py")]


def test_a_missing_end_marker_made_up_for_later_is_no_example() -> None:
    """Otherwise the second block's markers would be written into the file."""
    parsed = parse(f"{NAMED}<<<<<<< SEARCH\na\n=======\nb\n\nb.py\n{SECOND}>>>>>>> REPLACE\n")
    assert parsed.edits == ()
    assert "is `>>>>>>> REPLACE` missing" in parsed.problems[0].message


EXAMPLE = "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n"


@pytest.mark.parametrize(
    ("fences", "replace"),
    [
        pytest.param(("````md\n", "````\n"), f"b\n```\n{EXAMPLE}```\n", id="a longer fence around"),
        pytest.param(("```md\n", "```\n"), None, id="a fence of the same length"),
        pytest.param(("````md\n", ""), None, id="a fence that is not closed"),
        pytest.param(("", ""), None, id="no fence"),
    ],
)
def test_an_example_in_replace_needs_a_longer_fence(fences: tuple[str, str], replace: str | None) -> None:
    content = f"<<<<<<< SEARCH\na\n=======\nb\n```\n{EXAMPLE}```\n>>>>>>> REPLACE\n"
    parsed = parse(f"a.md\n{fences[0]}{content}{fences[1]}")
    assert [edit.replace for edit in parsed.edits] == ([] if replace is None else [replace])


@pytest.mark.parametrize("reply", ["", "\n", "Nothing to do.", "=======\n", "```\nx\n```\n", "\ufeff", "\r", "<<<<<<<"])
def test_a_reply_without_a_block(reply: str) -> None:
    parsed = parse(reply)
    assert parsed.edits == ()
    assert ["no SEARCH/REPLACE block" in problem.message for problem in parsed.problems] == [True]


def test_parse_reply_raises_all_problems_and_keeps_the_other_edits() -> None:
    with pytest.raises(ReplyError) as raised:
        parse_reply(NAMED + block("a\n", "b\n") + "<<<<<<< SEARCH\nc\n>>>>>>> REPLACE\n")
    assert [edit.search for edit in raised.value.edits] == ["a\n"]
    assert [(type(problem), problem.index) for problem in raised.value.problems] == [(Problem, 2)]
    assert str(raised.value) == raised.value.problems[0].message


def test_format_block() -> None:
    assert format_block(Edit("src/a.py", "a\n", "b\n", hint=(3, 4))) == (
        "src/a.py:3-4\n```\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n```\n"
    )


def test_formatted_markers_and_fences_are_not_those_of_the_content() -> None:
    text = format_blocks([Edit("a.md", "=======\n", "````\n<<<<<<<< SEARCH\n")])
    assert text == (
        "a.md\n`````\n<<<<<<<<< SEARCH\n=======\n=========\n````\n<<<<<<<< SEARCH\n>>>>>>>>> REPLACE\n`````\n"
    )
