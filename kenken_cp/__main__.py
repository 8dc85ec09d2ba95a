"""``python -m kenken_cp``."""

from kenken_cp.cli import main

if __name__ == "__main__":
    main()
