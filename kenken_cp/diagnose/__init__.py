"""What is wrong, or odd, about a puzzle: why it has no solution, or several, and what to change."""
