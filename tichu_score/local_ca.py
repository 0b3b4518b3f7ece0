"""A certificate authority of this machine, and the server certificate that it signs (RFC 5280).

It is for a server in a home network, for which no public authority issues a certificate. Phones
install the authority's certificate once. Name constraints limit it to the names of this machine
and to private addresses, so a stolen key is of no use for other sites."""

import os
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from tichu_score.addresses import PRIVATE_NETWORKS, Address, is_private
from tichu_score.file_lock import wait_for_lock
from tichu_score.start_error import StartError, cannot_write

AUTHORITY_VALID = timedelta(days=3650)
CERTIFICATE_VALID = timedelta(days=30)
RENEW_BEFORE = timedelta(days=10)
# A phone whose clock is behind still accepts the certificate.
CLOCK_SKEW = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class LocalCA:
    """The authority with the files in `folder`: `authority.pem`, its key and certificate;
    `authority.crt`, only the certificate in the format for phones (DER); and `server.pem`, key
    and certificate of the server. Only their owner can read them."""

    folder: Path

    @property
    def server_file(self) -> Path:
        return self.folder / "server.pem"

    def has_certificate_for(self, name: str) -> bool:
        """Whether the server's certificate is valid for this name."""
        _, certificate = _load(self.server_file)
        return name in _names_of(certificate).get_values_for_type(x509.DNSName)

    @property
    def _authority_file(self) -> Path:
        return self.folder / "authority.pem"

    def renew(
        self, names: Collection[str], addresses: Collection[Address], now: datetime
    ) -> bool:
        """Create what is missing: the authority, which is named after the first of these names,
        and a server certificate, unless there is one for these names and addresses that is
        valid for more than RENEW_BEFORE. Return whether there is a new one. Names that are not
        among those of the authority, and addresses that are not private, are left out.

        Raises StartError if the files cannot be read or written.
        """
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with wait_for_lock(self.folder / "lock"):
                if not self._authority_file.exists():
                    own_names = list(dict.fromkeys(names))
                    _store(self._authority_file, *_make_authority(own_names, now))
                key, authority = _load(self._authority_file)
                _update(
                    self.folder / "authority.crt",
                    authority.public_bytes(serialization.Encoding.DER),
                )
                wanted = _alternative_names(authority, names, addresses)
                if self.server_file.exists() and _serves(self.server_file, wanted, now):
                    return False
                _store(self.server_file, *_make_certificate(key, authority, wanted, now))
                return True
        except OSError as error:
            raise cannot_write(self.folder, error) from None
        except (ValueError, TypeError) as error:
            raise StartError(
                f"The certificates in {self.folder} cannot be read ({error}): delete the "
                "folder, and new ones are made, which phones have to be given again.",
                os.EX_DATAERR,
            ) from None


def _make_authority(
    names: list[str], now: datetime
) -> tuple[ec.EllipticCurvePrivateKey, x509.Certificate]:
    key = ec.generate_private_key(ec.SECP256R1())
    subject = _name(f"Tichu Score on {names[0] if names else 'this machine'}")
    permitted = [
        *(x509.DNSName(name) for name in names),
        *(x509.IPAddress(network) for network in PRIVATE_NETWORKS),
    ]
    certificate = (
        _builder(subject, subject, key, now, AUTHORITY_VALID)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_key_usage(signs_certificates=True), critical=True)
        .add_extension(x509.NameConstraints(permitted, None), critical=True)
        .sign(key, hashes.SHA256())
    )
    return key, certificate


def _make_certificate(
    authority_key: ec.EllipticCurvePrivateKey,
    authority: x509.Certificate,
    names: x509.SubjectAlternativeName,
    now: datetime,
) -> tuple[ec.EllipticCurvePrivateKey, x509.Certificate]:
    key = ec.generate_private_key(ec.SECP256R1())
    issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(authority_key.public_key())
    server_auth = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])
    certificate = (
        _builder(_name("Tichu Score"), authority.subject, key, now, CERTIFICATE_VALID)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_key_usage(signs_certificates=False), critical=True)
        .add_extension(server_auth, critical=False)
        .add_extension(issuer, critical=False)
        .add_extension(names, critical=False)
        .sign(authority_key, hashes.SHA256())
    )
    return key, certificate


def _builder(
    subject: x509.Name,
    issuer: x509.Name,
    key: ec.EllipticCurvePrivateKey,
    now: datetime,
    valid: timedelta,
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - CLOCK_SKEW)
        .not_valid_after(now + valid)
        .add_extension(
            x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False
        )
    )


def _name(common_name: str) -> x509.Name:
    # X.520 allows 64 characters.
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common_name[:64])])


def _key_usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        encipher_only=False,
        decipher_only=False,
    )


def _alternative_names(
    authority: x509.Certificate, names: Collection[str], addresses: Collection[Address]
) -> x509.SubjectAlternativeName:
    """The names and addresses that the authority may certify."""
    constraints = authority.extensions.get_extension_for_class(x509.NameConstraints).value
    permitted = {
        each.value
        for each in constraints.permitted_subtrees or ()
        if isinstance(each, x509.DNSName)
    }
    return x509.SubjectAlternativeName(
        [
            *(x509.DNSName(name) for name in sorted(permitted & set(names))),
            *(
                x509.IPAddress(each)
                for each in sorted(filter(is_private, set(addresses)), key=str)
            ),
        ]
    )


def _serves(path: Path, names: x509.SubjectAlternativeName, now: datetime) -> bool:
    _, certificate = _load(path)
    return (
        _names_of(certificate) == names and now + RENEW_BEFORE < certificate.not_valid_after_utc
    )


def _names_of(certificate: x509.Certificate) -> x509.SubjectAlternativeName:
    return certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value


def _load(path: Path) -> tuple[ec.EllipticCurvePrivateKey, x509.Certificate]:
    content = path.read_bytes()
    key = serialization.load_pem_private_key(content, password=None)
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise TypeError("a key of another kind")
    return key, x509.load_pem_x509_certificate(content)


def _store(path: Path, key: ec.EllipticCurvePrivateKey, certificate: x509.Certificate) -> None:
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    _write(path, private + certificate.public_bytes(serialization.Encoding.PEM))


def _update(path: Path, content: bytes) -> None:
    """Write a file unless it already has this content, because this is called every minute."""
    if not path.exists() or path.read_bytes() != content:
        _write(path, content)


def _write(path: Path, content: bytes) -> None:
    """Write a file atomically: it is either complete or does not exist."""
    unfinished = path.with_suffix(".new")
    unfinished.unlink(missing_ok=True)
    handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
    unfinished.replace(path)
