// The site works without this file. With it: a theme switch, certificates checked in place.
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

  // ---- Certificates, re-computed here from their exact numbers. ----

  function check(button) {
    const result = document.getElementById(button.getAttribute("aria-describedby"));
    result.className = "check-result working";
    result.textContent = "Checking …";
    setTimeout(() => {
      let answer;
      try {
        const text = document.getElementById(button.dataset.certificate).textContent;
        const { id, reading, digest } = button.dataset;
        answer = window.checkCertificateText(text, { id, reading, digest });
      } catch (error) {
        answer = { accepted: false, sentence: "The checker could not run: " + error.message };
      }
      result.className = "check-result " + (answer.accepted ? "accepted" : "refused");
      result.textContent = (answer.accepted ? "✓ " : "✗ ") + answer.sentence.charAt(0).toUpperCase() + answer.sentence.slice(1);
      for (const line of Array.isArray(answer.details) ? answer.details : []) {
        const part = document.createElement("span");
        part.className = "detail";
        part.textContent = String(line);
        result.append(part);
      }
    }, 20);
  }

  function startChecks() {
    for (const button of document.querySelectorAll("button.check")) {
      if (typeof window.checkCertificateText !== "function") continue;
      button.hidden = false;
      button.addEventListener("click", () => check(button));
    }
  }

  // A link into a closed part of the page opens it.
  function openTarget() {
    const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let part = target; part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
  }

  document.addEventListener("DOMContentLoaded", () => {
    startTheme();
    startChecks();
    openTarget();
    window.addEventListener("hashchange", openTarget);
  });
})();
