/* On the page for missing addresses of a site that does not know its own address. The page asks for
   this module at every place where it can be: where it was found is where the site lies. */
import { recall } from "./storage.js";

const ROOT = new URL("../../", import.meta.url);
const root = document.documentElement;
const scheme = recall("scheme");
root.classList.remove("no-js");
if (scheme === "slate" || scheme === "default") root.setAttribute("data-md-color-scheme", scheme);
for (const link of document.querySelectorAll('a[href^="/"]')) {
  link.href = new URL(link.getAttribute("href").slice(1), ROOT).href;
}
import("./main.js");
