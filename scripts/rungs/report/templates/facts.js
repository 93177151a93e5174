// The end of the page: what ran on what, what to be careful with, how it was measured.

/** What a warning says of a row, or of a part of the page. */
function entryOf({ to, name, text }) {
  const one = Array.isArray(to) && caseNamed(to[0]);
  return make("li", {}, one ? link(hrefOf(one, to[1]), name) : typeof to === "string" && to ? link(`#${to}`, name)
    : name, `, ${text}`);
}

function warningOf(warning) {
  const title = `${warning.place}: ${warning.title}. `;
  const head = [make("b", { class: warning.grave ? "grave" : "" }, title), warning.why];
  return make("li", {}, warning.entries.length ? folded(head, make("ul", {}, warning.entries.map(entryOf))) : head);
}

/** One line that says how many warnings there are, and opens them. */
function warnings() {
  const count = page.warnings.length, grave = page.warnings.filter((warning) => warning.grave).length;
  if (!count) return make("p", {}, "No warnings: no noise, no failed row, a clean tree, counters for all.");
  return make("details", { id: "the-warnings", class: "warnings" }, make("summary", {}, `${count} warnings`,
    grave ? make("b", { class: "grave" }, `, ${grave} grave`) : "", "; rows that they are about carry a badge"),
    make("ul", {}, page.warnings.map(warningOf)));
}

const MOST_WRONG = 5;  // rows incorrect or failed that are named without asking
const HOW = [
  "A time is the median of the samples; the spread is their interquartile range over the median. It includes what an "
    + "empty pair of events takes (event_overhead_us in the facts below).",
  "Cold: before each sample the caches are emptied, and no line waits to be written back. Dirty: they are emptied by "
    + "writing over them, so that lines are written back inside the time. Hot: launches back to back.",
  "The speed of light is the least time for the problem's bytes at the rate of the fastest fill, copy or read of as "
    + "many bytes on the same device in the same run. Work is what no implementation can avoid.",
  "A step is the time of the variant that this one improves, over its own, in the same run; its interval is that of "
    + "both medians. Below 1 % nothing is a change. A step pays from 1.02x on; from 1.05x on it helped against what "
    + "limited the kernel before. From the host to a GPU there is no step, nor to a variant of another question.",
];

/** The rows incorrect or failed, of one case or of all: always shown, and first. */
function wrongRows(one) {
  const lines = page.warnings.filter(({ wrong }) => wrong).flatMap(({ place, entries }) => entries.map((entry) =>
    ({ ...entry, text: `${place}: ${entry.text}` }))).filter(({ name }) => !one || name.startsWith(`${one.name}/`))
    .map(entryOf);
  if (!lines.length) return "";
  return make("div", { class: "wrong", role: "note" }, make("b", {}, `Rows incorrect or failed: ${lines.length}`),
    make("ul", {}, lines.slice(0, MOST_WRONG)), lines.length > MOST_WRONG
      ? folded(`${lines.length - MOST_WRONG} more`, make("ul", {}, lines.slice(MOST_WRONG))) : "");
}

function trust() {
  const part = (id, title, ...children) => make("details", { id }, make("summary", {}, title), children);
  return [make("h2", {}, "Trust and limits"),
    part("the-way", "How a time and a gain are made", make("ul", { class: "how" }, HOW.map((text) =>
      make("li", {}, text)))),
    part("the-facts", `What ran on what, and ${page.warnings.length || "no"} warnings`, warnings(),
      tableOf("What ran on what", ["fact", ...page.gpus.map((gpu) => gpu.label)],
        page.facts.map(([name, cells]) => [name, ...cells])),
      page.texts.map(([name, text]) => folded(name, make("pre", { tabindex: 0 }, text))))];
}
