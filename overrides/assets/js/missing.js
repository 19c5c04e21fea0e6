/* On the page for missing addresses of a site that does not know its own address. The page asks for
   this module in every folder above it: where it was found is where the site lies. */
import { recall } from "./storage.js";

const ROOT = new URL("../../", import.meta.url);
const LONGEST = 2000; // milliseconds without a word
const root = document.documentElement;
const names = root.dataset.stylesheets;
// Of two sites, one below the other, the nearer one is meant: its module runs first.
if (names !== undefined) {
  delete root.dataset.stylesheets;
  const sheets = names.split(" ").map((name) => {
    const sheet = document.createElement("link");
    sheet.rel = "stylesheet";
    sheet.href = new URL(name, ROOT).href;
    document.head.append(sheet);
    return new Promise((come) => sheet.addEventListener("load", come));
  });
  // A browser waits for no style sheet that a script adds: words shown before it comes would jump.
  root.hidden = true;
  const show = () => (root.hidden = false);
  Promise.all(sheets).then(show);
  setTimeout(show, LONGEST);
  const scheme = recall("scheme");
  root.classList.remove("no-js");
  if (scheme === "slate" || scheme === "default") root.setAttribute("data-md-color-scheme", scheme);
  for (const link of document.querySelectorAll('a[href^="/"]')) {
    link.href = new URL(link.getAttribute("href").slice(1), ROOT).href;
  }
  import("./main.js");
}
