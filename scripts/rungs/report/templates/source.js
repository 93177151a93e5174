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
  const add = (mark, of, from, to) => {
    for (let at = from; at < to; at += 1) lines.push(lineOf(mark, at + 1, of[at]));
    shown = mark === "-" ? shown : to;
  };
  const skip = (to) => {
    if (to > shown) lines.push(make("div", { class: "line gap" }, `${to - shown} equal lines`));
  };
  places.forEach(([oldFrom, oldTo, from, to], place) => {
    const start = Math.max(shown, from - AROUND);
    skip(start);
    add(" ", fresh, start, from);
    add("-", old, oldFrom, oldTo);
    add("+", fresh, from, to);
    add(" ", fresh, to, Math.min(to + AROUND, places[place + 1]?.[2] ?? fresh.length));
  });
  skip(fresh.length);
  return lines;
}

/** The machine code of the hot loops of a variant's kernels, and of those of the one that it improves. */
function loopsOf(one, variant) {
  const below = one.byName.get(variant.improves);
  const pane = (loops = []) => loops.map(([title, lines], place) => make("details", { open: !place },
    make("summary", {}, title), make("pre", { class: "sass", tabindex: 0, "aria-label": title }, lines.join("\n"))));
  return [pane(variant.loops), variant.loops && below?.loops
    ? folded(`Machine code of ${shortName(one, variant.improves)}`, pane(below.loops)) : ""];
}

/** The source of a variant, with a switch between the difference and the whole file; a note where there is none. */
function sourceOf(one, variant) {
  if (!variant.lines) return note("No file of this name lies in the folder of the cases.");
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
  return make("div", {}, head, text, note(make("code", {}, variant.path), ". ", variant.state,
    variant.cut ? " It is long, and cut here." : ""));
}
