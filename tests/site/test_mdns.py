"""The name of this machine in its network is announced, and is resolved by another program. All
traffic is on the loopback interface."""

import multiprocessing
from typing import Any

import pytest
from zeroconf import (  # type: ignore[attr-defined] # (not in its __all__)
    AddressResolverIPv4,
    DNSQuestionType,
    IPVersion,
    Zeroconf,
)

from tichu_score.environment import env_mdns_name
from tichu_score.mdns import announced, mdns_names, start_mdns
from tichu_score.start_error import StartError
from tichu_score.tls import host_names

LOOPBACK = ["127.0.0.1"]
NAMES = ["tichu-test.local", "tichu-test-2.local"]


def resolved(name: str) -> list[str]:
    """Return the addresses to which a device in the network resolves the name."""
    with Zeroconf(interfaces=LOOPBACK, ip_version=IPVersion.V4Only) as device:
        found = AddressResolverIPv4(f"{name}.")
        found.request(device, 3_000, DNSQuestionType.QM)
        return found.parsed_addresses()


def test_device_finds_the_machine_by_its_name() -> None:
    with announced(NAMES, "127.0.0.1", 8000, LOOPBACK) as name:
        assert name == "tichu-test.local"
        assert resolved("tichu-test.local") == ["127.0.0.1"]


def test_name_that_another_machine_has_is_left_to_it() -> None:
    with (
        announced(NAMES, "192.0.2.1", 8000, LOOPBACK),
        announced(NAMES, "192.0.2.2", 8000, LOOPBACK) as second,
        announced(NAMES, "192.0.2.3", 8000, LOOPBACK) as third,
    ):
        assert (second, third) == ("tichu-test-2.local", None)
        assert resolved("tichu-test.local") == ["192.0.2.1"]
        assert resolved("tichu-test-2.local") == ["192.0.2.2"]


def test_name_is_said_once_it_is_announced(settings: Any) -> None:
    settings.HOST = "127.0.0.1"
    receiver, sender = multiprocessing.get_context("fork").Pipe(duplex=False)
    process = start_mdns(NAMES, 8000, sender.send)
    with receiver, sender:
        assert receiver.recv() == "tichu-test.local"
        assert resolved("tichu-test.local") == ["127.0.0.1"]
    process.terminate()
    process.join()


def test_machine_that_cannot_announce_reports_nothing(settings: Any) -> None:
    """None of its addresses can be announced, as when multicast is not allowed."""
    settings.HOST = "192.0.2.77"
    receiver, sender = multiprocessing.get_context("fork").Pipe(duplex=False)
    process = start_mdns(NAMES, 8000, sender.send)
    with receiver, sender:
        assert not receiver.poll(3)
    process.terminate()
    process.join()


@pytest.fixture
def network(settings: Any) -> Any:
    """The settings of a server for phones in its network."""
    settings.MDNS_NAME, settings.HOST, settings.ALLOWED_HOSTS = "tichu", "0.0.0.0", ["*"]
    return settings


def test_four_names_are_tried(network: Any) -> None:
    assert mdns_names() == [
        *("tichu.local", "tichu-2.local", "tichu-3.local", "tichu-4.local"),
    ]


@pytest.mark.parametrize(
    ("setting", "value"),
    [("MDNS_NAME", ""), ("HTTPS", True), ("HOST", "127.0.0.1"), ("ALLOWED_HOSTS", ["a.lan"])],
)
def test_no_name_is_announced_that_is_not_wanted_or_not_answered(
    network: Any, setting: str, value: object
) -> None:
    setattr(network, setting, value)
    assert mdns_names() == []


def test_certificate_has_the_names(network: Any) -> None:
    assert {"tichu.local", "tichu-4.local"} < set(host_names())


@pytest.mark.parametrize(("value", "name"), [("", "tichu"), ("off", ""), ("Cards", "cards")])
def test_mdns_name_of_the_environment_is_parsed(
    monkeypatch: pytest.MonkeyPatch, value: str, name: str
) -> None:
    monkeypatch.setenv("MDNS_NAME", value)
    assert env_mdns_name("MDNS_NAME") == name


@pytest.mark.parametrize("value", ["tichu.local", "a b", "-a", "x" * 61, "grün"])
def test_what_can_be_no_name_is_refused(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("MDNS_NAME", value)
    with pytest.raises(StartError, match="MDNS_NAME must be"):
        env_mdns_name("MDNS_NAME")
