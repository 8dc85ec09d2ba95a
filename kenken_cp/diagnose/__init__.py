"""What is wrong, or odd, about a puzzle."""
