// Search on every page: the index is loaded when the field is first entered. It ranks as `theory-checks find` does.
"use strict";

(function () {
  const MOST = 7, MOST_PAGES = 3;
  const [LABEL, SUMMARY, ELSEWHERE] = [0, 2, 4];
  let known = null;  // what the index says, made ready

  // ---- Ranking ----

  function words(text) {
    const found = text.toLowerCase().match(/\p{L}+|\d+(?:\.\d+)*/gu) || [];
    return found.map((word) => Object.hasOwn(known.short, word) ? known.short[word] : word);
  }

  function asked(text) {
    const wanted = [...new Set(words(text))], telling = wanted.filter((word) => !known.stop.has(word));
    return telling.length ? telling : wanted;
  }

  // Numbers in signs, from # to } without \: the last sign of a number is one of the first 75. Behind ~ it is said how often
  // the next number comes.
  function numbers(text) {
    const found = [];
    let next = 0;
    const sign = () => { const code = text.charCodeAt(next++); return code - (code > 92 ? 36 : 35); };
    const number = () => { const value = sign(); return value < 75 ? value : value + 15 * number(); };
    while (next < text.length) {
      const run = text[next] === "~";
      if (run) next += 1;
      for (let left = run ? number() : 1, value = number(); left > 0; left -= 1) found.push(value);
    }
    return found;
  }

  // A line of the index: how many letters of the word are those of the word before, the others, and for each statement that
  // has it a number: how far it is from the one before, times five, and the place of the word there.
  function unpacked(line, before) {
    const [rest, steps] = line.slice(1).split(" "), places = new Map();
    let number = 0;
    for (const step of numbers(steps)) places.set(number += Math.floor(step / 5), step % 5);
    return { word: before.slice(0, numbers(line[0])[0]) + rest, places: places };
  }

  function ready(index) {
    let next = 0;  // every statement and every correction has a tag of four characters or blanks, in the order of the entries
    const tag = () => index.tags.slice(next, next += 4).trim();
    const entries = index.entries.map(([id, label, says, look, paper, weight, repairs]) => (
      { id: id, tag: tag(), label: label, says: says, look: index.looks[look], paper: index.papers[paper], weight: weight, labelled: 0,
        repairs: repairs.map((one) => typeof one === "number" ? ["/repaired", one] : one)
          .map(([end, which]) => ({ id: end[0] === "/" ? id + end : end, tag: tag(), look: index.looks[which] })) }));
    const lines = [];
    for (const line of index.words.split("\n")) lines.push(unpacked(line, lines.length ? lines[lines.length - 1].word : ""));
    for (const line of lines) for (const [number, place] of line.places) if (place === LABEL) entries[number].labelled += 1;
    known = { short: index.short, stop: new Set(index.stop), values: index.values, lines: lines, entries: entries };
    known.byWord = new Map(lines.map((line) => [line.word, line.places]));
    known.pages = index.pages.map(([url, title, more]) => (
      { url: url, title: title, names: [words(title).join(" "), words(more)[0]], all: words(title + " " + more) }));
  }

  // How much a word counts for each statement that has it: a word that only begins so counts half, a number nothing.
  function points(word) {
    const found = new Map(), number = /^\d/.test(word);
    for (const line of known.lines) {
      const times = line.word === word ? 2 : !number && line.word.startsWith(word) ? 1 : 0;
      if (times) for (const [entry, place] of line.places) found.set(entry, Math.max(found.get(entry) || 0, times * known.values[place]));
    }
    return found;
  }

  // Whether the text is an id or its end, or the whole label, with or without words of the id or the paper.
  function isName(text, wanted, number) {
    const entry = known.entries[number], id = text.trim().toLowerCase().replace(/\s+/g, "-");
    if (("/" + entry.id).endsWith("/" + id) || entry.repairs.some((repair) => repair.id === id)) return true;
    const places = wanted.map((word) => known.byWord.has(word) ? known.byWord.get(word).get(number) ?? ELSEWHERE : ELSEWHERE);
    return places.filter((place) => place === LABEL).length === entry.labelled
      && !places.some((place) => place === SUMMARY || place === ELSEWHERE);
  }

  // The statements that have a tag, or a correction that has it.
  function tagged(text) {
    const tag = text.trim().toUpperCase();
    const numbers = known.entries.map((_, number) => number);
    return tag ? numbers.filter((number) => [known.entries[number], ...known.entries[number].repairs].some((one) => one.tag === tag)) : [];
  }

  function ranked(text) {
    const exact = tagged(text);
    if (exact.length) return exact.map((number) => ({ number: number, words: asked(text).length }));
    const wanted = asked(text), scores = new Map();
    for (const word of wanted) {
      const found = points(word), rarity = 32 - Math.clz32(Math.floor(known.entries.length / found.size));
      for (const [number, value] of found) {
        const score = scores.get(number) || { number: number, words: 0, value: 0 };
        score.words += 1;
        score.value += known.entries[number].weight * rarity * value;
        scores.set(number, score);
      }
    }
    for (const score of scores.values()) score.name = isName(text, wanted, score.number) ? 1 : 0;
    return [...scores.values()].sort((a, b) => b.name - a.name || b.words - a.words || b.value - a.value || a.number - b.number);
  }

  // Pages that have all the words; `named` are those that are called so.
  function pages(text) {
    const wanted = asked(text);
    const found = known.pages.filter((page) => wanted.length && wanted.every((word) => page.all.some((other) => other.startsWith(word))));
    const named = found.filter((page) => page.names.includes(wanted.join(" ")));
    return { named: named, others: found.filter((page) => !named.includes(page)).slice(0, MOST_PAGES) };
  }

  // ---- The field and its list ----

  const NOTHING = "Nothing has these words. Try a label (Proposition 10), an author (Vietri), a symbol (sigma) or a topic (regret).";

  function counted(found, wanted) {
    const all = found.filter((score) => score.words === wanted).length, some = found.length - all;
    const begin = all === 1 ? "1 statement has" : (all || "No") + " statements have";
    return begin + (wanted > 1 ? " all of these words" : " this word") + (some ? ", " + some + " some of them." : ".");
  }

  function start(box) {
    const field = document.getElementById("search"), list = document.getElementById("search-hits");
    const status = document.getElementById("search-status"), root = box.dataset.root;
    let before = null, active = -1;

    function element(tag, look, ...content) {
      const made = document.createElement(tag);
      made.className = look;
      made.append(...content);
      return made;
    }

    function verdict([slug, word]) {
      const icon = document.createElementNS("http://www.w3.org/2000/svg", "svg"), use = document.createElementNS("http://www.w3.org/2000/svg", "use");
      icon.setAttribute("class", "icon");
      icon.setAttribute("aria-hidden", "true");
      use.setAttribute("href", "#v-" + slug);
      icon.append(use);
      return element("span", "verdict v-" + slug, icon, element("span", "", word));
    }

    function option(url, look, ...content) {
      const made = element("a", "hit " + look, ...content);
      made.href = root + url;
      made.id = "hit-" + list.childElementCount;
      made.tabIndex = -1;
      made.setAttribute("role", "option");
      made.setAttribute("aria-selected", "false");
      list.append(made);
    }

    const address = (id) => "statements/" + id + ".html";

    function addEntry(entry) {
      const head = element("span", "hit-head", element("b", "", entry.label), " ", verdict(entry.look));
      option(address(entry.id), "", head, element("span", "hit-source", entry.paper + " · ", element("code", "", entry.id), entry.tag ? " · " + entry.tag : ""), element("span", "hit-says", entry.says));
      for (const repair of entry.repairs) option(address(repair.id), "hit-repair", "Corrected: ", element("code", "", repair.id), " ", verdict(repair.look));
    }

    const addPage = (page) => option(page.url, "", element("b", "", page.title), element("span", "hit-source", "page"));

    function choose(next) {
      const options = list.children;
      if (options[active]) options[active].setAttribute("aria-selected", "false");
      active = options.length ? (next + options.length) % options.length : -1;
      if (active < 0) { field.removeAttribute("aria-activedescendant"); return; }
      options[active].setAttribute("aria-selected", "true");
      options[active].scrollIntoView({ block: "nearest" });
      field.setAttribute("aria-activedescendant", options[active].id);
    }

    function show(open, sentence) {
      list.hidden = !open;
      field.setAttribute("aria-expanded", String(open));
      status.textContent = sentence;
    }

    function close() { list.replaceChildren(); choose(-1); show(false, ""); }

    function update() {
      const text = field.value;
      if (!known || !text.trim()) { close(); return; }
      const found = ranked(text), { named, others } = pages(text);
      list.replaceChildren();
      named.forEach(addPage);
      for (const score of found.slice(0, MOST)) addEntry(known.entries[score.number]);
      others.forEach(addPage);
      choose(0);
      show(list.childElementCount > 0, list.childElementCount ? counted(found, asked(text).length) : NOTHING);
    }

    function load() {
      if (document.getElementById("search-index")) return;
      const script = document.createElement("script");
      script.id = "search-index";
      script.src = root + "assets/search-index.js";
      script.onload = () => { ready(window.searchIndex); window.searchFor = (text) => ranked(text).map((score) => known.entries[score.number].id); update(); };
      script.onerror = () => show(false, "The index of the search is missing: the list of all statements is on the first page.");
      document.head.append(script);
    }

    function leave() {
      field.value = "";
      close();
      if (before && before.isConnected && before !== document.body) before.focus(); else field.blur();
    }

    const KEYS = {
      ArrowDown: () => choose(active + 1),
      ArrowUp: () => choose(active - 1),
      Enter: () => { if (list.children[active]) list.children[active].click(); },
      Escape: leave,
    };

    field.addEventListener("focus", (event) => { if (!box.contains(event.relatedTarget)) before = event.relatedTarget; load(); update(); });
    field.addEventListener("input", update);
    list.addEventListener("click", () => setTimeout(close));  // a page that is left open, when the way leads to a part of it
    field.addEventListener("keydown", (event) => {
      if (!Object.hasOwn(KEYS, event.key) || event.isComposing) return;
      event.preventDefault();
      KEYS[event.key]();
    });
    box.addEventListener("focusout", (event) => { if (!box.contains(event.relatedTarget)) close(); });
    document.addEventListener("keydown", (event) => {
      const busy = event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, [contenteditable]");
      if (event.key !== "/" || busy) return;
      event.preventDefault();
      field.focus();
      field.select();
    });
    box.hidden = false;
    document.getElementById("search-link").hidden = true;
  }

  start(document.getElementById("search-box"));
})();
