"""Tables of hand-written pages name the column in each cell: on a phone they have no head."""

from __future__ import annotations

from faultbook.mkdocs_adapter.options import whole_options
from faultbook.mkdocs_adapter.tables import labelled


def _table(heads: list[str], *rows: list[str]) -> str:
    head = "".join(f"<th>{one}</th>\n" for one in heads)
    body = "".join(
        "<tr>\n" + "".join(f"<td>{one}</td>\n" for one in row) + "</tr>\n" for row in rows
    )
    return f"<table>\n<thead>\n<tr>\n{head}</tr>\n</thead>\n<tbody>\n{body}</tbody>\n</table>"


def test_a_wide_table_names_its_columns_and_sets_figures_apart() -> None:
    html = labelled(
        _table(["Entries", "By", "Time"], ["1,000", "A", "3.19 s"], ["10", "B", "none"])
    )
    assert '<th class="n">Entries</th>' in html
    assert '<td class="n" data-h="Entries">1,000</td>' in html
    assert '<td data-h="By">A</td>' in html
    assert '<td class="n" data-h="Time">none</td>' in html


def test_a_name_stays_inside_its_attribute() -> None:
    assert 'data-h="&quot;b&quot;"' in labelled(_table(["a", '"b"', "c"], ["x", "y", "z"]))


def test_a_table_of_two_columns_and_one_with_joined_cells_stay() -> None:
    for table in (_table(["a", "b"], ["1", "2"]), _table(["a", "b", "c"], ["1", "2"])):
        assert labelled(table) == table


def test_an_option_in_a_sentence_stays_whole() -> None:
    html = "<p><code>pip install --no-index</code> a-b</p><pre><code>x --y</code></pre>"
    assert whole_options(html) == html.replace("--no-index", '<span class="nb">--no-index</span>')
