// Sliders on the page of a statement: the checker computes the curves anew when one moves. Loaded when the fold opens.
"use strict";

(function () {
  const SVG = "http://www.w3.org/2000/svg";
  const HEIGHT = 280, LEFT = 62, RIGHT = 12, TOP = 12, BOTTOM = 28;
  const CROSSES = 24; // at most: more would touch
  const DECADES = 16; // of a logarithmic axis, at most; what is smaller lies below it
  const HOLDS = { "<": (c) => c < 0, "<=": (c) => c <= 0, ">": (c) => c > 0, ">=": (c) => c >= 0, "=": (c) => c === 0, "!=": (c) => c !== 0 };
  const SHOWN = { "<": "<", "<=": "≤", ">": ">", ">=": "≥", "=": "=", "!=": "≠" };
  const RAISED = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };

  // ---- Numbers. ----

  /** Few digits: 1.25, −0.5, 3.1 × 10⁻⁷. */
  function short(x, digits = 4) {
    if (x === 0) return "0";
    const [mantissa, power] = x.toExponential(digits - 1).split("e").map(Number);
    const signed = (number) => String(number).replace("-", "−");
    if (power >= -4 && power < 6) return signed(Number(x.toPrecision(digits)));
    const ten = "10" + Array.from(String(power), (letter) => RAISED[letter]).join("");
    return mantissa === 1 ? ten : `${signed(mantissa)} × ${ten}`;
  }

  const number = (exact) => exact.split("/").map(Number).reduce((top, bottom) => top / bottom);
  const middle = (ends) => (ends[0] <= 0 && ends[1] >= 0 ? 0 : (ends[0] + ends[1]) / 2);

  /** -1 or 1 where enclosures are apart, 0 where they cannot be told apart. */
  const compare = (a, b) => (a[1] < b[0] ? -1 : a[0] > b[1] ? 1 : 0);

  /** Two numbers with enough digits to look different, if they are. */
  function told(a, b) {
    const digits = [4, 6, 9, 12].find((n) => short(middle(a), n) !== short(middle(b), n)) || 4;
    return [a, b].map((x) => short(middle(x), compare(a, b) ? digits : 4));
  }

  // ---- Values, each computed once for the sliders on which it depends. ----

  function named(node) {
    if (typeof node !== "object" || node === null) return [];
    return [...(typeof node.ref === "string" ? [node.ref] : []), ...Object.values(node).flatMap(named)];
  }

  /** The sliders on which an expression depends, by way of names. */
  function sources(node, data) {
    const [found, open] = [new Set(), named(node)];
    while (open.length) {
      const name = open.pop();
      if (found.has(name)) continue;
      found.add(name);
      if (Object.hasOwn(data.names, name)) open.push(...named(data.names[name]));
    }
    return data.sliders.map((slider) => slider.name).filter((name) => found.has(name));
  }

  function valuer(node, data) {
    const [known, own] = [new Map(), sources(node, data)];
    return (values) => {
      const key = own.map((name) => values[name]).join();
      if (!known.has(key)) known.set(key, window.checkerEnclosures([node], data.names, values)[0]);
      return known.get(key);
    };
  }

  // ---- Axes. ----

  /** Round numbers between two others, about five; of a logarithmic axis powers of ten. */
  function ticks(low, high, log) {
    if (log) {
      const [first, last] = [Math.ceil(low), Math.floor(high)];
      const stride = Math.max(1, Math.ceil((last - first) / 6));
      const powers = Array.from({ length: Math.max(0, Math.floor((last - first) / stride) + 1) }, (_, i) => first + stride * i);
      return powers.length > 1 ? powers : [low, high];
    }
    const power = 10 ** Math.floor(Math.log10((high - low) / 5));
    const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= (high - low) / 5);
    return Array.from({ length: Math.floor(high / step + 1e-9) - Math.ceil(low / step - 1e-9) + 1 }, (_, i) => (Math.ceil(low / step - 1e-9) + i) * step);
  }

  /** An axis for these numbers: where each stands, and its ticks. A logarithmic one has no place for what is not positive. */
  function axis(numbers, log, start, end, room) {
    const scaled = numbers.filter((x) => !log || x > 0).map((x) => (log ? Math.log10(x) : x));
    let [low, high] = [Math.min(...scaled), Math.max(...scaled)];
    if (!scaled.length) [low, high] = [0, 1];
    if (log) low = Math.max(low, high - DECADES);
    if (!log && room && low > 0 && low < 0.6 * high) low = 0;
    if (high - low <= 1e-9 * Math.max(Math.abs(low), Math.abs(high))) [low, high] = [low - (Math.abs(low) / 10 || 0.5), high + (Math.abs(high) / 10 || 0.5)];
    else if (room) [low, high] = [low && low - (high - low) / 20, high + (high - low) / 20];
    const at = (x) => start + ((x - low) / (high - low)) * (end - start);
    return {
      place: (x) => (!log ? at(x) : x > 0 && Math.log10(x) >= low ? at(Math.log10(x)) : NaN),
      ticks: ticks(low, high, log).map((x) => [at(x), short(log ? 10 ** x : x, 3)]),
    };
  }

  // ---- The drawing. ----

  function element(tag, attributes, text) {
    const item = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) item.setAttribute(name, value);
    if (text) item.textContent = text;
    return item;
  }

  const tenth = (x) => Math.round(10 * x) / 10;

  function frame(width, x, y) {
    const [right, bottom] = [width - RIGHT, HEIGHT - BOTTOM];
    const across = y.ticks.flatMap(([at, label]) => [
      element("line", { x1: LEFT, x2: right, y1: tenth(at), y2: tenth(at), class: "grid" }),
      element("text", { x: LEFT - 7, y: tenth(at) + 4.5, class: "tick", "text-anchor": "end" }, label),
    ]);
    const below = x.ticks.flatMap(([at, label]) => [
      element("line", { x1: tenth(at), x2: tenth(at), y1: bottom, y2: bottom + 5, class: "frame" }),
      element("text", { x: tenth(at), y: bottom + 20, class: "tick", "text-anchor": "middle" }, label),
    ]);
    return [...across, ...below, element("polyline", { points: `${LEFT},${TOP} ${LEFT},${bottom} ${right},${bottom}`, class: "frame" })];
  }

  /** A curve as lines that look like its sample in the legend; they end where there is no value. */
  function lines(sample, places) {
    const runs = [[]];
    for (const place of places) {
      if (place.every(Number.isFinite)) runs[runs.length - 1].push(place.map(tenth).join());
      else runs.push([]);
    }
    return runs.filter((run) => run.length > 1).map((run) => {
      const line = sample.cloneNode();
      line.setAttribute("points", run.join(" "));
      return line;
    });
  }

  const cross = ([x, y]) => element("path", { d: `M${tenth(x) - 4} ${tenth(y) - 4}l8 8m0-8l-8 8`, class: "violated" });
  const dot = ([x, y]) => element("circle", { cx: tenth(x), cy: tenth(y), r: 4.5, class: "dot" });

  // ---- One statement. ----

  function start(place, data) {
    const inputs = [...place.querySelectorAll("input[data-slider]")];
    const outputs = [...place.querySelectorAll(".slider output")];
    const svg = place.querySelector("svg.plot");
    const along = data.sliders.find((slider) => slider.name === data.across);
    const value = Object.fromEntries(data.curves.map((curve) => [curve.name, valuer(curve.value, data)]));
    const promises = data.promises.map((promise) => ({ ...promise, limits: promise.where.map((relation) => valuer(relation, data)) }));
    const samples = Object.fromEntries(data.curves.map((curve) => [curve.name, place.querySelector(`[data-curve="${curve.name}"] .line`)]));

    const chosen = () => Object.fromEntries(data.sliders.map((slider, i) => [slider.name, slider.values[inputs[i].value]]));
    const inside = (promise, values) => promise.limits.every((limit) => (limit(values) || [0])[0] === 1);

    /** What becomes of a promise: holds, fails, or nothing to say. */
    function outcome(promise, values) {
      if (!inside(promise, values)) return { state: "outside" };
      const [left, right] = [value[promise.left](values), value[promise.right](values)];
      if (!left || !right) return { state: "nothing" };
      const order = compare(left, right);
      return { state: HOLDS[promise.sign](order) ? "holds" : "fails", order, left, right };
    }

    const WORDS = {
      holds: ["✓", "holds here"],
      fails: ["✗", "fails here"],
      outside: ["–", "nothing is promised here"],
      nothing: ["?", "there is no value here"],
    };

    function tell(promise, item, values) {
      const found = outcome(promise, values);
      const equal = found.order === 0;
      const mark = WORDS[found.state][0];
      const says = WORDS[found.state][1] + (equal ? ", equal to the digits shown" : "");
      const [left, right] = found.left ? told(found.left, found.right) : ["", ""];
      const sign = !found.left ? "" : equal ? "=" : SHOWN[found.order < 0 ? "<" : ">"];
      item.className = found.state;
      const texts = { ".mark-text": mark, ".says": says, ".left": left, ".sign": sign, ".right": right };
      for (const [selector, text] of Object.entries(texts)) item.querySelector(selector).textContent = text;
      item.querySelector(".compared").hidden = !found.left;
      return `${promise.words}: ${says}${found.left ? `, ${left} ${sign} ${right}` : ""}.`;
    }

    /** Along the axis: where what is printed fails. */
    function summary(states) {
      const failing = along.values.filter((_, i) => states[i] === "fails");
      const claimed = states.filter((state) => state === "holds" || state === "fails").length;
      if (!claimed) return "With these values nothing is promised along the axis.";
      if (!failing.length) return `With these values what is printed holds at all ${claimed} values along the axis.`;
      const ends = [failing[0], failing[failing.length - 1]].map((x) => short(number(x)));
      return `With these values what is printed fails at ${failing.length} of ${claimed} values along the axis, from ${ends[0]} to ${ends[1]}.`;
    }

    function draw(values) {
      const width = Math.max(280, Math.min(660, svg.parentElement.clientWidth || 660));
      const points = along.values.map((x) => ({ ...values, [data.across]: x }));
      const curves = data.curves.map(({ name }) => points.map((point) => (value[name](point) ? middle(value[name](point)) : NaN)));
      const xs = along.values.map(number);
      const x = axis(xs, along.scale === "log", LEFT, width - RIGHT, false);
      const y = axis(curves.flat().filter(Number.isFinite), data.scale === "log", HEIGHT - BOTTOM, TOP, true);
      const places = curves.map((curve) => curve.map((height, i) => [x.place(xs[i]), y.place(height)]));
      const states = points.map((point) => outcome(promises[0], point).state);
      const truth = data.curves.findIndex((curve) => curve.name === promises[0].left);
      const failing = places[truth].filter((at, i) => states[i] === "fails" && at.every(Number.isFinite));
      const crosses = failing.filter((_, i) => i % Math.ceil(failing.length / CROSSES) === 0).map(cross);
      const here = along.values.indexOf(values[data.across]);
      const now = tenth(x.place(xs[here]));
      svg.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
      svg.replaceChildren(
        ...frame(width, x, y),
        element("line", { x1: now, x2: now, y1: TOP, y2: HEIGHT - BOTTOM, class: "now" }),
        ...data.curves.flatMap((curve, i) => lines(samples[curve.name], places[i])),
        ...crosses,
        ...places.map((curve) => curve[here]).filter((at) => at.every(Number.isFinite)).map(dot),
      );
      place.querySelector(".along").textContent = summary(states);
    }

    let waiting = 0;

    function update() {
      waiting = 0;
      const values = chosen();
      data.sliders.forEach((slider, i) => {
        const text = short(number(slider.values[inputs[i].value]), 6);
        outputs[i].textContent = text;
        inputs[i].setAttribute("aria-valuetext", text);
      });
      const sentences = promises.map((promise, i) => tell(promise, place.querySelector(`[data-promise="${i}"]`), values));
      place.querySelector("[role=status]").textContent = sentences.join(" ");
      draw(values);
    }

    const soon = () => { waiting = waiting || requestAnimationFrame(update); };
    place.addEventListener("input", soon);
    window.addEventListener("resize", soon);
    place.querySelector(".waiting").hidden = true;
    place.querySelector(".explored").hidden = false;
    update();
  }

  window.theoryChecksExplore = start;
})();
