"""`manage.py serve`: migrates, collects static files, and runs the server."""

import logging
import os
import resource
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import DatabaseError, connection, connections
from django.db.migrations.executor import MigrationExecutor
from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels

from tichu_score.addresses import (
    is_private,
    local_url,
    parse_address,
    phone_url,
    port_error,
    public_url,
    qr_code,
)
from tichu_score.backups import make_backup
from tichu_score.clock_monitor import monitor_clocks
from tichu_score.collect_static import collect_static
from tichu_score.database_check import access_error, check_database, wait_for_database
from tichu_score.file_lock import try_lock, wait_for_lock
from tichu_score.mdns import mdns_names, start_mdns
from tichu_score.plain_http import start_plain_http
from tichu_score.pooler_check import check_pooler
from tichu_score.running import mark_as_running
from tichu_score.start_error import StartError, cannot_write
from tichu_score.tls import (
    Certificate,
    ca_certificate,
    fingerprint,
    load_certificate,
    renew_regularly,
)

MAX_CONNECTIONS = 15_000  # open at the same time, including streams
OTHER_FILES = 1_024  # open files other than connections
HEADER_TIMEOUT = 10  # seconds to receive the headers of a request
MAX_HEADER_BYTES = 32 * 1024
START_LOCK = 8_424_801  # any number that no other program uses for a lock on this database
KILL_TIMEOUT = 3  # seconds until a server process that does not stop is killed
# Messages of granian about its workers are handled like all other entries.
GRANIAN_LOGGING = {"loggers": {"_granian": {"handlers": [], "propagate": True}}}

log = logging.getLogger(__name__)


class Command(BaseCommand):
    help = "Migrate, collect the static files, and serve the site on HOST and PORT."
    requires_system_checks = ()

    def handle(self, *_args: Any, **_options: Any) -> None:
        for name, port in ports().items():
            if reason := port_error(settings.HOST, port, name):
                raise StartError(reason, 1)
        stop_on_signals()
        max_connections = raise_open_file_limit()
        try:
            with lock_data(), mark_as_running(settings.DATA_DIR / "running", log.error) as file:
                # First, because a start that fails because of it must not have upgraded the
                # database.
                certificate = load_certificate()
                prepare(self.say)
                self.announce(certificate)
                monitor_clocks(file.touch)
                serve(max_connections, certificate)
        except KeyboardInterrupt:
            return

    def say(self, text: str) -> None:
        """Print a text immediately, without buffering. If nobody reads the output any more, for
        example after a pipe to `head`, the server continues."""
        try:
            self.stdout.write(text)
            self.stdout.flush()
        except BrokenPipeError:
            # Otherwise the rest of the buffer would be written again, at the latest at the end.
            with Path(os.devnull).open("wb") as nothing:
                os.dup2(nothing.fileno(), self.stdout.fileno())

    def announce(self, certificate: Certificate | None) -> None:
        self.say("\nTichu Score\n")
        if settings.TLS != "files" and Path() != settings.TLS_CERTIFICATE:
            self.say("  TLS_CERTIFICATE is not used: it needs TLS=files.")
        if settings.HTTPS:
            self.write_qr_code(self.announce_proxied())
        elif settings.TLS == "off":
            self.write_qr_code(self.announce_direct())
        else:
            self.announce_tls()
        self.say("\nCtrl-C stops it. What is scored is kept.\n")
        self.start_mdns(certificate)

    def announce_direct(self) -> str | None:
        here = site_url(local_url(settings.HOST, settings.PORT))
        host = phone_url(settings.HOST, settings.PORT)
        phones = host and site_url(host)
        self.say(f"  On this machine             {here}")
        self.write_phones(phones)
        self.say(
            "\n  By plain HTTP no page opens without a network, and table mode cannot keep a"
            "\n  screen awake. `TLS=local make run` has both: see docs/deploy.md."
        )
        settings.PHONE_URL = host or ""
        return phones

    def announce_tls(self) -> None:
        here = local_url(settings.HOST, settings.TLS_PORT, "https")
        phones = phone_url(settings.HOST, settings.TLS_PORT, "https")
        plain = phone_url(settings.HOST, settings.PORT)
        self.say(f"  On this machine             {here}")
        self.write_phones(phones)
        settings.PHONE_URL = phones or ""
        if settings.TLS == "local":
            address = parse_address(urlsplit(phones or "").hostname or "")
            if address and not is_private(address):
                self.say(
                    "  This address is not private, and the certificate is only for private "
                    "addresses: put a proxy with HTTPS in front (docs/deploy.md)."
                )
            page = plain or local_url(settings.HOST, settings.PORT)
            self.say(f"\n  First, once on each phone: {page}certificate/")
            self.say(f"  The certificate's SHA-256: {fingerprint(ca_certificate())}")
            self.write_qr_code(plain and f"{plain}certificate/")
            self.say("\n  Then, on every phone:")
        self.write_qr_code(phones)

    def write_phones(self, url: str | None) -> None:
        self.say(f"  On phones in this network   {url or 'out of reach'}")

    def start_mdns(self, certificate: Certificate | None) -> None:
        """Announce a name of this machine by multicast DNS for which the certificate is valid,
        if there is one. Its address is printed after the announcement, without a QR code: the
        QR code with the IP address works on every phone, but not every phone can resolve such
        names."""
        scheme = "https" if certificate else "http"
        port = settings.TLS_PORT if certificate else settings.PORT
        names = [name for name in mdns_names() if not certificate or certificate.is_for(name)]

        def say(name: str) -> None:
            here = site_url(f"{scheme}://{name}:{port}/")
            self.say(f"  By name in this network     {here}")

        if names:
            start_mdns(names, port, say)

    def write_qr_code(self, url: str | None) -> None:
        if url and can_show_qr_code(sys.stdout.encoding):
            self.say("\n" + qr_code(url, coloured=self.stdout.isatty()))

    def announce_proxied(self) -> str | None:
        host = public_url(settings.ALLOWED_HOSTS)
        public = host and site_url(host)
        self.say(f"  For everybody   {public or 'https:// and the name of your proxy'}")
        self.say(f"  For the proxy   {site_url(local_url(settings.HOST, settings.PORT))}")
        self.say("                  (it must send X-Forwarded-Proto: https)")
        return public


def site_url(host: str) -> str:
    """The address of the site on this host; `host` is an address that ends with a slash."""
    return f"{host.removesuffix('/')}{settings.PATH_PREFIX}/"


def stop_on_signals() -> None:
    """Raise KeyboardInterrupt on SIGTERM and SIGHUP, as on Ctrl-C, until the server listens."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.default_int_handler)


def raise_open_file_limit() -> int:
    """Raise the limit of open files as far as needed and allowed, and return the possible
    number of connections."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_CONNECTIONS + OTHER_FILES
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return max(wanted - OTHER_FILES, wanted // 2)


def lock_data() -> IO[bytes]:
    """Return the lock which shows that a server uses the data. Worker processes inherit it."""
    lock = try_lock(settings.DATA_DIR / "server.lock", shared=True)
    if lock is None:
        raise StartError(
            "The database is being restored or copied: start again when that is done.",
            os.EX_TEMPFAIL,
        )
    return lock


def prepare(say: Callable[[str], object]) -> None:
    """Bring the database and the static files up to date. Servers that start at the same time
    do so one after another. Raises StartError if the database or the static files cannot be
    used."""
    try:
        with wait_for_lock(settings.DATA_DIR / "start.lock"):
            wait_for_database(say, settings.DATABASE_WAIT)
            lock_database()
            check_database()
            check_pooler()
            back_up_before_upgrade(say)
            migrate()
            collect_static()
            # Metrics of processes that have ended; running processes write theirs again.
            shutil.rmtree(settings.DATA_DIR / "metrics", ignore_errors=True)
    except OSError as error:
        raise cannot_write(error.filename or settings.DATA_DIR, error) from None
    finally:
        # The server process is a fork, and connections cannot be shared. This also releases the
        # lock.
        connections.close_all()


def lock_database() -> None:
    """Wait for servers on other machines that start with the same PostgreSQL database, without
    a time limit."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = 0")
            cursor.execute("SELECT pg_advisory_lock(%s)", [START_LOCK])


def back_up_before_upgrade(say: Callable[[str], object]) -> None:
    """Back up a database that this version is about to migrate, so that the upgrade can be
    reverted."""
    executor = MigrationExecutor(connection)
    pending = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if settings.BACKUPS and pending and executor.loader.applied_migrations:
        try:
            say(f"Backed up before the upgrade: {make_backup()}")
        except StartError as error:
            say(f"No backup before the upgrade. {error}")


def migrate() -> None:
    try:
        call_command("migrate", interactive=False, verbosity=0)
        call_command("tidy")
    except DatabaseError as error:
        raise access_error(error) or StartError(
            f"The database cannot be brought up to date ({error}): if its disk is full, make "
            "room, and start again; nothing is lost by that.",
            os.EX_CANTCREAT,
        ) from None


def ports() -> dict[str, int]:
    """The ports on which this server listens, by the names of their settings. Raises StartError
    if two of them are equal."""
    if settings.TLS == "off":
        return {"PORT": settings.PORT}
    if settings.PORT == settings.TLS_PORT:
        raise StartError(f"PORT and TLS_PORT are both {settings.PORT}: set one to another.")
    return {"PORT": settings.PORT, "TLS_PORT": settings.TLS_PORT}


def serve(max_connections: int, certificate: Certificate | None) -> None:
    """Serve until SIGINT, SIGTERM or SIGHUP, with at most this number of connections."""
    server = Granian(
        target="tichu_score.asgi:application",
        address=settings.HOST,
        port=settings.TLS_PORT if certificate else settings.PORT,
        ssl_cert=certificate.certificate_path if certificate else None,
        ssl_key=certificate.key_path if certificate else None,
        workers=settings.PROCESSES,
        interface=Interfaces.ASGI,
        http=HTTPModes.http1,
        websockets=False,
        log_level=LogLevels.warning,
        log_dictconfig=GRANIAN_LOGGING,
        respawn_failed_workers=True,
        workers_kill_timeout=KILL_TIMEOUT,
        # Further connections are not accepted until others close. A stream counts while it is
        # open.
        backpressure=max_connections,
        http1_settings=HTTP1Settings(
            header_read_timeout=HEADER_TIMEOUT * 1000, max_buffer_size=MAX_HEADER_BYTES
        ),
    )
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        # On SIGHUP granian would reload, and continue after its terminal was closed.
        stop = server.signal_handler_interrupt
        server.on_startup(lambda: signal.signal(signal.SIGHUP, stop))
    if certificate:
        start_plain_http()
        # Workers read the certificate when they start.
        renew_regularly(certificate, server.signal_handler_reload)
    server.serve()


def can_show_qr_code(encoding: str) -> bool:
    """Whether the encoding contains the half blocks of a QR code."""
    try:
        "█▀▄".encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
