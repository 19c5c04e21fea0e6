/* Runs before the page is drawn (a classic script, not a module): scripts are on, the scheme the
   reader chose, and whether the address holds a query: then the index is fetched at once, and the
   long list of all is not drawn first. `early` lets the style sheet leave far parts for later. Without a choice of scheme the style sheet follows the system. */
(function () {
  var root = document.documentElement;
  root.classList.remove("no-js");
  if (!location.hash) root.classList.add("early");
  // The style sheet is there (this script stands below it) and the fonts are on their way: waiting
  // for them a moment is better than words that jump. Those that are kept here take no time at all.
  if (document.fonts) {
    root.classList.add("unset");
    var show = function () {
      root.classList.remove("unset");
    };
    Promise.all([document.fonts.load("1em Roboto"), document.fonts.load('1em "Roboto Mono"')]).then(show, show);
    setTimeout(show, 700);
  }
  if (/[?&]q=[^&]/.test(location.search)) {
    root.classList.add("asked");
    var index = document.createElement("link");
    index.rel = "preload";
    index.as = "fetch";
    index.crossOrigin = "anonymous";
    index.href = new URL("../search.json", document.currentScript.src).href;
    document.head.appendChild(index);
  }
  try {
    var chosen = localStorage.getItem("faultbook:scheme");
    if (chosen === "slate" || chosen === "default") {
      root.setAttribute("data-md-color-scheme", chosen);
    }
  } catch (error) {
    /* storage is off: the system's scheme stays */
  }
})();
