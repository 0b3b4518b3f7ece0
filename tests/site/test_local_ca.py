"""The certificate authority of a machine in a home network, as OpenSSL validates it."""

import ssl
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tichu_score.local_ca import AUTHORITY_VALID, CERTIFICATE_VALID, RENEW_BEFORE, LocalCA
from tichu_score.start_error import StartError

NOW, DAY = datetime.now(UTC), timedelta(days=1)
NAMES = ["table", "table.local", "localhost"]
ADDRESSES = [ip_address("192.168.7.5"), ip_address("127.0.0.1"), ip_address("fd00::5")]


@pytest.fixture
def ca(tmp_path: Path) -> LocalCA:
    ca = LocalCA(tmp_path / "tls")
    ca.renew(NAMES, ADDRESSES, NOW)
    return ca


def handshake(ca: LocalCA, trusted: LocalCA, host: str) -> None:
    """Connect to `host`, which has the certificate of `ca`, as a device that trusts `trusted`.
    Raises ssl.SSLCertVerificationError."""
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    listening = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    listening.load_cert_chain(ca.server_file)
    der = (trusted.folder / "authority.crt").read_bytes()
    calling = ssl.create_default_context(cadata=der)
    server = listening.wrap_bio(to_server, to_client, server_side=True)
    client = calling.wrap_bio(to_client, to_server, server_hostname=host)
    for side in (client, server, client):
        try:
            side.do_handshake()
        except ssl.SSLWantReadError:
            continue
    assert client.cipher()


@pytest.mark.parametrize("host", [*NAMES, *map(str, ADDRESSES)])
def test_device_with_the_certificate_trusts_every_name_and_address(
    ca: LocalCA, host: str
) -> None:
    handshake(ca, ca, host)


def test_device_does_not_trust_another_authority(ca: LocalCA, tmp_path: Path) -> None:
    other = LocalCA(tmp_path / "other")
    other.renew(NAMES, ADDRESSES, NOW)
    with pytest.raises(ssl.SSLCertVerificationError, match="certificate verify failed"):
        handshake(ca, other, "table")


def test_certificate_is_for_no_other_host(ca: LocalCA) -> None:
    with pytest.raises(ssl.SSLCertVerificationError, match="Hostname mismatch"):
        handshake(ca, ca, "bank.example")


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("bank.example", x509.DNSName("bank.example")),
        ("8.8.8.8", x509.IPAddress(ip_address("8.8.8.8"))),
    ],
)
def test_stolen_key_of_the_authority_makes_no_certificate_for_another_site(
    ca: LocalCA, host: str, name: x509.GeneralName
) -> None:
    """The certificate is the server's own with another name."""
    pem, server = (ca.folder / "authority.pem").read_bytes(), ca.server_file.read_bytes()
    stolen = serialization.load_pem_private_key(pem, password=None)
    assert isinstance(stolen, ec.EllipticCurvePrivateKey)
    own = x509.load_pem_x509_certificate(server)
    forged = x509.CertificateBuilder(
        own.issuer, own.subject, own.public_key(), 1, NOW, NOW + DAY
    )
    for each in own.extensions:
        is_name = isinstance(each.value, x509.SubjectAlternativeName)
        value = x509.SubjectAlternativeName([name]) if is_name else each.value
        forged = forged.add_extension(value, each.critical)
    certificate = forged.sign(stolen, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
    key = server.partition(b"-----BEGIN CERTIFICATE")[0]
    ca.server_file.write_bytes(key + certificate)

    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
        handshake(ca, ca, host)


def test_public_address_gets_no_certificate(ca: LocalCA) -> None:
    ca.renew(NAMES, [ip_address("8.8.8.8")], NOW)
    with pytest.raises(ssl.SSLCertVerificationError, match="IP address mismatch"):
        handshake(ca, ca, "8.8.8.8")


def test_only_the_owner_can_read_the_keys(ca: LocalCA) -> None:
    modes = {path.name: path.stat().st_mode & 0o777 for path in ca.folder.glob("*.pem")}
    assert modes == {"authority.pem": 0o600, "server.pem": 0o600}
    assert ca.folder.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize(
    ("later", "renewed"),
    [
        (timedelta(), False),
        (CERTIFICATE_VALID - RENEW_BEFORE - timedelta(minutes=1), False),
        (CERTIFICATE_VALID - RENEW_BEFORE, True),
        (CERTIFICATE_VALID * 2, True),
    ],
)
def test_certificate_is_renewed_ten_days_before_its_end(
    ca: LocalCA, later: timedelta, *, renewed: bool
) -> None:
    before = ca.server_file.read_bytes()
    assert ca.renew(NAMES, ADDRESSES, NOW + later) is renewed
    assert (ca.server_file.read_bytes() != before) is renewed


def test_machine_that_has_another_address_gets_another_certificate(ca: LocalCA) -> None:
    assert ca.renew(NAMES, [ip_address("10.0.0.9")], NOW)
    handshake(ca, ca, "10.0.0.9")


def test_authority_stays_when_the_certificate_is_renewed(ca: LocalCA) -> None:
    before = (ca.folder / "authority.pem").read_bytes()
    ca.renew(NAMES, ADDRESSES, NOW + AUTHORITY_VALID / 2)
    assert (ca.folder / "authority.pem").read_bytes() == before


def test_damaged_file_is_a_sentence(ca: LocalCA) -> None:
    (ca.folder / "authority.pem").write_text("nonsense")
    with pytest.raises(StartError, match="delete the folder, and new ones are made"):
        ca.renew(NAMES, ADDRESSES, NOW)
