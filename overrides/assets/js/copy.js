/* Copy buttons: the text beside them, as it is used, without the breaks of the layout. */
const SAID_FOR = 1600;

/** The text a button copies: a signature keeps its spelling, a command loses its prompt. */
export function textBeside(button) {
  const block = button.closest(".line, .cmd, .cfg, .code");
  const code = block && block.querySelector("code");
  if (!code) return "";
  const explicit = code.getAttribute("data-text");
  return explicit === null ? code.textContent.trim() : explicit;
}

async function put(text) {
  if (navigator.clipboard && window.isSecureContext) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "vh";
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (!done) throw new Error("copying is not allowed here");
}

function say(button, word) {
  const label = button.querySelector("span");
  const before = button.dataset.word || label.textContent;
  button.dataset.word = before;
  label.textContent = word;
  button.classList.toggle("is-done", word !== before);
  setTimeout(() => {
    label.textContent = before;
    button.classList.remove("is-done");
  }, SAID_FOR);
}

export function watchCopyButtons(root) {
  root.addEventListener("click", async (event) => {
    const button = event.target.closest && event.target.closest("[data-copy]");
    if (!button) return;
    try {
      await put(textBeside(button));
      say(button, "Copied");
    } catch {
      say(button, "Select it");
    }
  });
}
