"""Templates become shorter Python than Jinja2 makes of them, and say the same."""

import pytest
from jinja2 import DictLoader, StrictUndefined, UndefinedError, select_autoescape
from jinja2 import Environment as Plain
from markupsafe import Markup

from faultbook.views.compiled import PageEnvironment

TEMPLATES = {
    "macros.html": "{% macro row(a, b='<none>') %}<li>{{ a }}{{ b }}</li>{% endmacro %}"
    "{% macro box(a, b) %}{{ a }}{{ caller() }}{{ b }}{% endmacro %}",
    "page.html": "{% from 'macros.html' import row, box %}"
    "{% for x in p.items %}{{ row(x) }}{{ row(x, b=loop.index) }}{% endfor %}"
    "{% call box(*p.items[:2], **{}) %}<b>{{ p.shout(p.name, by=2) }}</b>{% endcall %}"
    "{{ p.html }}{{ 'a' ~ p.name }}{{ p.name.upper() }}{{ p.none }}{{ 1.5 }}{{ 'it\\'s' | upper }}",
}


class Given:
    """What the page shows; some of it looks like HTML, and some is."""

    items = ("a & b", "<i>", "c", '"quoted"')
    name = "<script>"
    html = Markup("<em>as it is</em>")
    none = None

    def shout(self, text: str, by: int) -> str:
        return text + "!" * by


def environment(kind: type[Plain]) -> Plain:
    return kind(
        loader=DictLoader(TEMPLATES),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
    )


def test_a_page_is_the_one_that_jinja2_makes() -> None:
    quick, plain = (
        environment(kind).get_template("page.html").render(p=Given())
        for kind in (PageEnvironment, Plain)
    )
    assert quick == plain
    assert "&lt;script&gt;!!" in quick
    assert "<em>as it is</em>" in quick


def test_a_name_that_is_not_given_is_an_error() -> None:
    env = environment(PageEnvironment)
    with pytest.raises(UndefinedError, match="'p' is undefined"):
        env.get_template("page.html").render()
    with pytest.raises(AttributeError, match="nothing"):
        env.from_string("{{ p.nothing }}").render(p=Given())
