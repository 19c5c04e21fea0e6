/* Runs before the page is drawn (a classic script, not a module): scripts are on, and the
   scheme the reader chose. Without a choice the style sheet follows the system. */
(function () {
  var root = document.documentElement;
  root.classList.remove("no-js");
  try {
    var chosen = localStorage.getItem("faultbook:scheme");
    if (chosen === "slate" || chosen === "default") {
      root.setAttribute("data-md-color-scheme", chosen);
    }
  } catch (error) {
    /* storage is off: the system's scheme stays */
  }
})();
