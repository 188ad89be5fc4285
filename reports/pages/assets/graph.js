// The drawings work as links without this file. With it: what falls with a statement, in the drawing and as a list.
"use strict";

(function () {
  const nodes = new Map([...document.querySelectorAll("a.node")].map((node) => [node.id, node]));
  const lines = new Map([...document.querySelectorAll(".network path")].map((line) => [line.dataset.from, line]));
  const users = (id) => (nodes.get(id).dataset.to || "").split(" ").filter((user) => nodes.has(user));
  const name = (node) => node.querySelector("title").textContent.split(": ").slice(0, -1).join(": ");
  const stands = (id) => nodes.get(id).matches(".v-verified");
  const fails = (id) => nodes.get(id).matches(".v-refuted, .v-ill-posed");
  let chosen = "";

  function fallen(id) {
    const found = [id];
    for (const one of found) for (const user of users(one)) if (!found.includes(user)) found.push(user);
    return found.slice(1);
  }

  function element(tag, content, attributes) {
    const made = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes || {})) made.setAttribute(key, value);
    made.append(...content);
    return made;
  }

  function icon(node) {
    const copy = node.querySelector("use").cloneNode();
    const sign = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    for (const key of ["x", "y", "width", "height"]) copy.removeAttribute(key);
    sign.setAttribute("class", "icon " + [...node.classList].find((look) => look.startsWith("v-")));
    sign.setAttribute("aria-hidden", "true");
    sign.style.color = "var(--v)";
    sign.append(copy);
    return sign;
  }

  function page(id, words) {
    return element("a", [words], { href: "statements/" + id + ".html" });
  }

  function entry(id) {
    const node = nodes.get(id), { fate, repair } = node.dataset;
    const after = repair ? [fate + "; ", page(repair, "use this instead")] : [fate];
    return element("li", [icon(node), " ", element("a", [name(node)], { href: "#" + id }),
      element("span", after, { class: "source" })]);
  }

  function sentence(ids) {
    if (!ids.length) return "Nothing rests on it.";
    const kept = ids.filter(stands).length, lost = ids.filter(fails).length, rest = ids.length - kept - lost;
    const parts = [kept && kept + " true all the same, by evidence of its own", lost && lost + " false itself", rest && rest + " true in part, or open"];
    return ids.length + (ids.length === 1 ? " statement loses its argument: " : " statements lose their argument: ")
      + parts.filter(Boolean).join("; ") + ".";
  }

  function list(id, ids) {
    for (const other of document.querySelectorAll(".beside")) rest(other);
    const place = nodes.get(id).closest(".drawing").querySelector(".beside");
    const title = element("h3", [icon(nodes.get(id)), " With ", page(id, name(nodes.get(id)))]);
    place.replaceChildren(title, element("p", [sentence(ids)]), element("ul", ids.map(entry)));
    place.scrollTop = 0;
    place.classList.add("filled");
  }

  function rest(place) {
    place.hidden = false;
    place.classList.remove("filled");
    place.textContent = "Choose a statement in the drawing: what falls with it is listed here.";
  }

  function choose(id) {
    if (id === chosen) return;
    chosen = id;
    const ids = fallen(id);
    for (const [other, node] of nodes) {
      node.classList.toggle("chosen", other === id);
      node.classList.toggle("falls", ids.includes(other));
      node.classList.toggle("stands", ids.includes(other) && stands(other));
    }
    for (const [from, line] of lines) line.classList.toggle("broken", from === id || ids.includes(from));
    const before = nodes.get(id).getBoundingClientRect().top;
    list(id, ids);
    window.scrollBy({ top: nodes.get(id).getBoundingClientRect().top - before, behavior: "instant" });
    if (location.hash.slice(1) !== id) history.replaceState(null, "", "#" + id);
  }

  function show(id) {
    const drawing = nodes.get(id).closest(".drawing"), box = drawing.querySelector(".scroll");
    drawing.scrollIntoView({ block: "start", behavior: "instant" });
    const node = nodes.get(id).getBoundingClientRect(), frame = box.getBoundingClientRect();
    box.scrollBy({ left: node.left - frame.left - frame.width / 3, top: node.top - frame.top - frame.height / 2, behavior: "instant" });
  }

  function follow() {
    const target = window.theoryChecksTarget();
    if (!target || !nodes.has(target.id)) return;
    choose(target.id);
    show(target.id);
  }

  document.addEventListener("click", (event) => {
    const node = event.target.closest("a.node");
    if (!node || event.detail === 0 || node.id === chosen || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    choose(node.id);
  });
  document.addEventListener("focusin", (event) => {
    const node = event.target.closest("a.node");
    if (node && node.matches(":focus-visible")) choose(node.id);
  });
  window.addEventListener("hashchange", follow);
  document.querySelectorAll(".beside").forEach(rest);
  for (const words of document.querySelectorAll(".with-script")) words.hidden = false;
  follow();
  // The browser goes to the fragment once more when all is loaded; it is followed then, but nobody who has chosen since is moved.
  const asked = chosen;
  window.addEventListener("load", () => requestAnimationFrame(() => { if (asked && asked === chosen) show(asked); }));
})();
