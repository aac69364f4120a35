"use strict";
// The source beside the timeline, as text only.

/** Shows a file and marks the lines that the run's findings stand on. */
kverify.showFile = function (view, file) {
  if (view.shownFile === file) return;
  view.shownFile = file;
  const { path, text } = view.timeline.files[file];
  document.getElementById("path").textContent = path;
  const marks = kverify.markedLines(view, file);
  const lines = document.createDocumentFragment();
  text.replace(/\n$/, "").split("\n").forEach((content, n) => {
    const row = document.createElement("div");
    row.className = "row " + (marks.get(n + 1) || "");
    row.dataset.line = n + 1;
    const number = document.createElement("span");
    number.className = "number";
    number.textContent = n + 1;
    const code = document.createElement("span");
    code.className = "code";
    code.textContent = content.replace(/\r$/, "");
    row.append(number, code);
    lines.append(row);
  });
  document.getElementById("source").replaceChildren(lines);
};

/** Lines with something remarkable on them. */
kverify.markedLines = function (view, file) {
  const lines = new Map();
  for (const shape of view.run.shapes) {
    shape.mark.forEach((mark, n) => {
      const place = view.run.places[shape.place[n]];
      if (mark !== 0 && place.file === file) lines.set(place.line, kverify.MARKS[mark]);
    });
  }
  return lines;
};

/** Shows a place in its file, and marks its characters. */
kverify.showPlace = function (view, place) {
  kverify.showFile(view, place.file);
  const source = document.getElementById("source");
  for (const old of source.querySelectorAll(".row.here")) {
    old.classList.remove("here");
    const code = old.querySelector(".code");
    code.textContent = code.textContent;
  }
  for (let line = place.line; line <= place.end_line; line++) {
    const row = source.querySelector('.row[data-line="' + line + '"]');
    if (row === null) continue;
    row.classList.add("here");
    const code = row.querySelector(".code");
    const text = code.textContent;
    const from = line === place.line ? place.column : 0;
    const to = line === place.end_line ? place.end_column : text.length;
    const mark = document.createElement("mark");
    mark.textContent = text.slice(from, to);
    code.replaceChildren(text.slice(0, from), mark, text.slice(to));
    if (line === place.line) row.scrollIntoView({ block: "center", inline: "nearest" });
  }
};
