"use strict";
// Shows the kernels that the filter lets through. Nothing here writes HTML: texts of the report stay texts.
const kernels = [...document.querySelectorAll("article.kernel")];
const texts = new Map(kernels.map((kernel) => [kernel, kernel.textContent.toLowerCase()]));
const search = document.getElementById("search");
const rule = document.getElementById("rule");
const tiles = [...document.querySelectorAll("button.tile")];

function filter() {
  const words = search.value.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const wanted = rule === null ? "" : rule.value;
  const verdicts = new Set(
    tiles.filter((tile) => tile.getAttribute("aria-pressed") === "true").map((tile) => tile.dataset.verdict),
  );
  let shown = 0;
  for (const kernel of kernels) {
    const text = texts.get(kernel);
    const isShown =
      verdicts.has(kernel.dataset.verdict) &&
      (wanted === "" || kernel.dataset.rules.split(" ").includes(wanted)) &&
      words.every((word) => text.includes(word));
    kernel.hidden = !isShown;
    shown += isShown ? 1 : 0;
    for (const finding of kernel.querySelectorAll("section.finding")) {
      finding.hidden = wanted !== "" && finding.dataset.rule !== wanted;
    }
  }
  document.getElementById("shown").textContent =
    shown === kernels.length ? "" : `${shown} of ${kernels.length} kernels`;
  document.getElementById("none").hidden = shown !== 0 || kernels.length === 0;
}

for (const tile of tiles) {
  tile.addEventListener("click", () => {
    const pressed = tile.getAttribute("aria-pressed") === "true";
    tile.setAttribute("aria-pressed", String(!pressed));
    filter();
  });
}
search.addEventListener("input", filter);
if (rule !== null) rule.addEventListener("change", filter);

// A link to a kernel or a rule opens what it points to.
function reveal() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target === null) return;
  const details = target.matches("details") ? target : target.querySelector("details");
  if (details !== null) details.open = true;
  target.scrollIntoView();
}
window.addEventListener("hashchange", reveal);
if (location.hash !== "") reveal();
