/* Reloads the page when the file was saved or the checks have something new to say. */
const { version, state } = document.body.dataset;
const EVERY = 400; // milliseconds
const details = document.querySelector(".pv-report details");
const OPEN = "faultbook-preview-open";

// the list stays open over a reload if the writer opened it
if (details && sessionStorage.getItem(OPEN)) details.open = true;
if (details) {
  details.addEventListener("toggle", () => {
    if (details.open) sessionStorage.setItem(OPEN, "1");
    else sessionStorage.removeItem(OPEN);
  });
}

async function look() {
  try {
    const answer = await fetch(state, { cache: "no-store" });
    const now = await answer.json();
    if (String(now.version) !== version) {
      location.reload();
      return;
    }
    const line = document.querySelector(".pv-report p");
    if (line && now.checked) line.textContent = "Nothing to mend.";
  } catch {
    // the preview was ended, or is being restarted: go on asking
  }
  setTimeout(look, EVERY);
}

setTimeout(look, EVERY);
