"""Error lines, commands, code, output, redirects, settings, the fit of the executive's page."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from faultbook.entry import Companion
from faultbook.site.output import Output
from faultbook.site.page import Shell, SitePage, slot
from faultbook.site.redirects import redirects
from faultbook.site.sitemap import sitemap
from faultbook.views.command import command_text, output_text
from faultbook.views.conditions import conditions
from faultbook.views.fit import lines
from faultbook.views.highlight import highlight
from faultbook.views.line import deciding_words, line_text, listed_line
from faultbook.views.neighbours import lead_role, lead_signature
from faultbook.views.words import of_versions, says_a_number
from tests.site import sample


def test_placeholders_are_marked_and_literal_angles_are_not() -> None:
    assert line_text(r"peer <ip>\<<int>> gone") == (
        'peer <var class="ph">&lt;ip&gt;</var>&lt;<var class="ph">&lt;int&gt;</var>&gt; gone'
    )


def test_values_of_a_restricted_placeholder_are_shown() -> None:
    assert ">12 or -12</b>" in line_text("RC: <int:12|-12>, Error")
    assert "1 to 5" in line_text("SeqNum=<int:1|2|3|4|5>, OpType")
    assert "a or b or c or d<" in line_text("OpType=<word:a|b|c|d>, NumelIn")


def test_nothing_is_bold_in_a_list() -> None:
    assert listed_line(r"RC: <int:12|-12>, \<b>") == (
        'RC: <var class="ph" title="one of these">12 or -12</var>, &lt;b&gt;'
    )


def test_a_single_value_does_not_vary() -> None:
    assert line_text("status=<int:12> of <int>") == (
        'status=<b>12</b> of <var class="ph">&lt;int&gt;</var>'
    )
    assert listed_line("failed with <int:110> here") == "failed with 110 here"


@pytest.mark.parametrize(
    ("versions", "shown"),
    [
        ("not known; seen in 2024", "versions not known; seen in 2024"),
        ("any", "any version"),
        ("not known to depend on the version", "not known to depend on the version"),
        ("2.1 and later", "2.1 and later"),
    ],
)
def test_what_is_not_known_is_named(versions: str, shown: str) -> None:
    assert of_versions(versions) == shown


def test_a_pattern_that_cannot_be_parsed_is_plain_text() -> None:
    assert line_text("broken <nothing> here") == "broken &lt;nothing&gt; here"


def test_a_line_that_a_diagnosis_derives_never_leads() -> None:
    printed = sample.FULL.signatures[0]
    derived = replace(printed, line="faultbook: CUDA out of memory: this process holds <num> GiB")
    both = replace(sample.FULL, signatures=(derived, printed))
    assert lead_signature(both) is printed
    assert lead_signature(replace(both, signatures=(derived,))) is derived
    assert lead_role(both) is printed.role
    assert lead_signature(replace(both, signatures=())) is None


def test_only_the_nearest_line_decides() -> None:
    signature = sample.FULL.signatures[0]
    assert deciding_words(signature) == {"No", "space", "left", "on", "device", "(28)"}


def test_conditions_in_words() -> None:
    signature = replace(sample.FULL.signatures[1], whole_line=True)
    assert conditions(signature) == (
        "only as the whole message",
        "only with <code>ncclGroupEnd()</code> within 6 lines after it, same rank",
        "unless <code>DataLoader worker</code> in the log before it",
    )
    bare = replace(signature, whole_line=False, all_of=(Companion("x y z"),), unless=())
    assert conditions(bare) == ("only with <code>x y z</code> in the log",)


def test_commands_break_between_options() -> None:
    html = command_text("docker run --shm-size=1g <image> < /tmp/list && echo 'a-b c'")
    assert '<span class="nb">--shm-size=<wbr>1g</span>' in html
    assert '<var class="ph nb">&lt;image&gt;</var>' in html
    assert '<var class="ph">' in command_text("rm <one of the files>")
    whole = '<span class="nb">flash-attn==<var class="ph">&lt;version&gt;</var></span>'
    assert whole in command_text("pip install flash-attn==<version>")
    assert "&lt; " in html


@pytest.mark.parametrize(
    ("output", "other", "html"),
    [
        ("31", "0", "<b>31</b>"),
        ("no output", "x", "<i>no output</i>"),
        ("max locked memory 64", "max locked memory unlimited", "max locked memory <b>64</b>"),
        ("same", "same", "same"),
        ("<none>", "x", "<b>&lt;none&gt;</b>"),
        (
            "a total of 23 GiB, 22 GiB allocated",
            "Process 12 has 14 GiB or",
            "a total of 23 GiB, 22 GiB allocated",
        ),
        ("0, 100 %, 116 W", "Unable to determine the handle", "0, 100 %, 116 W"),
        ("    SRAM Errors : 0", "1", "<b>SRAM Errors : 0</b>"),
        ("Size Used\n64M 0", "Size Used\n16G 1G", "Size Used\n<b>64M</b> 0"),
        ("== 11\nThread 11 (idle)\nread", "all in one place", "== 11\nThread 11 (idle)\nread"),
    ],
)
def test_the_deciding_value_of_an_output(output: str, other: str, html: str) -> None:
    assert output_text(output, other) == html


def test_a_line_that_wraps_keeps_its_indent() -> None:
    html = highlight("def f():\n    dist.barrier(group=control, timeout=soon)", "python")
    assert '<span class="l i4"><span class="in">    dist.barrier(</span><wbr>group' in html
    assert html.striptags() == "def f(): dist.barrier(group=control, timeout=soon)"
    assert "<wbr>" not in highlight("f(x)", "python", wraps=False)


def test_a_number_is_said_once() -> None:
    assert says_a_number("Six threads; one names the rank.")
    assert says_a_number("16 threads")
    assert not says_a_number("Onerous reports")


def test_code_keeps_its_text() -> None:
    code = 'import os\n\nif x < 1:\n    print(f"{x} & y")  # why\n'
    html = highlight(code, "python")
    assert html.striptags().replace("\n", " ") == " ".join(code.split())
    assert '<span class="hk">import</span>' in html
    assert html.count('<span class="l') == 4


def test_output_writes_only_what_differs_and_prunes_the_rest(tmp_path: Path) -> None:
    first = Output(tmp_path)
    first.write("a/index.html", "one")
    first.write("b/index.html", "two")
    assert (first.written, first.prune()) == (2, 0)
    second = Output(tmp_path)
    second.write("a/index.html", "one")
    assert second.written == 0
    assert second.prune() == 1
    assert [p.name for p in tmp_path.iterdir()] == ["a"]
    with pytest.raises(ValueError, match=r"same address: a/index\.html"):
        second.write("a/index.html", "other")


def test_a_shell_is_cut_and_stamped() -> None:
    names = ("title", "description", "kind", "head", "toc", "body")
    shell = Shell.cut("|".join(slot(name) for name in names), "Site", "https://x.org/")
    page = SitePage("a/", "k", "T & t", 'say "so"', "<p>")
    assert shell.stamp(page) == (
        "T &amp; t | Site|say &quot;so&quot;|p-k|"
        '<link rel="canonical" href="https://x.org/a/">||<p>'
    )
    with pytest.raises(ValueError, match="no place for"):
        Shell.cut(slot("title"))


def test_aliases_redirect_in_all_views() -> None:
    pages = dict(redirects(sample.CORPUS, "https://x.org/"))
    assert sorted(pages) == [
        "sample-shm-old-name/executive/index.html",
        "sample-shm-old-name/index.html",
        "sample-shm-old-name/on-call/index.html",
    ]
    html = pages["sample-shm-old-name/on-call/index.html"]
    assert 'content="0; url=../../sample-shm-no-space/on-call/"' in html
    assert 'href="https://x.org/sample-shm-no-space/on-call/"' in html


def test_the_site_map_is_sorted_and_escaped() -> None:
    text = sitemap("https://x.org/", [("b/", "2026-05-02"), ("a&/", "")])
    assert text.index("a&amp;/") < text.index("b/")
    assert "<lastmod>2026-05-02</lastmod>" in text


def test_lines_are_counted_like_a_browser_breaks_them() -> None:
    assert lines("", 10) == 1
    assert lines("aaaa bbbb cccc", 9) == 2
    assert lines("a" * 25, 10) == 3
