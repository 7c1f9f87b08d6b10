"""A quote laid beside a place → sentences that say what differs, the first line that does so first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from editapply.align import Pair
from editapply.indent import indent_of
from editapply.normalize import BLANKS
from editapply.report.contrast import tell_indent, tell_lines
from editapply.report.groups import shift_of
from editapply.report.laid import Laid
from editapply.report.numbers import counted
from editapply.report.signs import MOST_OF_A_QUOTE, visible
from editapply.text import is_blank, lines_of

LONGEST = 300
MOST_TOLD = 3


def tell_differences(laid: Laid, most: int = MOST_TOLD) -> list[str]:
    """At most `most` sentences, and one that counts the other lines.

    Where none of them is about a line that the edit changes, the first one that is takes the last place.
    """
    if most not in laid.told:
        laid.told[most] = tuple(_tell(laid, most))
    return list(laid.told[most])


def _tell(laid: Laid, most: int) -> Iterator[str]:
    chosen = laid.groups[:most]
    about = next((group for group in laid.groups if _is_about_the_change(laid, group)), None)
    if about is not None and about not in chosen and chosen:
        chosen[-1] = about
    named: set[str] = set()
    yield from (shortened(tell_group(laid, group, named)) for group in chosen)
    left = _size(laid.differing) - sum(map(_size, chosen))
    if left:
        yield f"and {counted(left, 'more line')}"


def _is_about_the_change(laid: Laid, group: Sequence[Pair]) -> bool:
    return any(line in laid.changed for pair in group for line in pair.quote)


def _size(pairs: Sequence[Pair]) -> int:
    return sum(max(len(pair.quote), len(pair.file)) for pair in pairs)


def shortened(sentence: str) -> str:
    return sentence if len(sentence) <= LONGEST else sentence[: LONGEST - 1] + "…"


def tell_group(laid: Laid, group: Sequence[Pair], named: set[str]) -> str:
    """One sentence for pairs that belong together."""
    if len(group) == 1:
        return tell_pair(laid, group[0], named)
    first, last = group[0], group[-1]
    lines = lines_of(laid.number(first.file.start), laid.number(last.file.start))
    quoted, found = laid.quote[first.quote.start], laid.found[first.file.start]
    blanks, more = shift_of(quoted, found) or ("", 0)
    if not more:
        return f"{lines} are indented otherwise: the first one {tell_indent(indent_of(found), indent_of(quoted))}"
    noun = ("tab" if blanks == "\t" else "blank") + ("" if abs(more) == 1 else "s")
    return f"{lines} are indented by {abs(more)} {noun} {'more' if more > 0 else 'less'} than in SEARCH"


def tell_pair(laid: Laid, pair: Pair, named: set[str]) -> str:
    """One sentence for lines of the file and what SEARCH has in their place."""
    quoted, found = laid.quoted(pair), laid.in_file(pair)
    if pair.single:
        return f"line {laid.number(pair.file.start)} {tell_lines(found[0], quoted[0], named)}"
    if not found:
        return _missing(quoted, laid.number(pair.file.start))
    lines = lines_of(laid.number(pair.file.start), laid.number(pair.file.stop - 1))
    if not quoted:
        return _more(found, lines)
    if all(map(is_blank, [*quoted, *found])):
        return f"{lines} {_are(found)} blank where SEARCH has {counted(len(quoted), 'blank line')}"
    many = len(found) > 1
    if pair.same:
        return f"{lines} hold{'' if many else 's'} what SEARCH has in {counted(len(quoted), 'line')}"
    other = counted(len(quoted), "other line")
    return f"{lines} `{_first(found)}` stand{'' if many else 's'} where SEARCH has {other}, from `{_first(quoted)}` on"


def _missing(quoted: Sequence[str], before: int) -> str:
    if len(quoted) == 1:
        line = "a blank line" if is_blank(quoted[0]) else f"a line `{_first(quoted)}`"
        return f"SEARCH has {line} that isn't there (before line {before})"
    if all(map(is_blank, quoted)):
        return f"SEARCH has {len(quoted)} blank lines that aren't there (before line {before})"
    return f"SEARCH has {len(quoted)} lines that aren't there (before line {before}), from `{_first(quoted)}` on"


def _more(found: Sequence[str], lines: str) -> str:
    if all(map(is_blank, found)):
        return f"{lines} {_are(found)} blank and not in SEARCH"
    if len(found) == 1:
        return f"{lines} `{_first(found)}` is not in SEARCH"
    return f"{lines}, from `{_first(found)}` on, are not in SEARCH"


def _are(lines: Sequence[str]) -> str:
    return "is" if len(lines) == 1 else "are"


def _first(lines: Sequence[str]) -> str:
    """The first line that isn't blank, short."""
    return visible(next((line for line in lines if not is_blank(line)), "").strip(BLANKS), MOST_OF_A_QUOTE)
