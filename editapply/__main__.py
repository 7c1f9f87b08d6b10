"""`python -m editapply`: the same as the command `editapply`."""

from editapply.cli import main

if __name__ == "__main__":
    main()
