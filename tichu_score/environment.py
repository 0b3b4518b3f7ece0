"""Read environment variables as settings. Invalid values raise StartError."""

import os
import re
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import dj_database_url

from tichu_score.start_error import StartError

MIN_SECRET_LENGTH = 32  # characters; the output of `openssl rand -base64 32` has 44
MIN_SECRET_ALPHABET = 5  # different characters
MAX_THREADS = 32  # of the 100 connections that PostgreSQL allows by default
MANY_PROCESSES = 8  # with some 70 MB each, they fit into a machine with 1 GB
# The forms that Django compares: a name, all names below a name (`.example.org`), an address,
# or any host.
_HOST = re.compile(r"\*|\.?[^\s/:*\[\]]+|\[[0-9A-Fa-f:.]+\]")
_ORIGIN = re.compile(r"https?://(\*\.)?([^\s/:*\[\]]+|\[[0-9A-Fa-f:.]+\])(:[0-9]+)?")


def env_text(name: str, default: str = "") -> str:
    return os.getenv(name, "").strip() or default


def env_secret(name: str) -> str:
    """Read a secret, or the file that `<name>_FILE` names, which is how containers receive
    secrets."""
    path = env_text(f"{name}_FILE")
    if not path or env_text(name):
        return env_text(name)
    try:
        return Path(path).read_text(encoding="utf-8").strip()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is no text"
        raise StartError(
            f"{name}_FILE names {path}, which cannot be read ({reason})."
        ) from None


def env_flag(name: str, default: str = "0") -> bool:
    """Parse a boolean variable."""
    value = env_text(name, default).lower()
    if value in {"0", "false", "no", "off"}:
        return False
    if value in {"1", "true", "yes", "on"}:
        return True
    raise StartError(f"{name} must be 1 or 0, not {value!r}.")


def env_number(name: str, default: int, *, least: int = 1) -> int:
    """Parse a whole number of at least `least`, which is 0 or 1."""
    value = env_text(name, str(default))
    if not (value.isascii() and value.isdecimal()) or int(value) < least:
        which = "above 0" if least else "or 0"
        raise StartError(f"{name} must be a whole number {which}, not {value!r}.")
    return int(value)


def env_port(name: str, default: int) -> int:
    """Parse a port, from 1 to 65535."""
    port = env_number(name, default)
    if port > 65535:
        raise StartError(f"There is no port {port}: set {name} to one up to 65535.")
    return port


def env_processes(name: str) -> int:
    """Parse a number of server processes, one by default. A process uses about one core, so
    more processes than cores have no benefit. Up to MANY_PROCESSES are accepted on any machine,
    so that a setting can be moved to a smaller one."""
    processes, most = env_number(name, 1), max(os.cpu_count() or 1, MANY_PROCESSES)
    if processes > most:
        raise StartError(
            f"{name} must be a whole number from 1 to {most} on this machine, not "
            f"'{processes}': more than one for each core makes nothing quicker."
        )
    return processes


def env_threads(name: str) -> int:
    """Parse a number of threads of a process, 4 by default. Python runs one of them at a time;
    more threads only wait for the database in parallel, each with its own connection."""
    threads = env_number(name, 4)
    if threads > MAX_THREADS:
        raise StartError(
            f"{name} must be a whole number from 1 to {MAX_THREADS}, not '{threads}': more "
            "threads make no process quicker, and each has a connection to the database."
        )
    return threads


def env_list(name: str) -> list[str]:
    return [item.strip() for item in env_text(name).split(",") if item.strip()]


def env_hosts(name: str, *, https: bool) -> list[str]:
    """Parse the host names that are accepted. Behind HTTPS they are required, because links of
    invitations are made with the host name of a request."""
    hosts = env_list(name)
    for host in hosts:
        if not _HOST.fullmatch(host):
            raise StartError(
                f"{name} must be hosts without https:// and port, such as tichu.example.org, "
                f".example.org for all below it, or [2001:db8::7], not {host!r}."
            )
    if https and (not hosts or "*" in hosts):
        raise StartError(
            f"With HTTPS=1 {name} must name the site's hosts, as in {name}=tichu.example.org."
        )
    return hosts or ["*"]


def env_origins(name: str) -> list[str]:
    """Parse the origins that may post forms in addition to the site's own; none by default."""
    origins = env_list(name)
    for origin in origins:
        if not _ORIGIN.fullmatch(origin):
            raise StartError(
                f"{name} must be origins such as https://tichu.example.org, not {origin!r}."
            )
    return origins


def env_networks(name: str) -> list[IPv4Network | IPv6Network]:
    """Parse IP addresses and networks, none by default."""
    try:
        return [ip_network(each) for each in env_list(name)]
    except ValueError as error:
        raise StartError(
            f"{name} must be addresses such as 127.0.0.1,10.0.0.0/8: {error}."
        ) from None


def env_choice(name: str, choices: tuple[str, ...]) -> str:
    """Parse one of these words; the default is the first one."""
    value = env_text(name, choices[0])
    if value not in choices:
        raise StartError(f"{name} must be {' or '.join(choices)}, not {value!r}.")
    return value


def env_hsts_preload(name: str, *, https: bool) -> bool:
    """Parse whether browsers are asked to preload HSTS for the domain, which only works behind
    HTTPS. Without HTTPS the setting would have no effect, so it is refused."""
    preload = env_flag(name)
    if preload and not https:
        raise StartError(f"{name}=1 needs HTTPS=1: set both, or remove {name}.")
    return preload


def env_tls(name: str, *, proxied: bool) -> str:
    """Parse which certificate the server uses: none (`off`, the default), one from a
    certificate authority of this machine (`local`), or the one in TLS_CERTIFICATE and TLS_KEY
    (`files`)."""
    value = env_choice(name, ("off", "local", "files"))
    if value != "off" and proxied:
        raise StartError(f"HTTPS=1 says that a proxy has the certificate: leave {name} out.")
    if value == "files" and not (env_text("TLS_CERTIFICATE") and env_text("TLS_KEY")):
        raise StartError(f"{name}=files needs two paths, TLS_CERTIFICATE and TLS_KEY.")
    return value


def env_path_prefix(name: str, *, tls: str) -> str:
    """Parse a path such as `/tichu`, without a slash at its end; "" if there is none. It is for
    a site behind a proxy that has the certificate. `tls` is the setting for TLS in this
    server."""
    value = env_text(name).rstrip("/")
    if not re.fullmatch(r"(/(?!\.+(/|$))[A-Za-z0-9._~-]+)*", value):
        raise StartError(
            f"{name} must be a path such as /tichu, of letters, digits, hyphens, dots and "
            f"slashes, not {value!r}."
        )
    if value and tls != "off":
        raise StartError(f"{name} is for a site behind a proxy: leave TLS out.")
    return value


def env_contact(name: str) -> str:
    """Parse a contact address; none by default."""
    value = env_text(name)
    if value and not re.fullmatch(r"(mailto:|https://)[!-~]+", value):
        raise StartError(f"{name} must begin with mailto: or https://, not {value!r}.")
    return value


def env_mdns_name(name: str) -> str:
    """Parse the first part of the multicast DNS name, `tichu` by default; "" for `off`."""
    value = env_text(name, "tichu").lower()
    if not re.fullmatch(r"(?!-)[a-z0-9-]{1,60}", value):
        raise StartError(
            f"{name} must be letters, digits and hyphens, as in {name}=tichu for tichu.local, "
            f"or off, not {value!r}."
        )
    return "" if value == "off" else value


def env_time_zone(name: str) -> str:
    """Parse the name of a time zone, UTC by default."""
    value = env_text(name, "UTC")
    try:
        ZoneInfo(value)
    except (KeyError, ValueError, OSError):
        raise StartError(
            f"{name} must be a time zone such as Europe/Berlin, not {value!r}."
        ) from None
    return value


def secret_key(value: str, source: str) -> str:
    """Return the key if it is hard to guess; `source` is the place where it was found."""
    if len(value) < MIN_SECRET_LENGTH or len(set(value)) < MIN_SECRET_ALPHABET:
        raise StartError(
            f"{source} is too easy to guess: it needs {MIN_SECRET_LENGTH} random characters. "
            "Without one, a key is made and kept in DATA_DIR."
        )
    return value


def pooler(url: str, engine: str) -> dict[str, Any]:
    """Return the parameters of libpq in which a connection by the pooler at this address
    differs; empty without a pooler. `engine` is the engine of the database behind it."""
    if not url:
        return {}
    found = database(url, "POOLER_URL")
    if "sqlite" in found["ENGINE"] or "sqlite" in engine:
        raise StartError("POOLER_URL is for PostgreSQL: DATABASE_URL and it name the same one.")
    names = {"dbname": "NAME", "host": "HOST", "port": "PORT", "user": "USER"}
    own = {name: found[key] for name, key in (names | {"password": "PASSWORD"}).items()}
    return {name: value for name, value in (own | found.get("OPTIONS", {})).items() if value}


def database(url: str, name: str = "DATABASE_URL") -> dict[str, Any]:
    """Return Django's settings of the database at this address, which is the value of the
    variable `name`. The error does not contain the address, because that may contain a
    password."""
    scheme = url.partition(":")[0]
    try:
        found = dj_database_url.parse(url, conn_max_age=None, conn_health_checks=True)
    except ValueError:
        found = {}
    engine = str(found.get("ENGINE", "")).rpartition(".")[2]
    if engine not in {"sqlite3", "postgresql"} or found.get("NAME") in {"", ":memory:"}:
        raise StartError(
            f"{name} must be like postgres://user:password@host/name or "
            f"sqlite:////folder/file.sqlite3; what was set begins with {scheme[:20]!r}. "
            "Special characters of a password are written as %40 for @, %2F for / and so on."
        )
    return dict(found)
