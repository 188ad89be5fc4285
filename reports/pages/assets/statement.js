// What the page of a statement does when asked: it loads long parts, and re-computes certificates from exact numbers.
"use strict";

(function () {
  const root = new URL("../", document.currentScript.src);
  const asked = new Map();  // the promise of each script, by its path
  const told = new Map();  // what parts have said

  function load(path) {
    if (!asked.has(path)) asked.set(path, new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.addEventListener("load", resolve);
      script.addEventListener("error", () => reject(new Error(path + " is missing beside this page")));
      script.src = new URL(path, root);
      document.head.append(script);
    }));
    return asked.get(path);
  }

  window.theoryChecksPart = (name, text) => { told.set(name, text); };

  async function part(name) {
    await load("parts/" + name + ".js");
    return told.get(name);
  }

  // ---- Long parts, when their fold opens. ----

  async function fill(place) {
    const { part: name, text } = place.dataset;
    delete place.dataset.part;
    delete place.dataset.text;
    if (text) { place.textContent = await part(text); return; }
    place.innerHTML = await part(name);
    showButtons(place);
    const target = window.theoryChecksTarget();
    if (target && place.contains(target)) target.scrollIntoView();
  }

  function fillVisible(fold) {
    for (const place of fold.querySelectorAll(".part[data-part], pre[data-text]")) {
      if (place.closest("details:not([open])") === null) fill(place).catch((error) => { place.textContent = error.message; });
    }
    for (const place of fold.querySelectorAll("[data-explore]")) {
      explore(place).catch((error) => { place.querySelector(".waiting").textContent = error.message; });
    }
  }

  document.addEventListener("toggle", (event) => { if (event.target.open) fillVisible(event.target); }, true);

  // ---- Sliders: the checker computes what they show. ----

  async function explore(place) {
    const name = place.dataset.explore;
    delete place.dataset.explore;
    const [text] = await Promise.all([part(name), load("assets/checker.js"), load("assets/explore.js")]);
    window.theoryChecksExplore(place, JSON.parse(text));
  }

  // ---- Certificates. ----

  async function check(button) {
    const result = document.getElementById(button.getAttribute("aria-describedby"));
    result.className = "check-result working";
    result.textContent = "Checking …";
    await new Promise((done) => setTimeout(done, 20));
    let answer;
    try {
      const [text] = await Promise.all([part(button.dataset.part), load("assets/checker.js")]);
      const { id, reading, digest } = button.dataset;
      answer = window.checkCertificateText(text, { id, reading, digest });
    } catch (error) {
      answer = { accepted: false, sentence: "The checker could not run: " + error.message };
    }
    result.className = "check-result " + (answer.accepted ? "accepted" : "refused");
    result.textContent = (answer.accepted ? "✓ " : "✗ ") + answer.sentence.charAt(0).toUpperCase() + answer.sentence.slice(1);
    for (const line of Array.isArray(answer.details) ? answer.details : []) {
      const detail = document.createElement("span");
      detail.className = "detail";
      detail.textContent = String(line);
      result.append(detail);
    }
  }

  function showButtons(place) {
    for (const button of place.querySelectorAll("button.check")) button.hidden = false;
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button.check");
    if (button) check(button);
  });
  showButtons(document);
})();
