"""The hand-written solver: candidates, techniques, strategies, traces and explanations."""
