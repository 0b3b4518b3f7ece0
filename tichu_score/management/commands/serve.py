"""`manage.py serve`: all that lies between a fresh checkout and phones that keep score."""

import resource
import signal
import sys
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections
from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.log import LogLevels

from tichu_score.addresses import local_url, phone_url, public_url, qr_code, why_not_free
from tichu_score.collect import collect_static

PAGES = 1024  # connections beside the streams
KILL_AFTER = 3  # seconds in which the server's process has to end when it is told to


class Command(BaseCommand):
    help = "Migrate, collect the static files, and serve the site on HOST and PORT."
    requires_system_checks = ()

    def handle(self, *_args: Any, **_options: Any) -> None:
        if reason := why_not_free(settings.HOST, settings.PORT):
            raise CommandError(reason)
        stop_on_signals()
        make_room()
        try:
            prepare()
            self.announce()
            serve()
        except KeyboardInterrupt:
            return

    def announce(self) -> None:
        self.stdout.write("\nTichu Score\n")
        url = self.announce_proxied() if settings.HTTPS else self.announce_direct()
        if url and can_draw(sys.stdout.encoding):
            self.stdout.write("\n" + qr_code(url, coloured=self.stdout.isatty()))
        self.stdout.write("\nCtrl-C stops it. What is scored is kept.\n")
        # Written before the fork, or the server's process would write it once more.
        self.stdout.flush()

    def announce_direct(self) -> str | None:
        here = local_url(settings.HOST, settings.PORT)
        phones = phone_url(settings.HOST, settings.PORT)
        self.stdout.write(f"  On this machine             {here}")
        self.stdout.write(f"  On phones in this network   {phones or 'out of reach'}")
        settings.PHONE_URL = phones or ""
        return phones

    def announce_proxied(self) -> str | None:
        public = public_url(settings.ALLOWED_HOSTS)
        self.stdout.write(
            f"  For everybody   {public or 'https:// and the name of your proxy'}"
        )
        self.stdout.write(f"  For the proxy   {local_url(settings.HOST, settings.PORT)}")
        self.stdout.write("                  (it must send X-Forwarded-Proto: https)")
        return public


def stop_on_signals() -> None:
    """Let every way to stop a program be a Ctrl-C, also before the server listens."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.default_int_handler)


def make_room() -> None:
    """Let the server hold a stream for every page that it may, and files beside them."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = settings.STREAMS + 2 * PAGES
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def prepare() -> None:
    settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
    call_command("migrate", interactive=False, verbosity=0)
    call_command("tidy")
    collect_static()
    # The server's process is a fork of this one, and a connection cannot be shared.
    connections.close_all()


def serve() -> None:
    """Serve until Ctrl-C, SIGTERM, or the terminal is closed."""
    server = Granian(
        target="tichu_score.asgi:application",
        address=settings.HOST,
        port=settings.PORT,
        interface=Interfaces.ASGI,
        http=HTTPModes.http1,
        websockets=False,
        log_level=LogLevels.warning,
        respawn_failed_workers=True,
        workers_kill_timeout=KILL_AFTER,
        # A stream counts as long as it is open, and pages need room beside all of them.
        backpressure=settings.STREAMS + PAGES,
    )
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        # granian takes a closed terminal for a wish to reload, and would live on unseen.
        stop = server.signal_handler_interrupt
        server.on_startup(lambda: signal.signal(signal.SIGHUP, stop))
    server.serve()


def can_draw(encoding: str) -> bool:
    """Whether a terminal of this encoding shows the half blocks of a QR code."""
    try:
        "█▀▄".encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
