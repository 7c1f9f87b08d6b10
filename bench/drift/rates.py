"""Counts → rates with their bounds."""

from math import exp, lgamma, log, log1p


def upper_bound(hits: int, trials: int, risk: float = 0.05) -> float:
    """The exact (Clopper-Pearson) one-sided upper bound of a rate; about 3/n where there was no hit."""
    if hits >= trials:
        return 1.0
    low, high = hits / trials, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        if _at_most(hits, trials, middle) > risk:
            low = middle
        else:
            high = middle
    return high


def _at_most(hits: int, trials: int, rate: float) -> float:
    """The chance of that many hits or fewer."""
    if not 0 < rate < 1:
        return float(rate <= 0)
    terms = [_log_binomial(trials, k) + k * log(rate) + (trials - k) * log1p(-rate) for k in range(hits + 1)]
    most = max(terms)
    return exp(most) * sum(exp(term - most) for term in terms)


def _log_binomial(trials: int, hits: int) -> float:
    return lgamma(trials + 1) - lgamma(hits + 1) - lgamma(trials - hits + 1)
