"""What is joined: the modules of the search engine, the style sheets."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from faultbook.mkdocs_adapter.script import ENGINE, joined_script
from faultbook.mkdocs_adapter.stylesheet import stylesheet
from faultbook.paths import overrides_dir

MODULES = {
    "deep/a.js": (
        "export const NAME = 'a';\nexport function size(text) {\n  return text.length;\n}\n"
    ),
    "b.js": (
        'import { NAME as other, size } from "./deep/a.js";\n'
        "/** Of some lines,\n * with a `mark`. */\n  // and of one\n"
        "const NAME = `b${size(other)}`; // beside code\n"
        "export class Box {\n  name = NAME;\n}\n"
    ),
    "main.js": (
        'import * as all from "./deep/a.js";\n'
        'import {\n  Box,\n} from "./b.js";\n'
        "export const told = [all.NAME, all.size('four'), new Box().name];\n"
    ),
}


def written(folder: Path, modules: dict[str, str]) -> Path:
    for name, text in modules.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def run(script: str, *, cwd: Path | None = None) -> str:
    command = ["node", "--input-type=module", "-e", script]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=cwd, timeout=60)
    return done.stdout


def test_names_of_one_module_never_meet_those_of_another(tmp_path: Path) -> None:
    script = joined_script(written(tmp_path, MODULES), "main.js")
    assert "import" not in script
    assert "lines" not in script
    assert "of one" not in script
    assert "beside code" in script
    assert script.count("text.length") == 1  # imported twice, there once
    assert json.loads(run(f"{script}\nconsole.log(JSON.stringify(told));")) == ["a", 4, "b1"]


@pytest.mark.parametrize(
    "line",
    [
        'import "./deep/a.js";',
        'import a from "./deep/a.js";',
        'export { NAME } from "./deep/a.js";',
        "export default 1;",
        "export let count = 0;",
    ],
)
def test_what_cannot_be_joined_is_refused(tmp_path: Path, line: str) -> None:
    folder = written(tmp_path, {**MODULES, "b.js": f"{line}\n{MODULES['b.js']}"})
    with pytest.raises(ValueError, match=r"b\.js: cannot join"):
        joined_script(folder, "main.js")


def test_modules_that_import_each_other_are_refused(tmp_path: Path) -> None:
    back = 'import { told } from "../main.js";\n'
    folder = written(tmp_path, {**MODULES, "deep/a.js": back + MODULES["deep/a.js"]})
    with pytest.raises(ValueError, match="imports itself by way of"):
        joined_script(folder, "main.js")


def test_the_joined_engine_answers_as_its_modules_do(site: Path, tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text('{"type": "module"}')
    joined = tmp_path / "engine.js"
    joined.write_bytes((site / ENGINE).read_bytes())
    apart = overrides_dir() / ENGINE
    queries = ["nccl timeout", "[rank3]: RuntimeError: CUDA error: out of memory", "xid 79", "cont"]
    script = """
      import { readFileSync } from "node:fs";
      const [data, queries, ...engines] = JSON.parse(ARGUMENTS);
      const answers = [];
      for (const engine of engines) {
        const { SearchIndex } = await import(engine);
        const index = new SearchIndex(JSON.parse(readFileSync(data, "utf8")));
        answers.push(queries.map((query) => index.search(query).map((found) => found.entry.id)));
      }
      console.log(JSON.stringify(answers));
    """
    told = [str(site / "assets/search.json"), queries, joined.as_uri(), apart.as_uri()]
    one, other = json.loads(run(script.replace("ARGUMENTS", json.dumps(json.dumps(told)))))
    assert one == other
    assert all(one)


def test_the_style_sheet_is_joined_in_order_and_without_comments(tmp_path: Path) -> None:
    (tmp_path / "20-b.css").write_text("/* of\n some lines */\nb{c:d}\n")
    (tmp_path / "10-a.css").write_text("a{b:c} /* beside */\n")
    address, text = stylesheet(tmp_path)
    assert text.split() == ["a{b:c}", "b{c:d}"]
    assert address.startswith("assets/css/faultbook.")
