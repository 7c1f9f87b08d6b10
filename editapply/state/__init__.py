"""What outlives a run, in a private folder of its own: plans that were refused."""
