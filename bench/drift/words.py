"""The words that new code is made of, that comments are said otherwise with, and that languages keep to themselves."""

_WORDS = """
account batch buffer cache channel client cursor default draft entry filter folder handle header index item
journal label layer ledger limit marker margin message method offset option order owner packet parent payload
policy prefix queue range record region report request result retry sample schema scope segment session shard
signal source status stream summary target ticket timeout token total update vendor version weight window
worker
"""
_KEYWORDS = """
False None True abstract and as assert async await bool boolean break byte case catch char class const
constructor continue def default delete del do double elif else enum except export extends extern false final
finally float for from function goto if implements import in inline instanceof int interface is lambda let
long namespace new nil nonlocal not null number object of operator or override package pass private protected
public raise readonly return self short signed sizeof static string struct super switch template this throw
throws true try type typedef typename typeof undefined union unsigned using var virtual void volatile while
with yield include define ifdef ifndef endif elseif undef pragma
"""
_SYNONYMS = """
check/verify returns/gives return/give creates/makes create/make gets/fetches get/fetch used/needed use/take
uses/takes ensure/make_sure make/build value/content values/contents current/present given/passed whether/if
first/initial remove/drop removes/drops add/append adds/appends because/since before/ahead_of list/sequence
called/invoked call/invoke will/shall should/must need/have needs/has find/locate
finds/locates file/document function/routine name/label same/identical start/begin end/finish must/has_to
allow/permit allows/permits also/too handle/treat handles/treats contains/holds contain/hold update/refresh
only/just when/as_soon_as
"""
WORDS = _WORDS.split()
KEYWORDS = frozenset(_KEYWORDS.split())
SYNONYMS = dict(pair.split("/") for pair in _SYNONYMS.split())
SMALL_WORDS = ("the", "a", "an", "that", "this", "is", "are", "we", "of")
