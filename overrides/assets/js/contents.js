/* Marks the section being read in the list beside it. */
const ACTIVE = "md-nav__link--active";

export function followContents(root) {
  const links = new Map();
  for (const link of root.querySelectorAll(".md-sidebar--secondary a[href^='#']")) {
    const target = root.getElementById(link.getAttribute("href").slice(1));
    if (target) links.set(target, link);
  }
  if (!links.size) return;
  const targets = [...links.keys()];
  let marked = null;

  function mark() {
    const line = window.innerHeight / 4;
    let now = targets[0];
    for (const target of targets) {
      if (target.getBoundingClientRect().top <= line) now = target;
    }
    const atEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
    if (atEnd && window.scrollY > 0) now = targets[targets.length - 1];
    if (now === marked) return;
    if (marked) links.get(marked).classList.remove(ACTIVE);
    links.get(now).classList.add(ACTIVE);
    marked = now;
  }

  let waiting = false;
  window.addEventListener(
    "scroll",
    () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        mark();
      });
    },
    { passive: true },
  );
  mark();
}
