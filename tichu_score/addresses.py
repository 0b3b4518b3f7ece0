"""The addresses of the site: on this machine, in the local network, and behind a proxy."""

import errno
import ipaddress
import socket
from io import StringIO

import segno

# Reserved for documentation (RFC 5737). Nothing is sent to it.
EXTERNAL_ADDRESS = ("192.0.2.1", 9)

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
# RFC 1918, 3927 and 1122 for IPv4; RFC 4193 and 4291 for IPv6.
PRIVATE_NETWORKS = tuple(
    ipaddress.ip_network(network)
    for network in (
        *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8"),
        *("fc00::/7", "fe80::/10", "::1/128"),
    )
)


def network_address() -> str | None:
    """Return this machine's IPv4 address in its network; None without a network.

    Connecting a UDP socket sends nothing. It makes the system choose an interface, and phones
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


def local_url(host: str, port: int, scheme: str = "http") -> str:
    """Return the address to open on this machine itself."""
    if is_wildcard(host):
        return f"{scheme}://localhost:{port}/"
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}/"


def phone_url(host: str, port: int, scheme: str = "http") -> str | None:
    """Return the address for phones on the same network; None if there is none."""
    if is_wildcard(host):
        address = network_address()
        return f"{scheme}://{address}:{port}/" if address else None
    return None if is_loopback(host) else local_url(host, port, scheme)


def public_url(allowed_hosts: list[str]) -> str | None:
    """Return the address behind the proxy; None if no setting contains a host name."""
    names = [name for name in allowed_hosts if name != "*" and not name.startswith(".")]
    return f"https://{names[0]}/" if names else None


def is_wildcard(host: str) -> bool:
    return host in {"0.0.0.0", "::"}  # noqa: S104 (compared, not bound)


def is_loopback(host: str) -> bool:
    return host in {"localhost", "::1"} or host.startswith("127.")


def parse_address(text: str) -> Address | None:
    """Parse an IP address; None if the text is not an IP address."""
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def is_private(address: Address) -> bool:
    """Whether the address belongs to this machine or to a private network."""
    return any(address in network for network in PRIVATE_NETWORKS)


def port_error(host: str, port: int, setting: str = "PORT") -> str | None:
    """Return a message that says why the server cannot listen there; None if it can. `setting`
    is the name of the setting for the port."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, kind) as probe:
            # Like the server: connections of an earlier server in TIME_WAIT do not matter.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        return _bind_error(error, host, port, setting)
    return None


def _bind_error(error: OSError, host: str, port: int, setting: str) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            another = f"{setting}={port + 1}"
            return f"Port {port} is taken: set {setting} to another one, as in {another}."
        case errno.EACCES:
            return f"Port {port} needs root: set {setting} to one above 1023."
        case _:
            reason = error.strerror or error
            return f"Cannot listen on {host}, port {port} ({reason}): set HOST and {setting}."


def qr_code(url: str, *, coloured: bool) -> str:
    """Return the QR code of `url` for a terminal, with two rows of modules on each line.

    `coloured` sets the colours to black on white. In the default colours of a dark terminal the
    code would be inverted, and not every phone can read that.
    """
    picture = StringIO()
    segno.make(url, error="m", micro=False).terminal(picture, border=2, compact=True)
    lines = picture.getvalue().splitlines()
    return "\n".join(f"\033[97;40m{line}\033[0m" if coloured else line for line in lines)
