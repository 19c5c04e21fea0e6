/* Runs before the page is drawn (a classic script, not a module): scripts are on, the scheme the
   reader chose, and whether the address holds a query: then the index is asked for at once, and
   what is shown without a query is not drawn first. It stands above the style sheet, because a
   script below one waits for it. `early` lets the style sheet leave far parts for later. Without a
   choice of scheme the style sheet follows the system. */
(function () {
  var root = document.documentElement;
  root.classList.remove("no-js");
  if (/[?&]q=[^&]/.test(location.search)) {
    root.classList.add("asked");
    var index = document.createElement("link");
    index.rel = "preload";
    index.as = "fetch";
    index.crossOrigin = "anonymous";
    index.href = new URL("../search.json", document.currentScript.src).href;
    document.head.appendChild(index);
  }
  if (!location.hash) root.classList.add("early");
  // The fonts are on their way: waiting for them a moment is better than words that jump. They are
  // known once the style sheet is there. Those that are kept here take no time at all.
  if (document.fonts) {
    var show = function () {
      root.classList.remove("unset");
    };
    var found = function (lists) {
      if (lists[0].length && lists[1].length) show();
    };
    root.classList.add("unset");
    document.addEventListener(
      "load",
      function (event) {
        if (event.target.rel !== "stylesheet") return;
        Promise.all([document.fonts.load("1em Roboto"), document.fonts.load('1em "Roboto Mono"')]).then(found, show);
        setTimeout(show, 700);
      },
      true // the event of a link does not bubble
    );
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
