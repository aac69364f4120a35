"use strict";
// Drawing: only what is in view.
kverify.ROW = 24;
kverify.AXIS = 26;
kverify.GUTTER = 236;

kverify.colours = function () {
  const style = getComputedStyle(document.documentElement);
  const colours = {};
  for (const name of ["back", "panel", "ink", "dim", "rule", "zebra", "read", "write", "both", "assign", "branch", "leave",
    "other", "wait", "waitline", "line", "onbox", "conflict", "conflictedge", "parted", "partedink", "endless", "endlessink",
    "select"]) {
    colours[name] = style.getPropertyValue("--" + name).trim();
  }
  return colours;
};

/** A canvas of this size in CSS pixels, sharp on every screen. */
kverify.sized = function (canvas, width, height) {
  const ratio = window.devicePixelRatio || 1;
  const w = Math.max(1, Math.round(width * ratio));
  const h = Math.max(1, Math.round(height * ratio));
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
    canvas.style.width = width + "px";
    canvas.style.height = height + "px";
  }
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
};

/** The first step that ends after a column. Steps of a shape are in order of time. */
kverify.firstStep = function (shape, column) {
  let low = 0;
  let high = shape.to.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (shape.to[middle] > column) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** The rows in view: from, to (exclusive). */
kverify.rowsInView = function (view) {
  const first = Math.max(0, Math.floor(view.scroll / kverify.ROW));
  const last = Math.min(view.rows.length, Math.ceil((view.scroll + view.height - kverify.AXIS) / kverify.ROW) + 1);
  return [first, last];
};

kverify.rowTop = (view, row) => kverify.AXIS + row * kverify.ROW - view.scroll;

kverify.draw = function (view) {
  const c = kverify.colours();
  drawGutter(view, c);
  const g = kverify.sized(view.plane, view.width, view.height);
  g.fillStyle = c.back;
  g.fillRect(0, 0, view.width, view.height);
  const [first, last] = kverify.rowsInView(view);
  g.save();
  g.beginPath();
  g.rect(0, kverify.AXIS, view.width, view.height - kverify.AXIS);
  g.clip();
  view.drawn = 0;
  for (let row = first; row < last; row++) {
    const top = kverify.rowTop(view, row);
    const node = view.rows[row];
    if (node.kind === "block" || node.kind === "blocks") {
      g.fillStyle = c.panel;
      g.fillRect(0, top, view.width, kverify.ROW);
    } else if (row % 2) {
      g.fillStyle = c.zebra;
      g.fillRect(0, top, view.width, kverify.ROW);
    }
    drawRow(g, view, c, node, top);
  }
  drawBarriers(g, view, c, first, last);
  drawLink(g, view, c);
  drawSelection(g, view, c);
  g.restore();
  drawAxis(g, view, c);
};

function drawGutter(view, c) {
  const g = kverify.sized(view.gutter, kverify.GUTTER, view.height);
  g.fillStyle = c.back;
  g.fillRect(0, 0, kverify.GUTTER, view.height);
  const [first, last] = kverify.rowsInView(view);
  g.textBaseline = "middle";
  for (let row = first; row < last; row++) {
    const node = view.rows[row];
    const top = kverify.rowTop(view, row);
    const isBlock = node.kind === "block" || node.kind === "blocks";
    g.fillStyle = isBlock ? c.panel : row % 2 ? c.zebra : c.back;
    g.fillRect(0, top, kverify.GUTTER, kverify.ROW);
    const left = 8 + node.depth * 12;
    g.font = (isBlock ? "600 " : "") + "12px system-ui, 'DejaVu Sans', sans-serif";
    g.fillStyle = c.dim;
    if (node.children.length > 0) g.fillText(node.open ? "▾" : "▸", left, top + kverify.ROW / 2);
    g.fillStyle = node.focused ? c.ink : isBlock ? c.ink : c.dim;
    const count = node.threads.length;
    const more = node.kind === "warp" || node.kind === "warps" || isBlock
      ? node.shape !== null && count > 1 ? ": " + count + " alike" : ": " + count + (count > 1 ? " threads" : " thread")
      : node.kind === "alike" ? " alike" : "";
    g.fillText(node.label + more, left + 14, top + kverify.ROW / 2, kverify.GUTTER - left - 24);
    if (node.focused && node.kind === "thread") {
      g.fillStyle = c[kverify.MARKS[view.run.shapes[node.shape].mark.find((m) => m > 0) || 1]];
      g.fillRect(0, top + 3, 5, kverify.ROW - 6);
    }
  }
  g.fillStyle = c.back;
  g.fillRect(0, 0, kverify.GUTTER, kverify.AXIS);
  g.fillStyle = c.dim;
  g.font = "12px system-ui, 'DejaVu Sans', sans-serif";
  g.fillText("threads ↓   time →", 8, kverify.AXIS / 2);
  g.fillStyle = c.rule;
  g.fillRect(kverify.GUTTER - 1, 0, 1, view.height);
  g.fillRect(0, kverify.AXIS - 1, kverify.GUTTER, 1);
}

/** The boxes of a row; a fold of threads that differ shows the first one's, faintly. */
function drawRow(g, view, c, node, top) {
  const alike = node.shape !== null;
  if (!alike && node.open) return;
  if (node.open && node.kind !== "thread") g.globalAlpha = 0.35;
  else if (!alike) g.globalAlpha = 0.45;
  const thread = node.threads[0];
  const shape = view.run.shapes[view.run.threads[thread].shape];
  const { x, k } = view.transform;
  let lastPixel = -1;
  for (let n = kverify.firstStep(shape, -x / k); n < shape.from.length; n++) {
    const left = x + shape.from[n] * k;
    if (left > view.width) break;
    const mark = shape.mark[n];
    let width = (shape.to[n] - shape.from[n]) * k;
    if (width < 1 && mark === 0) {
      if (Math.floor(left) === lastPixel) continue;
      lastPixel = Math.floor(left);
    }
    if (mark !== 0) width = Math.max(width, 3);
    drawBox(g, view, c, { thread, shape, n, mark, left, top: top + 3, width: Math.max(width, 1) });
    view.drawn++;
  }
  const end = view.run.threads[thread].end;
  if (end !== "" && shape.to.length > 0) {
    const left = Math.max(6, x + shape.to[shape.to.length - 1] * k + 6);
    g.fillStyle = c.endless;
    g.font = "italic 11px system-ui, 'DejaVu Sans', sans-serif";
    g.textBaseline = "middle";
    g.fillText(end, left, top + kverify.ROW / 2);
  }
  g.globalAlpha = 1;
}

function drawBox(g, view, c, box) {
  const { shape, n, mark, left, top, width } = box;
  const kind = kverify.KINDS[shape.kind[n]];
  const height = kverify.ROW - 6;
  const gap = width > 6 ? 1 : 0;
  g.fillStyle = mark ? c[kverify.MARKS[mark]] : c[kind];
  g.fillRect(left, top, width - gap, height);
  if (kind === "wait" && width > 3) {
    g.strokeStyle = mark ? c[kverify.MARKS[mark]] : c.waitline;
    g.lineWidth = 1;
    g.strokeRect(left + 0.5, top + 0.5, width - gap - 1, height - 1);
  }
  if (mark === 1 && width > 4) {
    g.strokeStyle = c.conflictedge;
    g.lineWidth = 1.5;
    g.strokeRect(left + 0.75, top + 0.75, width - gap - 1.5, height - 1.5);
  }
  if (width < 26) return;
  const visibleLeft = Math.max(left, 0);
  const room = Math.min(left + width, view.width) - visibleLeft - 8;
  const place = view.run.places[shape.place[n]];
  const values = view.run.texts[view.run.threads[box.thread].texts[n]];
  const label = kind === "leave" ? "return" : place.text;
  const size = 6.7;
  const fits = Math.floor(room / size);
  if (fits < 2) return;
  const text = values !== "" && fits > label.length + values.length + 3 ? label + "   " + values : label;
  g.fillStyle = mark === 1 ? "#1a1400" : mark === 2 ? c.partedink : mark === 3 ? c.endlessink : c.onbox;
  g.font = "11px " + getMono();
  g.textBaseline = "middle";
  g.fillText(text.length > fits ? text.slice(0, Math.max(1, fits - 1)) + "…" : text, visibleLeft + 4, top + height / 2 + 0.5);
}

function getMono() {
  return "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace";
}

function drawBarriers(g, view, c, first, last) {
  // The rows of each block that are in view lie together.
  const spans = new Map();
  for (let row = first; row < last; row++) {
    for (const block of blocksOf(view, view.rows[row])) {
      const top = kverify.rowTop(view, row);
      const span = spans.get(block) || [top, top];
      span[1] = top + kverify.ROW;
      spans.set(block, span);
    }
  }
  const { x, k } = view.transform;
  for (const barrier of view.run.barriers) {
    const at = x + barrier.at * k;
    if (at < -2 || at > view.width + 2) continue;
    g.fillStyle = barrier.parted ? c.parted : c.line;
    const wide = barrier.parted ? 3 : 2;
    if (barrier.block === null) g.fillRect(at - 1, kverify.AXIS, wide, view.height);
    else if (spans.has(barrier.block)) {
      const [top, bottom] = spans.get(barrier.block);
      g.fillRect(at - 1, top, wide, bottom - top);
    }
  }
}

function blocksOf(view, node) {
  if (node.kind !== "blocks") return [view.run.threads[node.threads[0]].block];
  return node.children.map((child) => view.run.threads[child.threads[0]].block);
}

/** A line from one side of the finding to the other. */
function drawLink(g, view, c) {
  const ends = view.run.focus.map(([thread, step]) => view.boxOf(thread, step)).filter((b) => b !== null);
  if (ends.length < 2) return;
  const [a, b] = ends;
  const from = [a.left + a.width / 2, a.top + a.height / 2];
  const to = [b.left + b.width / 2, b.top + b.height / 2];
  const down = to[1] >= from[1];
  g.strokeStyle = view.run.kind === "data-race" ? c.conflictedge : c.parted;
  g.lineWidth = 1.5;
  g.setLineDash([5, 4]);
  g.beginPath();
  g.moveTo(from[0], from[1] + (down ? 9 : -9));
  g.lineTo(to[0], to[1] + (down ? -9 : 9));
  g.stroke();
  g.setLineDash([]);
}

function drawSelection(g, view, c) {
  if (view.selected === null) return;
  const box = view.boxOf(view.selected.thread, view.selected.step);
  if (box === null) return;
  g.strokeStyle = c.select;
  g.lineWidth = 2.5;
  g.strokeRect(box.left - 1, box.top - 1, Math.max(box.width, 3) + 1, box.height + 2);
}

function drawAxis(g, view, c) {
  const { x, k } = view.transform;
  g.fillStyle = c.back;
  g.fillRect(0, 0, view.width, kverify.AXIS);
  g.fillStyle = c.rule;
  g.fillRect(0, kverify.AXIS - 1, view.width, 1);
  let step = 1;
  for (let n = 0; step * k < 62; n++) step = [2, 5, 10][n % 3] * 10 ** Math.floor(n / 3);
  g.fillStyle = c.dim;
  g.font = "11px system-ui, 'DejaVu Sans', sans-serif";
  g.textBaseline = "middle";
  const first = Math.max(0, Math.ceil(-x / k / step) * step);
  for (let column = first; column <= view.run.columns && x + column * k < view.width; column += step) {
    const at = x + column * k;
    g.fillRect(Math.round(at), kverify.AXIS - 6, 1, 6);
    g.fillText(column === 0 ? "step 0" : String(column), at + 4, kverify.AXIS / 2 - 1);
  }
}
