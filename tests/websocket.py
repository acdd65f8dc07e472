"""A WebSocket (RFC 6455) from the client's side, as much of it as the tests need."""

import base64
import os
import socket
import struct
import time

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
PATIENCE = 60  # seconds


class Closed(Exception):
    """The other side ended it; with its reason, or None where it said nothing."""

    def __init__(self, code):
        super().__init__(f"closed with {code}")
        self.code = code


class Refused(Exception):
    """An answer by HTTP instead of the upgrade."""

    def __init__(self, status):
        super().__init__(f"refused with {status}")
        self.status = status


class WebSocket:
    opened = []  # all of them, for close_all()

    def __init__(self, port, path, headers=None, tls=None):
        self.connection = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if tls:
            self.connection = tls.wrap_socket(self.connection, server_hostname="localhost")
        self.input = self.connection.makefile("rb")
        WebSocket.opened.append(self)
        wanted = {"Host": f"localhost:{port}", "Upgrade": "websocket", "Connection": "Upgrade",
                  "Sec-WebSocket-Version": "13",
                  "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(), **(headers or {})}
        lines = [f"GET {path} HTTP/1.1"] + [f"{name}: {value}" for name, value in wanted.items()]
        self.connection.sendall("\r\n".join(lines).encode() + b"\r\n\r\n")
        status = self.input.readline().split()
        if not status:
            raise Closed(None)
        while self.input.readline().strip():
            pass
        if status[1] != b"101":
            self.close()
            raise Refused(int(status[1]))

    def send_frame(self, code, data, last=True):
        length = len(data)
        head = bytes([(0x80 if last else 0) | code])
        if length < 126:
            head += bytes([0x80 | length])
        elif length < 65536:
            head += bytes([0x80 | 126]) + struct.pack(">H", length)
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", length)
        mask = os.urandom(4)
        self.connection.sendall(head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(data)))

    def send(self, text):
        self.send_frame(TEXT, text.encode())

    def read(self, count):
        data = self.input.read(count)
        if len(data) < count:
            raise Closed(None)
        return data

    def receive(self):
        """The next message; pings are answered, and a server that has nothing else to say has forgotten somebody."""
        end = time.monotonic() + PATIENCE
        while True:
            if time.monotonic() > end:
                raise TimeoutError
            try:
                first, second = self.read(2)
                length = second & 0x7F
                if length == 126:
                    length = struct.unpack(">H", self.read(2))[0]
                elif length == 127:
                    length = struct.unpack(">Q", self.read(8))[0]
                data = self.read(length)
            except ConnectionError as gone:
                raise Closed(None) from gone
            code = first & 0x0F
            if code == PING:
                self.send_frame(PONG, data)
            elif code == CLOSE:
                raise Closed(struct.unpack(">H", data[:2])[0] if len(data) >= 2 else None)
            elif code == TEXT:
                assert first & 0x80, "the server sends whole messages"
                return data.decode()

    def close(self):
        self.input.close()
        self.connection.close()

    @classmethod
    def close_all(cls):
        while cls.opened:
            cls.opened.pop().close()
