// A variant's source and how it differs from that of the one that it improves; and its machine code.

/** A line of a source; `html` is escaped by sources.py. */
function lineOf(mark, number, html) {
  const kind = { "+": "added", "-": "removed", " ": "same" }[mark], code = make("code");
  code.innerHTML = html || " ";
  return make("div", { class: `line ${kind}` }, make("span", { class: "number", "aria-hidden": "true" }, number),
    make("span", { class: "sign" }, mark), code);
}

/** The machine code of the hot loops of a variant's kernels, and of those of another one; a note where there is none of
 * the kernel that was run. */
function loopsOf(one, variant, other) {
  const pane = (loops) => loops.map(([title, lines], place) => (lines.length ? make("details", { open: !place },
    make("summary", {}, title), make("pre", { class: "sass", tabindex: 0, "aria-label": title }, lines.join("\n")))
    : note(title, ".")));
  return [variant.loops ? pane(variant.loops) : note("No machine code of the kernel that was run."),
    other?.loops ? folded(`Machine code of ${shortName(one, other.name)}`, pane(other.loops)) : ""];
}

/** The source of a variant against that of the one `below`, where it improves that, and whole; a note where there is
 * none. */
function sourceOf(one, variant, below = variant.improves) {
  if (!variant.lines) return note("No file of this name lies in the folder of the cases.");
  const old = one.byName.get(below), made = below === variant.improves && variant.change;
  const pane = (title, lines) =>
    make("pre", { class: "source", tabindex: 0, "aria-label": `${title}: ${variant.text}` }, lines);
  const whole = pane("Source", variant.lines.map((line, place) => lineOf(" ", place + 1, line)));
  const title = `Source of ${shortName(one, variant.name)}${made ? ` against ${shortName(one, below)}` : ""}`;
  const change = (made || []).map(([mark, at]) => (mark ? lineOf(mark, at + 1, (mark === "-" ? old : variant).lines[at])
    : make("div", { class: "line gap" }, `${at} equal line${at > 1 ? "s" : ""}`)));
  return make("div", {}, make("h3", {}, title), made ? [pane(title, change), folded("The whole file", whole)]
    : whole, note(make("code", {}, variant.path), " as it was when this page was made; it may be newer than rows."));
}
