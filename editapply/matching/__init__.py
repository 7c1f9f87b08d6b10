"""Text and quote → the places where the quote stands, or the nearest ones."""

from editapply.matching.exact import places_inside_words
from editapply.matching.index import Index
from editapply.matching.ranking import rank, rank_candidates
from editapply.matching.tiers import find, find_exact, find_whitespace

__all__ = ["Index", "find", "find_exact", "find_whitespace", "places_inside_words", "rank", "rank_candidates"]
