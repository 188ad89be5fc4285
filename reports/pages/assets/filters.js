// Filters of the list of statements. Their state is kept in the address, so that a filtered view can be linked to.
"use strict";

(function () {
  const FIELDS = ["query", "paper", "verdict", "kind"];

  const form = document.getElementById("filters");
  const fields = Object.fromEntries(FIELDS.map((name) => [name, document.getElementById(name)]));
  const rows = [...document.querySelectorAll("table.statements tbody tr")]
    .map((row) => ({ row: row, words: row.textContent.toLowerCase().replace(/\s+/g, " ") }));
  form.hidden = false;

  function matches(item) {
    const data = item.row.dataset;
    return (!fields.paper.value || data.paper === fields.paper.value)
      && (!fields.verdict.value || data.verdict.split(" ").includes(fields.verdict.value))
      && (!fields.kind.value || data.kind.split(" ").includes(fields.kind.value))
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

  form.addEventListener("input", () => { write(); apply(); });
  form.addEventListener("reset", () => setTimeout(() => { write(); apply(); }));
  form.addEventListener("submit", (event) => event.preventDefault());
  window.addEventListener("hashchange", () => { if (read()) apply(); });
  read();
  apply();
})();
