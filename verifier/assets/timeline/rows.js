"use strict";
// Rows: blocks, warps and threads as a tree in which those that behave alike are folded.
const kverify = {};

kverify.KINDS = ["read", "write", "both", "assign", "branch", "wait", "wait", "leave", "other"];
kverify.KIND_WORDS = ["read", "write", "read and write", "assignment", "branch", "waits at a barrier",
  "waits for the others of a collective operation", "leaves the kernel", "other"];
kverify.MARKS = ["", "conflict", "parted", "endless"];
kverify.MARK_WORDS = ["", "conflicting access", "divergent barrier", "loop that its thread never leaves"];

kverify.triple = (at) => "(" + at.join(",") + ")";

/** The tree of a run's rows. A node has either one shape (its threads behave alike) or children. */
kverify.tree = function (run) {
  const focused = new Set(run.focus.map(([thread]) => thread));
  const node = (kind, label, threads, children) => {
    const shapes = new Set(threads.map((t) => run.threads[t].shape));
    return {
      kind, label, threads, children,
      shape: shapes.size === 1 ? run.threads[threads[0]].shape : null,
      focused: threads.some((t) => focused.has(t)),
      open: false, depth: 0,
    };
  };
  const threadNode = (t) => node("thread", "thread " + kverify.triple(run.threads[t].at), [t], []);
  const range = (threads) => {
    const at = (t) => kverify.triple(run.threads[t].at);
    const last = threads[threads.length - 1];
    return threads.length === last - threads[0] + 1 ? at(threads[0]) + "–" + at(last) : at(threads[0]) + " … " + at(last);
  };
  const alike = (threads) =>
    threads.length === 1 ? threadNode(threads[0])
      : node("alike", threads.length + " threads " + range(threads), threads, threads.map(threadNode));
  const warpNode = (warp, threads) => {
    const classes = new Map();
    for (const t of threads) {
      // The threads that the finding speaks of have rows of their own.
      const key = focused.has(t) ? "own" + t : run.threads[t].shape;
      if (!classes.has(key)) classes.set(key, []);
      classes.get(key).push(t);
    }
    const children = classes.size === 1 ? threads.map(threadNode) : [...classes.values()].map(alike);
    return node("warp", "warp " + warp, threads, children);
  };
  const warpsOf = (threads) => {
    const warps = kverify.runsOf(threads, (t) => run.threads[t].warp).map((ts) => warpNode(run.threads[ts[0]].warp, ts));
    // Warps in a row that all behave as one.
    return kverify.runsOf(warps, (w, n) => (w.shape === null ? "own" + n : w.shape)).map((group) => {
      if (group.length === 1) return group[0];
      const label = "warps " + group[0].label.slice(5) + "–" + group[group.length - 1].label.slice(5);
      return node("warps", label, group.flatMap((w) => w.threads), group);
    });
  };
  const all = run.threads.map((_, t) => t);
  const blocks = kverify.runsOf(all, (t) => run.threads[t].block).map((threads) => {
    const block = run.threads[threads[0]].block;
    return { block, key: threads.map((t) => run.threads[t].shape).join(),
      node: node("block", "block " + kverify.triple(run.blocks[block].at), threads, warpsOf(threads)) };
  });
  const roots = kverify.runsOf(blocks, (b, n) => (b.node.focused ? "own" + n : b.key)).map((group) => {
    if (group.length < 3) return group.map((b) => b.node);
    const at = (b) => kverify.triple(run.blocks[b.block].at);
    const label = group.length + " blocks " + at(group[0]) + "–" + at(group[group.length - 1]);
    return [node("blocks", label, group.flatMap((b) => b.node.threads), group.map((b) => b.node))];
  }).flat();
  kverify.openUsefully(roots);
  return roots;
};

/** Neighbours with the same key, together. */
kverify.runsOf = function (items, key) {
  const groups = [];
  let last;
  items.forEach((item, n) => {
    const k = key(item, n);
    if (groups.length === 0 || k !== last) groups.push([]);
    groups[groups.length - 1].push(item);
    last = k;
  });
  return groups;
};

/** Opens what a reader wants to see first: the threads that the finding speaks of, else the first block. */
kverify.openUsefully = function (roots) {
  const anyFocus = roots.some((r) => r.focused);
  const visit = (node, depth) => {
    node.depth = depth;
    const few = roots.length <= 4 && (node.kind === "block" || (node.kind === "warp" && node.shape === null));
    node.open = node.children.length > 0 && (anyFocus ? node.focused || few : few);
    node.children.forEach((child) => visit(child, depth + 1));
  };
  roots.forEach((root) => visit(root, 0));
  if (!anyFocus && roots.length > 4) roots[0].open = true;
};

/** The rows that are visible now, from top to bottom. */
kverify.flatten = function (roots) {
  const rows = [];
  const visit = (node) => {
    rows.push(node);
    if (node.open) node.children.forEach(visit);
  };
  roots.forEach(visit);
  return rows;
};

/** Opens every fold around a thread. */
kverify.reveal = function (roots, thread) {
  const visit = (node) => {
    if (!node.threads.includes(thread)) return;
    if (node.children.length > 0) node.open = true;
    node.children.forEach(visit);
  };
  roots.forEach(visit);
};
