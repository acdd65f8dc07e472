"""Asks a session of libtidelock in JSON from Python, without anything to build: session.py [LIBRARY]"""
import ctypes
import json
import sys

lib = ctypes.CDLL(sys.argv[1] if len(sys.argv) > 1 else "libtidelock.so")
lib.tidelock_last_error.restype = ctypes.c_char_p
handle = ctypes.c_uint64
lib.tidelock_free.argtypes = [handle]
lib.tidelock_session_new.argtypes = [ctypes.POINTER(handle)]
lib.tidelock_session_say.argtypes = [handle, ctypes.c_char_p]
lib.tidelock_session_hear.argtypes = [handle, ctypes.c_char_p, ctypes.c_size_t, ctypes.POINTER(ctypes.c_size_t)]
OK, SHORT_BUFFER = 0, 3


def must(code):
    if code != OK:
        raise RuntimeError(lib.tidelock_last_error().decode())


def hear(session):
    length = ctypes.c_size_t()
    if lib.tidelock_session_hear(session, None, 0, ctypes.byref(length)) != SHORT_BUFFER:
        raise RuntimeError(lib.tidelock_last_error().decode())
    buffer = ctypes.create_string_buffer(length.value + 1)
    must(lib.tidelock_session_hear(session, buffer, len(buffer), None))
    return json.loads(buffer.value)


def ask(session, **request):
    must(lib.tidelock_session_say(session, json.dumps({"id": 1, **request}).encode()))
    while "progress" in (answer := hear(session)):
        pass
    if "error" in answer:
        raise RuntimeError(answer["error"]["message"])
    return answer


session = handle()
must(lib.tidelock_session_new(ctypes.byref(session)))
hello = hear(session)
print("tidelock", hello["tidelock"], "has", ", ".join(game["id"] for game in hello["games"]))
seat = ask(session, do="new", game="solenia", seed=5)["status"]["to_act"][0]
best = ask(session, do="hint", seat=seat, limit={"iterations": 200})["moves"][0]
print("a good first move:", best["move"])
ask(session, do="apply", seat=seat, move=best["move"])
must(lib.tidelock_free(session))
