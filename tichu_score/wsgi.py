"""Django's WSGI handler for every page of the site."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tichu_score.settings")

application = get_wsgi_application()
