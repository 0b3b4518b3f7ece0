"""TLS in the server itself: its certificate, and the renewal of the certificate."""

import hashlib
import logging
import re
import signal
import socket
import ssl
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from django.conf import settings
from django.utils import timezone

from tichu_score.addresses import Address, network_address, parse_address
from tichu_score.mdns import mdns_names
from tichu_score.start_error import StartError

if TYPE_CHECKING:
    from tichu_score.local_ca import LocalCA

CHECK_EVERY = 60  # seconds

log = logging.getLogger(__name__)


class Certificate(Protocol):
    """The paths of a certificate and of its key."""

    @property
    def certificate_path(self) -> Path: ...

    @property
    def key_path(self) -> Path: ...

    def is_for(self, name: str) -> bool:
        """Whether the certificate is known to be valid for this name."""

    def renew(self) -> bool:
        """Return whether the certificate has changed since the last call. Raises StartError if
        there is no usable one."""


@dataclass(slots=True)
class CertificateFiles:
    """Certificate files that another program maintains, and renews in place."""

    certificate_path: Path
    key_path: Path
    _read: tuple[int, ...] = field(default=(), init=False)

    def is_for(self, name: str) -> bool:  # noqa: ARG002 (not known here)
        return False

    def renew(self) -> bool:
        paths = self.certificate_path, self.key_path
        try:
            found = tuple(path.stat().st_mtime_ns for path in paths)
            if found == self._read:
                return False
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(*paths)
        except (OSError, ssl.SSLError) as error:
            raise StartError(
                f"TLS_CERTIFICATE and TLS_KEY name {paths[0]} and {paths[1]}, which cannot be "
                f"used ({getattr(error, 'reason', None) or error.strerror or error})."
            ) from None
        self._read = found
        return True


@dataclass(frozen=True, slots=True)
class LocalCertificate:
    """A certificate of the local CA, for the present names and addresses of this machine."""

    ca: "LocalCA"

    @property
    def certificate_path(self) -> Path:
        return self.ca.server_file

    @property
    def key_path(self) -> Path:
        return self.ca.server_file

    def is_for(self, name: str) -> bool:
        return self.ca.has_certificate_for(name)

    def renew(self) -> bool:
        return self.ca.renew(list(host_names()), list(host_addresses()), timezone.now())


def load_certificate() -> Certificate | None:
    """Return the certificate that the settings select, after checking it; None if the server
    does not use its own TLS. Raises StartError if there is no usable one."""
    if settings.TLS == "off":
        return None
    found = _local_certificate() if settings.TLS == "local" else _certificate_files()
    found.renew()
    return found


def _certificate_files() -> Certificate:
    return CertificateFiles(settings.TLS_CERTIFICATE, settings.TLS_KEY)


def _local_certificate() -> Certificate:
    # Imported here, because it takes 18 MB of memory, which a server without it does not need.
    from tichu_score.local_ca import LocalCA  # noqa: PLC0415

    return LocalCertificate(LocalCA(settings.DATA_DIR / "tls"))


def ca_certificate() -> bytes:
    """Return the certificate of the local CA in the format for phones (DER). Raises
    FileNotFoundError if there is none."""
    path: Path = settings.DATA_DIR / "tls" / "authority.crt"
    return path.read_bytes()


def fingerprint(certificate: bytes) -> str:
    """Return the SHA-256 of a certificate in the format in which phones show it."""
    return hashlib.sha256(certificate).digest().hex(" ").upper()


def renew_regularly(certificate: Certificate, renewed: Callable[[], object]) -> None:
    """Check every minute, in the main thread of this process, whether there is a new
    certificate, and call `renewed` if so."""

    def check(*_: object) -> None:
        try:
            if certificate.renew():
                renewed()
        except StartError as error:
            # The former certificate is valid for some more days, so the server continues.
            log.warning("The certificate is not renewed. %s", error)

    signal.signal(signal.SIGALRM, check)
    signal.setitimer(signal.ITIMER_REAL, CHECK_EVERY, CHECK_EVERY)


def host_names() -> Iterator[str]:
    """Yield the names of this machine: its own, those by multicast DNS, and those in
    ALLOWED_HOSTS."""
    host = socket.gethostname().partition(".")[0].lower()
    for name in (host, f"{host}.local", "localhost", *mdns_names(), *settings.ALLOWED_HOSTS):
        if _NAME.fullmatch(name) and not parse_address(name):
            yield name


def host_addresses() -> Iterator[Address]:
    """Yield the addresses of this machine."""
    for text in ("127.0.0.1", "::1", network_address() or "", settings.HOST):
        if address := parse_address(text):
            yield address


_NAME = re.compile(r"(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*")
