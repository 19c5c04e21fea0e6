/* `/` and Ctrl-K lead to the search, unless the reader is typing. */
function typing(target) {
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

export function watchKeys(root) {
  root.addEventListener("keydown", (event) => {
    const slash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey;
    const ctrlK = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
    if ((!slash && !ctrlK) || (slash && typing(event.target))) return;
    const field = root.querySelector("[data-search-field] textarea, [data-search-field] input");
    const link = root.querySelector("a[data-search]");
    if (!field && !link) return;
    event.preventDefault();
    if (field) field.focus();
    else link.click();
  });
}
