"""The plain HTTP port of a server with its own TLS. `middleware.TLSMiddleware` decides about
its responses."""

import multiprocessing
import signal
import socket
import threading
from multiprocessing.process import BaseProcess
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from tichu_score.parent import end_at_once_with_parent

REQUEST_TIMEOUT = 10  # seconds to send a request
MAX_THREADS = 32


def start_plain_http() -> BaseProcess:
    """Serve in a separate process, which ends with this one."""
    process = multiprocessing.get_context("fork").Process(target=_serve, daemon=True)
    process.start()
    return process


def _serve() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    # The parent receives these signals too, and ends this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    end_at_once_with_parent()
    with PlainHTTPServer((settings.HOST, settings.PORT), PlainHTTPHandler) as server:
        server.set_app(get_wsgi_application())
        server.serve_forever()


class PlainHTTPHandler(WSGIRequestHandler):
    timeout = REQUEST_TIMEOUT

    def log_message(self, *_: Any) -> None:
        """Log nothing, because redirected requests are in the access log of HTTPS."""


class PlainHTTPServer(ThreadingMixIn, WSGIServer):
    daemon_threads = True
    request_queue_size = 128
    _free = threading.BoundedSemaphore(MAX_THREADS)

    def __init__(self, address: tuple[str, int], handler: type[WSGIRequestHandler]) -> None:
        if ":" in address[0]:
            self.address_family = socket.AF_INET6
        super().__init__(address, handler)

    def process_request(self, *args: Any) -> None:
        self._free.acquire()
        super().process_request(*args)

    def process_request_thread(self, *args: Any) -> None:
        try:
            super().process_request_thread(*args)
        finally:
            self._free.release()
