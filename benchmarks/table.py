"""Turns what pytest-benchmark saved into the Markdown tables of the README.

python -m pytest benchmarks/bench_unique.py --benchmark-json=results.json
python benchmarks/table.py results.json
"""

from __future__ import annotations

import json
import sys
from pathlib import Path


def table(path: Path) -> str:
    """Rows are groups, columns what was compared; median / slowest in milliseconds."""
    groups: dict[str, dict[str, str]] = {}
    for benchmark in json.loads(path.read_text())["benchmarks"]:
        stats = benchmark["stats"]
        figures = f"{_milliseconds(stats['median'])} / {_milliseconds(stats['max'])}"
        groups.setdefault(benchmark["group"], {})[benchmark["name"]] = figures
    names = list(dict.fromkeys(name for row in groups.values() for name in row))
    lines = ["| | " + " | ".join(names) + " |", "|---" * (len(names) + 1) + "|"]
    for group, row in groups.items():
        cells = [row.get(name, "-") for name in names]
        lines.append(f"| {group} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:.3g}" if seconds < 1 else f"{seconds * 1000:.0f}"


if __name__ == "__main__":
    sys.stdout.write(table(Path(sys.argv[1])) + "\n")
