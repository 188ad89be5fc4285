// The site works without this file. With it: a theme switch, and links into closed parts of a page.
"use strict";

(function () {
  const root = document.documentElement;

  function remembered() {
    try { return localStorage.getItem("theme"); } catch (error) { return null; }
  }

  function remember(theme) {
    try { localStorage.setItem("theme", theme); } catch (error) { /* a private window forgets, nothing else breaks */ }
  }

  function isDark() {
    const set = root.dataset.theme;
    return set ? set === "dark" : window.matchMedia("(prefers-color-scheme: dark)").matches;
  }

  // At once, before the page is painted.
  if (remembered() === "dark" || remembered() === "light") root.dataset.theme = remembered();

  function startTheme() {
    const button = document.getElementById("theme");
    const name = () => { button.textContent = isDark() ? "Light" : "Dark"; button.setAttribute("aria-label", "Use the " + button.textContent.toLowerCase() + " theme"); };
    button.hidden = false;
    name();
    button.addEventListener("click", () => { root.dataset.theme = isDark() ? "light" : "dark"; remember(root.dataset.theme); name(); });
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", name);
  }

  // The element that the address names, or null: a stray % names nothing.
  window.theoryChecksTarget = () => {
    try {
      return document.getElementById(decodeURIComponent(location.hash.slice(1)));
    } catch (error) {
      return null;
    }
  };

  // A link into a closed part of the page opens it.
  function openTarget() {
    for (let part = window.theoryChecksTarget(); part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
  }

  document.addEventListener("DOMContentLoaded", () => {
    startTheme();
    openTarget();
    window.addEventListener("hashchange", openTarget);
  });
})();
