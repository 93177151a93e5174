// A variant's source: its difference to another one's, or whole; and its machine code.

const AROUND = 3;  // equal lines shown around a difference
const MOST_CELLS = 4e6;  // of the table of a difference; larger files are shown whole

function lineOf(mark, number, html) {
  const kind = { "+": "added", "-": "removed", " ": "same" }[mark];
  return make("div", { class: `line ${kind}` }, make("span", { class: "number", "aria-hidden": "true" }, number),
    make("span", { class: "sign" }, mark), make("code", { html: html || " " }));
}

/** [[mark, number of the line]] of the shortest way from the lines of one file to those of another, after Wagner and
 * Fischer; the number is that in the old file for '-', else in the new one. */
function difference(old, fresh) {
  const wide = fresh.length + 1, same = new Uint16Array((old.length + 1) * wide);
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = fresh.length - 1; j >= 0; j -= 1) {
      same[i * wide + j] = old[i] === fresh[j] ? same[(i + 1) * wide + j + 1] + 1
        : Math.max(same[(i + 1) * wide + j], same[i * wide + j + 1]);
    }
  }
  const found = [];
  for (let i = 0, j = 0; i < old.length || j < fresh.length;) {
    if (i < old.length && j < fresh.length && old[i] === fresh[j]) {
      found.push([" ", j++]);
      i += 1;
    } else if (j === fresh.length || (i < old.length && same[(i + 1) * wide + j] >= same[i * wide + j + 1])) {
      found.push(["-", i++]);
    } else found.push(["+", j++]);
  }
  return found;
}

/** The lines of a difference without the comments at the tops of the files; equal ones far from any change left out. */
function differenceOf(before, after) {
  const [old, fresh] = [before, after].map((one) => one.lines.slice(one.code || 0));
  const ways = difference(old, fresh), changed = ways.map(([mark]) => mark !== " ");
  const near = (at) => changed.slice(Math.max(0, at - AROUND), at + AROUND + 1).includes(true);
  const lines = [];
  let skipped = 0;
  const gap = () => {
    if (skipped) lines.push(make("div", { class: "line gap" }, `${skipped} equal line${skipped > 1 ? "s" : ""}`));
    skipped = 0;
  };
  ways.forEach(([mark, at], place) => {
    if (!near(place)) {
      skipped += 1;
      return;
    }
    gap();
    const one = mark === "-" ? before : after, number = at + (one.code || 0);
    lines.push(lineOf(mark, number + 1, one.lines[number]));
  });
  gap();
  return lines;
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

/** The source of a variant against that of `from`, or of any other that is picked; a note where there is none. */
function sourceOf(one, variant, from) {
  if (!variant.lines) return note("No file of this name lies in the folder of the cases.");
  const text = make("pre", { class: "source", tabindex: 0, "aria-label": `source of ${variant.text}` });
  const others = one.variants.filter((other) => other !== variant && other.lines
    && other.lines.length * variant.lines.length < MOST_CELLS);
  const fill = (name) => {
    const old = others.find((other) => other.name === name);
    text.replaceChildren(...(old ? differenceOf(old, variant)
      : variant.lines.map((line, place) => lineOf(" ", place + 1, line))));
  };
  fill(from);
  const pick = make("select", { on: { change: (event) => fill(event.target.value) } },
    make("option", { value: "" }, "nothing: the whole file"), others.map(({ name }) =>
      make("option", { value: name, selected: name === from }, shortName(one, name))));
  return make("div", {}, make("div", { class: "sourcehead" }, make("h3", {}, "Source"),
    make("label", {}, "against ", pick)), text, note(make("code", {}, variant.path), ". ", variant.state,
    variant.cut ? " It is long, and cut here." : ""));
}
