"""The corpus for programs: every file is valid, complete and the same from run to run."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any
from xml.etree import ElementTree as ET

import jsonschema
import pytest
import yaml

from faultbook.corpus import Corpus, load_corpus
from faultbook.entry import Entry
from faultbook.export.alerts import expression, loki_rules, rules
from faultbook.export.api import Place, api_files
from faultbook.export.document import entry_document
from faultbook.export.feed import feed
from faultbook.export.markdown import fenced, markdown_twin
from faultbook.export.openapi import openapi
from faultbook.export.readers import llms_txt, opensearch, plain_text, structured_data
from faultbook.paths import public_entries_dir, schema_file
from faultbook.source.decode import decode_entry

SITE = Place("https://faultbook.example/")


@cache
def corpus() -> Corpus:
    return load_corpus([public_entries_dir()])


@cache
def files() -> dict[str, Any]:
    return {path: json.loads(text) for path, text in api_files(corpus(), SITE)}


def schema() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(schema_file().read_text())
    return loaded


def described(name: str) -> jsonschema.Draft202012Validator:
    """A validator for one of the API's own schemas."""
    document = openapi(schema(), "1.0.0", SITE.site_url)
    return jsonschema.Draft202012Validator(
        {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
    )


@pytest.mark.parametrize(
    ("site_url", "server"),
    [("https://faultbook.example/", "https://faultbook.example"), ("", "../..")],
)
def test_the_server_lies_where_the_site_does(site_url: str, server: str) -> None:
    """It was the root of the host, also for a site below a path."""
    assert openapi(schema(), "1.0.0", site_url)["servers"] == [{"url": server}]


def entries() -> list[Any]:
    return [pytest.param(entry, id=entry.id) for entry in corpus()]


def test_an_entry_survives_the_way_to_json_and_back() -> None:
    for entry in corpus():
        document = json.loads(json.dumps(entry_document(entry)))
        assert decode_entry(document) == entry


def test_the_data_of_an_entry_is_valid_against_the_schema_of_its_file() -> None:
    validator = jsonschema.Draft202012Validator(schema())
    for entry in corpus():
        assert list(validator.iter_errors(entry_document(entry))) == []


@pytest.mark.parametrize(
    ("path", "name"),
    [
        (r"api/v1/index\.json", "Index"),
        (r"api/v1/full\.json", "Full"),
        (r"api/v1/signatures\.json", "Signatures"),
        (r"api/v1/entries/.*", "EntryWithLinks"),
        (r"api/v1/(tags|categories|components)/.*", "Group"),
    ],
)
def test_every_file_is_as_the_openapi_document_says(path: str, name: str) -> None:
    matching = [document for file, document in files().items() if re.fullmatch(path, file)]
    assert matching
    validator = described(name)
    for document in matching[:40]:
        assert list(validator.iter_errors(document)) == []


def test_the_index_leads_to_files_that_exist() -> None:
    index = files()["api/v1/index.json"]
    assert index["count"] == len(corpus())
    named = [card["json"] for card in index["entries"]]
    named += [*index["tags"].values(), *index["categories"].values(), *index["components"].values()]
    named += [index["full"], index["signatures"]]
    assert {address.removeprefix(SITE.site_url) for address in named} <= set(files())


def test_the_same_corpus_gives_the_same_bytes() -> None:
    assert list(api_files(corpus(), SITE)) == list(api_files(corpus(), SITE))


def test_the_feed_is_atom_with_an_id_a_title_and_a_date_for_each_entry() -> None:
    atom = "{http://www.w3.org/2005/Atom}"
    root = ET.fromstring(feed(corpus(), SITE, "Faultbook"))
    assert root.findtext(f"{atom}updated")
    items = root.findall(f"{atom}entry")
    assert 0 < len(items) <= 50
    assert len({item.findtext(f"{atom}id") for item in items}) == len(items)
    assert all(
        item.findtext(f"{atom}title") and item.find(f"{atom}link") is not None for item in items
    )


def test_opensearch_is_well_formed_and_names_the_search_page() -> None:
    root = ET.fromstring(opensearch(SITE, "Faultbook"))
    url = root.find("{http://a9.com/-/spec/opensearch/1.1/}Url")
    assert url is not None
    assert url.attrib["template"] == "https://faultbook.example/search/?q={searchTerms}"


def test_llms_txt_lists_every_entry_once() -> None:
    text = llms_txt(corpus(), SITE, "Faultbook")
    assert text.startswith("# Faultbook\n")
    assert all(text.count(f"/{entry.id}/index.md)") == 1 for entry in corpus())


def test_structured_data_has_the_article_and_its_questions_and_closes_no_script() -> None:
    for entry in corpus():
        text = structured_data(entry, SITE, "Faultbook")
        assert "<" not in text
        article, questions = json.loads(text)["@graph"]
        assert article["@type"] == "TechArticle"
        assert article["dateModified"] == entry.evidence.reviewed
        assert len(questions["mainEntity"]) == len(entry.faq)
        assert all(q["acceptedAnswer"]["text"] for q in questions["mainEntity"])


@pytest.mark.parametrize("entry", entries()[:30])
def test_the_markdown_twin_has_every_signature_and_no_open_citation(entry: Entry) -> None:
    twin = markdown_twin(entry, {e.id: e.title for e in corpus()})
    assert twin.startswith(f"# {entry.title}\n")
    assert all(signature.line in twin for signature in entry.signatures)
    assert "[@" not in twin
    assert "12.?" not in twin


def test_a_fence_is_longer_than_the_backticks_it_holds() -> None:
    assert list(fenced("a ``` b", "text"))[1:4] == ["````text", "a ``` b", "````"]


def test_plain_text_has_no_marks() -> None:
    assert plain_text("Set `X=1` in **all** ranks.\n[@doc] See [[an-entry]].") == (
        "Set X=1 in all ranks. See an-entry."
    )


@pytest.mark.parametrize(
    ("signature", "line"),
    [
        ("RC: <int:12|-12>, Error: <any> denied", "rc: -12,  Error: it was DENIED"),
        ("failed at 0x<hex> (a+b)", "failed at 0xdeadbeef (a+b)"),
        ("value \\<none> of <quoted> is bad", "value <none> of 'x y' is bad"),
    ],
)
def test_an_alert_expression_finds_what_the_signature_finds(signature: str, line: str) -> None:
    assert re.search(expression(signature), line)


def test_the_fingerprint_of_every_entry_finds_a_line_of_that_entry_or_is_its_own() -> None:
    for rule in rules(corpus()):
        re.compile(rule.expression)


def test_loki_rules_are_yaml_with_one_alert_for_each_fingerprint() -> None:
    text = loki_rules(corpus(), SITE, '{job="train"}')
    (group,) = yaml.safe_load(text)["groups"]
    assert len(group["rules"]) == len(list(rules(corpus())))
    assert len({rule["alert"] for rule in group["rules"]}) == len(group["rules"])
    assert all(rule["annotations"]["runbook_url"].endswith("/on-call/") for rule in group["rules"])
