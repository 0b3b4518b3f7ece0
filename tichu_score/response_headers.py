"""Security headers of every response: pages, files, streams and errors."""

from django.conf import settings

from tichu_score.request_bodies import Message, Receive, Scope, Send
from tichu_score.request_router import Application


class ResponseHeaders:
    """Adds headers to each response, unless Django has already added them:
    `X-Content-Type-Options`, and behind HTTPS `Strict-Transport-Security` by Django's own
    settings."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.wanted = [(b"x-content-type-options", b"nosniff")]
        if settings.HTTPS:
            subdomains = (
                "; includeSubDomains" if settings.SECURE_HSTS_INCLUDE_SUBDOMAINS else ""
            )
            preload = "; preload" if settings.SECURE_HSTS_PRELOAD else ""
            value = f"max-age={settings.SECURE_HSTS_SECONDS}{subdomains}{preload}"
            self.wanted.append((b"strict-transport-security", value.encode()))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                there = {name.lower() for name, _ in message["headers"]}
                missing = [each for each in self.wanted if each[0] not in there]
                message = {**message, "headers": [*message["headers"], *missing]}
            await send(message)

        await self.application(scope, receive, send_with_headers)
