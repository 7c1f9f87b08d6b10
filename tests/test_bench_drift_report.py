"""The parts of the drift benchmark: pages, checks, bounds, sources, engines and the report."""

import json
import sys
import types
import zipfile
from pathlib import Path
from random import Random

import pytest

from bench.drift import __main__ as command
from bench.drift import corpus as corpora
from bench.drift import measure, sources
from bench.drift.corpus import is_usable
from bench.drift.drifts.wording import misspell, paraphrase
from bench.drift.engines import ENGINES, version_of
from bench.drift.oracle import Case, Role, Row, Sheet, case_of, verdict
from bench.drift.rates import upper_bound
from tests.drift_sources import CORPUS, PYTHON, cases_of


def test_pages_follow_from_the_roles() -> None:
    rows = (
        Row(Role.KEEP, "a,", "a"),
        Row(Role.KEEP, "new in the file", None),
        Row(Role.KEEP, None, "gone from the file"),
        Row(Role.DROP, "  b", "b"),
        Row(Role.ADD, "  c", "c"),
    )
    case = case_of(Sheet("s", "x.py", "change", "  ", ("head",), rows, ("tail",)), "none")
    assert case.line == 2
    assert case.before == "head\na,\nnew in the file\n  b\ntail\n"
    assert case.search == "a\ngone from the file\nb\n"
    assert case.replace == "a\ngone from the file\nc\n"
    assert case.after == "head\na,\nnew in the file\n  c\ntail\n"


@pytest.mark.parametrize(("hits", "trials", "bound"), [(0, 3000, 0.000998), (1, 100, 0.046560), (5, 5, 1.0)])
def test_the_bound_is_exact(hits: int, trials: int, bound: float) -> None:
    assert upper_bound(hits, trials) == pytest.approx(bound, rel=1e-3)


@pytest.mark.parametrize(
    ("way", "wrong"),
    [
        ("lost", {"mx_value", "max_alue", "max_vlue", "max_vaue"}),
        ("underscore", {"maxvalue"}),
        ("doubled", {"maax_value", "max_vvalue", "max_vaalue", "max_vallue"}),
        ("case", {None}),
    ],
)
def test_misspelling_goes_its_way(way: str, wrong: set[str | None]) -> None:
    assert {misspell("max_value", way, Random(seed)) for seed in range(40)} == wrong


def test_a_paraphrase_keeps_negations() -> None:
    assert paraphrase("this must be read but never written", "end left out") is None
    assert paraphrase("Make sure that the file is there", "small words left out") == "Make sure file there"


def test_only_plain_text_of_a_fair_size_is_used() -> None:
    assert is_usable(PYTHON)
    assert not is_usable(PYTHON.replace("\n", "\r\n"))
    assert not is_usable(PYTHON.rstrip("\n"))
    assert not is_usable("x = 1\n")
    assert not is_usable(PYTHON + "y = " + "1" * 200 + "\n")


def test_an_archive_is_read_and_known_by_its_hash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(command: list[str]) -> str:
        with zipfile.ZipFile(Path(command[-2]) / "x.whl", "w") as wheel:
            wheel.writestr(zipfile.ZipInfo("x/orders.py"), PYTHON)
            wheel.writestr(zipfile.ZipInfo("y/orders.py"), PYTHON)
        return ""

    monkeypatch.setattr(sources, "_run", run)
    wrong = sources.Source("x", "1", "pip", "0" * 64, (".py",), "x/")
    assert sources.fetch(wrong, tmp_path) == "what was fetched has another hash"
    (archive,) = tmp_path.rglob("x.whl")
    right = sources.Source("x", "1", "pip", corpora._digest(archive.read_bytes()).hex(), (".py",), "x/")
    monkeypatch.setattr(corpora, "SETS", {"A": (right, wrong)})
    loaded = corpora.load_corpus("A", tmp_path)
    assert [file.path for file in loaded.files["x 1"]] == ["x/orders.py"]
    assert loaded.missing == [{"source": "x 1", "why": "what was fetched has another hash"}]


def test_the_library_stands_in_where_nothing_can_be_fetched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "_run", lambda command: "no way")
    first, second = (corpora.load_corpus(name, tmp_path) for name in "AB")
    assert {one["why"] for one in first.missing} == {"no way"}
    (label,) = first.files
    assert label.startswith("python ")
    assert not {file.path for file in first.files[label]} & {file.path for file in second.files[label]}


def test_the_sets_share_no_package() -> None:
    names = [source.name for chosen in sources.SETS.values() for source in chosen]
    assert len(names) == len(set(names))


def test_the_library_s_answer_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def apply_edits(before: str, edits: list[dict[str, str]]) -> object:
        (edit,) = edits
        ok = before.count(edit["search"]) == 1
        return types.SimpleNamespace(ok=ok, after=before.replace(edit["search"], edit["replace"]))

    fake = types.ModuleType("editapply")
    fake.__dict__.update(Edit=dict, apply_edits=apply_edits)
    monkeypatch.setitem(sys.modules, "editapply", fake)
    run = ENGINES["editapply"]()
    assert [verdict(case, run(case)) for case in cases_of("none")] == ["right"] * len(cases_of("none"))
    assert [verdict(case, run(case)) for case in cases_of("typo")] == ["refused"] * len(cases_of("typo"))


@pytest.mark.parametrize("name", ["mpatch", "purepatch", "apply-edit-block"])
def test_a_peer_does_the_exact_edits(name: str) -> None:
    if version_of(name) is None:
        pytest.skip(f"{name} is not installed (extra `bench`)")
    run = ENGINES[name]()
    assert [verdict(case, run(case)) for case in cases_of("none")] == ["right"] * len(cases_of("none"))


def test_baselines_refuse_and_paste() -> None:
    exact, paste = ENGINES["exact"](), ENGINES["paste"]()
    assert {verdict(case, exact(case)) for case in cases_of("none") + cases_of("gone")} == {"right"}
    assert {verdict(case, exact(case)) for case in cases_of("comment")} == {"refused"}
    assert {verdict(case, paste(case)) for case in cases_of("comment")} == {"wrong"}


def test_a_crash_is_no_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(case: Case) -> str | None:
        raise ValueError("a bug")

    monkeypatch.setattr(measure, "_engine", lambda name: crash)
    assert measure._judge(cases_of("none")[0], "exact") == ("crashed", "ValueError: a bug")


def test_the_command_prints_and_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "load_corpus", lambda name, cache: CORPUS)
    monkeypatch.setattr(measure, "_corpus", lambda name, cache: CORPUS)
    chosen = ["--engine", "exact", "--engine", "paste", "--kind", "none", "--kind", "comment"]
    files = ["--json", str(tmp_path / "f.json"), "--dump-wrong", str(tmp_path / "wrong.jsonl")]
    assert command.main([*chosen, *files, "--cases", "12", "--jobs", "1", "--seed", "3"]) == 0
    lines = capsys.readouterr().out.split("\n")
    assert "none                                 6 | 100.00   0.00    0.00 | 100.00   0.00    0.00" in lines
    assert "a comment paraphrased                6 |   0.00   0.00  100.00 |   0.00 100.00    0.00" in lines
    figures = json.loads((tmp_path / "f.json").read_text())
    assert figures["all"]["engines"]["paste"]["wrong"] == 6
    assert figures["seed"] == 3
    wrong = [json.loads(line) for line in (tmp_path / "wrong.jsonl").read_text().split("\n")[:-1]]
    assert [one["number"] for one in wrong] == list(range(6))
    assert set(wrong[0]["texts"]) == {"paste"}
