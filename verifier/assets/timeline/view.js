"use strict";
// The view of one run: where it is scrolled and zoomed to, what is under the pointer, what is chosen.
kverify.View = class {
  constructor(timeline) {
    this.timeline = timeline;
    this.scroller = document.getElementById("scroller");
    this.gutter = document.getElementById("gutter");
    this.plane = document.getElementById("plane");
    this.tip = document.getElementById("tip");
    this.plane.style.left = kverify.GUTTER + "px";
    this.transform = d3.zoomIdentity;
    this.selected = null;
    this.hovered = null;
    this.frame = 0;
    this.zoom = d3.zoom()
      // With Ctrl, or where there is nothing to scroll, the wheel zooms.
      .filter((e) => (e.type === "wheel" ? e.ctrlKey || e.metaKey || e.shiftKey || !this.scrolls() : !e.button))
      .on("zoom", (e) => this.zoomed(e));
    d3.select(this.plane).call(this.zoom).on("dblclick.zoom", null);
    this.scroller.addEventListener("scroll", () => { this.scroll = this.scroller.scrollTop; this.hideTip(); this.redraw(); });
    this.plane.addEventListener("wheel", (e) => this.pan(e), { capture: true, passive: false });
    this.plane.addEventListener("mousemove", (e) => this.hover(e));
    this.plane.addEventListener("mouseleave", () => this.hideTip());
    this.plane.addEventListener("click", (e) => this.click(e));
    this.gutter.addEventListener("click", (e) => this.toggle(e));
    this.scroller.addEventListener("keydown", (e) => this.key(e));
    new ResizeObserver(() => this.resize()).observe(this.scroller);
  }

  scrolls() {
    return this.rows.length * kverify.ROW > this.height - kverify.AXIS;
  }

  show(number) {
    this.run = this.timeline.runs[number];
    this.number = number;
    this.roots = kverify.tree(this.run);
    this.rows = kverify.flatten(this.roots);
    this.selected = null;
    this.shownFile = null;
    this.scroll = 0;
    this.measure();
    this.first();
    kverify.showFile(this, this.run.file);
    if (this.run.focus.length > 0) this.select(...this.run.focus[0]);
    else kverify.showDetails(this);
  }

  /** Zooms to where the finding is, as far out as boxes can still be read. */
  first() {
    const at = this.run.focus.map(([t, s]) => this.run.shapes[this.run.threads[t].shape].from[s]);
    const fit = this.fitting();
    if (at.length === 0) return this.look(fit, 0);
    const [low, high] = [Math.min(...at), Math.max(...at)];
    const k = Math.max(fit, Math.min(96, this.width / (high - low + 9)));
    // In the middle, but nothing before the start.
    this.look(k, Math.min(0, this.width / 2 - ((low + high + 1) / 2) * k));
    const row = this.rows.findIndex((r) => r.kind === "thread" && r.focused);
    this.scroller.scrollTop = Math.max(0, row * kverify.ROW - this.height / 3);
    this.scroll = this.scroller.scrollTop;
  }

  fitting() {
    return Math.min(160, this.width / Math.max(1, this.run.columns + 1));
  }

  look(k, x) {
    d3.select(this.plane).call(this.zoom.transform, d3.zoomIdentity.translate(x, 0).scale(k));
  }

  measure() {
    this.width = Math.max(50, this.scroller.clientWidth - kverify.GUTTER);
    this.height = this.scroller.clientHeight;
    document.getElementById("spacer").style.height = kverify.AXIS + this.rows.length * kverify.ROW + 8 + "px";
    const fit = this.fitting();
    this.zoom.scaleExtent([Math.min(fit, 1), 400])
      .extent([[0, 0], [this.width, this.height]])
      .translateExtent([[-2, -Infinity], [Math.max(this.run.columns + 2, this.width / fit), Infinity]]);
  }

  resize() {
    if (!this.run) return;
    this.measure();
    this.redraw();
  }

  zoomed(event) {
    const source = event.sourceEvent;
    if (source && source.type === "mousemove") this.scroller.scrollTop -= source.movementY;
    this.transform = event.transform;
    this.hideTip();
    this.redraw();
  }

  /** Shift with the wheel, or a sideways one, moves in time. */
  pan(event) {
    const sideways = event.shiftKey ? event.deltaY || event.deltaX : Math.abs(event.deltaX) > Math.abs(event.deltaY) ? event.deltaX : 0;
    if (sideways === 0 || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    d3.select(this.plane).call(this.zoom.translateBy, -sideways / this.transform.k, 0);
  }

  redraw() {
    if (this.frame === 0) this.frame = requestAnimationFrame(() => { this.frame = 0; kverify.draw(this); });
  }

  /** The row and the step at a point of the plane; the step is -1 where there is none. */
  at(x, y) {
    const row = Math.floor((y - kverify.AXIS + this.scroll) / kverify.ROW);
    const node = this.rows[row];
    if (y < kverify.AXIS || !node || (node.shape === null && node.open)) return null;
    const shape = this.run.shapes[this.run.threads[node.threads[0]].shape];
    const column = (x - this.transform.x) / this.transform.k;
    const step = kverify.firstStep(shape, column);
    const slack = 2 / this.transform.k;
    const hit = step < shape.from.length && shape.from[step] <= column + slack;
    return { node, step: hit ? step : -1 };
  }

  /** Where a step is drawn, in pixels of the plane; null if its row is folded away. */
  boxOf(thread, step) {
    let row = this.rows.findIndex((r) => r.kind === "thread" && r.threads[0] === thread);
    if (row < 0) row = this.rows.findIndex((r) => !r.open && r.shape !== null && r.threads.includes(thread));
    const shape = this.run.shapes[this.run.threads[thread].shape];
    if (row < 0 || step >= shape.from.length) return null;
    const { x, k } = this.transform;
    return {
      left: x + shape.from[step] * k, width: (shape.to[step] - shape.from[step]) * k,
      top: kverify.rowTop(this, row) + 3, height: kverify.ROW - 6,
    };
  }

  hover(event) {
    const hit = this.at(event.offsetX, event.offsetY);
    if (hit === null || hit.step < 0 || event.buttons !== 0) return this.hideTip();
    this.hovered = { thread: hit.node.threads[0], step: hit.step, threads: hit.node.threads.length };
    kverify.showTip(this, hit, event);
  }

  hideTip() {
    this.hovered = null;
    this.tip.hidden = true;
  }

  click(event) {
    const hit = this.at(event.offsetX, event.offsetY);
    if (hit === null) return;
    if (hit.step >= 0) this.select(hit.node.threads[0], hit.step);
    else if (hit.node.children.length > 0 && hit.node.kind !== "thread") this.fold(hit.node);
  }

  toggle(event) {
    const row = Math.floor((event.offsetY - kverify.AXIS + this.scroll) / kverify.ROW);
    if (event.offsetY >= kverify.AXIS && this.rows[row]) this.fold(this.rows[row]);
  }

  fold(node) {
    if (node.children.length === 0) return;
    node.open = !node.open;
    this.rows = kverify.flatten(this.roots);
    this.measure();
    this.redraw();
  }

  select(thread, step) {
    this.selected = { thread, step };
    const shape = this.run.shapes[this.run.threads[thread].shape];
    kverify.showPlace(this, this.run.places[shape.place[step]]);
    kverify.showDetails(this);
    this.redraw();
  }

  /** Brings a step into view, unfolding what hides it. */
  jump(thread, step) {
    kverify.reveal(this.roots, thread);
    this.rows = kverify.flatten(this.roots);
    this.measure();
    const shape = this.run.shapes[this.run.threads[thread].shape];
    const k = Math.max(this.transform.k, 40);
    this.look(k, Math.min(0, this.width / 2 - (shape.from[step] + 0.5) * k));
    const row = this.rows.findIndex((r) => r.kind === "thread" && r.threads[0] === thread);
    this.scroller.scrollTop = Math.max(0, (row + 0.5) * kverify.ROW - this.height / 2);
    this.scroll = this.scroller.scrollTop;
    this.select(thread, step);
  }

  scale(factor) {
    d3.select(this.plane).call(this.zoom.scaleBy, factor);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = { "+": () => this.scale(1.5), "=": () => this.scale(1.5), "-": () => this.scale(1 / 1.5),
      0: () => this.look(this.fitting(), 0), ArrowLeft: () => this.walk(-1), ArrowRight: () => this.walk(1) };
    if (!steps[event.key]) return;
    event.preventDefault();
    steps[event.key]();
  }

  /** The thread's step before or after the chosen one. */
  walk(by) {
    if (this.selected === null) return;
    const { thread, step } = this.selected;
    const count = this.run.shapes[this.run.threads[thread].shape].from.length;
    this.select(thread, Math.max(0, Math.min(count - 1, step + by)));
    const box = this.boxOf(thread, this.selected.step);
    if (box !== null && (box.left < 0 || box.left + box.width > this.width)) {
      d3.select(this.plane).call(this.zoom.translateTo, (box.left + box.width / 2 - this.transform.x) / this.transform.k, 0);
    }
  }
};
