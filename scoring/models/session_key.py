"""The session that a game belongs to, as an expression for an index."""

from typing import Any

from django.db.models import CharField, Func
from django.db.models.sql.compiler import SQLCompiler


class SessionKey(Func):
    """The key of the session in a game's `rotation_facts`, in hexadecimal digits; NULL for
    other games. A database uses an index of an expression only for a query with the same
    expression, but Django's own lookups pass the path as a parameter. A migration refers to
    this class, so its SQL must never change: another expression needs another class."""

    arity = 1
    output_field = CharField()
    template = "(%(expressions)s #>> '{session,key}')"

    def as_sqlite(self, compiler: SQLCompiler, connection: Any, **context: Any) -> Any:
        template = "JSON_EXTRACT(%(expressions)s, '$.session.key')"
        return self.as_sql(compiler, connection, template=template, **context)
