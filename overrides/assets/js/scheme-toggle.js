import { remember } from "./storage.js";

const LIGHT = "default";
const DARK = "slate";

function current() {
  const chosen = document.documentElement.getAttribute("data-md-color-scheme");
  if (chosen) return chosen;
  return window.matchMedia("(prefers-color-scheme: dark)").matches ? DARK : LIGHT;
}

function label(button) {
  const other = current() === DARK ? "light" : "dark";
  button.setAttribute("aria-label", `Switch to the ${other} scheme`);
}

/** Light and dark, chosen by hand; the choice is kept on this device. */
export function watchSchemeToggle(root) {
  for (const button of root.querySelectorAll("[data-scheme-toggle]")) {
    label(button);
    button.addEventListener("click", () => {
      const next = current() === DARK ? LIGHT : DARK;
      document.documentElement.setAttribute("data-md-color-scheme", next);
      remember("scheme", next);
      label(button);
    });
  }
}
