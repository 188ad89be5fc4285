// The atlas shows everything without this file. With it: filters, whose state lives in the address.
"use strict";

(function () {
  const form = document.getElementById("atlas-filters");
  const fields = { paper: document.getElementById("paper"), kind: document.getElementById("kind") };
  const pieces = [...document.querySelectorAll(".piece")];

  function apply() {
    for (const piece of pieces) {
      piece.hidden = Object.entries(fields).some(([name, field]) => field.value && piece.dataset[name] !== field.value);
    }
    for (const shelf of document.querySelectorAll(".shelf")) shelf.hidden = !shelf.querySelector(".piece:not([hidden])");
    const shown = pieces.filter((piece) => !piece.hidden).length;
    document.getElementById("atlas-shown").textContent = shown === pieces.length
      ? shown + " counterexamples" : shown + " of " + pieces.length + " counterexamples";
  }

  function write() {
    const state = new URLSearchParams(Object.entries(fields).filter(([, field]) => field.value).map(([name, field]) => [name, field.value]));
    history.replaceState(null, "", String(state) ? "#" + state : location.pathname + location.search);
  }

  function read() {
    const state = new URLSearchParams(location.hash.slice(1));
    for (const [name, field] of Object.entries(fields)) {
      field.value = state.get(name) || "";
      if (field.selectedIndex < 0) field.value = "";
    }
    apply();
  }

  form.hidden = false;
  form.addEventListener("input", () => { write(); apply(); });
  form.addEventListener("reset", () => setTimeout(() => { write(); apply(); }));
  form.addEventListener("submit", (event) => event.preventDefault());
  window.addEventListener("hashchange", read);
  read();
})();
