"""The addresses of the site: on this machine, in the local network, and behind a proxy."""

import errno
import ipaddress
import socket
from io import StringIO

import segno

# Reserved for documentation (RFC 5737). Nothing is sent there.
EXTERNAL_ADDRESS = ("192.0.2.1", 9)


def network_address() -> str | None:
    """Return this machine's IPv4 address in its network; None without a network.

    Connecting a UDP socket sends nothing; it makes the system choose an interface, and phones
    can reach the address of that interface.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(EXTERNAL_ADDRESS)
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    found = ipaddress.ip_address(address)
    return None if found.is_loopback or found.is_unspecified else address


def local_url(host: str, port: int) -> str:
    """Return the address to open on this machine itself."""
    if is_wildcard(host):
        return f"http://localhost:{port}/"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def phone_url(host: str, port: int) -> str | None:
    """Return the address for phones on the same network; None if there is none."""
    if is_wildcard(host):
        address = network_address()
        return f"http://{address}:{port}/" if address else None
    return None if is_loopback(host) else local_url(host, port)


def public_url(allowed_hosts: list[str]) -> str | None:
    """Return the address behind the proxy; None if no setting names it."""
    names = [name for name in allowed_hosts if name != "*" and not name.startswith(".")]
    return f"https://{names[0]}/" if names else None


def is_wildcard(host: str) -> bool:
    return host in {"0.0.0.0", "::"}  # noqa: S104 (compared, not bound)


def is_loopback(host: str) -> bool:
    return host in {"localhost", "::1"} or host.startswith("127.")


def port_error(host: str, port: int) -> str | None:
    """Return a message why the server cannot listen there; None if it can."""
    if port > 65535:
        return f"There is no port {port}: set PORT to one up to 65535."
    try:
        family, kind, _, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, kind) as probe:
            # As the server does: connections of an earlier server in TIME_WAIT do not matter.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        return _bind_error(error, host, port)
    return None


def _bind_error(error: OSError, host: str, port: int) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return f"Port {port} is taken: set PORT to another one, as in PORT={port + 1}."
        case errno.EACCES:
            return f"Port {port} needs root: set PORT to one above 1023."
        case _:
            return f"Cannot listen on {host}, port {port} ({error}): set HOST and PORT."


def qr_code(url: str, *, coloured: bool) -> str:
    """Return the QR code of `url` for a terminal, two rows of modules a line.

    `coloured` sets black on white: in the default colours of a dark terminal the code would be
    inverted, which not every phone reads.
    """
    picture = StringIO()
    segno.make(url, error="m", micro=False).terminal(picture, border=2, compact=True)
    lines = picture.getvalue().splitlines()
    return "\n".join(f"\033[97;40m{line}\033[0m" if coloured else line for line in lines)
