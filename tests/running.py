"""How the tests in this folder are run: which command they try, and which part of them."""

import os
import sys
import time
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SLOW = os.environ.get("TIDELOCK_SLOW") == "1"


def kills(few):
    """How often a server is killed; as often as TIDELOCK_KILLS says where it is set, as in `./test kills`."""
    return int(os.environ.get("TIDELOCK_KILLS", few))


def named_command():
    """The command is named first on the line, or in TIDELOCK, or is the one that was built."""
    if len(sys.argv) > 1 and os.access(sys.argv[1], os.X_OK):
        return sys.argv.pop(1)
    return os.environ.get("TIDELOCK", str(ROOT / "build" / "tidelock"))


COMMAND = str(Path(named_command()).resolve())


def load_tests(_loader, tests, _pattern):
    """All tests; with TIDELOCK_PART=i/n every n-th from the i-th on, so that several cores share them."""
    part, parts = map(int, os.environ.get("TIDELOCK_PART", "0/1").split("/"))
    every = [test for of_class in tests for test in of_class]
    return unittest.TestSuite(every[part::parts])


def main():
    began = time.monotonic()
    program = unittest.main(exit=False)
    print(f"{time.monotonic() - began:.0f} s with {COMMAND}", file=sys.stderr)
    sys.exit(not program.result.wasSuccessful())
