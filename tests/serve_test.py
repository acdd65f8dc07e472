#!/usr/bin/python3
"""The page over HTTP as browsers, strangers and scripts meet it: `tidelock serve` as a real process.

Run it with the command in the environment variable TIDELOCK, or as the first argument. Everything is written into
temporary folders, every server has a port of its own, and no test depends on how long something takes.
"""
import contextlib
import gzip
import http.client
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from running import COMMAND, load_tests, main  # noqa: F401 (unittest asks for load_tests)

PATIENCE = 120  # seconds
MOST_CONNECTIONS = 64
SCRIPT = "assets/index-DiwrgTda.js"
GUARDS = {
    "Content-Security-Policy":
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'; object-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Server:
    """A server that runs; its first line is its address."""

    def __init__(self, *args, env=None, program=None):
        # pylint: disable-next=consider-using-with
        self.process = subprocess.Popen([program or COMMAND, "serve", "--database", "memory", *map(str, args)],
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        env=env)
        self.line = self.process.stdout.readline().decode()
        found = re.fullmatch(r"http://(\[[0-9a-f:]+\]|[0-9.]+):(\d+)/\n", self.line)
        if not found:
            self.process.kill()
            raise AssertionError(f"no address: {self.line!r} {self.process.communicate()[1].decode()}")
        self.said = None
        self.host, self.port = found[1].strip("[]"), int(found[2])

    def end(self, number=signal.SIGTERM):
        """Its exit status, and all it has said after its address."""
        if self.said is None:
            if number is not None:
                self.process.send_signal(number)
            out, err = self.process.communicate(timeout=PATIENCE)
            self.said = out.decode() + err.decode()
        return self.process.returncode, self.said


class Case(unittest.TestCase):
    def setUp(self):
        self.home = Path(tempfile.mkdtemp(prefix="tidelock-test-"))
        self.addCleanup(shutil.rmtree, self.home)
        self.page = self.home / "page"
        self.files = {
            "index.html": b"<!doctype html><title>tidelock</title>",
            SCRIPT: b"console.log('hello');" * 500,
            "assets/solenia-abCD_-12.wasm": b"\0asm\1\0\0\0",
            "assets/words.json": b'{"a": "\xc3\xb3"}',
            "assets/style-B0000000.css": b"a { color: red }",
            "assets/medium-N0000000.network": bytes(range(256)),
            "icons/icon.svg": b"<svg/>", "icons/icon.png": b"\x89PNG", "favicon.ico": b"\0\0\1\0",
            "sw.js": b"// worker", "manifest.webmanifest": b"{}", "robots.txt": b"x", "a b/é.txt": b"accents",
        }
        for name, content in self.files.items():
            self.put(name, content)
        for name in ("index.html", SCRIPT):
            self.put(name + ".gz", gzip.compress(self.files[name], mtime=0))
            self.put(name + ".br", b"pretend brotli of " + name.encode())

    def put(self, name, content):
        path = self.page / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    def serve(self, *args, **more):
        server = Server("--page", self.page, "--port", 0, *args, **more)
        self.addCleanup(server.end)
        return server

    def connect(self, server):
        connection = http.client.HTTPConnection(server.host, server.port, timeout=PATIENCE)
        self.addCleanup(connection.close)
        return connection

    def ask(self, where, target="/", method="GET", body=None, **headers):
        """An answer with its body, over a connection or a new one; every answer carries the guards."""
        connection = where if isinstance(where, http.client.HTTPConnection) else self.connect(where)
        connection.putrequest(method, target, skip_host="Host" in headers, skip_accept_encoding=True)
        for name, value in headers.items():
            connection.putheader(name.replace("_", "-"), value)
        connection.endheaders(body)
        answer = connection.getresponse()
        answer.content = answer.read()
        for name, value in GUARDS.items():
            self.assertEqual(answer.headers.get_all(name), [value])
        self.assertRegex(answer.headers["Permissions-Policy"], r"camera=\(\)")
        self.assertRegex(answer.headers["Date"], r"^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$")
        return answer

    def raw(self, server, data):
        """All that comes back for some bytes, after which this side ends."""
        with socket.create_connection((server.host, server.port), timeout=PATIENCE) as connection:
            with contextlib.suppress(OSError):  # it may have closed before all was sent
                connection.sendall(data)
                connection.shutdown(socket.SHUT_WR)
            return self.all_of(connection)

    @staticmethod
    def all_of(connection):
        out = b""
        with contextlib.suppress(ConnectionError):
            while part := connection.recv(65536):
                out += part
        return out

    def alive(self, server):
        self.assertEqual(self.ask(server).content, self.files["index.html"])


class FilesTest(Case):
    def test_every_file_with_its_type(self):
        server = self.serve()
        types = {"html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
                 "css": "text/css; charset=utf-8", "svg": "image/svg+xml; charset=utf-8",
                 "json": "application/json; charset=utf-8", "wasm": "application/wasm",
                 "webmanifest": "application/manifest+json; charset=utf-8", "png": "image/png",
                 "ico": "image/x-icon", "network": "application/octet-stream", "txt": "text/plain; charset=utf-8"}
        connection = self.connect(server)
        for name, content in self.files.items():
            answer = self.ask(connection, "/" + "".join(c if c.isascii() and c != " " else
                                                        "".join(f"%{b:02X}" for b in c.encode()) for c in name))
            self.assertEqual((answer.status, answer.content), (200, content), name)
            self.assertEqual(answer.headers["Content-Type"], types[name.rsplit(".", 1)[1]])
            self.assertEqual(answer.headers["Content-Length"], str(len(content)))
            self.assertIsNone(answer.headers["Content-Encoding"])
        self.assertEqual(self.ask(connection, "/?from=elsewhere").content, self.files["index.html"])

    def test_head_is_get_without_a_body(self):
        connection = self.connect(self.serve())
        for target, wanted in (("/", "identity"), ("/" + SCRIPT, "br"), ("/none", "gzip")):
            get = self.ask(connection, target, Accept_Encoding=wanted)
            head = self.ask(connection, target, "HEAD", Accept_Encoding=wanted)
            self.assertEqual((head.status, head.content), (get.status, b""))
            differ = ("Date",)
            self.assertEqual([one for one in head.headers.items() if one[0] not in differ],
                             [one for one in get.headers.items() if one[0] not in differ])
            self.assertEqual(head.headers["Content-Length"], str(len(get.content)))

    def test_compressed_forms(self):
        connection = self.connect(self.serve())
        for wanted, coding in ((None, None), ("gzip, deflate, br, zstd", "br"), ("gzip", "gzip"), ("br;q=0, gzip;q=0.1", "gzip"),
                               ("br;q=0.2, gzip;q=0.3", "gzip"), ("deflate", None), ("*", "br"), ("*;q=0", None),
                               ("identity, br;q=0.9", None), ("nonsense;;==,,q", None)):
            with self.subTest(wanted=wanted):
                for name in ("index.html", SCRIPT):
                    answer = self.ask(connection, "/" + name, **({"Accept_Encoding": wanted} if wanted else {}))
                    self.assertEqual(answer.status, 200)
                    self.assertEqual(answer.headers["Content-Encoding"], coding)
                    self.assertEqual(answer.headers["Vary"], "Accept-Encoding")
                    self.assertIn(answer.headers["Content-Type"].split(";")[0], ("text/html", "text/javascript"))
                    sent = {"br": b"pretend brotli of " + name.encode()}.get(coding)
                    if coding == "gzip":
                        sent = gzip.compress(self.files[name], mtime=0)
                    self.assertEqual(answer.content, sent or self.files[name])
                # Without such siblings the file as it is.
                answer = self.ask(connection, "/sw.js", **({"Accept_Encoding": wanted} if wanted else {}))
                self.assertEqual((answer.content, answer.headers["Content-Encoding"]), (self.files["sw.js"], None))
        for name in ("index.html.br", "index.html.gz", SCRIPT + ".br"):
            self.assertEqual(self.ask(connection, "/" + name).status, 404)

    def test_caching(self):
        connection = self.connect(self.serve())
        for name in self.files:
            if not name.isascii():
                continue
            answer = self.ask(connection, "/" + name)
            hashed = re.fullmatch(r"assets/\w+-[\w-]{8}\.\w+", name)
            self.assertEqual(answer.headers["Cache-Control"],
                             "public, max-age=31536000, immutable" if hashed else "no-cache", name)
            self.assertRegex(answer.headers["ETag"], r'^"[0-9a-f]{32}"$')
        tags = {}
        for coding in ("identity", "gzip", "br"):
            first = self.ask(connection, "/", Accept_Encoding=coding)
            tag = first.headers["ETag"]
            tags[coding] = tag
            for known in (tag, f'"other", {tag}', f"W/{tag}", "*"):
                again = self.ask(connection, "/", Accept_Encoding=coding, If_None_Match=known)
                self.assertEqual((again.status, again.content), (304, b""))
                for name in ("ETag", "Cache-Control", "Vary"):
                    self.assertEqual(again.headers[name], first.headers[name])
            for other in ('"other"', tag.strip('"'), ""):
                self.assertEqual(self.ask(connection, "/", Accept_Encoding=coding, If_None_Match=other).status, 200)
        self.assertEqual(len(set(tags.values())), 3)

    def test_a_changed_file_has_another_tag(self):
        before = self.ask(self.serve(), "/sw.js").headers["ETag"]
        self.assertEqual(self.ask(self.serve(), "/sw.js").headers["ETag"], before)
        self.put("sw.js", b"// another worker")
        answer = self.ask(self.serve(), "/sw.js", If_None_Match=before)
        self.assertEqual((answer.status, answer.content), (200, b"// another worker"))

    def test_files_are_read_once(self):
        server = self.serve()
        self.put("sw.js", b"changed")
        self.put("new.txt", b"new")
        (self.page / "robots.txt").unlink()
        self.assertEqual(self.ask(server, "/sw.js").content, self.files["sw.js"])
        self.assertEqual(self.ask(server, "/robots.txt").content, self.files["robots.txt"])
        self.assertEqual(self.ask(server, "/new.txt").status, 404)

    def test_the_default_page(self):
        """Beside the folder of the program, wherever that is."""
        build = self.home / "build"
        build.mkdir()
        program = build / "tidelock"
        shutil.copy(COMMAND, program)
        shutil.copytree(self.page, self.home / "build-web")
        server = Server("--port", 0, program=program)
        self.addCleanup(server.end)
        self.alive(server)
        shutil.rmtree(self.home / "build-web")
        done = subprocess.run([program, "serve", "--port", "0"], capture_output=True, timeout=PATIENCE, check=False)
        self.assertEqual((done.returncode, done.stdout), (1, b""))
        self.assertRegex(done.stderr.decode(), r"^tidelock: .*/build-web: .*\./play.*--page.* \[no-page\]\n$")

    def test_the_installed_page(self):
        """It lies where it was installed, seen from the program; --page still wins."""
        program = self.home / "prefix/bin/tidelock"
        program.parent.mkdir(parents=True)
        shutil.copy(COMMAND, program)
        shutil.copytree(self.page, self.home / "prefix/share/tidelock/page")
        shutil.copytree(self.page, self.home / "prefix/build-web")
        for folder, text in (("prefix/share/tidelock/page", b"installed"), ("prefix/build-web", b"built"), ("page", b"named")):
            (self.home / folder / "robots.txt").write_bytes(text)
        for args, text in (((), b"installed"), (("--page", self.page), b"named")):
            server = Server("--port", 0, *args, program=program)
            self.addCleanup(server.end)
            self.assertEqual(self.ask(server, "/robots.txt").content, text)


class AddressTest(Case):
    def test_unknown_paths(self):
        connection = self.connect(self.serve())
        for target in ("/none", "/table", "/index", "/assets", "/assets/", "/assets/none.js", "/INDEX.HTML", "/index.html/"):
            answer = self.ask(connection, target)
            self.assertEqual(answer.status, 404, target)
            self.assertEqual(answer.headers["Content-Type"], "text/plain; charset=utf-8")
            self.assertRegex(answer.content.decode(), r"\A[ -~]{10,80}\n\Z")

    def test_no_path_leads_out(self):
        (self.home / "secret.txt").write_text("secret")
        (self.page / "link.txt").symlink_to(self.home / "secret.txt")
        (self.page / ".hidden").write_text("secret")
        server = self.serve()
        ups = ("..", "%2e%2e", "%2E.", ".%2e", "..%2f", "%2e%2e%2f", "..\\", "..%5c", "%252e%252e", "..;", "%c0%ae%c0%ae",
               "....//", "%u002e%u002e")
        targets = ["/link.txt", "/.hidden", "//secret.txt", "///etc/passwd", "/" + str(self.home / "secret.txt"),
                   "/assets//../../secret.txt", "/.", "/..", "/./index.html", "//", "/index.html%00", "/%00", "/secret.txt%00.html",
                   "/file:///etc/passwd", "/~root", "/%2fetc/passwd", "/%"]
        targets += [f"/{up}/secret.txt" for up in ups] + [f"/assets/{up}/{up}/secret.txt" for up in ups]
        targets += [f"/{'/'.join([up] * 12)}/etc/passwd" for up in ups]
        for target in targets:
            got = self.raw(server, f"GET {target} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            self.assertRegex(got, rb"^HTTP/1\.1 40[04] ", target)
            self.assertNotIn(b"\r\n\r\nsecret", got)
            self.assertNotIn(b"root:", got)
        self.alive(server)

    def test_only_this_machines_names(self):
        server = self.serve()
        for host in ("localhost", f"localhost:{server.port}", f"127.0.0.1:{server.port}", "[::1]", "[::1]:1", "LOCALHOST"):
            self.assertEqual(self.ask(server, Host=host).status, 200, host)
        for host in ("example.org", f"example.org:{server.port}", "localhost.example.org", "127.0.0.1.example.org", "192.168.1.5"):
            answer = self.ask(server, Host=host)
            self.assertEqual(answer.status, 421, host)
            self.assertNotIn(self.files["index.html"], answer.content)
        for head, status in ((b"", b"400"), (b"Host:\r\n", b"400"), (b"Host: localhost\r\nHost: example.org\r\n", b"4"),
                             (b"Host: example.org\r\nHost: localhost\r\n", b"4")):
            self.assertTrue(self.raw(server, b"GET / HTTP/1.1\r\n" + head + b"\r\n").startswith(b"HTTP/1.1 " + status))
        got = self.raw(server, b"GET http://example.org/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
        self.assertTrue(got.startswith(b"HTTP/1.1 421 "))
        # Whoever opens it to others is asked by any name.
        self.assertEqual(self.ask(self.serve("--bind", "0.0.0.0"), Host="example.org").status, 200)

    def test_it_listens_where_it_was_told(self):
        server = self.serve()
        self.assertEqual(server.host, "127.0.0.1")
        listening = self.listening(server)
        self.assertEqual(listening, {f"0100007F:{server.port:04X}"})
        everywhere = self.serve("--bind", "0.0.0.0")
        self.assertEqual(everywhere.host, "127.0.0.1")
        self.assertEqual(self.listening(everywhere), {f"00000000:{everywhere.port:04X}"})
        self.assertEqual(self.serve("--bind", "localhost").host, "127.0.0.1")
        with contextlib.suppress(OSError):
            with socket.socket(socket.AF_INET6) as probe:
                probe.bind(("::1", 0))
            server = self.serve("--bind", "::1")
            self.assertTrue(server.line.startswith("http://[::1]:"))
            self.assertEqual(self.ask(server, Host=f"[::1]:{server.port}").status, 200)

    @staticmethod
    def listening(server):
        """Local addresses of this port in the state of listening."""
        rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
        return {row[1] for row in rows if row[3] == "0A" and int(row[1].split(":")[1], 16) == server.port}


class RequestTest(Case):
    def test_other_methods(self):
        server = self.serve()
        for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "get", "BREW"):
            for body in (None, b"x" * 5, b"x" * 300000):
                answer = self.ask(server, "/", method, body, **({"Content_Length": len(body)} if body else {}))
                self.assertEqual((answer.status, answer.headers["Allow"]), (405, "GET, HEAD"), method)
        self.assertEqual(self.ask(server, "/", "GET", b"hello", Content_Length=5).status, 413)
        self.alive(server)

    def test_one_connection_many_requests(self):
        server = self.serve()
        connection = self.connect(server)
        self.ask(connection)
        port = connection.sock.getsockname()
        for i in range(50):
            self.ask(connection, "/" + SCRIPT if i % 3 else "/none", "HEAD" if i % 4 == 0 else "GET")
            self.assertEqual(connection.sock.getsockname(), port)
        answer = self.ask(connection, Connection="close")
        self.assertEqual(answer.headers["Connection"], "close")
        many = b"GET /sw.js HTTP/1.1\r\nHost: localhost\r\n\r\n" * 200
        got = self.raw(server, many + b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        self.assertEqual(got.count(b"HTTP/1.1 200 OK\r\n"), 201)
        self.assertEqual(got.count(b"// worker"), 200)

    def test_too_long(self):
        server = self.serve()
        for length, statuses in ((8000, b"404"), (20000, b"414"), (1000000, b"414")):
            got = self.raw(server, b"GET /" + b"a" * length + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")
            self.assertTrue(got.startswith(b"HTTP/1.1 " + statuses), got[:40])
        for headers in (b"X: " + b"a" * 20000 + b"\r\n", b"X: y\r\n" * 10000, b"Cookie: " + b"a" * 2000000 + b"\r\n"):
            got = self.raw(server, b"GET / HTTP/1.1\r\nHost: localhost\r\n" + headers + b"\r\n")
            self.assertTrue(got.startswith(b"HTTP/1.1 431 "), got[:40])
        self.alive(server)

    def test_nonsense(self):
        server = self.serve()
        good = b"GET /sw.js HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br;q=0.5, gzip\r\nIf-None-Match: \"x\"\r\n\r\n"
        rng = random.Random(5)
        for _ in range(300):
            data = bytearray(good)
            for _ in range(rng.randrange(1, 8)):
                at = rng.randrange(len(data))
                data[at:at + rng.randrange(3)] = rng.randbytes(rng.randrange(4))
            got = self.raw(server, bytes(data[:rng.randrange(len(data))] if rng.random() < 0.2 else data))
            self.assertRegex(got, rb"\A(HTTP/1\.[01] (200|304|400|404|405|413|421|505) [^\x00]*)?\Z")
        for data in (b"", b"\n", b"\r\n\r\n", b"\0" * 5000, rng.randbytes(50000), b"GET", b"GET / HTTP/9.9\r\n\r\n",
                     b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + rng.randbytes(500)):
            self.assertRegex(self.raw(server, data), rb"\A(HTTP/1\.1 (4|505))?")
        self.alive(server)

    def test_slow_and_silent_clients_do_not_stop_others(self):
        server = self.serve()
        slow = [socket.create_connection((server.host, server.port), timeout=PATIENCE) for _ in range(100)]
        for i, connection in enumerate(slow):
            self.addCleanup(connection.close)
            connection.sendall(b"GET /sw.js HTTP/1.1\r\nHost: localhost\r\nX: y"[:i % 45])
        self.alive(server)
        # One that takes its time is answered all the same.
        one = slow[0]
        for byte in b"GET /sw.js HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n":
            one.sendall(bytes([byte]))
        self.assertTrue(self.all_of(one).endswith(b"// worker"))

    def test_connections_are_bounded(self):
        server = self.serve("--connections", MOST_CONNECTIONS)
        many = []
        for _ in range(MOST_CONNECTIONS + 60):
            connection = socket.create_connection((server.host, server.port), timeout=PATIENCE)
            self.addCleanup(connection.close)
            connection.sendall(b"GET /sw.js HTTP/1.1\r\nHost: localhost\r\n\r\n")
            self.assertTrue(connection.recv(9).startswith(b"HTTP"))
            many.append(connection)
        sockets = [path for path in Path(f"/proc/{server.process.pid}/fd").iterdir()
                   if os.readlink(path).startswith("socket:")]
        self.assertLessEqual(len(sockets), MOST_CONNECTIONS + 4)
        # Those that said nothing for longest made room, and the last are still there.
        self.assertTrue(self.all_of(many[0]).endswith(b"// worker"))
        many[-1].sendall(b"GET /sw.js HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        self.assertEqual(self.all_of(many[-1]).count(b"// worker"), 2)


class LifeTest(Case):
    def fails(self, *args, status=1, code=None):
        done = subprocess.run([COMMAND, "serve", "--database", "memory", *map(str, args)], capture_output=True, timeout=PATIENCE, check=False)
        self.assertEqual((done.returncode, done.stdout), (status, b""))
        err = done.stderr.decode()
        if code:
            self.assertRegex(err, rf"^tidelock: .+ \[{code}\]\n$")
        return err

    def test_a_taken_port(self):
        server = self.serve()
        err = self.fails("--page", self.page, "--port", server.port, code="port-taken")
        self.assertIn(f"port {server.port} of 127.0.0.1 is taken", err)
        self.assertIn("--port 0", err)
        self.alive(server)
        # Free again as soon as it has ended, with connections that were open to the last.
        connection = self.connect(server)
        self.ask(connection)
        self.assertEqual(server.end(), (0, ""))
        again = Server("--page", self.page, "--port", server.port)
        self.addCleanup(again.end)
        self.assertEqual(again.port, server.port)
        self.alive(again)

    def test_wrong_arguments(self):
        self.assertIn("index.html", self.fails("--page", self.home / "none", code="no-page"))
        self.fails("--page", self.home, code="no-page")
        self.fails("--page", self.page / "index.html", code="no-page")
        self.fails("--page", self.page, "--bind", "nowhere", code="bad-address")
        self.fails("--page", self.page, "--bind", "192.0.2.1", code="bad-address")
        self.fails("--page", self.page, "--bind", "\x1b[2J", code="bad-address")
        for port in ("-1", "65536", "x", "8017.5", ""):
            self.fails("--page", self.page, "--port", port, status=2)
        self.fails("page", status=2)

    def test_ends_cleanly(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            server = self.serve()
            self.assertEqual(server.end(number), (0, ""))
            # Idle, half a request, and one that has sent nothing.
            server = self.serve()
            idle = self.connect(server)
            self.ask(idle)
            half = socket.create_connection((server.host, server.port), timeout=PATIENCE)
            half.sendall(b"GET / HTTP/1.1\r\nHo")
            silent = socket.create_connection((server.host, server.port), timeout=PATIENCE)
            self.assertEqual(server.end(number), (0, ""))
            self.assertEqual((self.all_of(half), self.all_of(silent)), (b"", b""))
            half.close()
            silent.close()
            with self.assertRaises(ConnectionRefusedError):
                socket.create_connection((server.host, server.port), timeout=PATIENCE)

    def test_answers_that_nobody_reads(self):
        """They do not hold the end up for ever, and a second signal ends it at once."""
        large = b"0123456789abcdef" * (2 << 20)
        self.put("large.network", large)
        for again in (False, True):
            server = self.serve()
            stuck = socket.create_connection((server.host, server.port), timeout=PATIENCE)
            self.addCleanup(stuck.close)
            stuck.sendall(b"GET /large.network HTTP/1.1\r\nHost: localhost\r\n\r\n")
            begun = stuck.recv(1)
            server.process.send_signal(signal.SIGTERM)
            if again:
                until = time.monotonic() + PATIENCE
                while self.catches_signals(server) and time.monotonic() < until:
                    time.sleep(0.01)
                self.assertIn(server.end(), ((-signal.SIGTERM, ""), (0, "")))
            else:
                self.assertEqual(server.end(None), (0, ""))
            self.assertLess(len(begun + self.all_of(stuck)), len(large))

    @staticmethod
    def catches_signals(server):
        with contextlib.suppress(OSError):
            caught = re.search(r"SigCgt:\s*([0-9a-f]+)", Path(f"/proc/{server.process.pid}/status").read_text())
            return caught and int(caught[1], 16) >> (signal.SIGTERM - 1) & 1
        return False

    def test_the_browser(self):
        """xdg-open is given the address and nothing else: no port stays taken by what it starts."""
        told = self.home / "told"
        tools = self.home / "bin"
        tools.mkdir()
        opener = tools / "xdg-open"
        opener.write_text(f"#!/bin/sh\necho noise; echo noise >&2\nls -l /proc/$$/fd > '{told}.fd'\n"
                          f"echo \"$@\" > '{told}.new'\nmv '{told}.new' '{told}'\n")
        opener.chmod(0o755)
        env = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}", "DISPLAY": ":0"}
        server = self.serve("--open", env=env)
        until = time.monotonic() + PATIENCE
        while not told.exists() and time.monotonic() < until:
            time.sleep(0.02)
        self.assertEqual(told.read_text(), server.line)
        self.assertNotIn("socket:", Path(f"{told}.fd").read_text())
        self.alive(server)
        self.assertEqual(server.end(), (0, ""))
        # No such program, and no screen: the address is there all the same, and nothing is said.
        told.unlink()
        for env in ({**os.environ, "PATH": str(self.home), "DISPLAY": ":0"},
                    {key: value for key, value in env.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}):
            server = self.serve("--open", env=env)
            self.alive(server)
            self.assertEqual(server.end(), (0, ""))
        self.assertFalse(told.exists())

    def test_an_output_that_is_closed(self):
        """Whoever reads the address may leave; the page is served on."""
        reader, writer = os.pipe()
        process = subprocess.Popen([COMMAND, "serve", "--page", self.page, "--port", "0", "--database", "memory"], stdout=writer)
        os.close(writer)
        with os.fdopen(reader) as lines:
            port = int(lines.readline().rstrip("/\n").rsplit(":", 1)[1])
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self.addCleanup(connection.close)
        self.assertEqual(self.ask(connection).status, 200)
        process.terminate()
        self.assertEqual(process.wait(timeout=PATIENCE), 0)


if __name__ == "__main__":
    main()
