"use strict";
// The page around the timeline: heading, legend, tips, details; and what a test may ask.

kverify.element = function (name, text, className) {
  const element = document.createElement(name);
  if (text !== undefined) element.textContent = text;
  if (className) element.className = className;
  return element;
};

/** What there is to say of a step, as pairs of a word and a text. */
kverify.facts = function (view, threads, step) {
  const run = view.run;
  const thread = run.threads[threads[0]];
  const shape = run.shapes[thread.shape];
  const place = run.places[shape.place[step]];
  const facts = [["line " + place.line, place.text]];
  const kind = shape.kind[step];
  facts.push(["does", kverify.KIND_WORDS[kind] + (shape.mark[step] ? " — " + kverify.MARK_WORDS[shape.mark[step]] : "")]);
  const shown = threads.slice(0, 4).map((t) => [run.threads[t], run.texts[run.threads[t].texts[step]]]);
  if (shown[0][1] !== "") {
    const alone = threads.length === 1;
    const words = shown.map(([t, text]) => (alone ? text : kverify.triple(t.at) + " " + text));
    if (threads.length > shown.length) words.push("… and " + (threads.length - shown.length) + " more threads");
    facts.push([kind === 4 ? "condition" : "values", words.join("\n")]);
  }
  if (shape.iteration[step] >= 0) facts.push(["iteration", String(shape.iteration[step]) + " of the loop around it, from 0"]);
  const wait = shape.to[step] - shape.from[step];
  facts.push(["step", wait > 1 ? shape.from[step] + " to " + (shape.to[step] - 1) : String(shape.from[step])]);
  if (place.calls.length > 0) facts.push(["in", place.calls.join("\n")]);
  return facts;
};

kverify.threadWords = function (view, threads) {
  const thread = view.run.threads[threads[0]];
  const block = "block " + kverify.triple(view.run.blocks[thread.block].at);
  return threads.length === 1
    ? "thread " + kverify.triple(thread.at) + " of " + block + ", warp " + thread.warp
    : threads.length + " threads alike, first " + kverify.triple(thread.at) + " of " + block;
};

kverify.showTip = function (view, hit, event) {
  const tip = view.tip;
  const lines = [kverify.element("b", kverify.threadWords(view, hit.node.threads))];
  for (const [word, text] of kverify.facts(view, hit.node.threads, hit.step)) {
    const line = kverify.element("div");
    line.append(kverify.element("span", word + ": ", "dim"), kverify.element("code", text));
    lines.push(line);
  }
  tip.replaceChildren(...lines);
  tip.hidden = false;
  const { width, height } = tip.getBoundingClientRect();
  tip.style.left = Math.max(4, Math.min(event.clientX + 14, innerWidth - width - 6)) + "px";
  tip.style.top = Math.max(4, event.clientY + 18 + height > innerHeight ? event.clientY - height - 10 : event.clientY + 18) + "px";
};

kverify.showDetails = function (view) {
  const details = document.getElementById("details");
  if (view.selected === null) {
    details.replaceChildren(kverify.element("span",
      "Click a box to see its statement here. The wheel scrolls, with Ctrl it zooms, with Shift it moves in time; drag to move; ← and → go from step to step.", "dim"));
    return;
  }
  const { thread, step } = view.selected;
  const list = kverify.element("dl");
  for (const [word, text] of kverify.facts(view, [thread], step)) {
    const dd = kverify.element("dd");
    dd.append(kverify.element("code", text));
    list.append(kverify.element("dt", word), dd);
  }
  details.replaceChildren(kverify.element("h2", kverify.threadWords(view, [thread])), list);
};

kverify.heading = function (view) {
  const run = view.run;
  document.title = "kverify: " + run.title;
  const title = document.getElementById("title");
  title.replaceChildren(kverify.element("span", run.status, "badge " + run.status), run.title + (run.kind === "" ? "" : " in " + run.kernel));
  document.getElementById("witness").textContent = run.witness;
  const left = view.timeline.left_out;
  const more = left === 0 ? [] : [left + (left === 1 ? " more finding is" : " more findings are") + " not drawn; --kernel narrows the choice."];
  const harm = document.getElementById("harm");
  harm.hidden = !run.harm;
  harm.textContent = run.harm ? run.harm[0].toUpperCase() + run.harm.slice(1) + "." : "";
  document.getElementById("notes").textContent = run.notes.concat(more).join(" ");
  const jumps = run.focus.map(([thread, step], n) => {
    const button = kverify.element("button", run.focus.length === 1 ? "the place" : ["first place", "second place"][n] || "place " + (n + 1));
    const mark = run.shapes[run.threads[thread].shape].mark[step];
    if (mark > 1) button.className = kverify.MARKS[mark];
    button.addEventListener("click", () => view.jump(thread, step));
    return button;
  });
  document.getElementById("jumps").replaceChildren(...jumps);
};

kverify.legend = function () {
  const entries = [["conflict", "conflict"], ["parted", "divergent barrier"], ["endless", "endless loop"], ["read", "read"],
    ["write", "write"], ["both", "read and write, atomic"], ["assign", "assignment"], ["branch", "branch"], ["wait", "waiting"],
    ["other", "fence and other"], ["leave", "exit"]];
  const legend = entries.map(([colour, words]) => {
    const entry = kverify.element("span");
    const swatch = kverify.element("i");
    swatch.style.background = "var(--" + colour + ")";
    if (colour === "wait") swatch.style.borderColor = "var(--waitline)";
    entry.append(swatch, words);
    return entry;
  });
  const bar = kverify.element("span");
  const line = kverify.element("i", undefined, "bar");
  line.style.background = "var(--line)";
  bar.append(line, "barrier");
  document.getElementById("legend").replaceChildren(...legend, bar);
};

kverify.divider = function (view) {
  const divider = document.getElementById("divider");
  const aside = document.querySelector("aside");
  divider.addEventListener("pointerdown", (down) => {
    divider.setPointerCapture(down.pointerId);
    const move = (e) => { aside.style.width = Math.max(220, innerWidth - e.clientX - 3) + "px"; view.resize(); };
    divider.addEventListener("pointermove", move);
    divider.addEventListener("pointerup", () => divider.removeEventListener("pointermove", move), { once: true });
  });
};

kverify.start = function () {
  const timeline = JSON.parse(document.getElementById("data").textContent);
  if (!timeline.runs || timeline.runs.length === 0) {
    document.getElementById("title").textContent = "there is nothing to draw";
    return;
  }
  const view = new kverify.View(timeline);
  const chooser = document.getElementById("runs");
  timeline.runs.forEach((run, n) => {
    const option = kverify.element("option", n + 1 + ": " + run.title + " (" + run.kernel + ", line " + run.line + ")");
    option.value = n;
    chooser.append(option);
  });
  document.getElementById("chooser").hidden = timeline.runs.length < 2;
  const show = (n) => { view.show(n); kverify.heading(view); };
  chooser.addEventListener("change", () => show(Number(chooser.value)));
  document.getElementById("in").addEventListener("click", () => view.scale(1.5));
  document.getElementById("out").addEventListener("click", () => view.scale(1 / 1.5));
  document.getElementById("fit").addEventListener("click", () => view.look(view.fitting(), 0));
  document.getElementById("theme").addEventListener("click", () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    view.redraw();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => view.redraw());
  kverify.legend();
  kverify.divider(view);
  kverify.view = view;
  // The legend and the heading take room of their own: measure after them.
  kverify.heading(Object.assign(view, { run: timeline.runs[0] }));
  show(0);
  kverify.draw(view);
  kverify.openedAfter = performance.now();
};

/** What is shown now, for tests and for people who script the page. */
kverify.state = function () {
  const { view } = kverify;
  const box = (thread, step) => {
    const b = view.boxOf(thread, step);
    const plane = view.plane.getBoundingClientRect();
    return b && { x: plane.left + b.left + b.width / 2, y: plane.top + b.top + b.height / 2 };
  };
  return { run: view.number, rows: view.rows.length, scale: view.transform.k, drawn: view.drawn, selected: view.selected,
    hovered: view.hovered, openedAfter: kverify.openedAfter, box };
};

kverify.start();
