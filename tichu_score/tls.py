"""TLS in the server itself: the certificate that it uses, and its renewal."""

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
    """The paths of the certificate and of its key."""

    @property
    def certificate_path(self) -> Path: ...

    @property
    def key_path(self) -> Path: ...

    def is_for(self, name: str) -> bool:
        """Whether it is known to be for this name."""

    def renew(self) -> bool:
        """Return whether there is another certificate than at the last call. Raises StartError
        if there is none to use."""


@dataclass(slots=True)
class CertificateFiles:
    """Files that somebody else keeps, and renews in place."""

    certificate_path: Path
    key_path: Path
    _read: tuple[int, ...] = field(default=(), init=False)

    def is_for(self, name: str) -> bool:  # noqa: ARG002 (whoever made it knows)
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
    """One by the local CA, for the names and addresses that this machine has at present."""

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
    """Return the certificate that the settings name, which is there; None if the server has no
    TLS of its own. Raises StartError if there is none to use."""
    if settings.TLS == "off":
        return None
    found = _local_certificate() if settings.TLS == "local" else _certificate_files()
    found.renew()
    return found


def _certificate_files() -> Certificate:
    return CertificateFiles(settings.TLS_CERTIFICATE, settings.TLS_KEY)


def _local_certificate() -> Certificate:
    # It takes 18 MB of memory, which a server without it is spared.
    from tichu_score.local_ca import LocalCA  # noqa: PLC0415

    return LocalCertificate(LocalCA(settings.DATA_DIR / "tls"))


def ca_certificate() -> bytes:
    """Return the certificate of the local CA, as phones want it (DER). Raises
    FileNotFoundError if none was made."""
    path: Path = settings.DATA_DIR / "tls" / "authority.crt"
    return path.read_bytes()


def fingerprint(certificate: bytes) -> str:
    """Return the SHA-256 of a certificate, as phones show it."""
    return hashlib.sha256(certificate).digest().hex(" ").upper()


def renew_regularly(certificate: Certificate, renewed: Callable[[], object]) -> None:
    """Look every minute, in the main thread of this process, whether there is a new
    certificate, and call `renewed` if so."""

    def check(*_: object) -> None:
        try:
            if certificate.renew():
                renewed()
        except StartError as error:
            # The former certificate is valid for some more days, so the server runs on.
            log.warning("The certificate is not renewed. %s", error)

    signal.signal(signal.SIGALRM, check)
    signal.setitimer(signal.ITIMER_REAL, CHECK_EVERY, CHECK_EVERY)


def host_names() -> Iterator[str]:
    """Yield the names of this machine: its own, those by multicast DNS, and what ALLOWED_HOSTS
    has."""
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
