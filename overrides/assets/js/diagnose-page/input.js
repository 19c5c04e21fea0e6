/** Where logs come from: pasted text, dropped files, chosen files, samples. */

const PASTED = "pasted.log";
const LARGE = 200_000; // characters: a field that holds more stops the page for seconds

/** Whether a text is short enough to stand in the field. */
export const fitsField = (text) => text.length < LARGE;

/**
 * Wire the form. `onLogs` gets `[{name, blob}]`; files of one run are diagnosed as one. `say` shows
 * a sentence below the form, or takes it away.
 */
export function watchInput(root, onLogs, say) {
  const form = root.querySelector("form");
  const area = form.querySelector("textarea");
  const chooser = form.querySelector("input[type=file]");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (area.value.trim()) onLogs([{ name: PASTED, blob: new Blob([area.value]) }]);
    else {
      say("Paste a line first, or choose a file.");
      area.focus();
    }
  });
  area.addEventListener("input", () => say(""));
  area.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text") ?? "";
    if (fitsField(text)) return;
    event.preventDefault(); // like a file: it is read at once, and never stands in the field
    onLogs([{ name: PASTED, blob: new Blob([area.value.slice(0, area.selectionStart), text, area.value.slice(area.selectionEnd)]) }]);
  });
  area.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  chooser.addEventListener("change", () => {
    if (chooser.files.length) onLogs(named([...chooser.files]));
    chooser.value = "";
  });
  root.querySelector("[data-choose]").addEventListener("click", () => chooser.click());
  for (const sample of root.querySelectorAll("a[data-sample]")) {
    sample.addEventListener("click", async (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      onLogs(await fetched(sample));
    });
  }
  watchDrop(form, onLogs);
}

async function fetched(sample) {
  const answer = await fetch(sample.href);
  return [{ name: sample.href.split("/").at(-1), blob: await answer.blob() }];
}

/** Logs by their names; a folder's name tells files of one name apart. */
function named(files) {
  const names = files.map((file) => file.name);
  const twice = new Set(names.filter((name, at) => names.indexOf(name) !== at));
  const seen = new Map();
  return files
    .map((file) => {
      let name = (twice.has(file.name) && file.webkitRelativePath) || file.name;
      const count = (seen.get(name) ?? 0) + 1;
      seen.set(name, count);
      if (count > 1) name = `${count}/${name}`;
      return { name, blob: file };
    })
    .sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
}

function watchDrop(form, onLogs) {
  const over = (on) => form.classList.toggle("is-over", on);
  document.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files") || form.closest("[hidden]")) return;
    event.preventDefault();
    over(true);
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) over(false);
  });
  document.addEventListener("drop", (event) => {
    if (form.closest("[hidden]") || !event.dataTransfer?.files.length) return;
    event.preventDefault();
    over(false);
    onLogs(named([...event.dataTransfer.files]));
  });
}
