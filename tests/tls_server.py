"""A server that terminates TLS itself, for tests that use it over the network."""

import http.client
import ssl
from pathlib import Path

from tests.server import Server, free_port, is_listening
from tichu_score.local_ca import LocalCA


class TLSServer(Server):
    """`url` is the address of HTTPS, and `port` is the port of plain HTTP."""

    def __init__(self, **environ: str) -> None:
        self.tls_port = free_port()
        super().__init__(TLS_PORT=str(self.tls_port), **({"TLS": "local"} | environ))
        self.url = f"https://127.0.0.1:{self.tls_port}"

    @property
    def ca(self) -> LocalCA:
        return LocalCA(Path(self.env["DATA_DIR"]) / "tls")

    def answers(self) -> bool:
        return super().answers() and is_listening(self.tls_port)

    def fetch(self, path: str, trusted: Path | None = None) -> tuple[int, bytes]:
        """Fetch a page by HTTPS as a device that trusts the authority in the folder `trusted`,
        by default the local CA of this server. Raises ssl.SSLCertVerificationError."""
        folder = (trusted or self.ca.folder) / "authority.crt"
        context = ssl.create_default_context(cadata=folder.read_bytes())
        connection = http.client.HTTPSConnection(
            "127.0.0.1", self.tls_port, timeout=30, context=context
        )
        connection.request("GET", path)
        answer = connection.getresponse()
        found = answer.status, answer.read()
        connection.close()
        return found
