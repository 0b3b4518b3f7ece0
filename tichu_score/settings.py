"""Settings. All have safe defaults. The README lists the environment variables."""

import os
from pathlib import Path
from urllib.parse import quote

from csp.constants import NONE, SELF

from scoring.cookies import cookie_name
from tichu_score.environment import (
    database,
    env_choice,
    env_contact,
    env_flag,
    env_hosts,
    env_hsts_preload,
    env_mdns_name,
    env_networks,
    env_number,
    env_origins,
    env_path_prefix,
    env_port,
    env_processes,
    env_secret,
    env_text,
    env_threads,
    env_time_zone,
    env_tls,
    pooler,
    secret_key,
)
from tichu_score.secret_key import load_or_create_secret_key
from tichu_score.static_headers import shorten_headers

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(env_text("DATA_DIR") or BASE_DIR / "data").resolve()

DEBUG = env_flag("DEBUG")
# The address of `serve`, the number of its processes, and the threads of each.
HOST = env_text("HOST", "0.0.0.0")  # noqa: S104 (phones at the table have to reach it)
PORT = env_port("PORT", 8000)
PROCESSES = env_processes("PROCESSES")
THREADS = env_threads("THREADS")

SECRET_KEY = env_secret("SECRET_KEY")
if SECRET_KEY:
    secret_key(SECRET_KEY, "SECRET_KEY")
else:
    SECRET_KEY = load_or_create_secret_key(DATA_DIR)

# For a site behind HTTPS: set HTTPS=1, and let the proxy send X-Forwarded-Proto.
HTTPS = env_flag("HTTPS")
# TLS in the server itself, without a proxy: HTTPS is on TLS_PORT, and PORT redirects to it.
TLS = env_tls("TLS", proxied=HTTPS)
TLS_PORT = env_port("TLS_PORT", 8443)
TLS_CERTIFICATE, TLS_KEY = Path(env_text("TLS_CERTIFICATE")), Path(env_text("TLS_KEY"))
# The default is any host, because phones use the present address of this machine in the local
# network.
ALLOWED_HOSTS = env_hosts("ALLOWED_HOSTS", https=HTTPS)
CSRF_TRUSTED_ORIGINS = env_origins("CSRF_TRUSTED_ORIGINS")
# The path of the site on its host, such as "/tichu"; "" if the site has the whole host.
PATH_PREFIX = env_path_prefix("PATH_PREFIX", tls=TLS)
FORCE_SCRIPT_NAME = PATH_PREFIX or None

# The multicast DNS name in a home network, without `.local`; "" for none.
MDNS_NAME = env_mdns_name("MDNS_NAME")

# The address for phones in the local network; set by `serve`.
PHONE_URL = ""

# Whether rate limits apply. They are off for tests and benchmarks, whose clients share an
# address.
LIMITS = not env_flag("NO_LIMITS")

# Whether everybody may create a group, or only join one by invitation.
NEW_GROUPS = env_flag("NEW_GROUPS", "1")
# Where to report a security problem; contained in /.well-known/security.txt.
SECURITY_CONTACT = env_contact("SECURITY_CONTACT")
# The contact of the operator, which the pages on privacy and accessibility show.
CONTACT = env_contact("CONTACT")

INSTALLED_APPS = [
    "tichu_score",
    "scoring",
    "rules_ref",
    "rulings",
    "django.contrib.staticfiles",
    "csp",
    "django_htmx",
    "template_partials",
]

MIDDLEWARE = [
    "tichu_score.middleware.HealthMiddleware",
    "tichu_score.middleware.StaticFilesMiddleware",
    "tichu_score.middleware.TLSMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "tichu_score.compression.CompressionMiddleware",
    "tichu_score.middleware.SiteHeadersMiddleware",
    "tichu_score.middleware.LanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "tichu_score.middleware.FormerCookieMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "scoring.views.rate_limits.WriteLimitMiddleware",
    "tichu_score.middleware.FileLimitMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "tichu_score.middleware.FormPageMiddleware",
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

# The seconds for which a write waits for others; after that, the response is 503.
LOCK_TIMEOUT = 5
SQLITE_OPTIONS = {
    "timeout": LOCK_TIMEOUT,
    # Take the write lock at the start, because a transaction that has already read cannot wait
    # for it.
    "transaction_mode": "IMMEDIATE",
    "init_command": (
        "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;PRAGMA cache_size=-20000;"
        "PRAGMA temp_store=MEMORY;PRAGMA mmap_size=134217728;PRAGMA journal_size_limit=67108864"
    ),
}
DATABASE = database(
    env_secret("DATABASE_URL") or "sqlite:///" + quote(str(DATA_DIR / "tichu.sqlite3"))
)
# The seconds for which a start waits for a database that does not respond yet.
DATABASE_WAIT = env_number("DATABASE_WAIT", 60, least=0)
if "sqlite" in DATABASE["ENGINE"]:
    DATABASE["ENGINE"] = "tichu_score.sqlite"
    DATABASE["OPTIONS"] = SQLITE_OPTIONS
    # A file, because in memory concurrent writes of tests would lock whole tables.
    DATABASE["TEST"] = {"NAME": str(DATA_DIR / f"test-{os.getpid()}.sqlite3")}
else:
    DATABASE["ENGINE"] = "tichu_score.postgresql"
    # Repeated queries are prepared, so that they are planned only once.
    DATABASE["OPTIONS"] = {
        **DATABASE.get("OPTIONS", {}),
        "server_side_binding": True,
        "prepare_threshold": 2,
        "options": f"-c lock_timeout={LOCK_TIMEOUT}s",
    }
# PgBouncer or a similar program, only for requests; `DATABASE_URL` then bypasses it.
POOLER = pooler(env_secret("POOLER_URL"), DATABASE["ENGINE"])
# Server-side cursors belong to a connection, but with a pooler each transaction may have
# another one.
DATABASE["DISABLE_SERVER_SIDE_CURSORS"] = bool(POOLER)
DATABASES = {"default": DATABASE}
# The number of daily backups that are kept; with 0 the server makes none.
BACKUPS = env_number("BACKUPS", 7, least=0)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Rendered pages, some 30 kB each, and fragments that many pages contain, under keys that change
# with their content.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "TIMEOUT": None,
        "OPTIONS": {"MAX_ENTRIES": 300},
    }
}

LANGUAGE_CODE = "en"
# The languages that are offered, by their own names. The catalogue of each except English is
# complete.
LANGUAGES = [
    ("en", "English"),
    ("de", "Deutsch"),
    ("de-ch", "Deutsch (Schweiz)"),
    ("el", "Ελληνικά"),
    ("fr", "Français"),
    ("it", "Italiano"),
    ("ko", "한국어"),
    ("nl", "Nederlands"),
]
# In these languages only the quick sheet and the glossary of the reference are complete; other
# texts may be in English.
PARTLY_TRANSLATED = frozenset({"el", "it", "ko", "nl"})
# Languages whose translation was checked by a speaker. Pages in the others say that it was not.
CHECKED_LANGUAGES = frozenset({"en"})
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
TIME_ZONE = env_time_zone("TIME_ZONE")
USE_I18N = True
FORMAT_MODULE_PATH = "tichu_score.formats"
USE_TZ = True

STATIC_URL = f"{PATH_PREFIX}/static/"
STATIC_ROOT = DATA_DIR / "static"
STORAGES = {
    "staticfiles": {"BACKEND": "tichu_score.static_files.ModuleStorage"},
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_ADD_HEADERS_FUNCTION = shorten_headers

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "base-uri": [NONE],
        "connect-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "img-src": [SELF],
        "manifest-src": [SELF],
        "script-src": [SELF],  # also for workers
        "style-src": [SELF],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "tichu_score.views.csrf_failure"

CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS or TLS != "off"
CSRF_COOKIE_PATH = LANGUAGE_COOKIE_PATH = f"{PATH_PREFIX}/"
CSRF_COOKIE_NAME, LANGUAGE_COOKIE_NAME = (
    cookie_name(name, secure=CSRF_COOKIE_SECURE, path_prefix=PATH_PREFIX)
    for name in ("csrftoken", "language")
)
# The database enforces the checks that are written in SQL; forms do not validate with them.
SILENCED_SYSTEM_CHECKS = ["models.W045"]
# Off by default, because a domain remains in the preload list of browsers for months.
SECURE_HSTS_PRELOAD = env_hsts_preload("HSTS_PRELOAD", https=HTTPS)
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SILENCED_SYSTEM_CHECKS.append("security.W021")

# The addresses that may read /metrics.
METRICS_ALLOWED = env_networks("METRICS_ALLOWED")

LOG_FORMAT = env_choice("LOG_FORMAT", ("lines", "json"))
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "lines": {
            "()": "tichu_score.logs.EscapingFormatter",
            "format": "%(asctime)s %(levelname)s %(name)s [%(request_id)s]: %(message)s",
        },
        "json": {"()": "tichu_score.logs.JSONFormatter"},
    },
    "filters": {
        "request": {"()": "tichu_score.logs.AddRequest"},
        "outages": {"()": "tichu_score.outages.OutageFilter"},
        "without_traceback": {"()": "tichu_score.logs.OmitTraceback"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": LOG_FORMAT,
            "filters": ["request", "outages"],
        },
        "refusals": {
            "class": "logging.StreamHandler",
            "formatter": LOG_FORMAT,
            "filters": ["request", "without_traceback"],
        },
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    # Rejected rounds and missing pages are normal responses, not log entries.
    "loggers": {
        "django.request": {"level": "ERROR"},
        "django.security": {"handlers": ["refusals"], "propagate": False},
        # The entries that the database can be used again.
        "tichu_score.outages": {"level": "INFO"},
        # Who joined a group, and who was refused.
        "scoring.security_log": {"level": "INFO"},
        "tichu_score.access": {"level": "INFO" if env_flag("ACCESS_LOG") else "WARNING"},
    },
}
