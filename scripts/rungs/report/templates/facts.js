// The end of the page: what ran on what, what to be careful with, how it was measured.

function warningOf(warning) {
  const title = `${warning.place}: ${warning.title}. `;
  const head = [make("b", { class: warning.grave ? "grave" : "" }, title), warning.why];
  return make("li", {}, warning.entries.length ? folded(head, make("ul", {}, warning.entries.map((entry) =>
    make("li", {}, entry.href ? link(entry.href, entry.name) : entry.name, `, ${entry.text}`)))) : head);
}

/** One line that says how many warnings there are, and opens them. */
function warnings() {
  const count = page.warnings.length, grave = page.warnings.filter((warning) => warning.grave).length;
  if (!count) return make("p", {}, "No warnings: no noise, no failed row, a clean tree, counters for all.");
  return make("details", { id: "the-warnings", class: "warnings" }, make("summary", {}, `${count} warnings`,
    grave ? make("b", { class: "grave" }, `, ${grave} grave`) : "", "; rows that they are about carry a badge"),
    make("ul", {}, page.warnings.map(warningOf)));
}

const HOW = [
  "Every variant is checked against a CPU reference before it is timed and again after, on the same buffers.",
  "A GPU time is that between two CUDA events, with the work queued so that launch latency is not in it. A time is the "
    + "median of the samples; the spread is their interquartile range over the median.",
  "Cold: before each sample the caches are emptied, and no line waits to be written back. Dirty: they are emptied by "
    + "writing over them, so that lines are written back inside the time. Hot: launches back to back.",
  "The speed of light is the least time for the problem's bytes at the rate of the fastest fill, copy or read of as "
    + "many bytes on the same device in the same run. Work is what no implementation can avoid.",
  "A step is the time of the variant that this one improves, over its own, in the same run.",
  "Published figures are shown with rows of the same problem; the page says what a document leaves open.",
];

/** The section of facts. */
function facts() {
  const head = ["fact", ...page.gpus.map((gpu) => gpu.label)];
  const rows = page.facts.map(([name, cells]) => [name, ...cells]);
  return section("the-facts", "The run", warnings(), tableOf("What ran on what", head, rows),
    copyButtons(() => [head, ...rows]),
    page.texts.map(([name, text]) => folded(name, make("pre", { tabindex: 0 }, text))),
    make("h3", {}, "How it was measured"), make("ul", { class: "how" }, HOW.map((text) => make("li", {}, text))));
}
