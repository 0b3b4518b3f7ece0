"""Settings: everything has a default that is safe to run; the README's table lists the rest."""

import os
from pathlib import Path

import dj_database_url
from csp.constants import NONE, SELF

from tichu_score.secret import kept_secret


def env_flag(name: str) -> bool:
    """Read an on/off variable; anything but on or off is a mistake worth stopping for."""
    value = os.getenv(name, "").strip().lower()
    if value in {"", "0", "false", "no", "off"}:
        return False
    if value in {"1", "true", "yes", "on"}:
        return True
    raise ValueError(f"{name} must be 1 or 0, not {value!r}.")


def env_number(name: str, default: int) -> int:
    value = os.getenv(name, "").strip()
    if not value:
        return default
    if not value.isdecimal() or int(value) == 0:
        raise ValueError(f"{name} must be a whole number above 0, not {value!r}.")
    return int(value)


def env_list(name: str, default: str = "") -> list[str]:
    return [item.strip() for item in os.getenv(name, default).split(",") if item.strip()]


BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(os.getenv("DATA_DIR") or BASE_DIR / "data").resolve()

DEBUG = env_flag("DEBUG")
# Where `serve` listens, and how many pages it makes at a time.
HOST = os.getenv("HOST") or "0.0.0.0"  # noqa: S104 (the phones at the table are meant to reach it)
PORT = env_number("PORT", 8000)
THREADS = env_number("THREADS", 4)
# Pages that hear of news by a stream at the same time; those above it ask.
STREAMS = 5_000

SECRET_KEY = os.getenv("SECRET_KEY") or kept_secret(DATA_DIR)

# Behind HTTPS: set HTTPS=1, and let the proxy send X-Forwarded-Proto.
HTTPS = env_flag("HTTPS")
# Any name by default: phones come in by whatever address this machine has in the network today.
ALLOWED_HOSTS = env_list("ALLOWED_HOSTS", "*")
CSRF_TRUSTED_ORIGINS = env_list("CSRF_TRUSTED_ORIGINS")

# The address that phones reach this machine by: `serve` finds it out.
PHONE_URL = ""

# Off for tests and benches, whose many phones come from one address.
LIMITS = not env_flag("NO_LIMITS")

INSTALLED_APPS = [
    "tichu_score",
    "scoring",
    "rules_ref",
    "django.contrib.staticfiles",
    "csp",
    "django_htmx",
    "template_partials",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "tichu_score.middleware.Mark",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "scoring.views.limits.LimitWrites",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "tichu_score.urls"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": ["django.template.context_processors.request"]},
    }
]

SQLITE_OPTIONS = {
    "timeout": 20,
    # A transaction that starts as a reader cannot wait for the write lock: start as a writer.
    "transaction_mode": "IMMEDIATE",
    "init_command": (
        "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;PRAGMA cache_size=-20000;"
        "PRAGMA temp_store=MEMORY;PRAGMA mmap_size=134217728;PRAGMA journal_size_limit=67108864"
    ),
}
DATABASE = dj_database_url.parse(
    os.getenv("DATABASE_URL") or f"sqlite:///{DATA_DIR / 'tichu.sqlite3'}",
    conn_max_age=None,
    conn_health_checks=True,
)
if "sqlite" in DATABASE["ENGINE"]:
    DATABASE["OPTIONS"] = SQLITE_OPTIONS
    DATABASE["CONN_HEALTH_CHECKS"] = False
    # In memory, tests that write from several threads would find whole tables locked.
    DATABASE["TEST"] = {"NAME": str(DATA_DIR / f"test-{os.getpid()}.sqlite3")}
else:
    # What is asked again and again is planned once.
    DATABASE["OPTIONS"] = {"server_side_binding": True, "prepare_threshold": 2}
DATABASES = {"default": DATABASE}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

LANGUAGE_CODE = "en"
TIME_ZONE = os.getenv("TIME_ZONE") or "UTC"
USE_I18N = True
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STORAGES = {
    "staticfiles": {"BACKEND": "tichu_score.static_files.ModuleStorage"},
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
WHITENOISE_ALLOW_ALL_ORIGINS = False

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "base-uri": [NONE],
        "connect-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "img-src": [SELF],
        "manifest-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "worker-src": [SELF],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "tichu_score.views.csrf_failure"

if HTTPS:
    CSRF_COOKIE_SECURE = True
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    # A refused round and a page that is not there are answers, not news for who runs the site.
    "loggers": {"django.request": {"level": "ERROR"}},
}
