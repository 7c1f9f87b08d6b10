"""Text measures that understand nothing, run anywhere, and are wrong in known ways."""

from editapply.similarity.bigrams import dice, window_dice

__all__ = ["dice", "window_dice"]
