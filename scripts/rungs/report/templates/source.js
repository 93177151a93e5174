// A variant's source: its difference to the one that it improves, or whole.

const AROUND = 3;  // equal lines shown around a difference

function lineOf(mark, number, html) {
  const kind = { "+": "added", "-": "removed", " ": "same" }[mark];
  return make("div", { class: `line ${kind}` }, make("span", { class: "number", "aria-hidden": "true" }, number),
    make("span", { class: "sign" }, mark), make("code", { html: html || " " }));
}

/** The lines of a difference: `places` are [from, to, from, to] of the old and the new lines, `first` the first line
 * behind the comment at the top. */
function differenceOf(old, fresh, places, first) {
  const lines = [];
  let shown = first;  // new lines that are behind us
  const equal = (from, to) => {
    for (let at = from; at < to; at += 1) lines.push(lineOf(" ", at + 1, fresh[at]));
    shown = to;
  };
  places.forEach(([oldFrom, oldTo, from, to], place) => {
    const start = Math.max(shown, from - AROUND);
    if (start > shown) lines.push(make("div", { class: "line gap" }, `${start - shown} equal lines`));
    equal(start, from);
    for (let at = oldFrom; at < oldTo; at += 1) lines.push(lineOf("-", at + 1, old[at]));
    for (let at = from; at < to; at += 1) lines.push(lineOf("+", at + 1, fresh[at]));
    shown = to;
    const next = places[place + 1];
    equal(to, Math.min(to + AROUND, next ? next[2] : fresh.length));
  });
  if (shown < fresh.length) lines.push(make("div", { class: "line gap" }, `${fresh.length - shown} equal lines`));
  return lines;
}

/** The machine code of the hot loops of a variant's kernels, and of those of the one that it improves. */
function loopsOf(one, variant) {
  const below = one.byName.get(variant.improves);
  const pane = (found, open) => (found?.loops || []).map(([title, lines], place) => make("details", {
    open: open && !place }, make("summary", {}, title), make("pre", { class: "sass", tabindex: 0, "aria-label": title },
    lines.join("\n"))));
  return [pane(variant, true), variant.loops && below?.loops ? make("details", {}, make("summary", {},
    `Machine code of ${shortName(one, variant.improves)}`), pane(below, true)) : ""];
}

/** The source of a variant, with a switch between the difference and the whole file; a note where there is none. */
function sourceOf(one, variant) {
  if (!variant.lines) return make("p", { class: "note" }, "No file of this name lies in the folder of the cases.");
  const old = one.byName.get(variant.improves)?.lines;
  const text = make("pre", { class: "source", tabindex: 0, "aria-label": `source of ${variant.text}` });
  const head = make("div", { class: "sourcehead" });
  const fill = (difference) => {
    text.replaceChildren(...(difference ? differenceOf(old, variant.lines, variant.difference, variant.code || 0)
      : variant.lines.map((line, place) => lineOf(" ", place + 1, line))));
    head.replaceChildren(make("h3", {}, difference ? `Source against ${shortName(one, variant.improves)}` : "Source"),
      variant.difference && old ? choice("what of the source", [[true, "difference"], [false, "whole file"]],
        difference, fill) : "");
  };
  fill(Boolean(old && variant.difference));
  return make("div", {}, head, text, make("p", { class: "note" }, make("code", {}, variant.path), ". ", variant.state,
    variant.cut ? " It is long, and cut here." : ""));
}
