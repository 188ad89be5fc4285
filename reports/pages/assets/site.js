// The site works without this file. With it: a theme switch, filters on the overview.
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

  // ---- Filters. The state lives in the address, so that a filtered view can be linked to. ----

  const FIELDS = ["query", "paper", "verdict", "kind"];

  function startFilters(form) {
    const fields = Object.fromEntries(FIELDS.map((name) => [name, document.getElementById(name)]));
    const rows = [...document.querySelectorAll("table.statements tbody tr")]
      .map((row) => ({ row: row, words: row.textContent.toLowerCase().replace(/\s+/g, " ") }));
    form.hidden = false;

    function matches(item) {
      const data = item.row.dataset;
      return (!fields.paper.value || data.paper === fields.paper.value)
        && (!fields.verdict.value || data.verdict.split(" ").includes(fields.verdict.value))
        && (!fields.kind.value || data.kind === fields.kind.value)
        && fields.query.value.toLowerCase().split(/\s+/).every((word) => item.words.includes(word));
    }

    function apply() {
      let shown = 0;
      for (const item of rows) { item.row.hidden = !matches(item); shown += item.row.hidden ? 0 : 1; }
      for (const paper of document.querySelectorAll("details.paper")) {
        const left = paper.querySelectorAll("tbody tr:not([hidden])").length;
        paper.querySelector(".count").textContent = left;
        paper.hidden = left === 0;
      }
      document.getElementById("shown").textContent = shown === rows.length
        ? rows.length + " statements" : shown + " of " + rows.length + " statements";
    }

    function write() {
      const state = new URLSearchParams();
      for (const name of FIELDS) if (fields[name].value) state.set(name, fields[name].value);
      const text = state.toString();
      history.replaceState(null, "", text ? "#" + text : location.pathname + location.search);
    }

    function read() {
      const hash = location.hash.slice(1);
      const state = new URLSearchParams(hash);
      if (!FIELDS.some((name) => state.has(name))) return false;
      for (const name of FIELDS) fields[name].value = state.get(name) || "";
      return true;
    }

    function show(link) {
      fields.query.value = ""; fields.kind.value = "";
      fields.paper.value = link.dataset.paper; fields.verdict.value = link.dataset.verdict;
      write(); apply();
      document.getElementById("statements").scrollIntoView();
      fields.query.focus({ preventScroll: true });
    }

    form.addEventListener("input", () => { write(); apply(); });
    form.addEventListener("reset", () => setTimeout(() => { write(); apply(); }));
    form.addEventListener("submit", (event) => event.preventDefault());
    window.addEventListener("hashchange", () => { if (read()) apply(); });
    for (const link of document.querySelectorAll("a[data-verdict]")) {
      link.addEventListener("click", (event) => { event.preventDefault(); show(link); });
    }
    const linked = read();
    apply();
    if (linked) document.getElementById("statements").scrollIntoView();
  }

  // A link into a closed part of the page opens it.
  function openTarget() {
    const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let part = target; part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
  }

  document.addEventListener("DOMContentLoaded", () => {
    startTheme();
    const form = document.getElementById("filters");
    if (form) startFilters(form);
    openTarget();
    window.addEventListener("hashchange", openTarget);
  });
})();
