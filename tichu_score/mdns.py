"""A name for this machine in its network by multicast DNS (RFC 6762), such as `tichu.local`. It
remains valid if the address changes."""

import logging
import multiprocessing
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING

from django.conf import settings

from tichu_score.addresses import is_loopback, is_wildcard, network_address
from tichu_score.parent import end_at_once_with_parent

if TYPE_CHECKING:
    from zeroconf import Zeroconf

log = logging.getLogger(__name__)

# The endings that are tried in order if another machine has the name.
ENDINGS = ("", "-2", "-3", "-4")
CHECK_EVERY = 60.0  # seconds between two checks of this machine's address
PROBE = 1_500  # milliseconds in which another holder of the name responds


def mdns_names() -> list[str]:
    """The names that this machine may announce, in the order in which they are tried; none if
    MDNS_NAME is `off`, if there is a proxy, or if only this machine itself can connect."""
    if not settings.MDNS_NAME or settings.HTTPS or is_loopback(settings.HOST):
        return []
    names = [f"{settings.MDNS_NAME}{ending}.local" for ending in ENDINGS]
    return [name for name in names if {"*", name} & set(settings.ALLOWED_HOSTS)]


def start_mdns(names: Sequence[str], port: int, say: Callable[[str], object]) -> BaseProcess:
    """Announce this machine by the first of these names that is free, in a separate process,
    which ends with this one. That process calls `say` to print the name. Checking whether a
    name is taken needs seconds, so the server does not wait for it. If no name is free, nothing
    is printed."""
    context = multiprocessing.get_context("fork")
    process = context.Process(target=_run, args=(names, port, say), daemon=True)
    process.start()
    return process


def _run(names: Sequence[str], port: int, say: Callable[[str], object]) -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    # The parent receives these signals too, and ends this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    end_at_once_with_parent()
    said = None
    while True:
        try:
            said = _announce(names, port, said, say)
        except OSError as error:
            log.warning("No name is announced in this network (%s).", error)
        time.sleep(CHECK_EVERY)


def _announce(
    names: Sequence[str], port: int, said: str | None, say: Callable[[str], object]
) -> str | None:
    """Announce the present address of this machine until it changes. Return the name, and call
    `say` with it unless it was `said` before."""
    address = _own_address()
    if not address:
        return said
    with announced(names, address, port, [address]) as name:
        if name and name != said:
            say(name)
        while name and _own_address() == address:
            time.sleep(CHECK_EVERY)
    return name or said


def _own_address() -> str | None:
    return network_address() if is_wildcard(settings.HOST) else settings.HOST


@contextmanager
def announced(
    names: Sequence[str], address: str, port: int, interfaces: list[str]
) -> Iterator[str | None]:
    """Announce `address` on these interfaces by the first of the names that no other machine
    has, and yield that name; None if there is none."""
    # Imported here, so that a server that does not use it needs less memory.
    from zeroconf import IPVersion, ServiceInfo, Zeroconf  # noqa: PLC0415

    with Zeroconf(interfaces=interfaces, ip_version=IPVersion.V4Only) as responder:
        name = next((each for each in names if _is_free(responder, each, address)), None)
        if name:
            kind = "_http._tcp.local." if settings.TLS == "off" else "_https._tcp.local."
            service = ServiceInfo(
                kind,
                f"Tichu Score on {name.removesuffix('.local')}.{kind}",
                server=f"{name}.",
                port=port,
                parsed_addresses=[address],
            )
            responder.register_service(service, allow_name_change=True)
        yield name  # afterwards, the network is notified that the name is no longer valid


def _is_free(responder: "Zeroconf", name: str, address: str) -> bool:
    """Whether no other machine responds to the name."""
    from zeroconf import (  # type: ignore[attr-defined] # noqa: PLC0415 (not in its __all__)
        AddressResolverIPv4,
        DNSQuestionType,
    )

    found = AddressResolverIPv4(f"{name}.")
    # The response is multicast. A unicast response would be received by only one listening
    # program on this machine, which may be Avahi.
    found.request(responder, PROBE, DNSQuestionType.QM)
    return set(found.parsed_addresses()) <= {address}
