/** A dialog that shows a text before it is copied or saved. Nothing is sent from it. */

import { button, copyButton, el } from "./elements.js";

/**
 * Show a text. `note` says in a sentence what was done to it; `file` is the name to save it under;
 * `children` are further elements.
 */
export function preview(title, note, text, file, ...children) {
  const dialog = el("dialog", "pv");
  const heading = el("h2", "", title);
  heading.id = "pv-title";
  dialog.setAttribute("aria-labelledby", heading.id);
  const code = el("code", "", text);
  const pre = el("pre", "", code);
  pre.tabIndex = 0;
  pre.setAttribute("role", "group");
  pre.setAttribute("aria-label", title);
  const buttons = el(
    "div",
    "pv__b",
    button("Save as a file", () => save(text, file)),
    button("Close", () => dialog.close()),
  );
  dialog.append(heading, el("p", "small", note), el("div", "cfg", pre, copyButton("text")), ...children.filter(Boolean), buttons);
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
}

/** Save a text as a file on this machine. */
export function save(text, name, type = "text/plain") {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const anchor = el("a", "");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
