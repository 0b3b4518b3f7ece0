"""The addresses that `serve` prints, and its reasons for not listening."""

import ipaddress
import socket

import pytest

from tichu_score import addresses


def test_network_address_is_one_that_phones_can_reach() -> None:
    address = addresses.network_address()
    assert address is None or not ipaddress.ip_address(address).is_loopback


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("0.0.0.0", "http://localhost:8000/"),
        ("::", "http://localhost:8000/"),
        ("127.0.0.1", "http://127.0.0.1:8000/"),
        ("192.168.1.5", "http://192.168.1.5:8000/"),
        ("::1", "http://[::1]:8000/"),
    ],
)
def test_local_url_follows_the_host(host: str, url: str) -> None:
    assert addresses.local_url(host, 8000) == url


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("127.0.0.1", None),
        ("localhost", None),
        ("::1", None),
        ("192.168.1.5", "http://192.168.1.5:8000/"),
    ],
)
def test_phone_url_follows_the_host(host: str, url: str | None) -> None:
    assert addresses.phone_url(host, 8000) == url


@pytest.mark.parametrize(
    ("allowed_hosts", "url"),
    [
        (["*"], None),
        ([".example.org"], None),
        ([".example.org", "tichu.example.org"], "https://tichu.example.org/"),
    ],
)
def test_public_url_is_the_first_host_named_in_full(
    allowed_hosts: list[str], url: str | None
) -> None:
    assert addresses.public_url(allowed_hosts) == url


def test_free_port_has_no_reason_against_it() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    assert addresses.port_error("127.0.0.1", port) is None


def test_taken_port_is_named_with_a_way_out() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert addresses.port_error("127.0.0.1", port) == (
            f"Port {port} is taken: set PORT to another one, as in PORT={port + 1}."
        )


def test_host_of_another_machine_is_named() -> None:
    reason = addresses.port_error("192.0.2.77", 8000)
    assert reason is not None
    assert reason.startswith("Cannot listen on 192.0.2.77, port 8000")


def test_qr_code_is_half_blocks_only() -> None:
    code = addresses.qr_code("http://192.168.1.23:8000/", coloured=False)
    assert set(code) == set("█▀▄ \n")


def test_qr_code_sets_black_and_white_on_every_line_where_coloured() -> None:
    plain = addresses.qr_code("http://192.168.1.23:8000/", coloured=False)
    coloured = addresses.qr_code("http://192.168.1.23:8000/", coloured=True)
    assert coloured.splitlines() == [f"\033[97;40m{line}\033[0m" for line in plain.splitlines()]
