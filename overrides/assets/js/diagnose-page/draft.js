/**
 * A draft of an entry from a line that no entry knows: masked and without names, previewed before
 * it goes anywhere. The layout of `faultbook new`.
 */

import { mask } from "../engine/mask.js";
import { parse, SignatureError } from "../engine/pattern.js";
import { el, prose, visible } from "./elements.js";
import { preview } from "./preview.js";
import { Redactor } from "./redact.js";

const TODO = "TODO";
const STOP = new Set(["error", "exception", "runtimeerror", "valueerror", "the", "not", "for", "and", "with", "from", "was", "could", "cannot"]);

/** The draft as YAML, and what is wrong with its signature (or null). `line` is a message without its prefixes. */
export function draftOf(line, hosts = []) {
  const text = new Redactor(hosts).redact(visible(line).trim());
  const signature = mask(text);
  const words = wordsOf(signature);
  const title = signature.replace(/<[^<>]*>/g, "…").slice(0, 110);
  const yaml = `# A draft. Every TODO asks something that only a person knows.
# \`faultbook new --file LOG\` writes the rest of it; \`faultbook check\` says what is missing.

# The id is permanent. The title says what fails and why, in a practitioner's words.
id: ${words.slice(0, 4).join("-") || "todo-name"}
title: ${quoted(title)}
category: ${TODO}
tags: [${words.slice(0, 3).join(", ")}]
components: [other]
severity: job-down
status: draft
summary: >-
  ${TODO}: what happens, and what does one do about it?

signatures:
  - line: ${quoted(signature)}
    # initiating: the cause itself. collateral: an echo of another failure. either. context.
    role: initiating
    program: "${TODO}: which program, library or kernel prints the line"
    versions: "${TODO}: which versions print it in these words?"
    examples:
      - text: ${quoted(text)}
        source: seen

references:
  - id: seen
    url: "${TODO}: where the line was seen"
`;
  return { yaml, problem: problemOf(signature) };
}

function problemOf(signature) {
  try {
    parse(signature);
    return null;
  } catch (error) {
    if (!(error instanceof SignatureError)) throw error;
    return `The signature is not good enough yet: ${error.message}. ${error.hint ?? ""}`.trim();
  }
}

function wordsOf(signature) {
  const words = signature.replace(/<[^<>]*>/g, " ").toLowerCase().match(/[a-z][a-z0-9]{2,}/g) ?? [];
  return [...new Set(words)].filter((word) => !STOP.has(word));
}

/** A YAML text in double quotes. */
const quoted = (text) => JSON.stringify(text);

export function openDraft(line, hosts, contribute) {
  const { yaml, problem } = draftOf(line, hosts);
  const where = el("a", "", "how to add an entry");
  where.href = contribute;
  preview(
    "Draft of an entry",
    "What varies became a placeholder; names were replaced. Nothing is sent: copy it, or save it as a file.",
    yaml,
    "draft.yaml",
    problem && el("p", "small", ...prose(problem)),
    el("p", "small", "Then read ", where, "."),
  );
}
