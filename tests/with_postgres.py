#!/usr/bin/python3
"""with_postgres.py COMMAND...: runs a command beside a PostgreSQL of its own, whose address is in
TIDELOCK_TEST_POSTGRES."""

import os
import subprocess
import sys

from services import Postgres

with Postgres() as database:
    done = subprocess.run(sys.argv[1:], env={**os.environ, "TIDELOCK_TEST_POSTGRES": database.address()}, check=False)
sys.exit(done.returncode)
