"""The composition root: puts the app together and starts it; no logic."""

from engine.__main__ import main

if __name__ == "__main__":
    raise SystemExit(main(["play"]))
