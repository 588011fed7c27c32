"""`python -m tablebase`: the command line."""

from tablebase_cli import main

if __name__ == "__main__":
    main()
