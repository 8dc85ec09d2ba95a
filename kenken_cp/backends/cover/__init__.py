"""Exact cover: search, counting by components and by frontiers, and the compiled kernel."""
