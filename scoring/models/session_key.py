"""The session that a game belongs to, as an expression that an index can have."""

from typing import Any

from django.db.models import CharField, Func
from django.db.models.sql.compiler import SQLCompiler


class SessionKey(Func):
    """The key of the session in a game's `rotation_facts`, in hexadecimal digits; NULL for
    other games. A database takes an index of an expression only for what is written like it,
    and Django's own lookups give the path as a parameter. A migration names this class, so its
    SQL never changes: another expression is another class."""

    arity = 1
    output_field = CharField()
    template = "(%(expressions)s #>> '{session,key}')"

    def as_sqlite(self, compiler: SQLCompiler, connection: Any, **context: Any) -> Any:
        template = "JSON_EXTRACT(%(expressions)s, '$.session.key')"
        return self.as_sql(compiler, connection, template=template, **context)
